import { afterDiscount } from '#shared/booking/discounts';
import { datesOfCharge } from '#shared/booking/due-dates';
import { firstOverlap, type Overlap, timesIn } from '#shared/booking/overlaps';
import type { ClassSummary } from '#shared/classes/class';
import { ageOn } from '#shared/families/children';
import type { BusinessMoment } from '#shared/lib/business-time';
import {
  type ChildId,
  type FamilyId,
  type IdempotencyKey,
  idempotencyKeySchema,
  type SlotId,
  type UserId,
} from '#shared/lib/ids';
import { totalOf } from '#shared/lib/money';
import { type CalendarDate, centsSchema, type Instant, instantOf } from '#shared/lib/values';
import { limits } from '#shared/limits';
import type { TimeSlot } from '#shared/sessions/slot';
import { renewalPlaces } from '#shared/terms/renewals';
import { offerAmount } from '#shared/waiting/offers';
import type { OfferEnd } from '#shared/waiting/waiting';
import {
  type Bookings,
  bookedByAdult,
  bookingFromItem,
  bookingPut,
  bookingRef,
  confirmedTogether,
  type StoredBooking,
} from '../booking/bookings.ts';
import { findChildWithTrial, readOtherBookings } from '../booking/held-by-family.ts';
import { storedSlotSchema } from '../classes/classes.ts';
import { childIsStored } from '../families/children.ts';
import { sendAsOneChange } from '../ledger/changes.ts';
import {
  chargeUpdate,
  currentNameOf,
  type HourCase,
  haveCurrentNames,
  haveSameVersions,
  hourCaseOf,
  reachedHourLimit,
} from '../ledger/charges.ts';
import { type FamilyLedger, familyLedgerRef } from '../ledger/ledger.ts';
import { above, absent, belowCapacity, checkWrite, isNew } from '../lib/dynamo/expressions.ts';
import { itemParser } from '../lib/dynamo/items.ts';
import type { Refusal, Write } from '../lib/dynamo/keyed-request.ts';
import { sendTransaction } from '../lib/dynamo/writes.ts';
import type { ExtraWrites } from '../lib/extra-writes.ts';
import { newApplicationId, newBookingId, newOfferId } from '../lib/ids.ts';
import type { Table } from '../lib/table.ts';
import {
  applicationDeletes,
  applicationPuts,
  listApplications,
  offeredPlacesRelease,
  slotListUpdate,
} from './applications.ts';
import { endOf } from './end-offer.ts';
import { type OfferedSlot, readOfferCharges, readOfferedSlots } from './offer-facts.ts';
import {
  offerEndUpdate,
  offerFromItem,
  offerPut,
  readOffers,
  renewalEndUpdates,
  renewalMoveUpdate,
  type StoredOffer,
} from './offers.ts';

export interface Taking {
  readonly attempt: IdempotencyKey;
  readonly by?: UserId | undefined;
  /** Whether the office acts for the family (WAI-16). */
  readonly isOffice?: boolean | undefined;
  readonly extraWrites?: ExtraWrites | undefined;
  readonly now: Date;
  /** The business day, which gives the ages on the bookings (BOK-33). */
  readonly today: CalendarDate;
}

export type TakeOfferOutcome =
  /** By this request, or by an earlier one of the same attempt. */
  | { readonly outcome: 'taken' }
  | { readonly outcome: 'ended'; readonly state: OfferEnd }
  | { readonly outcome: 'already-booked'; readonly existing: StoredBooking }
  /** A child has a held trial in the class. The offer stays (TRI-02). */
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
  | { readonly outcome: 'no-child' }
  /** The family has made as many bookings, or changes, in this hour as it may. The offer stays. */
  | { readonly outcome: 'limited'; readonly limit: 'bookings' | 'changes' }
  | { readonly outcome: 'no-ledger' | 'calendar-changed' | 'gone' | 'busy' };

const bookingsOf = (
  offer: StoredOffer,
  { attempt, by, isOffice = false, now, today }: Taking,
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
      child_name: currentNameOf(ledger, { child_id, child_name: child.name }),
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
      ...(isOffice ? { booked_by: by } : bookedByAdult(by)),
      credited: centsSchema.parse(0),
      credited_dates: new Set<CalendarDate>(),
    };
  });
  return first ? confirmedTogether([first, ...siblings]) : [];
};

interface Counted {
  /** Undefined is taken for a ledger that has made no booking yet. */
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
    offerEndUpdate(table, offer, { state: 'taken', at, attempt: taking.attempt, by: taking.by }),
    slotListUpdate(table, offer, {
      add: { held: -places, revenue: amount },
      if: { closed: absent, calendar_version: offer.calendar_version },
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
      {
        hour,
        ledger,
        recounted,
        limitsLive: recounted === undefined,
        requiresFirstCharge: ledger === undefined,
      },
    ),
    ...bookings.map((booking) => bookingPut(table, booking)),
    ...offer.child_ids.map((child) => childIsStored(table, offer.parent_id, child)),
    ...applicationDeletes(table, { ...offer, id: offer.entry_id, offer_id: offer.id }),
    ...renewalEndUpdates(table, offer, 'taken', { at, by: taking.by }),
    ...(taking.extraWrites ?? []),
  ];
};

