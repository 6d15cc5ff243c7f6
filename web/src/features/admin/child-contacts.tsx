import { collectText, contactName, contactText } from '#shared/domain/children/contacts';
import type { Contact } from '#shared/schemas/child';
import { PhoneLink } from './phone-link.tsx';

/** Whom to call for a child besides its parent, first to last, each in one tap. */
export const ChildContacts = ({ contacts }: { readonly contacts: readonly Contact[] }) =>
  contacts.length === 0 ? (
    'None'
  ) : (
    <ol>
      {contacts.map((contact) => (
        <li key={contactText(contact)}>
          {contactName(contact)}, <PhoneLink phone={contact.phone_number} />, {collectText(contact)}
        </li>
      ))}
    </ol>
  );
