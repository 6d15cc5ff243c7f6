import { Box } from '@chakra-ui/react/box';
import { Stack } from '@chakra-ui/react/stack';
import { Camera, HeartPulse, Phone } from 'lucide-react';
import { contactText } from '#shared/domain/children/contacts';
import { healthText, isNothingToKnow } from '#shared/domain/children/health';
import { allowedPhotos, photosText } from '#shared/domain/children/photos';
import type { Child, Contact, Health } from '#shared/schemas/child';
import { IconLine } from './icon-line.tsx';

/** What is known of a child's health; what nobody answered stands out. */
export const HealthLine = ({ health }: { readonly health: Health }) => (
  <Box color={isNothingToKnow(health) ? 'fg.muted' : 'warning.fg'} whiteSpace="pre-line">
    <IconLine icon={HeartPulse}>Health: {healthText(health)}</IconLine>
  </Box>
);

interface ContactLinesProps {
  readonly child: Pick<Child, 'name'> & { readonly contacts: readonly Contact[] };
}

/** The contacts of a child besides the account's holder, in their order. */
export const ContactLines = ({ child: { name, contacts } }: ContactLinesProps) =>
  contacts.length === 0 ? (
    <IconLine icon={Phone} color="fg.muted">
      No contacts besides you
    </IconLine>
  ) : (
    <Stack as="ol" gap="1" listStyleType="none" aria-label={`Contacts of ${name}`}>
      {contacts.map((contact) => (
        <IconLine key={contactText(contact)} as="li" icon={Phone} color="fg.muted">
          {contactText(contact)}
        </IconLine>
      ))}
    </Stack>
  );

/** What coaches are told about a child, to be read before it is confirmed. */
export const ChildCardSummary = ({ child }: { readonly child: Child }) => (
  <Stack gap="1.5">
    <HealthLine health={child} />
    <ContactLines child={child} />
    <IconLine icon={Camera} color="fg.muted">
      {photosText(allowedPhotos(child)) ?? 'Photos allowed'}
    </IconLine>
  </Stack>
);
