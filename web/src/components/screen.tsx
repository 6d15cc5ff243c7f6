import type { PropsWithChildren } from 'react';
import type { Assign, HTMLStyledProps } from '#styled-system/types';
import { usePageTitle } from '../lib/pages/page.ts';
import { Container } from './ui/container.tsx';
import { Heading } from './ui/heading.tsx';
import { Stack } from './ui/stack.tsx';

interface ScreenProps {
  readonly pageTitle: string;
}

/** The outer box of a screen: sets the page title, the width and the margins. */
export const Screen = ({ pageTitle, ...box }: Assign<HTMLStyledProps<'div'>, ScreenProps>) => {
  usePageTitle(pageTitle);
  return <Container {...box} />;
};

/** A screen of the parent or admin area, with its title. */
export const AreaScreen = ({ title, children }: PropsWithChildren<{ readonly title: string }>) => {
  usePageTitle(title);
  return (
    <Stack gap="6">
      <Heading as="h1" size="xl">
        {title}
      </Heading>
      {children}
    </Stack>
  );
};
