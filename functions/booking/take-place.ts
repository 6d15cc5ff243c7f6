import { placesLeft } from '#shared/classes/class';
import { totalOf } from '#shared/lib/money';
import {
  type ChargeOptions,
  chargeUpdate,
  currentNameOf,
  hasEnded,
  haveCurrentNames,
  haveSameVersions,
  hourCaseOf,
  reachedHourLimit,
  trialKey,
} from '../ledger/charges.ts';
import { type FamilyLedger, familyLedgerRef, hasSamePlaces } from '../ledger/ledger.ts';
import { itemParser } from '../lib/dynamo/items.ts';
import type { Refusal, Write } from '../lib/dynamo/keyed-request.ts';
import { getItem } from '../lib/dynamo/reads.ts';
import { sendTransaction } from '../lib/dynamo/writes.ts';
import type { ExtraWrites } from '../lib/extra-writes.ts';
import type { Table } from '../lib/table.ts';
import { type Bookings, bookingFromItem, bookingPut, type StoredBooking } from './bookings.ts';
import { placesAdd, placesTake, placeTake, refusedSlotRef, refusedSlotSchema } from './places.ts';

export type TakePlaceOutcome =
  /** As stored: with the present names of the children. */
  | { readonly outcome: 'booked'; readonly bookings: Bookings }
  /** These children have places already, taken by this attempt or by other ones. */
  | { readonly outcome: 'exists'; readonly existing: Bookings }
  /** A booking of this attempt ended: the attempt does not book again. */
  | { readonly outcome: 'ended' }
  /** The family is being deleted, or does not exist. */
  | { readonly outcome: 'no-ledger' }
  /** The child has had a trial in this class. */
  | { readonly outcome: 'trial-used' }
  /** The family has made as many bookings, or changes, in this hour as it may. */
  | { readonly outcome: 'limited'; readonly limit: 'bookings' | 'changes' }
  /** The slot's calendar is not the one that the family agreed to. */
  | { readonly outcome: 'calendar-changed' }
  /** The slot has fewer free places than children. */
  | { readonly outcome: 'full'; readonly left: number }
  /** The same, by a read after a conflict: what comes before it (BOK-53) was not looked at. */
  | { readonly outcome: 'seen-full' }
  | { readonly outcome: 'gone' }
  /** The family's places or offers that decided about the booking, or the sessions of its child, have changed. Nothing was stored. */
  | { readonly outcome: 'places-changed' }
  /** Contention on the slot or the ledger persisted. Nothing was stored. */
  | { readonly outcome: 'busy' };

interface TakePlaceOptions {
  /** The ledger as it was read; without it, it is taken for one that has made no booking in this hour. */
  readonly ledger?: FamilyLedger | undefined;
  /** The number of the family's live bookings, where it was counted. */
  readonly recounted?: number | undefined;
  /** Whether the price depends on the family's places in `ledger`: other places refuse the booking (DIS-02). */
  readonly keepsPlaces?: boolean;
  /** Bookings of siblings in the slot, of the same attempt: all are stored, or none (BSK-01). */
  readonly siblings?: readonly StoredBooking[];
  /** Places of the slot as they were read: a condition cannot add. Another number is read from the refusal. */
  readonly max_capacity?: number;
  readonly retryMs?: number;
  /** Whether it ends with `seen-full` where a conflict leaves no place. */
  readonly endsWhenFull?: boolean;
  /** Whether the slot may have too few places (BHF-01). */
  readonly aboveCapacity?: boolean;
  /** Stored with the bookings. */
  readonly extraWrites?: ExtraWrites;
  /** The writes that take the places of offers, that of the slot in place of its own (WAI-16). */
  readonly offered?: { readonly slot: Write; readonly others: readonly Write[] } | undefined;
}

const writesOf = (
  table: Table,
  [booking, ...siblings]: Bookings,
  { max_capacity = 0, aboveCapacity = false, extraWrites = [], offered }: TakePlaceOptions,
  count: ChargeOptions,
): Write[] => {
  const bookings = [booking, ...siblings];
  const amount = totalOf(bookings);
  const trial = booking.is_trial && { trial: trialKey(booking) };
  const charged = { ...booking, amount };
  const placesWrite =
    siblings.length > 0
      ? placesTake(table, charged, { places: bookings.length, max_capacity })
      : placeTake(table, booking);
  return [
    bookingPut(table, booking),
    offered?.slot ?? (aboveCapacity ? placesAdd(table, charged, bookings.length) : placesWrite),
    chargeUpdate(table, { ...charged, bookings, ...trial }, count),
    ...siblings.map((sibling) => bookingPut(table, sibling)),
    ...(offered?.others ?? []),
    ...extraWrites,
  ];
};

/** What decides about a place in a slot. One consistent read. */
export const readPlaces = (table: Table, slot: Parameters<typeof refusedSlotRef>[0]) =>
  getItem(table, refusedSlotRef(slot));

