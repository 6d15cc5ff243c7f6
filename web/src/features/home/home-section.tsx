import { Box, type BoxProps } from '@chakra-ui/react/box';
import { type ReactNode, useId } from 'react';
import { Heading } from '../../components/heading.tsx';
import type { HomeSection as SectionId } from '../../lib/pages/home-sections.ts';

interface HomeSectionProps extends Omit<BoxProps, 'title'> {
  /** Where the footer leads to; a section without one is not in it. */
  readonly id?: SectionId;
  readonly title: ReactNode;
}

/** One section of the home page under its heading. The footer's buttons move the focus to it. */
export const HomeSection = ({ id, title, children, ...box }: HomeSectionProps) => {
  const headingId = useId();
  return (
    <Box
      as="section"
      id={id}
      tabIndex={id && -1}
      aria-labelledby={headingId}
      outline="none"
      maxWidth="page"
      mx="auto"
      px={{ base: '4', md: '6' }}
      py={{ base: '8', md: '12' }}
      {...box}
    >
      <Heading id={headingId} size="xl" mb={{ base: '5', md: '8' }}>
        {title}
      </Heading>
      {children}
    </Box>
  );
};
