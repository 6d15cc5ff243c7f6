import type { ProblemCode } from '#shared/contract/errors';
import type { BookedTogether, Booking, BookingDetails } from '#shared/schemas/booking';
import type { BookSlot } from '#shared/schemas/booking-input';
import type { IdempotencyKey, UserId } from '#shared/schemas/ids';
import { listBookingsInSlot, type StoredBooking } from '../data/bookings/bookings.ts';
import { getManagedClass } from '../data/classes/managed-classes.ts';
import { describeBookings } from '../data/joins/booking-details.ts';
import { hasEnded } from '../data/ledger/charges.ts';
import { getFamilyLedger } from '../data/ledger/family-ledger.ts';
import type { Table } from '../data/table.ts';
import { type ProblemError, problem } from '../lib/http/problem-error.ts';
import { askedPlaces, refusalOf } from './read-booking-parts.ts';

/** A booking as it was asked for, or those of siblings who are booked together. */
export interface Attempt {
  readonly parentId: UserId;
  readonly order: BookSlot;
  readonly idempotencyKey: IdempotencyKey;
}

/** Of some bookings, those that the attempt made, in the order of its children. */
export const madeBy = <Made extends StoredBooking>(
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

/** That a child who is asked for has a place already. */
export const alreadyBooked = (order: BookSlot, { child_id, child_name }: StoredBooking): ProblemError =>
  refusalOf(order, child_id, problem('alreadyBooked', { child: child_name }));

/** The bookings of an attempt as it is answered; undefined where there are none. */
const describeMade = async (
  table: Table,
  bookings: readonly StoredBooking[],
): Promise<BookedTogether | undefined> => {
  const [first] = await describeBookings(table, bookings.slice(0, 1));
  return first && withSiblings(first, bookings.slice(1));
};

/** An answer to a booking; those of siblings only where there are some. */
export const withSiblings = (first: BookingDetails, siblings: readonly Booking[]): BookedTogether => ({
  ...first,
  ...(siblings.length > 0 && { siblings: [...siblings] }),
});

/**
 * Refusals that come before the transaction. Only the transaction meets the booking of an earlier try of the same attempt,
 * so that booking is looked for after one of these.
 */
export const refusedBeforeWriting: ReadonlySet<ProblemCode> = new Set([
  'childNotFound',
  'slotNotFound',
  'notOpenYet',
  'programEnded',
  'priceChanged',
  'dueDatesChanged',
  'trialDateChanged',
  'calendarChanged',
  'sessionsOverlap',
  'trialHeld',
  'tooManyLiveBookings',
]);

/** Of these, the ones that the child's booking and the family's deletion come before (BOK-53). */
const afterOwnBooking: ReadonlySet<ProblemCode> = new Set([
  'notOpenYet',
  'calendarChanged',
  'sessionsOverlap',
  'tooManyLiveBookings',
]);

/**
 * The answer to an attempt whose booking left its slot: the booking where it is now, if it was moved within its class
 * (MOV-03). One consistent Query, and one for each slot of the class.
 * @throws ProblemError bookingCancelled
 */
export const answerEnded = async (attempt: Attempt, table: Table): Promise<BookedTogether> => {
  const cls = await getManagedClass(table, attempt.order.class_id);
  const slots = cls?.time_slots ?? [];
  const bookings = await Promise.all(slots.map(({ id }) => listBookingsInSlot(table, id, attempt.parentId)));
  const answer = await describeMade(table, madeBy(attempt, bookings.flat()));
  if (!answer) throw problem('bookingCancelled');
  return answer;
};

/**
 * The answer to a request that the rules refuse: the booking of an earlier request of the same attempt, whose answer may
 * not have arrived, or the refusal that comes first (BOK-53). That the attempt's booking ended comes before every rule.
 * @throws ProblemError alreadyBooked, profileNotFound, bookingCancelled, or the refusal
 */
export const answerRefused = async (
  refusal: ProblemError,
  attempt: Attempt,
  table: Table,
): Promise<BookedTogether> => {
  const { order } = attempt;
  const [bookings, ledger] = await Promise.all([
    listBookingsInSlot(table, order.time_slot_id, attempt.parentId),
    getFamilyLedger(table, attempt.parentId, { consistent: true }),
  ]);
  const answer = await describeMade(table, madeBy(attempt, bookings));
  if (answer) return answer;
  // A sibling who was booked meanwhile changes the prices of the others: the answer says who it is (BSK-02).
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
