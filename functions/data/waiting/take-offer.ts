import { ageOn } from '#shared/domain/children/age';
import { datesOfCharge } from '#shared/domain/ledger/due-dates';
import { afterDiscount } from '#shared/domain/pricing/discounts';
import { firstOverlap, type Overlap, timesIn } from '#shared/domain/sessions/overlaps';
import { instantOf } from '#shared/domain/time/instant-of';
import { offerAmount } from '#shared/domain/waiting/offered-places';
import { limits } from '#shared/limits';
import type { ClassSummary } from '#shared/schemas/class';
import type { IdempotencyKey } from '#shared/schemas/ids';
import { type CalendarDate, centsSchema, type Instant } from '#shared/schemas/values';
import type { OfferEnd } from '#shared/schemas/waiting';
import { bookingFromItem, bookingPut, confirmedTogether, type StoredBooking } from '../bookings/bookings.ts';
import { findChildWithTrial } from '../bookings/held-trials.ts';
import { storedSlotFromItem } from '../classes/classes.ts';
import { type Refusal, sendTransaction, type Write } from '../dynamo/send-transaction.ts';
import { childIsStored } from '../families/children.ts';
import { newBookingId } from '../ids.ts';
import { readOtherBookings } from '../joins/family-sessions.ts';
import { chargeUpdate, type HourCase, hourCaseOf, reachedLimit } from '../ledger/charges.ts';
import { haveSameVersions } from '../ledger/child-versions.ts';
import { type FamilyLedger, familyLedgerRef } from '../ledger/family-ledger.ts';
import { haveNames, presentName } from '../ledger/renamed-children.ts';
import type { Table } from '../table.ts';
import { endOf } from './end-offer.ts';
import { readOfferedSlots } from './offered-slots.ts';
import { renewalEndUpdates } from './renewals.ts';
import { slotListUpdate } from './slot-update.ts';
import { offerEndUpdate, offerFromItem, type StoredOffer } from './stored-offer.ts';
import { entryDeletes } from './waiting-entries.ts';

/** An attempt to take an offer. */
export interface Taking {
  readonly attempt: IdempotencyKey;
  readonly now: Date;
  /** The business day, on which the children are as old as the bookings say (BOK-33). */
  readonly today: CalendarDate;
}

export type TakeOfferOutcome =
  /** By this request, or by an earlier one of the same attempt. */
  | { readonly outcome: 'taken' }
  | { readonly outcome: 'ended'; readonly state: OfferEnd }
  /** A child has a place in the slot already. */
  | { readonly outcome: 'already-booked'; readonly existing: StoredBooking }
  /** A child has a trial in the class whose place can be kept. The offer stays (TRI-02). */
  | { readonly outcome: 'trial-held'; readonly child_name: string }
  /** A session is at the time of another one of a child. The offer stays (BSK-04). */
  | {
      readonly outcome: 'overlaps';
      readonly booking: StoredBooking;
      readonly overlap: Overlap;
      readonly cls: ClassSummary;
    }
  /** The family may hold too many live bookings: they are to be counted. The offer stays (BOK-52). */
  | { readonly outcome: 'live-limit'; readonly ledger: FamilyLedger }
  /** A child was removed from the family. */
  | { readonly outcome: 'no-child' }
  /** The family has made as many bookings, or changes, in this hour as it may. The offer stays. */
  | { readonly outcome: 'limited'; readonly limit: 'bookings' | 'changes' }
  | { readonly outcome: 'no-ledger' | 'calendar-changed' | 'gone' | 'busy' };

