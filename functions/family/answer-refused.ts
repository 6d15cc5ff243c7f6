import type { ProblemCode } from '#shared/contract/errors';
import type { BookingDetails } from '#shared/schemas/booking';
import type { BookSlot } from '#shared/schemas/booking-input';
import type { IdempotencyKey, UserId } from '#shared/schemas/ids';
import { listBookingsInSlot, type StoredBooking } from '../data/bookings/bookings.ts';
import { getManagedClass } from '../data/classes/managed-classes.ts';
import { hasEnded } from '../data/ledger/charges.ts';
import { getFamilyLedger } from '../data/ledger/family-ledger.ts';
import type { Table } from '../data/table.ts';
import { describeBookings } from '../data/views/booking-details.ts';
import { type ProblemError, problem } from '../lib/http/problem-error.ts';

/** A booking as it was asked for. */
export interface Attempt {
  readonly parentId: UserId;
  readonly order: BookSlot;
  readonly idempotencyKey: IdempotencyKey;
}

/** Whether a booking is the one that the attempt made. */
export const isSameOrder = (booking: StoredBooking, { order, idempotencyKey }: Attempt): boolean =>
  booking.idempotency_key === idempotencyKey &&
  booking.child_id === order.child_id &&
  booking.is_trial === order.is_trial;

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
export const answerEnded = async (attempt: Attempt, table: Table): Promise<BookingDetails> => {
  const cls = await getManagedClass(table, attempt.order.class_id);
  const slots = cls?.time_slots ?? [];
  const bookings = await Promise.all(slots.map(({ id }) => listBookingsInSlot(table, id, attempt.parentId)));
  const moved = bookings.flat().filter((booking) => isSameOrder(booking, attempt));
  const [answer] = await describeBookings(table, moved);
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
): Promise<BookingDetails> => {
  const { time_slot_id, child_id } = attempt.order;
  const [bookings, ledger] = await Promise.all([
    listBookingsInSlot(table, time_slot_id, attempt.parentId),
    getFamilyLedger(table, attempt.parentId, { consistent: true }),
  ]);
  const earlier = bookings.filter((booking) => isSameOrder(booking, attempt));
  const [answer] = await describeBookings(table, earlier);
  if (answer) return answer;
  if (afterOwnBooking.has(refusal.code)) {
    const other = bookings.find((booking) => booking.child_id === child_id);
    if (other) throw problem('alreadyBooked', { child: other.child_name });
    if (ledger?.closing) throw problem('profileNotFound');
  }
  if (ledger && hasEnded(ledger, attempt.idempotencyKey)) return answerEnded(attempt, table);
  throw refusal;
};
