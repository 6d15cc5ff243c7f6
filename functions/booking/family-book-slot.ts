import type { BookedTogether, Booking, BookingDetails } from '#shared/booking/booking';
import type { AskedPlace, BookSlot } from '#shared/booking/booking-input';
import { dependsOnFamily } from '#shared/booking/discounts';
import { timesIn } from '#shared/booking/overlaps';
import type { FamilyBookingRoutes } from '#shared/booking/routes';
import { placesLeft } from '#shared/classes/class';
import type { ProblemCode } from '#shared/contract/errors';
import { businessMoment, toCalendarDate } from '#shared/lib/business-time';
import { childIdSchema, type UserId } from '#shared/lib/ids';
import { counted } from '#shared/lib/text';
import { limits } from '#shared/limits';
import { getManagedClass } from '../classes/classes.ts';
import { hasEnded, haveSameVersions, reachedHourLimit, trialKey } from '../ledger/charges.ts';
import { type FamilyLedger, getFamilyLedger, placesIn } from '../ledger/ledger.ts';
import { retryRefused } from '../lib/contention.ts';
import type { TimedDeps } from '../lib/deps.ts';
import type { Operation } from '../lib/http/operation.ts';
import { busy, ProblemError, problem, problemOfField, tooManyInHour } from '../lib/http/problem-error.ts';
import type { Table } from '../lib/table.ts';
import { auditEventPut } from '../school/activity.ts';
import { readSettings } from '../school/settings.ts';
import { dropApplicationOfChild } from '../waiting/end-offer.ts';
import { isTakenBeforeOpening, type StoredOffer } from '../waiting/offers.ts';
import { offersTake, placesInOffers, readOpenOffersIn } from '../waiting/take-offer.ts';
import { type Attempt, agreeTogether, type ToBook } from './agree-steps.ts';
import {
  type BookingReferences,
  describeBooking,
  describeBookings,
  readItemsToBook,
} from './booking-details.ts';
import { type Bookings, listBookingsInSlot, type StoredBooking } from './bookings.ts';
import {
  countLiveBookings,
  findChildWithTrial,
  type KnownPlaces,
  readDiscountFacts,
  readOtherBookings,
} from './held-by-family.ts';
import { checkOnSale, checkOpening, overlapProblem } from './steps.ts';
import { readPlaces, type TakePlaceOutcome, takePlace } from './take-place.ts';

interface OrderFacts extends Omit<BookingReferences, 'time_slot'>, ToBook {
  readonly ledger: FamilyLedger;
  /** The children's other places that were read with these. */
  readonly known: KnownPlaces;
}

interface FactsWithOffers extends OrderFacts {
  /** The offers that the booking takes (WAI-16). */
  readonly offers: readonly StoredOffer[];
}

// The open offers to the children whom the office books. A family's own booking takes no offer: the family accepts it by
// itself. Read only where the slot has a list.
const readOffersToTake = async (
  { office, parentId }: Attempt,
  { time_slot, children }: OrderFacts,
  { table }: TimedDeps,
): Promise<StoredOffer[]> => {
  if (!office || time_slot.held === undefined) return [];
  const offers = await readOpenOffersIn(table, time_slot.id, parentId);
  return offers.filter(({ child_ids }) => children.some(({ child }) => child_ids.includes(child.id)));
};

const askedPlaces = ({ siblings = [], ...first }: BookSlot): [AskedPlace, ...AskedPlace[]] => [
  first,
  ...siblings,
];

// In an order for several children, the refusal names the child's field (BSK-02).
const refusalOf = (order: BookSlot, child_id: string, refusal: ProblemError): ProblemError => {
  const index = order.siblings?.findIndex((sibling) => sibling.child_id === child_id);
  if (index === undefined) return refusal;
  return problemOfField(refusal, index < 0 ? 'child_id' : `siblings.${index}.child_id`);
};

