import { type BookingTerms, bookingTerms } from '#shared/domain/bookings/booking-terms';
import { ageOn } from '#shared/domain/children/age';
import { placesLeft } from '#shared/domain/classes/capacity';
import { dueDates, isSameDates } from '#shared/domain/ledger/due-dates';
import {
  type DiscountOn,
  dependsOnFamily,
  discountFor,
  noDiscount,
  type PlacedChild,
  withPlaces,
} from '#shared/domain/pricing/discounts';
import { slotBookingAmount } from '#shared/domain/pricing/session-pricing';
import { timesIn } from '#shared/domain/sessions/overlaps';
import { counted } from '#shared/domain/text/counted';
import { type BusinessMoment, businessMoment, toCalendarDate } from '#shared/domain/time/business-time';
import { instantOf } from '#shared/domain/time/instant-of';
import { limits } from '#shared/limits';
import type { BookedTogether, Booking } from '#shared/schemas/booking';
import type { AskedPlace, BookSlot } from '#shared/schemas/booking-input';
import type { DiscountFacts } from '#shared/schemas/discount-facts';
import type { SchoolSettings } from '#shared/schemas/school-settings';
import { centsSchema } from '#shared/schemas/values';
import { type Bookings, confirmedTogether, type StoredBooking } from '../data/bookings/bookings.ts';
import { findChildWithTrial } from '../data/bookings/held-trials.ts';
import { readPlaces, type TakePlaceOutcome, takePlace } from '../data/bookings/take-place.ts';
import { newBookingId } from '../data/ids.ts';
import { describeBooking } from '../data/joins/booking-details.ts';
import { readDiscountFacts } from '../data/joins/family-places.ts';
import { readOtherBookings } from '../data/joins/family-sessions.ts';
import { countLiveBookings } from '../data/joins/live-bookings.ts';
import { hasEnded, reachedLimit, trialMark } from '../data/ledger/charges.ts';
import { haveSameVersions } from '../data/ledger/child-versions.ts';
import { getFamilyLedger } from '../data/ledger/family-ledger.ts';
import { placesIn } from '../data/ledger/places.ts';
import { repeatRefused } from '../data/repeat-refused.ts';
import { readSettings } from '../data/settings/settings.ts';
import { dropEntryOfChild } from '../data/waiting/drop-entry.ts';
import { checkOpening } from '../lib/check-opening.ts';
import { overlapProblem } from '../lib/check-overlaps.ts';
import type { Operation } from '../lib/http/create-handler.ts';
import { busy, ProblemError, problem } from '../lib/http/problem-error.ts';
import { tooManyInHour } from '../lib/http/too-many-attempts.ts';
import type { TimedDeps } from '../timed-deps.ts';
import {
  type Attempt,
  alreadyBooked,
  answerEnded,
  answerRefused,
  madeBy,
  refusedBeforeWriting,
  withSiblings,
} from './answer-refused.ts';
import { type BookingParts, type ChildToBook, readBookingParts, refusalOf } from './read-booking-parts.ts';

/** What an order says of all its children together. What it says of each is its `AskedPlace`, which no other part fills up. */
type SharedOrder = Omit<BookSlot, keyof AskedPlace | 'siblings'>;

/**
 * Compares what the parent agreed to on the screen with what is to be had: anything else needs another agreement.
 * @throws ProblemError priceChanged, dueDatesChanged, trialDateChanged, calendarChanged
 */
const checkAgreed = (
  order: SharedOrder,
  asked: AskedPlace,
  terms: BookingTerms,
  due_dates: Booking['due_dates'],
): void => {
  if (asked.amount !== terms.amount) throw problem('priceChanged');
  if (!isSameDates(asked.due_dates, due_dates)) throw problem('dueDatesChanged');
  if (order.is_trial && order.trial_date !== terms.trial_date) throw problem('trialDateChanged');
  if (order.calendar_version !== terms.calendar_version) throw problem('calendarChanged');
};

/**
 * The booking to store, by the rules of this moment.
 * @throws ProblemError programEnded, and as `checkAgreed` does
 */
