import { type Refusal, sendTransaction, type Write } from '../dynamo/send-transaction.ts';
import { type ChargeOptions, chargeUpdate, hasEnded, hourCaseOf, trialMark } from '../ledger/charges.ts';
import { haveSameVersions } from '../ledger/child-versions.ts';
import { type FamilyLedger, familyLedgerRef } from '../ledger/family-ledger.ts';
import { hasSamePlaces } from '../ledger/places.ts';
import { haveNames, presentName } from '../ledger/renamed-children.ts';
import type { Table } from '../table.ts';
import { bookingFromItem, bookingPut, type StoredBooking } from './bookings.ts';
import { placeTake } from './place-take.ts';

export type TakePlaceOutcome =
  /** As stored: with the present name of its child. */
  | { readonly outcome: 'booked'; readonly booking: StoredBooking }
  /** The child has a place already, taken by this attempt or by another one. */
  | { readonly outcome: 'exists'; readonly existing: StoredBooking }
  /** The booking of this attempt ended: the attempt does not book again. */
  | { readonly outcome: 'ended' }
  /** The family is being deleted, or does not exist. */
  | { readonly outcome: 'no-ledger' }
  /** The child has had a trial in this class. */
  | { readonly outcome: 'trial-used' }
  /** The family has made as many bookings in this hour as it may. */
  | { readonly outcome: 'limited' }
  /** The slot's calendar is not the one that the family agreed to. */
  | { readonly outcome: 'calendar-changed' }
  | { readonly outcome: 'full' }
  | { readonly outcome: 'gone' }
  /** The family's places that decided about the booking, or the sessions of its child, have changed. Nothing was stored. */
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
  readonly retryMs?: number;
}

const writesOf = (table: Table, booking: StoredBooking, count: ChargeOptions): Write[] => [
  bookingPut(table, booking),
  placeTake(table, booking),
  chargeUpdate(
    table,
    { ...booking, bookings: [booking], ...(booking.is_trial && { trial: trialMark(booking) }) },
    count,
  ),
];

/** The ledger counts another hour than was read, or the child has another name by now. */
interface LedgerChanged {
  readonly outcome: 'ledger-changed';
  readonly ledger: FamilyLedger;
}

/**
 * In the order of BOK-53. The booking comes first: an attempt that took the last place itself finds its own booking and a
 * full slot.
 */
const readRefusals = (
  [booking, slot, refusedLedger]: readonly (Refusal | undefined)[],
  made: StoredBooking,
  { hour, ledger: known, keepsPlaces = false }: ChargeOptions,
): TakePlaceOutcome | LedgerChanged => {
  if (booking?.item) return { outcome: 'exists', existing: bookingFromItem(booking.item) };
  const { parent_id, created_at, calendar_version, idempotency_key } = made;
  if (refusedLedger) {
    const ledger = refusedLedger.item && familyLedgerRef(parent_id).fromItem(refusedLedger.item);
    if (!ledger || ledger.closing) return { outcome: 'no-ledger' };
    if (hasEnded(ledger, idempotency_key)) return { outcome: 'ended' };
    if (known && !haveSameVersions(ledger, known, [made.child_id])) return { outcome: 'places-changed' };
    if (keepsPlaces && known && !hasSamePlaces(ledger, known)) return { outcome: 'places-changed' };
    if (hour !== hourCaseOf(ledger, created_at) || !haveNames(ledger, [made]))
      return { outcome: 'ledger-changed', ledger };
    if (made.is_trial && ledger.trials.has(trialMark(made))) return { outcome: 'trial-used' };
  }
  if (slot && (!slot.item || slot.item.closed)) return { outcome: 'gone' };
  if (slot?.item && slot.item.calendar_version !== calendar_version) return { outcome: 'calendar-changed' };
  return { outcome: refusedLedger ? 'limited' : 'full' };
};

/**
 * Takes one place, stores the booking and charges the family, in one transaction: counters and bookings always agree, a
 * slot never has more bookings than places, a family that is being deleted takes no booking, and a child that is renamed
 * meanwhile has its new name on the booking. The transaction is sent again where the ledger is not as it was read. Write
 * conflicts are retried with full jitter for `retryMs`.
 * @throws whatever DynamoDB throws for another reason
 */
export const takePlace = async (
  table: Table,
  asked: StoredBooking,
  { ledger, recounted, keepsPlaces = false, retryMs }: TakePlaceOptions = {},
): Promise<TakePlaceOutcome> => {
  const booking = { ...asked, child_name: presentName(ledger, asked) };
  const hour = hourCaseOf(ledger ?? { counted_hour: '' }, booking.created_at);
  const count = { hour, recounted, ledger, keepsPlaces };
  const result = await sendTransaction(table, writesOf(table, booking, count), retryMs);
  if (result.outcome === 'done') return { outcome: 'booked', booking };
  if (result.outcome === 'busy') return result;
  const refusal = readRefusals(result.refusals, booking, count);
  if (refusal.outcome !== 'ledger-changed') return refusal;
  return takePlace(table, booking, {
    ledger: refusal.ledger,
    recounted,
    keepsPlaces,
    ...(retryMs !== undefined && { retryMs }),
  });
};
