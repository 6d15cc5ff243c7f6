import { businessMoment } from '#shared/domain/business-time';
import { changesOf } from '#shared/domain/sessions';
import { auditEventPut } from '../data/audit/activity.ts';
import { findBooking } from '../data/bookings/month-bookings.ts';
import { creditBooking, creditOf } from '../data/cancellations/credit-booking.ts';
import { getManagedClass } from '../data/classes/managed-classes.ts';
import type { Operation } from '../http/create-handler.ts';
import { busy, problem } from '../http/problem-error.ts';
import type { AdminDeps } from './deps.ts';

/**
 * Credits a booking the value of a cancelled session, such as to a family that cannot come to the make-up (CAN-10). Sent
 * twice, nothing is credited twice.
 * @throws ProblemError bookingNotFound, sessionNotFound, busy
 */
export const creditSession: Operation<'creditSession', AdminDeps> = async ({ caller, body }, deps) => {
  const { table, clock, timeZone } = deps;
  const { booking_id, date } = body;
  const booking = await findBooking(table, booking_id);
  const cls = booking && (await getManagedClass(table, booking.class_id));
  if (!booking || !cls) throw problem('bookingNotFound');
  const change = changesOf(cls, { id: booking.time_slot_id }).get(date);
  if (change?.state !== 'cancelled') throw problem('sessionNotFound');
  const now = clock();
  const { calendar_version } = change;
  const moment = businessMoment(now, timeZone);
  const credit = creditOf(booking, { cls, date, calendar_version, moment, madeBy: caller.userId });
  if (!credit) throw problem('sessionNotFound');
  const audit = auditEventPut(table, now, {
    actor_id: caller.userId,
    action: 'session.credited',
    subject_id: booking.id,
    class_id: cls.id,
    fields: [date],
  });
  if ((await creditBooking(table, booking, credit, [audit])) === 'busy') throw busy();
  return { amount: credit.amount };
};