// One round trip. Whether the family is being deleted is a condition of the transaction, after those that come first (BOK-53).
const readOrderFacts = async (table: Table, { parentId, order, member }: Attempt): Promise<OrderFacts> => {
  const { class_id, time_slot_id } = order;
  const notFound = (child_id: string) => refusalOf(order, child_id, problem('childNotFound'));
  const asked = askedPlaces(order).map((place) => {
    const { data } = childIdSchema.safeParse(place.child_id);
    if (!data) throw notFound(place.child_id);
    return { ...place, child_id: data };
  });
  const others = asked.flatMap(({ child_id, other_places = [] }) =>
    other_places.map((place) => ({ ...place, child_id })),
  );
  const ids = {
    class_id,
    time_slot_id,
    parent_id: parentId,
    child_ids: asked.map(({ child_id }) => child_id),
  };
  const {
    class: cls,
    time_slot,
    parent,
    children,
    ledger,
    known,
  } = await readItemsToBook(table, ids, others, member);
  // The children of a family that is being deleted go before the family.
  const missing = asked.find((_, index) => !children[index]);
  if (!parent || !ledger || (ledger.closing && missing)) throw problem('profileNotFound');
  if (missing) throw notFound(missing.child_id);
  if (!cls || !time_slot) throw problem('slotNotFound');
  const [first, ...siblings] = children.flatMap((child, index) => {
    const place = asked[index];
    return child && place ? [{ child, asked: place }] : [];
  });
  if (!first) throw new Error('A booking is for at least one child');
  return { class: cls, time_slot, parent, children: [first, ...siblings], ledger, known };
};

// In the order of the attempt's children.
const bookingsOfAttempt = <Made extends StoredBooking>(
  { order, idempotencyKey }: Attempt,
  bookings: readonly Made[],
): Made[] =>
  askedPlaces(order).flatMap(({ child_id }) =>
    bookings.filter(
      (booking) =>
        booking.idempotency_key === idempotencyKey &&
        booking.child_id === child_id &&
        booking.is_trial === order.is_trial,
    ),
  );

const alreadyBooked = (order: BookSlot, { child_id, child_name }: StoredBooking): ProblemError =>
  refusalOf(order, child_id, problem('alreadyBooked', { child: child_name }));

// Undefined where the attempt made none of the bookings.
const describeBookingsOfAttempt = async (
  table: Table,
  attempt: Attempt,
  bookings: readonly StoredBooking[],
): Promise<BookedTogether | undefined> => {
  const [made, ...siblings] = bookingsOfAttempt(attempt, bookings);
  const [first] = await describeBookings(table, made ? [made] : [], attempt.member?.userId);
  return first && withSiblings(first, siblings);
};

const withSiblings = (first: BookingDetails, siblings: readonly Booking[]): BookedTogether => ({
  ...first,
  ...(siblings.length > 0 && { siblings: [...siblings] }),
});

// Refusals before the transaction. It alone meets the booking of an earlier try, which is looked for after these.
const refusedBeforeWriting: ReadonlySet<ProblemCode> = new Set([
  'childNotFound',
  'slotNotFound',
  'notOpenYet',
  'notOnSale',
  'programEnded',
  'priceChanged',
  'dueDatesChanged',
  'trialDateChanged',
  'calendarChanged',
  'sessionsOverlap',
  'trialHeld',
  'tooManyLiveBookings',
]);

// Refusals after which come the child's own booking and the family's deletion (BOK-53).
const afterOwnBooking: ReadonlySet<ProblemCode> = new Set([
  'notOpenYet',
  'notOnSale',
  'calendarChanged',
  'sessionsOverlap',
  'tooManyLiveBookings',
]);

// The booking of the attempt may have moved within its class (MOV-03). One consistent Query, and one for each of its slots.
const answerEnded = async (attempt: Attempt, table: Table): Promise<BookedTogether> => {
  const cls = await getManagedClass(table, attempt.order.class_id);
  const slots = cls?.time_slots ?? [];
  const bookings = await Promise.all(slots.map(({ id }) => listBookingsInSlot(table, id, attempt.parentId)));
  const answer = await describeBookingsOfAttempt(table, attempt, bookings.flat());
  if (!answer) throw problem('bookingCancelled');
  return answer;
};

