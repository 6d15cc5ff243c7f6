import type { ComponentProps, PropsWithChildren } from 'react';
import { usePageTitle } from '../lib/pages/page.ts';
import { classNames } from './controls.tsx';
import { Stack } from './plain.tsx';
import styles from './screen.module.css';

interface HeadingProps extends ComponentProps<'h2'> {
  readonly as?: 'h1' | 'h2' | 'h3' | 'h4' | undefined;
  readonly size?: 'md' | 'lg' | 'xl' | '2xl' | 'display' | undefined;
}

/** A heading in the display face; `as` sets its level. */
export const Heading = ({ as: Level = 'h2', size = 'lg', className, ...heading }: HeadingProps) => (
  <Level {...heading} className={classNames(styles.heading, className)} data-size={size} />
);

interface ScreenProps extends ComponentProps<'div'> {
  readonly pageTitle: string;
  /** Its greatest width, where that is not a page's. */
  readonly width?: '30rem' | '34rem' | '38rem' | 'prose' | undefined;
}

/** The outer box of a screen: sets the page title, the width and the margins. */
export const Screen = ({ pageTitle, width, className, ...box }: ScreenProps) => {
  usePageTitle(pageTitle);
  return <div {...box} className={classNames(styles.screen, className)} data-width={width} />;
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
