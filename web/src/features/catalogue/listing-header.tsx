import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { Heading } from '../../components/heading.tsx';

/** Heading and introduction of the class listing. */
export const ListingHeader = () => (
  <Stack gap="2">
    <Heading as="h1" size="2xl">
      Book A Class
    </Heading>
    <Text fontSize="lg" color="fg.muted" maxWidth="prose">
      Pick a class and a time. Come for the full program, or try a single session first.
    </Text>
  </Stack>
);