// Answers a request that the rules refuse with the booking of an earlier request of the attempt, whose answer may not have
// arrived, or with the refusal that comes first. That the attempt's booking ended comes before every rule (BOK-53).
const answerRefused = async (
  refusal: ProblemError,
  attempt: Attempt,
  table: Table,
): Promise<BookedTogether> => {
  const { order } = attempt;
  const [bookings, ledger] = await Promise.all([
    listBookingsInSlot(table, order.time_slot_id, attempt.parentId),
    getFamilyLedger(table, attempt.parentId, { consistent: true }),
  ]);
  const answer = await describeBookingsOfAttempt(table, attempt, bookings);
  if (answer) return answer;
  // A sibling who was booked meanwhile changes the prices of the others: the answer names that sibling (BSK-02).
  const isPriceOfSeveral = refusal.code === 'priceChanged' && order.siblings !== undefined;
  if (afterOwnBooking.has(refusal.code) || isPriceOfSeveral) {
    const asked = askedPlaces(order).map(({ child_id }) => child_id);
    const other = bookings.find(({ child_id }) => asked.includes(child_id));
    if (other) throw alreadyBooked(order, other);
    if (ledger?.closing) throw problem('profileNotFound');
  }
  if (ledger && hasEnded(ledger, attempt.idempotencyKey)) return answerEnded(attempt, table);
  throw refusal;
};

// Live bookings are counted only where the ledger's upper bound would pass the limit. @returns their number where counted
const checkLiveBookings = async (
  [{ parent_id, created_at }, ...siblings]: Bookings,
  { ledger }: OrderFacts,
  { table, timeZone }: TimedDeps,
): Promise<number | undefined> => {
  const most = limits.liveBookings - siblings.length;
  if (ledger.live_bookings_at_most < most) return undefined;
  const today = toCalendarDate(new Date(created_at), timeZone);
  const live = await countLiveBookings(table, parent_id, today);
  if (live < most) return live;
  throw problem('tooManyLiveBookings');
};

const checkHeldTrials = async (
  bookings: Bookings,
  { ledger }: OrderFacts,
  { order }: Attempt,
  { table }: TimedDeps,
): Promise<void> => {
  const [first] = bookings;
  if (first.is_trial) return;
  const ids = bookings.map(({ child_id }) => child_id);
  const holder = await findChildWithTrial(table, first, ids, ledger);
  const held = bookings.find(({ child_id }) => child_id === holder);
  if (held) throw refusalOf(order, held.child_id, problem('trialHeld', { child: held.child_name }));
};

// Refuses a session at the time of another one of the child (BSK-04).
const checkOverlaps = async (
  bookings: Bookings,
  { class: cls, time_slot, ledger, known }: OrderFacts,
  { order }: Attempt,
  { table, timeZone }: TimedDeps,
): Promise<void> => {
  const [{ parent_id, time_slot_id, created_at }] = bookings;
  const child_ids = bookings.map(({ child_id }) => child_id);
  const asked = { parent_id, child_ids, slot_ids: [time_slot_id] };
  const today = toCalendarDate(new Date(created_at), timeZone);
  const others = await readOtherBookings(table, ledger, asked, today, known);
  for (const booking of bookings) {
    const refusal = overlapProblem(booking, cls, timesIn(time_slot, booking.dates), others);
    if (refusal) throw refusalOf(order, booking.child_id, refusal);
  }
};

const fullProblem = (left: number, children: number): ProblemError =>
  left === 0
    ? problem('slotFull')
    : problem('tooFewPlaces', {
        left: counted(left, 'place', 'places'),
        children: String(children),
      });