const bookingsOf = (
  offer: StoredOffer,
  { attempt, now, today }: Taking,
  ledger: FamilyLedger | undefined,
): readonly StoredBooking[] => {
  const [first, ...siblings] = offer.child_ids.flatMap((child_id, index) => {
    const child = offer.children[index];
    const discount = offer.discounts?.[index];
    if (!child) return [];
    const amount = afterDiscount(offer.price, discount ?? undefined);
    // The dates are those of the whole price: a place that costs less may have fewer, and a free one has none (BSK-05).
    const due_dates = offer.due_dates && datesOfCharge(offer.due_dates, amount);
    return {
      id: newBookingId(now),
      parent_id: offer.parent_id,
      class_id: offer.class_id,
      time_slot_id: offer.time_slot_id,
      child_id,
      child_name: presentName(ledger, { child_id, child_name: child.name }),
      child_age: ageOn(child.date_of_birth, today),
      is_trial: false,
      trial_date: null,
      dates: offer.dates,
      amount,
      ...(due_dates && { due_dates }),
      ...(discount && { discount }),
      calendar_version: offer.calendar_version,
      created_at: instantOf(now),
      idempotency_key: attempt,
      credited: centsSchema.parse(0),
      credited_dates: new Set<CalendarDate>(),
    };
  });
  return first ? confirmedTogether([first, ...siblings]) : [];
};

interface Counted {
  /** The ledger as read; without it, it is taken for one that has made no booking yet. */
  readonly ledger?: FamilyLedger | undefined;
  /** The number of the family's live bookings, where they were counted. */
  readonly recounted?: number;
}

interface Charge extends Counted {
  readonly at: Instant;
  readonly bookings: readonly StoredBooking[];
  readonly hour: HourCase;
}

const writesOf = (
  table: Table,
  offer: StoredOffer,
  taking: Taking,
  { at, bookings, hour, ledger, recounted }: Charge,
): Write[] => {
  const places = bookings.length;
  const amount = offerAmount(offer, places);
  return [
    offerEndUpdate(table, offer, { state: 'taken', at, attempt: taking.attempt }),
    slotListUpdate(table, offer, {
      add: { held: -places, revenue: amount },
      condition: 'attribute_not_exists(closed) AND calendar_version = :calendar',
      values: { ':calendar': offer.calendar_version },
    }),
    chargeUpdate(
      table,
      {
        parent_id: offer.parent_id,
        amount,
        created_at: at,
        bookings,
        idempotency_key: taking.attempt,
      },
      { hour, ledger, recounted, limitsLive: recounted === undefined, onlyFirst: ledger === undefined },
    ),
    ...bookings.map((booking) => bookingPut(table, booking)),
    ...offer.child_ids.map((child) => childIsStored(table, offer.parent_id, child)),
    ...entryDeletes(table, { ...offer, id: offer.entry_id, offer_id: offer.id }),
    ...renewalEndUpdates(table, offer, 'taken', at),
  ];
};

/**
 * The ledger was not read, counts another hour than it did, names a child otherwise than its booking does, or a child got
 * other sessions.
 */
interface LedgerChanged {
  readonly outcome: 'ledger-changed';
  readonly ledger: FamilyLedger;
}

const readRefusals = (
  [refusedOffer, slot, refusedLedger, ...others]: readonly (Refusal | undefined)[],
  offer: StoredOffer,
  attempt: IdempotencyKey,
  { at, bookings, hour, ledger: known, recounted }: Charge,
): TakeOfferOutcome | LedgerChanged => {
  if (refusedOffer?.item) {
    const isOwn = offerFromItem(refusedOffer.item).taken_by === attempt;
    return isOwn ? { outcome: 'taken' } : { outcome: 'ended', state: endOf(refusedOffer.item) };
  }
  const existing = others.slice(0, bookings.length).find((refusal) => refusal?.item)?.item;
  if (existing) return { outcome: 'already-booked', existing: bookingFromItem(existing) };
  let limit: ReturnType<typeof reachedLimit>;
  if (refusedLedger) {
    const ledger = refusedLedger.item && familyLedgerRef(offer.parent_id).fromItem(refusedLedger.item);
    if (!ledger || ledger.closing) return { outcome: 'no-ledger' };
    const isAsKnown =
      known && haveSameVersions(ledger, known, offer.child_ids) && haveNames(ledger, bookings);
    if (!isAsKnown || hour !== hourCaseOf(ledger, at)) return { outcome: 'ledger-changed', ledger };
    const { live_bookings_at_most: live } = ledger;
    if (recounted === undefined && live + bookings.length > limits.liveBookings)
      return { outcome: 'live-limit', ledger };
    limit = reachedLimit(ledger, at, bookings.length);
  }
  if (others.slice(bookings.length, 2 * bookings.length).some((refusal) => refusal))
    return { outcome: 'no-child' };
  if (slot?.item && !storedSlotFromItem(slot.item).closed) return { outcome: 'calendar-changed' };
  return refusedLedger ? { outcome: 'limited', limit: limit ?? 'bookings' } : { outcome: 'gone' };
};