/** What was read before is not as it is stored: hour, name or number of places. */
interface Outdated {
  readonly outcome: 'outdated';
  readonly now: Pick<TakePlaceOptions, 'ledger' | 'max_capacity'>;
}

/**
 * In the order of BOK-53. The bookings come first: an attempt that took the last place itself finds its own booking and a
 * full slot.
 */
const readRefusals = (
  [refused, slot, refusedLedger, ...refusedSiblings]: readonly (Refusal | undefined)[],
  bookings: Bookings,
  {
    hour,
    ledger: known,
    requiresSamePlaces = false,
    takesOffers,
  }: ChargeOptions & { readonly takesOffers: boolean },
): TakePlaceOutcome | Outdated => {
  const [made] = bookings;
  const ofSiblings = refusedSiblings.slice(0, bookings.length - 1);
  const [first, ...others] = [refused, ...ofSiblings].flatMap((each) =>
    each?.item ? bookingFromItem(each.item) : [],
  );
  if (first) return { outcome: 'exists', existing: [first, ...others] };
  const { parent_id, created_at, calendar_version, idempotency_key } = made;
  let limit: ReturnType<typeof reachedHourLimit>;
  if (refusedLedger) {
    const ledger = refusedLedger.item && familyLedgerRef(parent_id).fromItem(refusedLedger.item);
    if (!ledger || ledger.closing) return { outcome: 'no-ledger' };
    if (hasEnded(ledger, idempotency_key)) return { outcome: 'ended' };
    const childIds = bookings.map(({ child_id }) => child_id);
    if (known && !haveSameVersions(ledger, known, childIds)) return { outcome: 'places-changed' };
    if (requiresSamePlaces && known && !hasSamePlaces(ledger, known)) return { outcome: 'places-changed' };
    if (hour !== hourCaseOf(ledger, created_at) || !haveCurrentNames(ledger, bookings))
      return { outcome: 'outdated', now: { ledger } };
    if (made.is_trial && ledger.trials.has(trialKey(made))) return { outcome: 'trial-used' };
    limit = reachedHourLimit(ledger, created_at, bookings.length);
  }
  const present = slot?.item && itemParser(refusedSlotSchema)(slot.item);
  if (slot && (!present || present.closed)) return { outcome: 'gone' };
  if (present && present.calendar_version !== calendar_version) return { outcome: 'calendar-changed' };
  // An offer was answered, or the list changed, since they were read.
  if (takesOffers && !refusedLedger) return { outcome: 'places-changed' };
  if (refusedLedger || !present) return { outcome: 'limited', limit: limit ?? 'bookings' };
  const left = placesLeft(present);
  const { max_capacity } = present;
  return left < bookings.length ? { outcome: 'full', left } : { outcome: 'outdated', now: { max_capacity } };
};

/**
 * Takes one place, and one for each sibling, stores the bookings and charges the family, in one transaction: counters and
 * bookings always agree, a slot never has more bookings than places, a family that is being deleted takes no booking, and a
 * child that is renamed meanwhile has its new name on the booking. The transaction is sent again where the ledger, or the
 * number of places, is not as it was read. Write conflicts are retried for `retryMs`, with `endsWhenFull` unless the slot
 * is full by then: what will be refused keeps no other family from the slot.
 * @throws whatever DynamoDB throws for another reason
 */
export const takePlace = async (
  table: Table,
  asked: StoredBooking,
  options: TakePlaceOptions = {},
): Promise<TakePlaceOutcome> => {
  const { ledger, recounted, keepsPlaces = false, siblings = [], retryMs } = options;
  const { endsWhenFull = false } = options;
  const named = (each: StoredBooking): StoredBooking => ({
    ...each,
    child_name: currentNameOf(ledger, each),
  });
  const bookings: Bookings = [named(asked), ...siblings.map(named)];
  const hour = hourCaseOf(ledger, asked.created_at);
  const count = { hour, recounted, ledger, keepsPlaces };
  let isFull = false;
  const hasPlaces = async (): Promise<boolean> => {
    if (!endsWhenFull) return true;
    const slot = await readPlaces(table, asked);
    isFull = slot !== undefined && placesLeft(slot) < bookings.length;
    return !isFull;
  };
  const writes = writesOf(table, bookings, options, count);
  const result = await sendTransaction(table, writes, { retryMs, isWorthRetrying: hasPlaces });
  if (result.outcome === 'done') return { outcome: 'booked', bookings };
  if (result.outcome === 'busy') return isFull ? { outcome: 'seen-full' } : result;
  const takesOffers = options.offered !== undefined;
  const refusal = readRefusals(result.refusals, bookings, { ...count, takesOffers });
  if (refusal.outcome !== 'outdated') return refusal;
  return takePlace(table, asked, { ...options, ...refusal.now });
};