// Refuses a full slot without a transaction, which would block other families. What comes before (BOK-53) is checked as the
// transaction does.
// @returns undefined where a transaction must decide: there are places by now, or a child has, or had, one of them
const answerFull = async (
  [booking, ...siblings]: Bookings,
  { ledger: before }: OrderFacts,
  attempt: Attempt,
  { table }: TimedDeps,
): Promise<BookedTogether | undefined> => {
  const { parent_id, time_slot_id, created_at, calendar_version } = booking;
  const ids = [booking, ...siblings].map(({ child_id }) => child_id);
  const own = placesIn(before).filter((place) => place.time_slot_id === time_slot_id);
  if (own.some(({ child_id }) => ids.includes(child_id))) return undefined;
  const slot = await readPlaces(table, booking);
  if (!slot || placesLeft(slot) >= ids.length) return undefined;
  // No child got a place since the first read, so that none had one when the slot was full.
  const ledger = await getFamilyLedger(table, parent_id, { consistent: true });
  if (!ledger || ledger.closing) throw problem('profileNotFound');
  if (hasEnded(ledger, attempt.idempotencyKey)) return answerEnded(attempt, table);
  if (!haveSameVersions(ledger, before, ids)) return undefined;
  if (booking.is_trial && ledger.trials.has(trialKey(booking)))
    throw problem('trialUsed', { child: booking.child_name });
  if (slot.closed) throw problem('slotNotFound');
  if (slot.calendar_version !== calendar_version) throw problem('calendarChanged');
  const limit = reachedHourLimit(ledger, created_at, ids.length);
  if (limit) throw tooManyInHour(limit, new Date(created_at));
  throw fullProblem(placesLeft(slot), ids.length);
};

type Taken = Exclude<TakePlaceOutcome, { outcome: 'ended' | 'places-changed' }>;

type Refused = Exclude<Taken, { outcome: 'booked' | 'exists' }>;
type Refuse<Outcome> = (taken: Extract<Refused, { outcome: Outcome }>, bookings: Bookings) => ProblemError;

const refusals: { readonly [Outcome in Refused['outcome']]: Refuse<Outcome> } = {
  'trial-used': (_, [{ child_name }]) => problem('trialUsed', { child: child_name }),
  'no-ledger': () => problem('profileNotFound'),
  limited: ({ limit }, [{ created_at }]) => tooManyInHour(limit, new Date(created_at)),
  'calendar-changed': () => problem('calendarChanged'),
  full: ({ left }, { length }) => fullProblem(left, length),
  gone: () => problem('slotNotFound'),
  'seen-full': () => busy(),
  busy: () => busy(),
};

const refusalFor = <Outcome extends Refused['outcome']>(
  taken: Extract<Refused, { outcome: Outcome }>,
  bookings: Bookings,
): ProblemError => {
  const refuse: Refuse<Outcome> = refusals[taken.outcome];
  return refuse(taken, bookings);
};

const bookingsOf = (taken: Taken, bookings: Bookings, attempt: Attempt): Bookings => {
  if (taken.outcome === 'booked') return taken.bookings;
  if (taken.outcome !== 'exists') throw refusalFor(taken, bookings);
  const [own, ...others] = bookingsOfAttempt(attempt, taken.existing);
  if (own) return [own, ...others];
  const { child_id } = taken.existing[0];
  throw alreadyBooked(attempt.order, bookings.find((each) => each.child_id === child_id) ?? bookings[0]);
};

const logWrite =
  ({ table }: TimedDeps, actor_id: UserId) =>
  ({ id, class_id, parent_id, created_at }: StoredBooking) =>
    auditEventPut(table, new Date(created_at), {
      actor_id,
      action: 'booking.made',
      subject_id: id,
      class_id,
      family_id: parent_id,
    });

