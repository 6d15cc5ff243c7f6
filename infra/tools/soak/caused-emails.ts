import type { DynamoDBRecord } from 'aws-lambda';
import { bookingEntity, bookingFromItem } from '#functions/data/bookings/bookings';
import { endedBookingEntity, endedBookingFromItem } from '#functions/data/bookings/ended-bookings';
import { ledgerEntryEntity, receiptedPaymentFromItem } from '#functions/data/ledger/entries';
import { readNewItem, type StreamedItem } from '#functions/data/stream';
import { ledgerEntryKey } from '#shared/domain/ledger/entry-key';
import type { UserId } from '#shared/schemas/ids';
import type { FinalLedger, StoredSlot } from './final-state.ts';

/** An email that a record of the stream causes. */
export interface CausedEmail {
  /** Identifies the email: two records may cause the same one. */
  readonly key: string;
  /** The subject of its send lease. */
  readonly subject: string;
  readonly kind: 'confirmation' | 'move' | 'ending' | 'receipt';
  readonly parent: UserId;
}

type Caused = Omit<CausedEmail, 'key' | 'parent'>;

const ofBooking = (item: StreamedItem['item']): readonly [UserId, readonly Caused[]] => {
  const { id, parent_id, last_move, moved_from } = bookingFromItem(item);
  const confirmed: Caused = { subject: id, kind: 'confirmation' };
  const moved: Caused = { subject: `${id}#${last_move?.at}`, kind: 'move' };
  return [parent_id, [...(moved_from ? [] : [confirmed]), ...(last_move?.tell ? [moved] : [])]];
};

const ofEnding = (item: StreamedItem['item']): readonly [UserId, readonly Caused[]] => {
  const { id, parent_id, ended, moved_to, tell } = endedBookingFromItem(item);
  if (!tell) return [parent_id, []];
  if (ended.reason !== 'upgraded') return [parent_id, [{ subject: id, kind: 'ending' }]];
  return [parent_id, moved_to ? [{ subject: moved_to, kind: 'confirmation' }] : []];
};

const ofEntry = (item: StreamedItem['item']): readonly [UserId, readonly Caused[]] | undefined => {
  const receipted = receiptedPaymentFromItem(item);
  if (!receipted) return undefined;
  const { parent_id, payment } = receipted;
  return [parent_id, [{ subject: `${parent_id}#${ledgerEntryKey(payment.cause)}`, kind: 'receipt' }]];
};

const causes = new Map<
  unknown,
  (item: StreamedItem['item']) => readonly [UserId, readonly Caused[]] | undefined
>([
  [bookingEntity, ofBooking],
  [endedBookingEntity, ofEnding],
  [ledgerEntryEntity, ofEntry],
]);

/** The emails that records cause, each once. */
export const causedEmails = (records: readonly DynamoDBRecord[]): CausedEmail[] => {
  const emails = new Map<string, CausedEmail>();
  for (const record of records) {
    const { entity, item } = readNewItem(record) ?? {};
    const [parent, caused] = (item && causes.get(entity)?.(item)) ?? [];
    if (!parent || !caused) continue;
    for (const each of caused) {
      const key = `${each.kind} of ${each.subject}`;
      emails.set(key, { ...each, key, parent });
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
  accounts: readonly FinalLedger[],
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
  return ({ kind, subject, parent }) => {
    if (erased.has(parent)) return false;
    if (kind === 'confirmation') return ids.has(subject);
    return kind === 'move' ? moves.has(subject) : !takenBack.has(subject);
  };
};
