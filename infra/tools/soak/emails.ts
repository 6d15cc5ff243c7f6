import type { DynamoDBRecord } from 'aws-lambda';
import { subjectFor } from '#functions/accounts/readers';
import { bookingEntity, bookingFromItem } from '#functions/booking/bookings';
import { endedBookingEntity, endedBookingFromItem } from '#functions/booking/ended-bookings';
import { ledgerEntryEntity, receiptedPaymentFromItem } from '#functions/ledger/entries';
import { sendLeaseKey } from '#functions/lib/dynamo/keys-of-people';
import { batchGet } from '#functions/lib/dynamo/reads';
import { readNewItem, type StreamedItem } from '#functions/lib/stream';
import type { Table } from '#functions/lib/table';
import { ledgerEntryKey } from '#shared/ledger/entry';
import type { FamilyId, UserId } from '#shared/lib/ids';
import type { Violation } from './driver.ts';
import type { Message } from './mail-sink.ts';
import type { StoredMoney, StoredSlot } from './recount.ts';

type Kind = 'confirmation' | 'move' | 'ending' | 'receipt';

export interface CausedEmail {
  /** Two records may cause the same email. */
  readonly key: string;
  readonly about: string;
  /** Of its send lease. */
  readonly subject: string;
  readonly kind: Kind;
  readonly parent: FamilyId;
  readonly to: UserId;
  readonly isToHolder: boolean;
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

/** The family that a record concerns, and what it is told: about what, by which emails. */
type Caused = readonly [FamilyId, readonly (readonly [about: string, kind: Kind])[]];
type Cause = (item: StreamedItem['item']) => Caused | undefined;

const ofBooking: Cause = (item) => {
  const { id, parent_id, last_move, moved_from } = bookingFromItem(item);
  const moved = last_move?.tell ? ([[`${id}#${last_move.at}`, 'move']] as const) : [];
  return [parent_id, [...(moved_from ? [] : [[id, 'confirmation'] as const]), ...moved]];
};

const ofEnding: Cause = (item) => {
  const { id, parent_id, ended, moved_to, tell } = endedBookingFromItem(item);
  if (!tell) return [parent_id, []];
  if (ended.reason !== 'upgraded') return [parent_id, [[id, 'ending']]];
  return [parent_id, moved_to ? [[moved_to, 'confirmation']] : []];
};

const ofEntry: Cause = (item) => {
  const receipted = receiptedPaymentFromItem(item);
  if (!receipted) return undefined;
  const { parent_id, payment } = receipted;
  return [parent_id, [[`${parent_id}#${ledgerEntryKey(payment.cause)}`, 'receipt']]];
};

const causes = new Map<unknown, Cause>([
  [bookingEntity, ofBooking],
  [endedBookingEntity, ofEnding],
  [ledgerEntryEntity, ofEntry],
]);

export type AccountsOf = ReadonlyMap<
  FamilyId,
  { readonly holder: UserId; readonly adult: UserId | undefined }
>;

/** The emails that records cause, each once. The second adult of a family gets those that are not about money (ADT-01). */
export const causedEmails = (records: readonly DynamoDBRecord[], accountsOf: AccountsOf): CausedEmail[] => {
  const emails = new Map<string, CausedEmail>();
  for (const record of records) {
    const { entity, item } = readNewItem(record) ?? {};
    const [parent, caused] = (item && causes.get(entity)?.(item)) ?? [];
    const accounts = parent && accountsOf.get(parent);
    if (!accounts || !caused) continue;
    const { holder, adult } = accounts;
    for (const [about, kind] of caused) {
      const readers = kind === 'receipt' || !adult ? [holder] : [holder, adult];
      for (const to of readers) {
        const subject = kind === 'receipt' ? about : subjectFor(about, to);
        const key = `${kind} of ${subject}`;
        emails.set(key, { key, kind, about, subject, parent, to, isToHolder: to === holder });
      }
    }
  }
  return [...emails.values()];
};

/**
 * Whether an email must have been sent, by the final state of a run: the booking, move or entry that it is about is
 * still there and was not reversed, and its family has an account.
 */
export const dueInFinalState = (
  slots: readonly StoredSlot[],
  accounts: readonly StoredMoney[],
): ((email: CausedEmail) => boolean) => {
  const live = slots.flatMap(({ bookings }) => bookings);
  const ids = new Set<string>(live.map(({ id }) => id));
  const moves = new Set(live.map(({ id, last_move }) => `${id}#${last_move?.at}`));
  const erased = new Set(accounts.filter(({ isDeleted }) => isDeleted).map(({ parent }) => parent));
  const takenBack = new Set(
    accounts.flatMap(({ parent, entries }) =>
      entries.flatMap(({ cause }) => (cause.type === 'counter' ? `${parent}#${cause.entry}` : [])),
    ),
  );
  const moved = new Set<string>(live.flatMap(({ id, last_move }) => (last_move ? [id] : [])));
  return ({ kind, about, parent, isToHolder }) => {
    if (erased.has(parent)) return false;
    // Where the holder's confirmation was sent before the move, the other adult may be told of the move alone.
    if (kind === 'confirmation') return ids.has(about) && !(!isToHolder && moved.has(about));
    return kind === 'move' ? moves.has(about) : !takenBack.has(about);
  };
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

/**
 * Checks that each booking has one confirmation, and each move, each ending and each payment one email, as
 * docs/decisions/0002 defines it. If SES answered, exactly one message was sent and recorded. If the outcome is unknown,
 * sending was tried once and the record is parked.
 */
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