export const agreeBooking = (
  { order, parentId, idempotencyKey }: Omit<Attempt, 'order'> & { readonly order: SharedOrder },
  { class: cls, time_slot, child, asked }: Pick<BookingParts, 'class' | 'time_slot'> & ChildToBook,
  { due_rule }: Pick<SchoolSettings, 'due_rule'>,
  moment: BusinessMoment,
  discountOn: DiscountOn = noDiscount,
): StoredBooking => {
  const terms = bookingTerms(cls, time_slot, order.is_trial, moment, discountOn);
  if (!terms) throw problem('programEnded');
  const due_dates = dueDates(due_rule, { ...terms, today: moment.today, isTrial: order.is_trial });
  checkAgreed(order, asked, terms, due_dates);
  return {
    id: newBookingId(moment.now),
    parent_id: parentId,
    class_id: cls.id,
    time_slot_id: order.time_slot_id,
    child_id: child.id,
    child_name: child.name,
    child_age: ageOn(child.date_of_birth, moment.today),
    is_trial: order.is_trial,
    trial_date: terms.trial_date,
    dates: [...terms.dates],
    amount: terms.amount,
    ...(due_dates && { due_dates }),
    ...(terms.discount && { discount: terms.discount }),
    calendar_version: terms.calendar_version,
    created_at: instantOf(moment.now),
    idempotency_key: idempotencyKey,
    credited: centsSchema.parse(0),
    credited_dates: new Set(),
    ...(order.is_trial && { program_price: slotBookingAmount(cls, time_slot, false, moment.today) }),
  };
};

/**
 * The bookings of an attempt to store. Each child counts as booked for the prices of those after it, as if they were booked
 * one after the other (DIS-02).
 * @throws ProblemError as `agreeBooking` does
 */
const agreeTogether = (
  attempt: Attempt,
  { class: cls, time_slot, children: [first, ...others] }: BookingParts,
  settings: Pick<SchoolSettings, 'due_rule'>,
  moment: BusinessMoment,
  facts: DiscountFacts,
): Bookings => {
  const agree = (child: ChildToBook, before: readonly PlacedChild[]): StoredBooking => {
    const place = { cls, child_id: child.child.id, day: moment.today };
    const discountOn = discountFor(place, withPlaces(facts, time_slot, before));
    return agreeBooking(attempt, { class: cls, time_slot, ...child }, settings, moment, discountOn);
  };
  const booking = agree(first, []);
  const siblings: StoredBooking[] = [];
  for (const other of others)
    siblings.push(
      agree(
        other,
        [booking, ...siblings].map(({ child_id, discount }) => ({ child_id, discount })),
      ),
    );
  return confirmedTogether([booking, ...siblings]);
};

/**
 * Refuses bookings of a family that would have more live bookings than it may hold. The ledger has an upper bound: only where
 * that would pass the limit are the bookings counted.
 * @returns the number of live bookings where they were counted
 * @throws ProblemError tooManyLiveBookings
 */
const checkLiveBookings = async (
  [{ parent_id, created_at }, ...siblings]: Bookings,
  { ledger }: BookingParts,
  { table, timeZone }: TimedDeps,
): Promise<number | undefined> => {
  const most = limits.liveBookings - siblings.length;
  if (ledger.live_bookings_at_most < most) return undefined;
  const today = toCalendarDate(new Date(created_at), timeZone);
  const live = await countLiveBookings(table, parent_id, today);
  if (live < most) return live;
  throw problem('tooManyLiveBookings');
};