// The ledger was not read, counts another hour, names a child otherwise than its booking, or its sessions changed.
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
    const { state, taken_by } = offerFromItem(refusedOffer.item);
    // Its family was joined with another one since it was read.
    if (state === 'open') return { outcome: 'busy' };
    const isOwn = taken_by === attempt;
    return isOwn ? { outcome: 'taken' } : { outcome: 'ended', state: endOf(refusedOffer.item) };
  }
  const existing = others.slice(0, bookings.length).find((refusal) => refusal?.item)?.item;
  if (existing) return { outcome: 'already-booked', existing: bookingFromItem(existing) };
  let limit: ReturnType<typeof reachedHourLimit>;
  if (refusedLedger) {
    const ledger = refusedLedger.item && familyLedgerRef(offer.parent_id).fromItem(refusedLedger.item);
    if (!ledger || ledger.closing) return { outcome: 'no-ledger' };
    const isAsKnown =
      known && haveSameVersions(ledger, known, offer.child_ids) && haveCurrentNames(ledger, bookings);
    if (!isAsKnown || hour !== hourCaseOf(ledger, at)) return { outcome: 'ledger-changed', ledger };
    const { live_bookings_at_most: live } = ledger;
    if (recounted === undefined && live + bookings.length > limits.liveBookings)
      return { outcome: 'live-limit', ledger };
    limit = reachedHourLimit(ledger, at, bookings.length);
  }
  if (others.slice(bookings.length, 2 * bookings.length).some((refusal) => refusal))
    return { outcome: 'no-child' };
  if (slot?.item && !itemParser(storedSlotSchema)(slot.item).closed) return { outcome: 'calendar-changed' };
  return refusedLedger ? { outcome: 'limited', limit: limit ?? 'bookings' } : { outcome: 'gone' };
};

// The child's name where a trial in the class is held and the offer is open. Only a ledger that was charged has trials, and
// without such a ledger the transaction is refused.
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

// Compares the sessions of the children's other bookings with those of the offer (BSK-04). Reads nothing for children
// without another booking; only a ledger that was charged has bookings.
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
 * Turns an offer into bookings of all its children, in one transaction: the counter of the slot does not move (WAI-08). It
 * is sent again with the ledger where it refused without it or the ledger has changed. One Query before it where a child has
 * had a trial in the class.
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

/** One Query of the list, and one read of the offers where there are any. */
export const readOpenOffersIn = async (
  table: Table,
  slotId: SlotId,
  parentId: FamilyId,
): Promise<StoredOffer[]> => {
  const applications = (await listApplications(table, slotId)).filter(
    ({ parent_id }) => parent_id === parentId,
  );
  const offers = await readOffers(
    table,
    applications.flatMap(({ offer_id }) => offer_id ?? []),
  );
  return offers.filter(({ state }) => state === 'open');
};

interface BookedWithOffers {
  readonly slot: Pick<TimeSlot, 'max_capacity' | 'current_bookings' | 'waiting'>;
  readonly bookings: Bookings;
  readonly aboveCapacity: boolean;
}

/** How many of some children get a held place. The other children of an offer get none: their places are free again. */
export const placesInOffers = (offers: readonly StoredOffer[], childIds: readonly ChildId[]): number =>
  offers.flatMap(({ child_ids }) => child_ids).filter((id) => childIds.includes(id)).length;

/**
 * Bookings of the office take the offers of their children, in place of free places (WAI-16). Refused where one of the
 * offers has ended, or the slot's list is not as it was read. A trial ends an offer, which was for the full programme.
 */
export const offersTake = (
  table: Table,
  offers: readonly StoredOffer[],
  { slot, bookings, aboveCapacity }: BookedWithOffers,
): { readonly slot: Write; readonly others: Write[] } => {
  const [{ created_at: at, is_trial, booked_by: by, idempotency_key, ...booking }] = bookings;
  const held = offers.reduce((sum, { child_ids }) => sum + child_ids.length, 0);
  const used = placesInOffers(
    offers,
    bookings.map(({ child_id }) => child_id),
  );
  const [added, released] = [bookings.length - used, held - used];
  const hasWaiting = (slot.waiting ?? 0) > 0;
  const toList = hasWaiting ? released : 0;
  const state = is_trial ? 'void' : 'taken';
  return {
    slot: slotListUpdate(table, booking, {
      add: {
        held: toList - held,
        kept: toList,
        current_bookings: added - (released - toList),
        revenue: totalOf(bookings),
      },
      if: {
        closed: absent,
        calendar_version: booking.calendar_version,
        ...(released > 0 && { waiting: hasWaiting ? above(0) : 0 }),
        ...(added > 0 &&
          !aboveCapacity && { current_bookings: slot.current_bookings, max_capacity: slot.max_capacity }),
      },
      ...(toList > 0 && { dueAt: at, releasedAt: at }),
    }),
    others: offers.flatMap((offer) => [
      offerEndUpdate(table, offer, { state, at, by, ...(!is_trial && { attempt: idempotency_key }) }),
      ...applicationDeletes(table, { ...offer, id: offer.entry_id, offer_id: offer.id }),
      ...renewalEndUpdates(table, offer, state, { at, by }),
    ]),
  };
};

