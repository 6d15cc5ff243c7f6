import { Box } from '@chakra-ui/react/box';
import { SimpleGrid } from '@chakra-ui/react/simple-grid';
import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { brand } from '#shared/brand';
import { Card } from '../../components/card.tsx';
import { Heading } from '../../components/heading.tsx';
import { MessageForm } from '../../components/message-form.tsx';
import { CoachPortrait } from './coach-portrait.tsx';
import { HomeSection } from './home-section.tsx';

const { name, role, bio } = brand.coach;

/** The lead coach and the contact form (PUB-21). */
export const LeadCoach = () => (
  <HomeSection id="contact" title="Meet your lead coach">
    <SimpleGrid columns={{ base: 1, lg: 2 }} gap={{ base: '6', lg: '12' }} alignItems="start">
      <Box
        display="grid"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', sm: '13rem minmax(0, 1fr)' }}
        gap="6"
        alignItems="center"
      >
        <CoachPortrait />
        <Stack gap="2">
          <Heading as="h3">{name}</Heading>
          <Text fontWeight="semibold" color="brand.fg">
            {role}
          </Text>
          <Text>{bio}</Text>
        </Stack>
      </Box>
      <Card p={{ base: '5', md: '6' }}>
        <Heading as="h3" size="md" mb="4">
          Ask the coach
        </Heading>
        <MessageForm />
      </Card>
    </SimpleGrid>
  </HomeSection>
);
