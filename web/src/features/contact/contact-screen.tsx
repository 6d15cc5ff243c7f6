import { SimpleGrid } from '@chakra-ui/react/simple-grid';
import { HStack, Stack } from '@chakra-ui/react/stack';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { Mail, MapPin, Phone } from 'lucide-react';
import { brand } from '#shared/brand';
import { Card } from '../../components/card.tsx';
import { Heading } from '../../components/heading.tsx';
import { IconLine } from '../../components/icon-line.tsx';
import { Screen } from '../../components/screen.tsx';

const { contact, businessHours } = brand;

/** Where the school is, and when and how it can be reached (PUB-23, PUB-25 to PUB-27). */
export const ContactScreen = () => (
  <Screen pageTitle="Get in Touch">
    <Stack gap="8">
      <Heading as="h1" size="2xl">
        Get in Touch
      </Heading>
      <SimpleGrid columns={{ base: 1, md: 2 }} gap="6">
        <Card p="6">
          <Stack gap="4">
            <Heading size="md">Contact details</Heading>
            <IconLine icon={MapPin}>
              {contact.address.map((line) => (
                <chakra.span key={line} display="block">
                  {line}
                </chakra.span>
              ))}
            </IconLine>
            <ContactLink href={`tel:${contact.phone.replaceAll(' ', '')}`}>
              <IconLine icon={Phone}>{contact.phone}</IconLine>
            </ContactLink>
            <ContactLink href={`mailto:${contact.email}`}>
              <IconLine icon={Mail}>{contact.email}</IconLine>
            </ContactLink>
            <HStack gap="5" wrap="wrap">
              {contact.social.map(({ name, url }) => (
                <ContactLink key={name} href={url} rel="noopener">
                  {name}
                </ContactLink>
              ))}
            </HStack>
          </Stack>
        </Card>
        <Card p="6">
          <Stack gap="4">
            <Heading size="md">Business hours</Heading>
            <dl>
              {businessHours.map(({ days, hours }) => (
                <HStack key={days} justify="space-between" py="2" fontVariantNumeric="tabular-nums">
                  <Text as="dt">{days}</Text>
                  <Text as="dd" fontWeight="semibold">
                    {hours}
                  </Text>
                </HStack>
              ))}
            </dl>
          </Stack>
        </Card>
      </SimpleGrid>
    </Stack>
  </Screen>
);

const ContactLink = chakra('a', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    alignSelf: 'start',
    minHeight: 'touch',
    textDecoration: 'underline',
    textUnderlineOffset: '4px',
  },
});
