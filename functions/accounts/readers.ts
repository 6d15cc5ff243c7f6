import type { UserId } from '#shared/lib/ids';
import { allEnded } from '../lib/clock.ts';
import { type FamilyMail, mailAudiences } from '../lib/mail/audiences.ts';
import type { RenderedEmail } from '../lib/mail/layout.ts';
import { type OnceMail, type SendOnceDeps, sendOnce } from '../lib/mail/send-once.ts';
import type { Table } from '../lib/table.ts';
import {
  accountsOf,
  getActiveProfile,
  type NoMailReason,
  noMailReason,
  type StoredProfile,
} from './profiles.ts';

/** Whom of a family an email goes to: at least one account, which is the family itself where nobody acts for it. */
export const readerIds = (family: StoredProfile, name: FamilyMail): readonly [UserId, ...UserId[]] => {
  const accounts = accountsOf(family);
  const wanted = family.money_mails ?? 'holder';
  const payer = accounts.find(({ role }) => role === wanted);
  const [first, ...rest] = mailAudiences[name] === 'payer' && payer ? [payer] : accounts;
  if (!first) return [family.id];
  return mailAudiences[name] === 'payer' ? [first.id] : [first.id, ...rest.map(({ id }) => id)];
};

/** Whether an account acts for a family now: what the family's profile says may be older. */
export const actsFor = (account: StoredProfile | undefined, familyId: UserId): account is StoredProfile =>
  account !== undefined && (account.id === familyId || account.member_of === familyId);

/** The accounts that an email to a family goes to. */
export interface Readers {
  readonly familyId: UserId;
  readonly name: FamilyMail;
  readonly accounts: readonly StoredProfile[];
}

/**
 * Reads whom of a family an email goes to, or why to nobody. An account whose address is of no use keeps no email from the other
 * one. One consistent read for each account of another id than the family's: none for a family with one adult.
 */
export const findReaders = async (
  table: Table,
  family: StoredProfile,
  name: FamilyMail,
): Promise<Readers | NoMailReason> => {
  if (family.deleting) return 'account-gone';
  const read = await Promise.all(
    readerIds(family, name).map((id) => (id === family.id ? family : getActiveProfile(table, id))),
  );
  const own = read.filter((account) => actsFor(account, family.id));
  const accounts = own.filter((account) => !noMailReason(account));
  if (accounts.length > 0) return { familyId: family.id, name, accounts };
  return (own[0] && noMailReason(own[0])) ?? 'account-gone';
};

/** Which email of several about one subject an account gets: that of the family's id gets the one that every family has. */
export const partFor = (subject: string, account: UserId, familyId: UserId): string =>
  account === familyId ? subject : `${subject}#${account}`;

interface FamilyMessage extends Omit<OnceMail, 'compose'> {
  /** Makes the email to one account. */
  readonly compose: (account: StoredProfile) => RenderedEmail | Promise<RenderedEmail>;
}

/**
 * Sends an email to each of its readers, to each at most once: the outcome of one keeps it from nobody else. The one about money
 * is sent once, also where another payer was chosen meanwhile.
 * @throws what `sendOnce` throws
 */
export const sendToReaders = async (
  { familyId, name, accounts }: Readers,
  { compose, ...message }: FamilyMessage,
  deps: SendOnceDeps,
): Promise<void> => {
  const subjectOf = ({ id }: StoredProfile) =>
    mailAudiences[name] === 'payer' ? message.subjectId : partFor(message.subjectId, id, familyId);
  await allEnded(
    accounts.map((account) =>
      sendOnce(
        {
          ...message,
          subjectId: subjectOf(account),
          compose: async () => ({ to: account.email, account: account.id, ...(await compose(account)) }),
        },
        deps,
      ),
    ),
  );
};