type MoveRenewalOutcome =
  | { readonly outcome: 'moved' }
  /** The offer was answered or has ended meanwhile, or the child or its family is being deleted. */
  | { readonly outcome: 'ended' }
  | { readonly outcome: 'full' }
  | { readonly outcome: 'already-booked' }
  | { readonly outcome: 'already-waiting' }
  /** No session is left, or the class changed since it was read. */
  | { readonly outcome: 'again' }
  | { readonly outcome: 'gone' }
  /** The family has made as many changes in this hour as it may. */
  | { readonly outcome: 'limited' }
  | { readonly outcome: 'busy' };

// The place that an open offer holds goes to the list of its slot, or to all.
const releaseWrites = (
  table: Table,
  offer: StoredOffer,
  { at, by, hasWaiting }: Pick<Taking, 'by'> & { readonly at: Instant; readonly hasWaiting: boolean },
): Write[] => [
  offerEndUpdate(table, offer, { state: 'declined', at, by }),
  offeredPlacesRelease(table, offer, { at, hasWaiting, comesBack: false }),
  ...applicationDeletes(table, { ...offer, id: offer.entry_id, offer_id: offer.id }),
];

/**
 * Keeps the place for a child in another slot instead, by another offer until the same deadline (TRM-04). One transaction:
 * the family never has no place in between. A declined offer is made again in the same way.
 */
export const moveRenewal = async (
  table: Table,
  offer: StoredOffer & { readonly renewal: NonNullable<StoredOffer['renewal']> },
  target: OfferedSlot,
  { by, ...moment }: BusinessMoment & Pick<Taking, 'by'>,
): Promise<MoveRenewalOutcome> => {
  const { cls, slot } = target;
  const places = renewalPlaces(cls, slot, offer.until, moment);
  if (!places) return { outcome: 'gone' };
  const { parent_id, child_ids, renewal, children } = offer;
  const at = instantOf(moment.now);
  const where = { parent_id, class_id: cls.id, time_slot_id: slot.id, child_ids };
  const [id, entry_id] = [newOfferId(moment.now), newApplicationId(moment.now)];
  const charges = await readOfferCharges(table, target, where, places, moment);
  const take = [
    renewalMoveUpdate(table, offer, id, at),
    slotListUpdate(table, where, {
      add: { current_bookings: 1, held: 1 },
      if: { closed: absent, current_bookings: belowCapacity, calendar_version: slot.calendar_version },
    }),
    ...child_ids.map((child_id) => checkWrite(table, bookingRef({ ...where, child_id }).key, { if: isNew })),
    ...applicationPuts(table, {
      ...where,
      id: entry_id,
      since: at,
      offer_id: id,
      is_renewal: true,
      put_first_at: null,
      put_first_reason: null,
      passed_over_at: null,
      idempotency_key: idempotencyKeySchema.parse(renewal.booking_id),
    }),
    offerPut(table, {
      ...where,
      id,
      entry_id,
      renewal,
      state: 'open',
      created_at: at,
      ...places,
      dates: [...places.dates],
      ...charges,
      children,
      calendar_version: slot.calendar_version,
    }),
    ...child_ids.map((child) => childIsStored(table, parent_id, child)),
  ];
  for (const hasWaiting of [false, true]) {
    const release = offer.state === 'open' ? releaseWrites(table, offer, { at, by, hasWaiting }) : [];
    const result = await sendAsOneChange(table, { parent_id, at }, [...take, ...release]);
    if (result.outcome === 'done') return { outcome: 'moved' };
    if (result.outcome === 'no-ledger') return { outcome: 'ended' };
    if (result.outcome !== 'refused') return { outcome: result.outcome };
    const [moved, taken, booked, waits, , removed, ended, released] = result.refusals;
    if (moved || removed || ended) return { outcome: 'ended' };
    if (booked) return { outcome: 'already-booked' };
    if (waits) return { outcome: 'already-waiting' };
    if (taken) {
      if (!taken.item || taken.item.closed) return { outcome: 'gone' };
      return { outcome: taken.item.calendar_version === slot.calendar_version ? 'full' : 'again' };
    }
    // Otherwise an application joined or left the list of the slot that is given back.
    if (!released) return { outcome: 'ended' };
  }
  return { outcome: 'busy' };
};
