import type { PropsWithChildren } from 'react';
import type { Assign, HTMLStyledProps } from '#styled-system/types';
import { usePageTitle } from '../lib/pages/page.ts';
import { Container } from './ui/container.tsx';
import { Heading } from './ui/heading.tsx';
import { Stack } from './ui/stack.tsx';

interface ScreenProps {
  readonly pageTitle: string;
}

export const Screen = ({ pageTitle, ...box }: Assign<HTMLStyledProps<'div'>, ScreenProps>) => {
  usePageTitle(pageTitle);
  return <Container {...box} />;
};

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
