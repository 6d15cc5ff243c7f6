import { SimpleGrid } from '@chakra-ui/react/simple-grid';
import { Stack } from '@chakra-ui/react/stack';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { type ProgrammeId, programmeIds, programmes } from '#shared/programmes';
import { Heading } from '../../components/heading.tsx';
import { ProgrammePicture } from '../../components/programme-picture.tsx';
import { listingOf } from '../../lib/pages/listing-search.ts';
import { HomeSection } from './home-section.tsx';

/** The programmes as links to their classes, in the order of ages (PUB-19). */
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
    <ProgrammePanel bg={`programme.${id}.solid`} color={`programme.${id}.contrast`}>
      <ProgrammePicture programme={id} height={{ base: '40', md: '48' }} />
      <Stack gap="2" px="5" pt="4" flex="1">
        <Text fontWeight="bold">{audience}</Text>
        <Heading as="h3" size={{ base: 'xl', md: 'lg', lg: 'xl' }}>
          {name}
        </Heading>
        <Text maxWidth="26rem">{summary}</Text>
      </Stack>
      <ProgrammeLink to={listingOf(id)}>
        See {name} classes
        <ArrowRight size="1.2em" aria-hidden />
      </ProgrammeLink>
    </ProgrammePanel>
  );
};

const ProgrammePanel = chakra('article', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    position: 'relative',
    overflow: 'hidden',
    borderRadius: 'xl',
    boxShadow: 'card',
    '& img': { transitionProperty: 'transform', transitionDuration: 'calm' },
    _motionSafe: { '&:hover img': { transform: 'scale(1.03)' } },
  },
});

const ProgrammeLink = chakra(Link, {
  base: {
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
    // Makes the whole card clickable.
    _after: { content: '""', position: 'absolute', inset: '0' },
    _focusVisible: {
      outline: 'none',
      _after: { outline: '3px solid', outlineOffset: '-6px', borderRadius: 'xl' },
    },
  },
});
