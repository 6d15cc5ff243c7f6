import type { ProblemCode } from '#shared/contract/errors';
import { ageOn } from '#shared/domain/age';
import { toCalendarDate } from '#shared/domain/calendar';
import { bookingAmount } from '#shared/domain/pricing';
import { nextSessionDate, programTiming } from '#shared/domain/schedule';
import type { BookingDetails } from '#shared/schemas/booking';
import type { BookSlot } from '#shared/schemas/booking-input';
import type { IdempotencyKey, UserId } from '#shared/schemas/ids';
import { instantSchema } from '#shared/schemas/values';
import {
  describeBooking,
  describeBookings,
  findBookingOfAttempt,
  type StoredBooking,
} from '../data/bookings/bookings.ts';
import { takePlace } from '../data/bookings/take-place.ts';
import type { Table } from '../data/dynamo/table.ts';
import { newBookingId } from '../data/ids.ts';
import type { Operation } from '../http/create-handler.ts';
import { ProblemError, problem } from '../http/problem-error.ts';
import type { FamilyDeps } from './deps.ts';
import { type BookingParts, readBookingParts } from './read-booking-parts.ts';

/** Refusals that come before the transaction, which alone knows of an earlier booking. */
const refusedBeforeWriting: ReadonlySet<ProblemCode> = new Set([
  'childNotFound',
  'slotNotFound',
  'programEnded',
  'trialNotAvailable',
  'priceChanged',
]);

interface Attempt {
  readonly parentId: UserId;
  readonly order: BookSlot;
  readonly idempotencyKey: IdempotencyKey;
}

/**
 * What is to be stored, as agreed now.
 * @throws ProblemError programEnded, trialNotAvailable, priceChanged
 */
export const agreeBooking = (
  attempt: Attempt,
  { class: cls, child }: Pick<BookingParts, 'class' | 'child'>,
  deps: Pick<FamilyDeps, 'clock' | 'timeZone'>,
): StoredBooking => {
  const { order, parentId, idempotencyKey } = attempt;
  const now = deps.clock();
  const today = toCalendarDate(now, deps.timeZone);
  if (programTiming(cls, today) === 'ended') throw problem('programEnded');
  const trialDate = order.is_trial ? nextSessionDate(cls, today) : null;
  if (order.is_trial && trialDate === null) throw problem('trialNotAvailable');
  const amount = bookingAmount(cls, order.is_trial, today);
  // The parent agreed to the total on the screen: another one is asked for again, never charged silently.
  if (amount !== order.amount) throw problem('priceChanged');
  return {
    id: newBookingId(now),
    parent_id: parentId,
    class_id: cls.id,
    time_slot_id: order.time_slot_id,
    child_id: child.id,
    child_name: child.name,
    child_age: ageOn(child.date_of_birth, today),
    is_trial: order.is_trial,
    trial_date: trialDate,
    amount,
    created_at: instantSchema.parse(now.toISOString()),
    idempotency_key: idempotencyKey,
  };
};

const isSameOrder = (booking: StoredBooking, { order, idempotencyKey }: Attempt): boolean =>
  booking.idempotency_key === idempotencyKey &&
  booking.child_id === order.child_id &&
  booking.is_trial === order.is_trial;

/** The answer that an earlier request of the same attempt was given, but perhaps never arrived. */
const findEarlierAnswer = async (attempt: Attempt, table: Table): Promise<BookingDetails | undefined> => {
  const { order, parentId, idempotencyKey } = attempt;
  const earlier = await findBookingOfAttempt(table, order.time_slot_id, parentId, idempotencyKey);
  if (!earlier || !isSameOrder(earlier, attempt)) return undefined;
  return (await describeBookings(table, [earlier]))[0];
};

/** Stores the booking, or says why not. */
const store = async (
  booking: StoredBooking,
  parts: BookingParts,
  attempt: Attempt,
  table: Table,
): Promise<BookingDetails> => {
  const result = await takePlace(table, booking);
  switch (result.outcome) {
    case 'booked':
      return describeBooking(booking, parts);
    case 'exists':
      if (isSameOrder(result.existing, attempt)) return describeBooking(result.existing, parts);
      throw problem('alreadyBooked', { child: booking.child_name });
    case 'full':
      throw problem('slotFull');
    case 'gone':
      throw problem('slotNotFound');
    case 'busy':
      throw problem('busy', {}, { retryAfter: 1 });
  }
};

/**
 * Takes a place for one of the caller's children (BOK-25 to BOK-33), in two round trips: one read of all parts, one
 * transaction. Sent again with the same key it answers with the booking it made, even where the rules would by now
 * refuse a new one (midnight passed, the child was removed).
 * @throws ProblemError as listed by the route
 */
export const bookSlot: Operation<'bookSlot', FamilyDeps> = async ({ caller, body, idempotencyKey }, deps) => {
  const attempt: Attempt = { parentId: caller.userId, order: body, idempotencyKey };
  try {
    const parts = await readBookingParts(deps.table, attempt.parentId, attempt.order);
    const booking = agreeBooking(attempt, parts, deps);
    return await store(booking, parts, attempt, deps.table);
  } catch (error) {
    if (!(error instanceof ProblemError) || !refusedBeforeWriting.has(error.code)) throw error;
    const earlier = await findEarlierAnswer(attempt, deps.table);
    if (earlier) return earlier;
    throw error;
  }
};