/** Refuses a full programme of a child whose trial in the class can be kept. @throws ProblemError trialHeld */
const checkHeldTrials = async (
  bookings: Bookings,
  { ledger }: BookingParts,
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

/** Refuses a booking with a session at the time of another one of the child (BSK-04). @throws ProblemError sessionsOverlap */
const checkOverlaps = async (
  bookings: Bookings,
  { class: cls, time_slot, ledger, known }: BookingParts,
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

/** The refusal of a slot that has fewer places than children. */
const fullProblem = (left: number, children: number): ProblemError =>
  left === 0
    ? problem('slotFull')
    : problem('tooFewPlaces', {
        left: counted(left, 'place', 'places'),
        children: String(children),
      });

/**
 * The answer where reads show that the slot has fewer places than children: no transaction is sent, which would keep other
 * families from the slot. What comes before (BOK-53) is looked at as the transaction does.
 * @returns undefined where a transaction must decide: there are places by now, or a child has, or had, one of them
 * @throws ProblemError
 */
const answerFull = async (
  [booking, ...siblings]: Bookings,
  { ledger: before }: BookingParts,
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
  if (booking.is_trial && ledger.trials.has(trialMark(booking)))
    throw problem('trialUsed', { child: booking.child_name });
  if (slot.closed) throw problem('slotNotFound');
  if (slot.calendar_version !== calendar_version) throw problem('calendarChanged');
  const limit = reachedLimit(ledger, created_at, ids.length);
  if (limit) throw tooManyInHour(limit, new Date(created_at));
  throw fullProblem(placesLeft(slot), ids.length);
};

/**
 * Stores the bookings.
 * @returns 'places-changed' where the family's places are not those that their prices were agreed by
 * @throws ProblemError trialHeld, sessionsOverlap, trialUsed, alreadyBooked, bookingCancelled, profileNotFound, tooManyBookings,
 *   tooManyChanges, tooManyLiveBookings, calendarChanged, slotFull, tooFewPlaces, slotNotFound, busy
 */
const store = async (
  bookings: Bookings,
  parts: BookingParts,
  attempt: Attempt,
  { keepsPlaces, ...deps }: TimedDeps & { readonly keepsPlaces: boolean },
): Promise<BookedTogether | 'places-changed'> => {
  const { ledger, time_slot } = parts;
  const [booking, ...siblings] = bookings;
  await checkHeldTrials(bookings, parts, attempt, deps);
  const recounted = await checkLiveBookings(bookings, parts, deps);
  await checkOverlaps(bookings, parts, attempt, deps);
  const { max_capacity } = time_slot;
  const take = (endsWhenFull: boolean) =>
    takePlace(deps.table, booking, { ledger, recounted, keepsPlaces, siblings, max_capacity, endsWhenFull });
  const isFull = placesLeft(time_slot) < bookings.length;
  let result: TakePlaceOutcome = isFull ? { outcome: 'seen-full' } : await take(true);
  if (result.outcome === 'seen-full') {
    const answer = await answerFull(bookings, parts, attempt, deps);
    if (answer) return answer;
    result = await take(false);
  }
  const answerBooked = async ([first, ...others]: Bookings): Promise<BookedTogether> => {
    // Only a slot with a list has these: the children do not wait any more.
    if (time_slot.held !== undefined)
      for (const booked of [first, ...others]) await dropEntryOfChild(deps, booked);
    return withSiblings(describeBooking(first, parts), others);
  };
  switch (result.outcome) {
    case 'booked':
      return answerBooked(result.bookings);
    case 'exists': {
      const [own, ...others] = madeBy(attempt, result.existing);
      if (own) return answerBooked([own, ...others]);
      const { child_id } = result.existing[0];
      throw alreadyBooked(attempt.order, bookings.find((each) => each.child_id === child_id) ?? booking);
    }
    case 'ended':
      return answerEnded(attempt, deps.table);
    case 'trial-used':
      throw problem('trialUsed', { child: booking.child_name });
    case 'no-ledger':
      throw problem('profileNotFound');
    case 'limited':
      throw tooManyInHour(result.limit, new Date(booking.created_at));
    case 'calendar-changed':
      throw problem('calendarChanged');
    case 'full':
      throw fullProblem(result.left, bookings.length);
    case 'gone':
      throw problem('slotNotFound');
    case 'places-changed':
      return result.outcome;
    case 'seen-full':
    case 'busy':
      throw busy();
  }
};

/**
 * Reads, agrees and stores. Where the price depends on the family's other bookings and one of these was made or ended
 * meanwhile, it starts again.
 */
const tryToBook = (attempt: Attempt, deps: TimedDeps): Promise<BookedTogether> => {
  const { table, clock, timeZone } = deps;
  const { parentId, order } = attempt;
  return repeatRefused(async () => {
    const [parts, settings] = await Promise.all([
      readBookingParts(table, parentId, order),
      readSettings(table),
    ]);
    const moment = businessMoment(clock(), timeZone);
    const { class: cls, ledger } = parts;
    await checkOpening(cls, ledger, moment, deps);
    const facts = await readDiscountFacts(table, placesIn(ledger), moment, cls);
    const keepsPlaces = !order.is_trial && dependsOnFamily(facts.rules, cls);
    const bookings = agreeTogether(attempt, parts, settings, moment, facts);
    const stored = await store(bookings, parts, attempt, { ...deps, keepsPlaces });
    return stored === 'places-changed' ? undefined : stored;
  });
};

/**
 * Books a place for one of the caller's children (BOK-25 to BOK-33), or for several, all or none (BSK-01), in two round trips: one read of all parts, one
 * transaction. Where a rule of the school depends on the family's other bookings, their classes are read in between. A
 * request repeated with the same key gets the booking that the first one made, even where the rules would refuse a new
 * booking by now (midnight passed, the child was removed).
 * @throws ProblemError as listed by the route
 */
export const bookSlot: Operation<'bookSlot', TimedDeps> = async ({ caller, body, idempotencyKey }, deps) => {
  const attempt: Attempt = { parentId: caller.userId, order: body, idempotencyKey };
  try {
    return await tryToBook(attempt, deps);
  } catch (error) {
    if (!(error instanceof ProblemError) || !refusedBeforeWriting.has(error.code)) throw error;
    return answerRefused(error, attempt, deps.table);
  }
};
