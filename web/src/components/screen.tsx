import type { PropsWithChildren } from 'react';
import { type ScreenVariantProps, screen } from '#styled-system/recipes';
import type { Assign, HTMLStyledProps } from '#styled-system/types';
import { usePageTitle } from '../lib/pages/page.ts';
import { Heading } from './ui/heading.tsx';
import { Stack } from './ui/stack.tsx';
import { elementProps } from './ui/style-props.tsx';

interface ScreenProps extends ScreenVariantProps {
  readonly pageTitle: string;
}

/** The outer box of a screen: sets the page title, the width and the margins. */
export const Screen = ({ pageTitle, width, ...box }: Assign<HTMLStyledProps<'div'>, ScreenProps>) => {
  usePageTitle(pageTitle);
  return <div {...elementProps(box, undefined, screen({ width }))} />;
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
