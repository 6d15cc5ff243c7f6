import { HStack, Stack } from '@chakra-ui/react/stack';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { Mail, MapPin, Phone } from 'lucide-react';
import { addressLines, brand, phoneLink } from '#shared/brand';
import { Card, IconLine } from '../../../components/card.tsx';
import { TextLink } from '../../../components/controls.tsx';
import { MessageForm } from '../../../components/message-form.tsx';
import { Heading, Screen } from '../../../components/screen.tsx';
import { publicPages } from '../../../lib/pages/public-pages.ts';

/** The business hours (PUB-27). */
const BusinessHours = () => (
  <Card p={{ base: '5', md: '6' }}>
    <Heading size="md">Business hours</Heading>
    <chakra.dl mt="2">
      {brand.businessHours.map(({ days, hours }) => (
        <HStack
          key={days}
          justify="space-between"
          py="2"
          borderTopWidth="1px"
          borderColor="border"
          fontVariantNumeric="tabular-nums"
        >
          <Text as="dt">{days}</Text>
          <Text as="dd" fontWeight="semibold">
            {hours}
          </Text>
        </HStack>
      ))}
    </chakra.dl>
  </Card>
);

const { phone, email, address, social } = brand.contact;
const isKnown = Boolean(phone || email || address || social.length > 0);

/** Address, telephone, email and social networks (PUB-25, PUB-26). */
const ContactDetails = () => (
  <Card p={{ base: '5', md: '6' }}>
    <Stack gap="2" align="start">
      <Heading size="md">Contact details</Heading>
      {address && (
        <IconLine icon={MapPin} look={['roomy']}>
          <chakra.address fontStyle="normal">
            {addressLines.map((line) => (
              <chakra.span key={line} display="block">
                {line}
              </chakra.span>
            ))}
          </chakra.address>
        </IconLine>
      )}
      {phoneLink && (
        <TextLink href={phoneLink}>
          <IconLine icon={Phone}>{phone}</IconLine>
        </TextLink>
      )}
      {email && (
        <TextLink href={`mailto:${email}`}>
          <IconLine icon={Mail}>{email}</IconLine>
        </TextLink>
      )}
      <HStack gap="0" columnGap="5" wrap="wrap">
        {social.map(({ name, url }) => (
          <TextLink key={name} href={url} rel="noopener">
            {name}
          </TextLink>
        ))}
      </HStack>
    </Stack>
  </Card>
);

const invitation = phone && address ? 'Write to us, call, or come by.' : 'Write to us.';

/** Contact form, contact details and business hours (PUB-23 to PUB-27). */
export const ContactScreen = () => (
  <Screen pageTitle={publicPages.contact.title}>
    <Stack gap={{ base: '6', md: '8' }}>
      <Stack gap="2">
        <Heading as="h1" size="2xl">
          Get in Touch
        </Heading>
        <Text fontSize="lg" color="fg.muted" maxWidth="prose">
          A question about a class, a trial or your child? {invitation}
        </Text>
      </Stack>
      <chakra.div
        display="grid"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: '1.4fr 1fr' }}
        gap="6"
        alignItems="start"
      >
        <Card p={{ base: '5', md: '8' }}>
          <Stack gap="4">
            <Heading size="md">Send us a message</Heading>
            <MessageForm withSubject />
          </Stack>
        </Card>
        <Stack gap="6">
          {isKnown && <ContactDetails />}
          {brand.businessHours.length > 0 && <BusinessHours />}
        </Stack>
      </chakra.div>
    </Stack>
  </Screen>
);
