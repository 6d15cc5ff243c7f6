import { ArrowRight, Brain, Crosshair, Dumbbell, Goal, Sparkles, Map as TacticsMap } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router-dom';
import { type ProgrammeId, programmeIds, programmes } from '#shared/programmes';
import { css, cx } from '#styled-system/css';
import { ProgrammePicture } from '../../../components/programme-picture.tsx';
import { Box, type BoxProps } from '../../../components/ui/box.tsx';
import { Heading } from '../../../components/ui/heading.tsx';
import { SimpleGrid } from '../../../components/ui/simple-grid.tsx';
import { HStack, Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import type { HomeSection as SectionId } from '../../../lib/pages/home-sections.ts';
import { listingOf } from '../../../lib/pages/public-pages.ts';

interface HomeSectionProps extends Omit<BoxProps, 'title'> {
  readonly id?: SectionId;
  readonly title: ReactNode;
}

/** The footer's buttons move the focus to the section. */
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

/** In the order of ages (PUB-19). */
export const ProgrammeCards = () => (
  <HomeSection id="programs" title="A program for every age" pt={{ base: '10', md: '16' }}>
    <SimpleGrid columns={{ base: 1, md: 3 }} gap={{ base: '4', md: '6' }}>
      {programmeIds.map((id) => (
        <ProgrammeCard key={id} id={id} />
      ))}
    </SimpleGrid>
  </HomeSection>
);

const ProgrammeCard = ({ id }: { readonly id: ProgrammeId }) => {
  const { name, audience, summary } = programmes[id];
  return (
    <article className={cx(programmePanel, css({ colorPalette: `programme.${id}` }))}>
      <ProgrammePicture programme={id} className={css({ width: 'full', height: { base: '40', md: '48' } })} />
      <Stack gap="2" px="5" pt="4" flex="1">
        <Text fontWeight="bold">{audience}</Text>
        <Heading as="h3" fontSize={{ base: '3xl', md: '2xl', lg: '3xl' }}>
          {name}
        </Heading>
        <Text maxWidth="[26rem]">{summary}</Text>
      </Stack>
      <Link className={programmeLink} to={listingOf(id)}>
        See {name} classes
        <ArrowRight size="1.2em" aria-hidden />
      </Link>
    </article>
  );
};

const programmePanel = css({
  bg: 'colorPalette.solid',
  color: 'colorPalette.contrast',
  display: 'flex',
  flexDirection: 'column',
  position: 'relative',
  overflow: 'hidden',
  borderRadius: 'xl',
  boxShadow: 'card',
  '& img': { transitionProperty: '[transform]', transitionDuration: 'calm' },
  _motionSafe: { '&:hover img': { transform: 'scale(1.03)' } },
});

const programmeLink = css({
  display: 'flex',
  alignItems: 'center',
  gap: '2',
  minHeight: 'touch',
  px: '5',
  mt: '2',
  mb: '3',
  fontWeight: 'bold',
  textDecoration: 'underline',
  textUnderlineOffset: '4px',
  // The link makes the whole card clickable.
  _after: { content: '""', position: 'absolute', inset: '0' },
  _focusVisible: {
    outline: 'none',
    _after: { outline: '3px solid', outlineOffset: '[-6px]', borderRadius: 'xl' },
  },
});

const skills = [
  { name: 'Technical', text: 'First touch, dribbling, passing and striking.', icon: Goal },
  { name: 'Tactical', text: 'Space, shape and when to release the ball.', icon: TacticsMap },
  { name: 'Mental', text: 'Focus, patience and bouncing back.', icon: Brain },
  { name: 'Physical Conditioning', text: 'Balance, speed and stamina, at their age.', icon: Dumbbell },
  { name: 'Confidence Building', text: 'Every child on the ball, every session.', icon: Sparkles },
  { name: 'Position Specific', text: 'From keeper to striker, each role in detail.', icon: Crosshair },
] as const;

export const KeySkills = () => (
  <HomeSection title="Six key skills">
    <ul className={skillGrid}>
      {skills.map(({ name, text, icon: Icon }) => (
        <HStack key={name} as="li" gap="4" align="start">
          <span className={skillIcon}>
            <Icon size="1.5em" aria-hidden />
          </span>
          <div>
            <Heading as="h3" size="md">
              {name}
            </Heading>
            <Text color="fg.muted" lineHeight="heading" mt="1" textWrap="balance">
              {text}
            </Text>
          </div>
        </HStack>
      ))}
    </ul>
  </HomeSection>
);

const skillGrid = css({
  display: 'grid',
  gridTemplateColumns: {
    base: 'minmax(0, 1fr)',
    sm: 'repeat(2, minmax(0, 1fr))',
    lg: 'repeat(3, minmax(0, 1fr))',
  },
  columnGap: '8',
  rowGap: { base: '5', md: '8' },
  p: { base: '5', md: '8' },
  borderRadius: 'xl',
  borderWidth: '1px',
  borderColor: 'border',
  bg: 'bg.surface',
  boxShadow: 'card',
});

const skillIcon = css({
  display: 'grid',
  placeItems: 'center',
  flexShrink: '0',
  boxSize: '12',
  borderRadius: 'lg',
  bg: 'brand.subtle',
  color: 'brand.fg',
});
