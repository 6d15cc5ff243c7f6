import { Mail, Phone } from 'lucide-react';
import { callLink } from '#shared/domain/text/phone-number';
import type { RosterEntry } from '#shared/schemas/roster';
import { tooltipAttribute } from '../../../../components/tooltip-attribute.ts';

/** RFC 6068: "&", "?" and "=" of an address are not those of the link. */
const mailLink = (email: string): string => `mailto:${encodeURIComponent(email).replace('%40', '@')}`;

/** Calls or writes to a parent in one tap; printed as the phone number. */
export const ContactLinks = ({ parent }: Pick<RosterEntry, 'parent'>) => {
  const { full_name, email } = parent;
  const number = parent.phone_number.trim();
  const write = `Write to ${full_name}`;
  return (
    <>
      {number && (
        <a href={callLink(number)} aria-label={`Call ${full_name}, ${number}`}>
          <Phone size="1.2em" aria-hidden />
          <span data-number>{number}</span>
        </a>
      )}
      {email && (
        <a href={mailLink(email)} aria-label={write} {...{ [tooltipAttribute]: write }}>
          <Mail size="1.2em" aria-hidden />
        </a>
      )}
    </>
  );
};
