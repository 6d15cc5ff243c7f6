import type { BookingId } from '#shared/schemas/ids';
import { getClass } from '../../data/classes/classes.ts';
import type { Table } from '../../data/table.ts';
import type { FullLedger } from '../../data/views/full-ledger.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import { problem } from '../../lib/http/problem-error.ts';
import type { AdminDeps } from '../deps.ts';
import { checkPaymentDay } from './check-payment-day.ts';
import { attemptCause, recordInLedger } from './record-entry.ts';

/**
 * The class of the booking that a payment names.
 * @throws ProblemError bookingNotFound for a booking of another family
 */
const classOf = async (table: Table, { bookings, ended }: FullLedger, bookingId: BookingId) => {
  const record = ended.find(({ id }) => id === bookingId);
  if (record) return { id: record.class_id, class_type: record.class_type, venue: record.venue };
  const booking = bookings.find(({ id }) => id === bookingId);
  if (!booking) throw problem('bookingNotFound');
  const cls = await getClass(table, booking.class_id);
  return cls ? { id: cls.id, class_type: cls.class_type, venue: cls.venue } : null;
};

/** Records money that came in, and asks for a receipt (PAY-05, PAY-06). */
export const recordPayment: Operation<'recordPayment', AdminDeps> = (
  { caller, params: { parentId }, body, idempotencyKey },
  deps,
) =>
  recordInLedger({ caller, parentId }, deps, 'entry.recorded', async ({ today, common }, ledger) => {
    const { note, receipt, ...payment } = body;
    checkPaymentDay(payment.day, today);
    const { booking_id } = payment;
    return {
      entry: {
        kind: 'payment',
        ...payment,
        ...common,
        cause: attemptCause(idempotencyKey),
        class: booking_id && (await classOf(deps.table, ledger, booking_id)),
      },
      note,
      receipt,
    };
  });
