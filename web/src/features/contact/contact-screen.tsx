import { Box } from '@chakra-ui/react/box';
import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { Card } from '../../components/card.tsx';
import { Heading } from '../../components/heading.tsx';
import { MessageForm } from '../../components/message-form.tsx';
import { Screen } from '../../components/screen.tsx';
import { publicPages } from '../../lib/pages/public-pages.ts';
import { BusinessHours } from './business-hours.tsx';
import { ContactDetails } from './contact-details.tsx';

/** Contact form, contact details and business hours (PUB-23 to PUB-27). */
export const ContactScreen = () => (
  <Screen pageTitle={publicPages.contact.title}>
    <Stack gap={{ base: '6', md: '8' }}>
      <Stack gap="2">
        <Heading as="h1" size="2xl">
          Get in Touch
        </Heading>
        <Text fontSize="lg" color="fg.muted" maxWidth="prose">
          A question about a class, a trial or your child? Write to us, call, or come by.
        </Text>
      </Stack>
      <Box
        display="grid"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: '1.4fr 1fr' }}
        gap="6"
        alignItems="start"
      >
        <Card p={{ base: '5', md: '8' }}>
          <Heading size="md" mb="4">
            Send us a message
          </Heading>
          <MessageForm withSubject />
        </Card>
        <Stack gap="6">
          <ContactDetails />
          <BusinessHours />
        </Stack>
      </Box>
    </Stack>
  </Screen>
);
