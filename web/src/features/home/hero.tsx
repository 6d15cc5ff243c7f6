import { Box } from '@chakra-ui/react/box';
import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { Link } from 'react-router-dom';
import { brand } from '#shared/brand';
import { paths } from '#shared/paths';
import { Button } from '../../components/button.tsx';
import { Heading } from '../../components/heading.tsx';
import type { HomeSection } from '../../lib/pages/home-sections.ts';
import { HeroScene } from './hero-scene.tsx';

const id: HomeSection = 'home';

/** Headline, text, button and illustration; all visible on a phone without scrolling (PUB-16, PUB-17). */
export const Hero = () => (
  <Box
    as="section"
    id={id}
    tabIndex={-1}
    outline="none"
    bg="ground.pitch"
    color="ground.fg"
    overflow="hidden"
  >
    <Box
      display="grid"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: '1.05fr 1fr' }}
      alignItems="center"
      gap={{ base: '6', md: '10' }}
      maxWidth="page"
      mx="auto"
      px={{ base: '4', md: '6' }}
      pt={{ base: '7', md: '12' }}
      pb={{ base: '0', md: '12' }}
    >
      <Stack gap={{ base: '4', md: '6' }} align="start">
        <Heading as="h1" size="display">
          {brand.tagline}
        </Heading>
        <Text fontSize={{ base: 'lg', lg: 'xl' }} color="ground.muted" maxWidth="32rem">
          {brand.description}
        </Text>
        <Button asChild variant="accent" size="lg" _focusVisible={{ outlineColor: 'chalk' }}>
          <Link to={paths.bookCamp}>Get Started</Link>
        </Button>
      </Stack>
      <HeroScene />
    </Box>
  </Box>
);
