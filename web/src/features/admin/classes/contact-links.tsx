import { Mail, Phone } from 'lucide-react';
import type { RosterEntry } from '#shared/schemas/booking-admin';
import { tooltipAttribute } from '../../../components/tooltip-attribute.ts';
import { phoneLink } from '../phone-link.tsx';

/** Calls or writes to a parent in one tap; printed as the phone number. */
export const ContactLinks = ({ parent }: Pick<RosterEntry, 'parent'>) => {
  const { full_name, email } = parent;
  const number = parent.phone_number.trim();
  const write = `Write to ${full_name}`;
  return (
    <>
      {number && (
        <a href={phoneLink(number)} aria-label={`Call ${full_name}, ${number}`}>
          <Phone size="1.2em" aria-hidden />
          <span data-number>{number}</span>
        </a>
      )}
      {email && (
        <a href={`mailto:${email}`} aria-label={write} {...{ [tooltipAttribute]: write }}>
          <Mail size="1.2em" aria-hidden />
        </a>
      )}
    </>
  );
};
