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
  /** The bookings have the present names of the children. */
  | { readonly outcome: 'booked'; readonly bookings: Bookings }
  | { readonly outcome: 'exists'; readonly existing: Bookings }
  /** A booking of this attempt ended: the attempt does not book again. */
  | { readonly outcome: 'ended' }
  /** The family is being deleted, or does not exist. */
  | { readonly outcome: 'no-ledger' }
  | { readonly outcome: 'trial-used' }
  /** The limit of the family's bookings, or changes, in this hour. */
  | { readonly outcome: 'limited'; readonly limit: 'bookings' | 'changes' }
  /** The slot's calendar is not the one that the family agreed to. */
  | { readonly outcome: 'calendar-changed' }
  /** The slot has fewer free places than children. */
  | { readonly outcome: 'full'; readonly left: number }
  /** A read after a conflict found the slot full. What comes before it (BOK-53) was not checked. */
  | { readonly outcome: 'seen-full' }
  | { readonly outcome: 'gone' }
  /** The family's places or offers that decided about the booking, or the sessions of its child, have changed. */
  | { readonly outcome: 'places-changed' }
  /** Contention persisted. */
  | { readonly outcome: 'busy' };

interface TakePlaceOptions {
  /** Undefined is taken for a ledger that has made no booking in this hour. */
  readonly ledger?: FamilyLedger | undefined;
  /** The number of the family's live bookings, where it was counted. */
  readonly recounted?: number | undefined;
  /**
   * Whether other places of the family than those in `ledger` refuse the booking, since the price depends on them (DIS-02).
   */
  readonly requiresSamePlaces?: boolean;
  /** Bookings of siblings in the slot, of the same attempt: all are stored, or none (BSK-01). */
  readonly siblings?: readonly StoredBooking[];
  /** A condition cannot add, so it requires this number; another one is read from the refusal. */
  readonly max_capacity?: number;
  readonly retryMs?: number;
  /** Whether a conflict that leaves no place ends with `seen-full`. */
  readonly endsWhenFull?: boolean;
  /** Whether the slot may be full (BHF-01). */
  readonly aboveCapacity?: boolean;
  readonly extraWrites?: ExtraWrites;
  /** The writes that take the places of offers; `slot` replaces the slot's own write (WAI-16). */
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

export const readPlaces = (table: Table, slot: Parameters<typeof refusedSlotRef>[0]) =>
  getItem(table, refusedSlotRef(slot));

// What was read before is not as it is stored: hour, name or number of places.
interface Outdated {
  readonly outcome: 'outdated';
  readonly now: Pick<TakePlaceOptions, 'ledger' | 'max_capacity'>;
}

// In the order of BOK-53. Bookings first: an attempt that took the last place itself finds its booking and a full slot.
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
  if (takesOffers && !refusedLedger) return { outcome: 'places-changed' };
  if (refusedLedger || !present) return { outcome: 'limited', limit: limit ?? 'bookings' };
  const left = placesLeft(present);
  const { max_capacity } = present;
  return left < bookings.length ? { outcome: 'full', left } : { outcome: 'outdated', now: { max_capacity } };
};

/**
 * Takes a place for each child, stores the bookings and charges the family in one transaction: counters and bookings always
 * agree, a slot never has more bookings than places, a family that is being deleted takes no booking, and a child renamed
 * meanwhile has its new name on the booking. It is sent again where the ledger, or the number of places, is not as it was
 * read. Write conflicts are retried for `retryMs`, with `endsWhenFull` only while the slot is not full: what will be refused
 * blocks no other family.
 * @throws whatever DynamoDB throws for another reason
 */
export const takePlace = async (
  table: Table,
  asked: StoredBooking,
  options: TakePlaceOptions = {},
): Promise<TakePlaceOutcome> => {
  const { ledger, recounted, requiresSamePlaces = false, siblings = [], retryMs } = options;
  const { endsWhenFull = false } = options;
  const named = (each: StoredBooking): StoredBooking => ({
    ...each,
    child_name: currentNameOf(ledger, each),
  });
  const bookings: Bookings = [named(asked), ...siblings.map(named)];
  const hour = hourCaseOf(ledger, asked.created_at);
  const count: ChargeOptions = { hour, recounted, ledger, requiresSamePlaces };
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