/**
 * The child's name where a trial in the class is held and the offer is open. Only a ledger that was charged has trials, and
 * without such a ledger the transaction is refused.
 */
const nameWithTrial = async (
  table: Table,
  offer: StoredOffer,
  bookings: readonly StoredBooking[],
  ledger: FamilyLedger | undefined,
): Promise<string | undefined> => {
  if (offer.state !== 'open' || !ledger) return undefined;
  const child = await findChildWithTrial(table, offer, offer.child_ids, ledger);
  return bookings.find(({ child_id }) => child_id === child)?.child_name;
};

/**
 * Reads the other bookings of the children, and compares their sessions with those of the offer (BSK-04). Nothing is read for
 * children without another booking; only a ledger that was charged has bookings.
 */
const readOverlap = async (
  table: Table,
  offer: StoredOffer,
  bookings: readonly StoredBooking[],
  { today, ledger }: Pick<Taking, 'today'> & Pick<Counted, 'ledger'>,
): Promise<Extract<TakeOfferOutcome, { outcome: 'overlaps' }> | undefined> => {
  if (offer.state !== 'open' || !ledger) return undefined;
  const asked = { ...offer, slot_ids: [offer.time_slot_id] };
  const others = await readOtherBookings(table, ledger, asked, today);
  const place = others.length > 0 ? (await readOfferedSlots(table, [offer]))(offer) : undefined;
  if (!place) return undefined;
  for (const booking of bookings) {
    const ofChild = others.filter(({ child_id }) => child_id === booking.child_id);
    const overlap = firstOverlap(timesIn(place.slot, booking.dates), ofChild);
    if (overlap) return { outcome: 'overlaps', booking, overlap, cls: place.cls };
  }
  return undefined;
};

/**
 * Turns an offer into bookings of all its children, in one transaction: the counter of the slot does not move (WAI-08). The
 * transaction is sent again with the ledger where it refused without it or the ledger has changed. One Query before it
 * where a child has had a trial in the class.
 * @param counted.recounted allows the bookings, whatever the ledger's upper bound of live ones is
 */
export const takeOffer = async (
  table: Table,
  offer: StoredOffer,
  taking: Taking,
  counted: Counted = {},
): Promise<TakeOfferOutcome> => {
  const at = instantOf(taking.now);
  const hour = hourCaseOf(counted.ledger, at);
  const bookings = bookingsOf(offer, taking, counted.ledger);
  const child_name = await nameWithTrial(table, offer, bookings, counted.ledger);
  if (child_name !== undefined) return { outcome: 'trial-held', child_name };
  const overlap = await readOverlap(table, offer, bookings, { ...taking, ledger: counted.ledger });
  if (overlap) return overlap;
  const charge = { ...counted, at, hour, bookings };
  const result = await sendTransaction(table, writesOf(table, offer, taking, charge));
  if (result.outcome === 'done') return { outcome: 'taken' };
  if (result.outcome === 'busy') return result;
  const refusal = readRefusals(result.refusals, offer, taking.attempt, charge);
  if (refusal.outcome !== 'ledger-changed') return refusal;
  return takeOffer(table, offer, taking, { ...counted, ledger: refusal.ledger });
};
