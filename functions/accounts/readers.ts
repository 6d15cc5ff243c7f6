import type { UserId } from '#shared/lib/ids';
import { waitForAll } from '../lib/clock.ts';
import { type FamilyMail, mailAudiences } from '../lib/mail/audiences.ts';
import type { RenderedEmail } from '../lib/mail/layout.ts';
import { type MailEnd, noMailEnd } from '../lib/mail/not-sent.ts';
import { type OnceMail, type SendOnceDeps, sendOnce } from '../lib/mail/send-once.ts';
import {
  type Member,
  type NoMailReason,
  noFamilyMailReason,
  noMailReason,
  type StoredFamily,
} from './stored-families.ts';

/** The holder first. Mail about money has one reader (FID-05). */
export const readersOf = (family: StoredFamily, name: FamilyMail): readonly Member[] => {
  const { members, money_mails } = family;
  if (mailAudiences[name] !== 'payer') return members;
  const payer = members.find(({ id }) => id === money_mails) ?? members[0];
  return payer ? [payer] : [];
};

export interface Readers {
  readonly name: FamilyMail;
  readonly members: readonly Member[];
}

/** Returns who reads an email to a family, or why nobody does. One member's bad address does not affect the other. */
export const findReaders = (family: StoredFamily, name: FamilyMail): Readers | NoMailReason => {
  if (family.deleting) return 'account-gone';
  const wanted = readersOf(family, name);
  const members = wanted.filter((member) => !noMailReason(member));
  if (members.length > 0) return { name, members };
  return (wanted[0] && noMailReason(wanted[0])) ?? noFamilyMailReason(family) ?? 'account-gone';
};

export const subjectFor = (subject: string, account: UserId): string => `${subject}#${account}`;

interface FamilyMessage extends Omit<OnceMail, 'compose'> {
  readonly compose: (member: Member) => RenderedEmail | Promise<RenderedEmail>;
}

/**
 * At most once each, independently of the others. Mail about money is sent once, even if the payer changed.
 * @throws what `sendOnce` throws
 */
export const sendToReaders = async (
  { name, members }: Readers,
  { compose, ...message }: FamilyMessage,
  deps: SendOnceDeps,
): Promise<MailEnd> => {
  const subjectOf = ({ id }: Member) =>
    mailAudiences[name] === 'payer' ? message.subjectId : subjectFor(message.subjectId, id);
  const [end = noMailEnd] = await waitForAll(
    members.map((member) =>
      sendOnce(
        {
          ...message,
          subjectId: subjectOf(member),
          compose: async () => ({ to: member.email, account: member.id, ...(await compose(member)) }),
        },
        deps,
      ),
    ),
  );
  return end;
};
