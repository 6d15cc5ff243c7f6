import { Box, type BoxProps } from '@chakra-ui/react/box';
import { Stack } from '@chakra-ui/react/stack';
import { chakra } from '@chakra-ui/react/styled-system';
import type { PropsWithChildren } from 'react';
import { usePageTitle } from '../lib/pages/page.ts';

/** A heading in the display face; `as` sets its level. */
export const Heading = chakra('h2', {
  base: {
    fontFamily: 'heading',
    fontWeight: 'extrabold',
    letterSpacing: 'tight',
    lineHeight: 'heading',
    textWrap: 'balance',
    overflowWrap: 'anywhere',
  },
  variants: {
    size: {
      md: { fontSize: 'xl' },
      lg: { fontSize: '2xl' },
      xl: { fontSize: '3xl' },
      '2xl': { fontSize: '4xl', lineHeight: 'display' },
      display: { fontSize: '5xl', lineHeight: 'display' },
    },
  },
  defaultVariants: { size: 'lg' },
});

interface ScreenProps extends BoxProps {
  readonly pageTitle: string;
}

/** The outer box of a screen: sets the page title, the width and the margins. */
export const Screen = ({ pageTitle, ...box }: ScreenProps) => {
  usePageTitle(pageTitle);
  return (
    <Box
      width="full"
      maxWidth="page"
      mx="auto"
      px={{ base: '4', md: '6' }}
      py={{ base: '6', md: '10' }}
      {...box}
    />
  );
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
