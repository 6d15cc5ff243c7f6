import type { DynamoDBRecord } from 'aws-lambda';
import { subjectFor } from '#functions/accounts/readers';
import { bookingEntity, bookingFromItem } from '#functions/booking/bookings';
import { endedBookingEntity, endedBookingFromItem } from '#functions/booking/ended-bookings';
import { entityAttribute } from '#functions/lib/dynamo/items';
import { sendLeaseKey } from '#functions/lib/dynamo/keys-of-people';
import { batchGet } from '#functions/lib/dynamo/reads';
import { readNewItem, type StreamedItem } from '#functions/lib/stream';
import type { Table } from '#functions/lib/table';
import type { FamilyId, UserId } from '#shared/lib/ids';
import type { Violation } from './driver.ts';
import type { Message } from './mail-sink.ts';
import type { StoredSlot } from './recount.ts';

type Kind = 'confirmation' | 'ending';

export interface CausedEmail {
  readonly key: string;
  readonly about: string;
  readonly subject: string;
  readonly kind: Kind;
  readonly to: UserId;
}

interface StoredLease {
  readonly email: string;
  /** Undefined while the outcome of sending is unknown. */
  readonly messageId: string | undefined;
}

export const readLeases = async (table: Table, emails: readonly CausedEmail[]): Promise<StoredLease[]> => {
  if (emails.length === 0) return [];
  const keyed = emails.map(({ key, subject, kind }) => ({ email: key, key: sendLeaseKey(subject, kind) }));
  const keys = keyed.map(({ key }) => key);
  const item = await batchGet(table, keys, { consistent: true });
  return keyed.flatMap(({ email, key }) => {
    const lease = item(key);
    return lease ? [{ email, messageId: lease.sent === true ? String(lease.message_id) : undefined }] : [];
  });
};

export type AccountsOf = ReadonlyMap<
  FamilyId,
  { readonly holder: UserId; readonly adult: UserId | undefined }
>;

const toldBy = (item: StreamedItem['item']): readonly [FamilyId, string, Kind] | undefined => {
  if (item[entityAttribute] === bookingEntity) {
    const { id, parent_id } = bookingFromItem(item);
    return [parent_id, id, 'confirmation'];
  }
  if (item[entityAttribute] !== endedBookingEntity) return undefined;
  const { id, parent_id } = endedBookingFromItem(item);
  return [parent_id, id, 'ending'];
};

/** The emails that records cause, each once, to both adults of a family (ADT-01). */
export const causedEmails = (records: readonly DynamoDBRecord[], accountsOf: AccountsOf): CausedEmail[] => {
  const emails = new Map<string, CausedEmail>();
  for (const record of records) {
    const { item } = readNewItem(record) ?? {};
    const [parent, about = '', kind = 'ending'] = (item && toldBy(item)) ?? [];
    const { holder, adult } = (parent && accountsOf.get(parent)) ?? {};
    for (const to of [holder, adult]) {
      if (!to) continue;
      const subject = subjectFor(about, to);
      const key = `${kind} of ${subject}`;
      emails.set(key, { key, kind, about, subject, to });
    }
  }
  return [...emails.values()];
};

/** Whether an email must have been sent: a confirmation where its booking is there in the end. */
export const dueInFinalState = (slots: readonly StoredSlot[]): ((email: CausedEmail) => boolean) => {
  const live = new Set<string>(slots.flatMap(({ bookings }) => bookings).map(({ id }) => id));
  return ({ kind, about }) => kind === 'ending' || live.has(about);
};

interface MailResult {
  readonly addresses: ReadonlyMap<string, string>;
  readonly caused: readonly CausedEmail[];
  readonly isDue: (email: CausedEmail) => boolean;
  readonly leases: readonly StoredLease[];
  readonly messages: readonly Message[];
  /** Keys of the emails whose stream record was parked for an operator. */
  readonly parked: ReadonlySet<string>;
}

const rule = 'one email of each kind about each subject';
const violation = (text: string): Violation => ({ rule, text });

/** By docs/decisions/0002: one email of each kind about each booking; of unknown outcome it was tried once and is parked. */
export const checkMail = ({
  addresses,
  caused,
  isDue,
  leases,
  messages,
  parked,
}: MailResult): Violation[] => {
  const emailOf = new Map(caused.map(({ key, to }) => [key, addresses.get(to)]));
  const sent = new Map(messages.map((message) => [message.id, message]));
  const leased = new Set(leases.map(({ email }) => email));
  const recorded = leases.flatMap(({ email, messageId }) => (messageId ? [{ email, messageId }] : []));
  const open = leases.filter(({ messageId }) => messageId === undefined);

  const wrongRecords = recorded.filter(({ email, messageId }) => {
    const message = sent.get(messageId);
    return !message?.isAccepted || message.to !== emailOf.get(email);
  });
  const recordedIds = new Set(recorded.map(({ messageId }) => messageId));
  const surplus = messages.filter(
    ({ id, isAccepted, isOutcomeUnknown }) => isAccepted && !isOutcomeUnknown && !recordedIds.has(id),
  );
  const unknowns = [...addresses.values()].flatMap((address) => {
    const tried = messages.filter(({ to, isOutcomeUnknown }) => isOutcomeUnknown && to === address).length;
    const held = open.filter(({ email }) => emailOf.get(email) === address).length;
    if (tried === held) return [];
    return [violation(`${tried} messages with an unknown outcome, but ${held} open leases`)];
  });
  const due = caused.filter(isDue).map(({ key }) => key);
  return [
    ...wrongRecords.map(({ email }) => violation(`${email} is recorded as sent and was not`)),
    ...surplus.map(({ id }) => violation(`${id} was sent and is not recorded`)),
    ...unknowns,
    // A record can cause two emails. If it is parked because of one of them, the other one must have been tried too.
    ...due.filter((key) => !leased.has(key)).map((key) => violation(`${key} was not sent`)),
    // An email that became needless in the meantime needs no operator.
    ...open
      .filter(({ email }) => due.includes(email) && !parked.has(email))
      .map(({ email }) => violation(`${email} has an unknown outcome and is not parked`)),
  ];
};
