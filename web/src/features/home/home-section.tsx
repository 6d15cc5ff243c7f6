import { Box, type BoxProps } from '@chakra-ui/react/box';
import { type ReactNode, useId } from 'react';
import { Heading } from '../../components/heading.tsx';
import type { HomeSection as SectionId } from '../../lib/pages/home-sections.ts';

interface HomeSectionProps extends Omit<BoxProps, 'title'> {
  /** Target of the footer's button, if the footer has one for this section. */
  readonly id?: SectionId;
  readonly title: ReactNode;
}

/** A section of the home page with its heading. The footer's buttons move the focus to it. */
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
