import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { Link } from 'react-router-dom';
import { brand } from '#shared/brand';
import { paths } from '#shared/paths';
import { Button } from '../../components/button.tsx';
import { Heading } from '../../components/heading.tsx';
import { Screen } from '../../components/screen.tsx';

/** The first page: what this is, for which ages, and the way to a place. */
export const HomeScreen = () => (
  <Screen pageTitle={brand.tagline}>
    <Stack gap="6" align="start">
      <Heading as="h1" size="display">
        {brand.tagline}
      </Heading>
      <Text fontSize="lg">{brand.description}</Text>
      <Button asChild variant="accent" size="lg">
        <Link to={paths.bookCamp}>Get Started</Link>
      </Button>
    </Stack>
  </Screen>
);
