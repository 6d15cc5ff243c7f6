import { type BookingTerms, bookingTerms } from '#shared/domain/bookings/booking-terms';
import { ageOn } from '#shared/domain/children/age';
import { dueDates, isSameDates } from '#shared/domain/ledger/due-dates';
import { type DiscountOn, dependsOnFamily, discountFor, noDiscount } from '#shared/domain/pricing/discounts';
import { slotBookingAmount } from '#shared/domain/pricing/session-pricing';
import { timesIn } from '#shared/domain/sessions/overlaps';
import { type BusinessMoment, businessMoment, toCalendarDate } from '#shared/domain/time/business-time';
import { instantOf } from '#shared/domain/time/instant-of';
import { limits } from '#shared/limits';
import type { Booking, BookingDetails } from '#shared/schemas/booking';
import type { BookSlot } from '#shared/schemas/booking-input';
import type { SchoolSettings } from '#shared/schemas/school-settings';
import { centsSchema } from '#shared/schemas/values';
import type { StoredBooking } from '../data/bookings/bookings.ts';
import { holdsTrial } from '../data/bookings/held-trials.ts';
import { takePlace } from '../data/bookings/take-place.ts';
import { newBookingId } from '../data/ids.ts';
import { placesIn } from '../data/ledger/places.ts';
import { readSettings } from '../data/settings/settings.ts';
import { describeBooking } from '../data/views/booking-details.ts';
import { readDiscountFacts } from '../data/views/family-places.ts';
import { readOtherBookings } from '../data/views/family-sessions.ts';
import { countLiveBookings } from '../data/views/live-bookings.ts';
import { dropEntryOfChild } from '../data/waiting/drop-entry.ts';
import { checkOpening } from '../lib/check-opening.ts';
import { overlapProblem } from '../lib/check-overlaps.ts';
import type { Operation } from '../lib/http/create-handler.ts';
import { busy, ProblemError, problem } from '../lib/http/problem-error.ts';
import { conflictRetryMs } from '../limits.ts';
import type { TimedDeps } from '../timed-deps.ts';
import {
  type Attempt,
  answerEnded,
  answerRefused,
  isSameOrder,
  refusedBeforeWriting,
} from './answer-refused.ts';
import { type BookingParts, readBookingParts } from './read-booking-parts.ts';

/**
 * Compares what the parent agreed to on the screen with what is to be had: anything else needs another agreement.
 * @throws ProblemError priceChanged, dueDatesChanged, trialDateChanged, calendarChanged
 */
const checkAgreed = (order: BookSlot, terms: BookingTerms, due_dates: Booking['due_dates']): void => {
  if (order.amount !== terms.amount) throw problem('priceChanged');
  if (!isSameDates(order.due_dates, due_dates)) throw problem('dueDatesChanged');
  if (order.is_trial && order.trial_date !== terms.trial_date) throw problem('trialDateChanged');
  if (order.calendar_version !== terms.calendar_version) throw problem('calendarChanged');
};

/**
 * The booking to store, by the rules of this moment.
 * @throws ProblemError programEnded, and as `checkAgreed` does
 */
