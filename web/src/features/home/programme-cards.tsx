import { Box } from '@chakra-ui/react/box';
import { SimpleGrid } from '@chakra-ui/react/simple-grid';
import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { programmeIds, programmes } from '#shared/programmes';
import { Badge } from '../../components/badge.tsx';
import { Card } from '../../components/card.tsx';
import { Heading } from '../../components/heading.tsx';
import { ProgrammePicture } from '../../components/programme-picture.tsx';

/** The programmes in the order of their ages (PUB-19). */
export const ProgrammeCards = () => (
  <Box as="section" maxWidth="page" mx="auto" px={{ base: '4', md: '6' }} pt={{ base: '10', md: '16' }}>
    <Heading size="xl" mb="6">
      Our programs
    </Heading>
    <SimpleGrid columns={{ base: 1, md: 3 }} gap="6">
      {programmeIds.map((id) => (
        <Card key={id} asChild>
          <article>
            <ProgrammePicture programme={id} height="44" />
            <Stack gap="3" p="5" align="start">
              <Heading as="h3">{programmes[id].name}</Heading>
              <Badge bg={`programme.${id}.solid`} color={`programme.${id}.contrast`}>
                {programmes[id].audience}
              </Badge>
              <Text color="fg.muted">{programmes[id].summary}</Text>
            </Stack>
          </article>
        </Card>
      ))}
    </SimpleGrid>
  </Box>
);
