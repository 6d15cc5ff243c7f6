import { HStack, Stack } from '@chakra-ui/react/stack';
import { chakra } from '@chakra-ui/react/styled-system';
import { Mail, MapPin, Phone } from 'lucide-react';
import { addressLines, brand, phoneLink } from '#shared/brand';
import { Card } from '../../components/card.tsx';
import { Heading } from '../../components/heading.tsx';
import { IconLine } from '../../components/icon-line.tsx';
import { TextLink } from '../../components/text-link.tsx';

const { phone, email, social } = brand.contact;

/** Address, telephone, email and social networks (PUB-25, PUB-26). */
export const ContactDetails = () => (
  <Card p={{ base: '5', md: '6' }}>
    <Stack gap="2" align="start">
      <Heading size="md">Contact details</Heading>
      <IconLine icon={MapPin} py="2">
        <chakra.address fontStyle="normal">
          {addressLines.map((line) => (
            <chakra.span key={line} display="block">
              {line}
            </chakra.span>
          ))}
        </chakra.address>
      </IconLine>
      <TextLink href={phoneLink}>
        <IconLine icon={Phone}>{phone}</IconLine>
      </TextLink>
      <TextLink href={`mailto:${email}`}>
        <IconLine icon={Mail}>{email}</IconLine>
      </TextLink>
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
