import type { DynamoDBRecord } from 'aws-lambda';
import { bookingEntity, bookingFromItem } from '#functions/booking/bookings';
import { endedBookingEntity, endedBookingFromItem } from '#functions/booking/ended-bookings';
import { ledgerEntryEntity, receiptedPaymentFromItem } from '#functions/ledger/entries';
import { timeOfId } from '#functions/lib/ids';
import { readNewItem, type StreamedItem } from '#functions/lib/stream';
import { ledgerEntryKey } from '#shared/ledger/entry';
import { childNameKey } from '#shared/lib/fold-text';
import type { ChildId, SlotId, UserId } from '#shared/lib/ids';
import type { Cents } from '#shared/lib/values';
import type { CausedEmail, FinalLedger, StoredSlot } from './final-state.ts';
import { codeOf, type Entry, hasUnknownOutcome, madeBy, type NumberOf } from './requests.ts';
import { isLate, isWithinClass, type School } from './school.ts';

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

/** Request n of a run runs on a clock that is n milliseconds after `epoch`. */
export const numberBy =
  (epoch: Date): NumberOf =>
  (id) =>
    timeOfId(id).getTime() - epoch.getTime();

/** What is known of a booking that a request made, or may have made. */
export interface MadeBooking {
  readonly number: number;
  readonly order: number;
  readonly parent: UserId;
  readonly child: ChildId;
  readonly amount: Cents;
  readonly isTrial: boolean;
  /** Whether a cancellation gets no automatic credit. A move keeps the deadline, an upgrade has its own (END-05). */
  readonly isLate: boolean;
  /** The trial that it continues, while the trial's session is to come. */
  readonly trial: Pick<MadeBooking, 'number' | 'amount'> | undefined;
  /** The slots in which it may have been at any time. */
  readonly slots: ReadonlySet<SlotId>;
  /** The names that the child may have had on it at any time. */
  readonly names: ReadonlySet<string>;
}

/** The bookings of a history, by the numbers of the requests that made them or may have made them. */
export type MadeBookings = ReadonlyMap<number, MadeBooking>;

/** All names that requests gave to each child. */
const namesOf = (
  entries: readonly Entry[],
  bookings: Iterable<Omit<MadeBooking, 'names'>>,
  numberOf: NumberOf,
) => {
  const children = new Map([...bookings].map(({ number, child }) => [number, child]));
  const names = new Map<ChildId, Set<string>>();
  const add = (child: ChildId | undefined, name: string): void => {
    if (child) names.set(child, (names.get(child) ?? new Set()).add(childNameKey(name)));
  };
  for (const { request } of entries) {
    if (request.kind === 'book') add(request.child.id, request.child.name);
    if (request.kind === 'edit-child') add(request.child, request.name);
    if (request.kind === 'rename') add(children.get(numberOf(request.booking)), request.name);
  }
  return names;
};

/** Collects the bookings of a history. A client knows a booking from an answer, so that its origin comes before. */
export const madeBookings = (entries: readonly Entry[], school: School, numberOf: NumberOf): MadeBookings => {
  const bookings = new Map<number, Omit<MadeBooking, 'names'> & { readonly slots: Set<SlotId> }>();
  for (const entry of entries) {
    const { number, request } = entry;
    // A refused request made none, and a repeated one that of an earlier request.
    const madeByOther = madeBy(entry, numberOf) !== number;
    const isWithin = request.kind === 'move' && isWithinClass(school, request.slot, request.to);
    if (!hasUnknownOutcome(entry) && (isWithin ? codeOf(entry) !== undefined : madeByOther)) continue;
    if (request.kind === 'book') {
      const { order, parent, child, slot, is_trial: isTrial } = request;
      const { amount } = request.terms;
      const made = { number, order, parent, child: child.id, amount, isTrial };
      const terms = { isLate: isLate(school, slot), trial: undefined };
      bookings.set(number, { ...made, ...terms, slots: new Set([slot]) });
    }
    if (request.kind !== 'keep' && request.kind !== 'move') continue;
    const origin = bookings.get(numberOf(request.booking));
    if (!origin) continue;
    const { order, slot } = request;
    if (request.kind === 'keep') {
      const terms = { amount: request.amount, isTrial: false, isLate: false, trial: origin };
      bookings.set(number, { ...origin, number, order, ...terms, slots: new Set([slot]) });
    } else if (isWithin) origin.slots.add(request.to);
    else {
      const terms = { amount: request.charge, trial: undefined };
      bookings.set(number, { ...origin, number, order, ...terms, slots: new Set([request.to]) });
    }
  }
  const names = namesOf(entries, bookings.values(), numberOf);
  return new Map(
    [...bookings].map(([number, made]) => [number, { ...made, names: names.get(made.child) ?? new Set() }]),
  );
};