// @returns 'places-changed' where the family's places are not those that their prices were agreed by
const store = async (
  bookings: Bookings,
  parts: FactsWithOffers,
  attempt: Attempt,
  { requiresSamePlaces, ...deps }: TimedDeps & { readonly requiresSamePlaces: boolean },
): Promise<BookedTogether | 'places-changed'> => {
  const { ledger, time_slot, offers } = parts;
  await checkHeldTrials(bookings, parts, attempt, deps);
  const recounted = await checkLiveBookings(bookings, parts, deps);
  await checkOverlaps(bookings, parts, attempt, deps);
  const { max_capacity } = time_slot;
  const offered = placesInOffers(
    offers,
    bookings.map(({ child_id }) => child_id),
  );
  const isFull = placesLeft(time_slot) < bookings.length - offered;
  const aboveCapacity = isFull && attempt.office?.aboveCapacity;
  const placed = (one: StoredBooking) => (aboveCapacity ? { ...one, above_capacity: aboveCapacity } : one);
  const [booking, ...siblings] = [placed(bookings[0]), ...bookings.slice(1).map(placed)] as const;
  const options = { ledger, recounted, requiresSamePlaces, siblings, max_capacity };
  const take = (endsWhenFull: boolean) =>
    takePlace(deps.table, booking, {
      ...options,
      aboveCapacity: Boolean(aboveCapacity),
      offered:
        offers.length > 0
          ? offersTake(deps.table, offers, {
              slot: time_slot,
              bookings: [booking, ...siblings],
              aboveCapacity: Boolean(aboveCapacity),
            })
          : undefined,
      endsWhenFull: endsWhenFull && !aboveCapacity,
      extraWrites: attempt.office ? bookings.map(logWrite(deps, attempt.office.by)) : [],
    });
  let result: TakePlaceOutcome = isFull && !aboveCapacity ? { outcome: 'seen-full' } : await take(true);
  if (result.outcome === 'seen-full') {
    const answer = await answerFull(bookings, parts, attempt, deps);
    if (answer) return answer;
    result = await take(false);
  }
  if (result.outcome === 'places-changed') return result.outcome;
  if (result.outcome === 'ended') return answerEnded(attempt, deps.table);
  const [first, ...others] = bookingsOf(result, bookings, attempt);
  // Only a slot with a list has these: the children do not wait any more.
  if (time_slot.held !== undefined)
    for (const booked of [first, ...others]) await dropApplicationOfChild(deps, booked);
  return withSiblings(describeBooking(first, parts, attempt.member?.userId), others);
};

// Starts again where the price depends on the family's other bookings and one of these was made or ended meanwhile.
const tryToBook = (attempt: Attempt, deps: TimedDeps): Promise<BookedTogether> => {
  const { table, clock, timeZone } = deps;
  const { order } = attempt;
  return retryRefused(async () => {
    const [parts, settings] = await Promise.all([readOrderFacts(table, attempt), readSettings(table)]);
    const moment = businessMoment(clock(), timeZone);
    const { class: cls, ledger } = parts;
    const offers = await readOffersToTake(attempt, parts, deps);
    const isGivenEarlier = parts.children.every(({ child }) =>
      offers.some((offer) => isTakenBeforeOpening(offer) && offer.child_ids.includes(child.id)),
    );
    if (!attempt.office) checkOnSale(cls);
    if (!isGivenEarlier) await checkOpening(cls, ledger, moment, deps);
    const facts = await readDiscountFacts(table, placesIn(ledger), moment, cls);
    const requiresSamePlaces = !order.is_trial && dependsOnFamily(facts.rules, cls);
    const bookings = agreeTogether(attempt, parts, settings, moment, facts);
    const stored = await store(bookings, { ...parts, offers }, attempt, { ...deps, requiresSamePlaces });
    return stored === 'places-changed' ? undefined : stored;
  });
};

/**
 * Books places for one or several children, all or none (BOK-25 to BOK-33, BSK-01), by one read and one transaction; rules
 * that depend on other bookings read their classes in between. A request repeated with the same key gets the first bookings,
 * even where the rules refuse new ones by now (midnight passed, the child was removed).
 * @throws ProblemError as listed by the route
 */
export const bookPlaces = async (attempt: Attempt, deps: TimedDeps): Promise<BookedTogether> => {
  try {
    return await tryToBook(attempt, deps);
  } catch (error) {
    if (!(error instanceof ProblemError) || !refusedBeforeWriting.has(error.code)) throw error;
    return answerRefused(error, attempt, deps.table);
  }
};

export const bookSlot: Operation<FamilyBookingRoutes['bookSlot'], TimedDeps> = (
  { caller, body, idempotencyKey },
  deps,
) => bookPlaces({ parentId: caller.familyId, order: body, idempotencyKey, member: caller }, deps);