export const agreeBooking = (
  { order, parentId, idempotencyKey }: Attempt,
  { class: cls, time_slot, child }: Pick<BookingParts, 'class' | 'time_slot' | 'child'>,
  { due_rule }: Pick<SchoolSettings, 'due_rule'>,
  moment: BusinessMoment,
  discountOn: DiscountOn = noDiscount,
): StoredBooking => {
  const terms = bookingTerms(cls, time_slot, order.is_trial, moment, discountOn);
  if (!terms) throw problem('programEnded');
  const due_dates = dueDates(due_rule, { ...terms, today: moment.today, isTrial: order.is_trial });
  checkAgreed(order, terms, due_dates);
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
 * Refuses a booking of a family that has as many live bookings as it may hold. The ledger has an upper bound: only where
 * it reaches the limit are the bookings counted.
 * @returns the number of live bookings where they were counted
 * @throws ProblemError tooManyLiveBookings
 */
const checkLiveBookings = async (
  { parent_id, created_at }: StoredBooking,
  { ledger }: BookingParts,
  { table, timeZone }: TimedDeps,
): Promise<number | undefined> => {
  if (ledger.live_bookings_at_most < limits.liveBookings) return undefined;
  const today = toCalendarDate(new Date(created_at), timeZone);
  const live = await countLiveBookings(table, parent_id, today);
  if (live < limits.liveBookings) return live;
  throw problem('tooManyLiveBookings');
};

/** Refuses a booking with a session at the time of another one of the child (BSK-04). @throws ProblemError sessionsOverlap */
const checkOverlaps = async (
  booking: StoredBooking,
  { class: cls, time_slot, ledger, known }: BookingParts,
  { table, timeZone }: TimedDeps,
): Promise<void> => {
  const { parent_id, child_id, time_slot_id, created_at } = booking;
  const asked = { parent_id, child_ids: [child_id], slot_ids: [time_slot_id] };
  const today = toCalendarDate(new Date(created_at), timeZone);
  const others = await readOtherBookings(table, ledger, asked, today, known);
  const refusal = overlapProblem(booking, cls, timesIn(time_slot, booking.dates), others);
  if (refusal) throw refusal;
};

/**
 * Stores the booking.
 * @returns 'places-changed' where the family's places are not those that its price was agreed by
 * @throws ProblemError trialHeld, sessionsOverlap, trialUsed, alreadyBooked, bookingCancelled, profileNotFound, tooManyBookings,
 *   tooManyLiveBookings, calendarChanged, slotFull, slotNotFound, busy
 */
const store = async (
  booking: StoredBooking,
  parts: BookingParts,
  attempt: Attempt,
  { keepsPlaces, ...deps }: TimedDeps & { readonly keepsPlaces: boolean },
): Promise<BookingDetails | 'places-changed'> => {
  if (!booking.is_trial && (await holdsTrial(deps.table, booking, parts.ledger)))
    throw problem('trialHeld', { child: booking.child_name });
  const recounted = await checkLiveBookings(booking, parts, deps);
  await checkOverlaps(booking, parts, deps);
  const result = await takePlace(deps.table, booking, { ledger: parts.ledger, recounted, keepsPlaces });
  const answerBooked = async (booked: StoredBooking): Promise<BookingDetails> => {
    // Only a slot with a list has these: the child does not wait any more.
    if (parts.time_slot.held !== undefined) await dropEntryOfChild(deps, booked);
    return describeBooking(booked, parts);
  };
  switch (result.outcome) {
    case 'booked':
      return answerBooked(result.booking);
    case 'exists':
      if (isSameOrder(result.existing, attempt)) return answerBooked(result.existing);
      throw problem('alreadyBooked', { child: booking.child_name });
    case 'ended':
      return answerEnded(attempt, deps.table);
    case 'trial-used':
      throw problem('trialUsed', { child: booking.child_name });
    case 'no-ledger':
      throw problem('profileNotFound');
    case 'limited':
      throw problem('tooManyBookings');
    case 'calendar-changed':
      throw problem('calendarChanged');
    case 'full':
      throw problem('slotFull');
    case 'gone':
      throw problem('slotNotFound');
    case 'places-changed':
      return result.outcome;
    case 'busy':
      throw busy();
  }
};

/**
 * Reads, agrees and stores. Where the price depends on the family's other bookings and one of these was made or ended
 * meanwhile, it starts again, for at most `conflictRetryMs`.
 */
const tryToBook = async (attempt: Attempt, deps: TimedDeps): Promise<BookingDetails> => {
  const { table, clock, timeZone } = deps;
  const until = performance.now() + conflictRetryMs;
  for (;;) {
    const { parentId, order } = attempt;
    const [parts, settings] = await Promise.all([
      readBookingParts(table, parentId, order),
      readSettings(table),
    ]);
    const moment = businessMoment(clock(), timeZone);
    const { class: cls, child, ledger } = parts;
    await checkOpening(cls, ledger, moment, deps);
    const facts = await readDiscountFacts(table, placesIn(ledger), moment, cls);
    const keepsPlaces = !order.is_trial && dependsOnFamily(facts.rules, cls);
    const discountOn = discountFor({ cls, child_id: child.id, day: moment.today }, facts);
    const booking = agreeBooking(attempt, parts, settings, moment, discountOn);
    const stored = await store(booking, parts, attempt, { ...deps, keepsPlaces });
    if (stored !== 'places-changed') return stored;
    if (performance.now() > until) throw busy();
  }
};

/**
 * Books a place for one of the caller's children (BOK-25 to BOK-33), in two round trips: one read of all parts, one
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
