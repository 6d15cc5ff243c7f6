import type { Contact } from '#shared/schemas/child';

/** "Ruth Morgan (grandmother)". */
export const contactName = ({ name, relation }: Contact): string => `${name} (${relation})`;

/** "may collect". */
export const collectText = ({ may_collect }: Contact): string =>
  may_collect ? 'may collect' : 'may not collect';

/** "Ruth Morgan (grandmother), 07700 900301, may collect". */
export const contactText = (contact: Contact): string =>
  [contactName(contact), contact.phone_number, collectText(contact)].join(', ');
