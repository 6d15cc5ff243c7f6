import { Mail, MapPin, Phone } from 'lucide-react';
import { addressLines, brand, phoneLink } from '#shared/brand';
import { css } from '#styled-system/css';
import { IconLine } from '../../../components/icon-line.tsx';
import { MessageForm } from '../../../components/message-form.tsx';
import { Screen } from '../../../components/screen.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Heading } from '../../../components/ui/heading.tsx';
import { Link } from '../../../components/ui/link.tsx';
import { HStack, Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { publicPages } from '../../../lib/pages/public-pages.ts';

const BusinessHours = () => (
  <Card.Root>
    <Card.Body p={{ base: '5', md: '6' }}>
      <Card.Title>Business hours</Card.Title>
      <dl className={css({ mt: '2' })}>
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
      </dl>
    </Card.Body>
  </Card.Root>
);

const { phone, email, address, social } = brand.contact;
const isKnown = Boolean(phone || email || address || social.length > 0);

const ContactDetails = () => (
  <Card.Root>
    <Card.Body p={{ base: '5', md: '6' }} gap="2" alignItems="start">
      <Card.Title>Contact details</Card.Title>
      {address && (
        <IconLine icon={MapPin} py="2">
          <address className={css({ fontStyle: 'normal' })}>
            {addressLines.map((line) => (
              <span key={line} className={css({ display: 'block' })}>
                {line}
              </span>
            ))}
          </address>
        </IconLine>
      )}
      {phoneLink && (
        <Link href={phoneLink}>
          <IconLine icon={Phone}>{phone}</IconLine>
        </Link>
      )}
      {email && (
        <Link href={`mailto:${email}`}>
          <IconLine icon={Mail}>{email}</IconLine>
        </Link>
      )}
      <HStack gap="0" columnGap="5" wrap="wrap">
        {social.map(({ name, url }) => (
          <Link key={name} href={url} rel="noopener">
            {name}
          </Link>
        ))}
      </HStack>
    </Card.Body>
  </Card.Root>
);

const invitation = phone && address ? 'Write to us, call, or come by.' : 'Write to us.';

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
      <div
        className={css({
          display: 'grid',
          gridTemplateColumns: { base: 'minmax(0, 1fr)', md: '1.4fr 1fr' },
          gap: '6',
          alignItems: 'start',
        })}
      >
        <Card.Root>
          <Card.Body p={{ base: '5', md: '8' }} gap="4">
            <Card.Title>Send us a message</Card.Title>
            <MessageForm withSubject />
          </Card.Body>
        </Card.Root>
        <Stack gap="6">
          {isKnown && <ContactDetails />}
          {brand.businessHours.length > 0 && <BusinessHours />}
        </Stack>
      </div>
    </Stack>
  </Screen>
);
