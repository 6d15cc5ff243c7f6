import { bookedPart, withoutCancellation } from '#shared/domain/sessions/session-changes';
import { changesOf } from '#shared/domain/sessions/sessions';
import { businessMoment } from '#shared/domain/time/business-time';
import { auditEventPut } from '../../data/audit/activity.ts';
import { listBookingsInSlot } from '../../data/bookings/bookings.ts';
import { findBooking } from '../../data/bookings/month-bookings.ts';
import { creditBooking, creditOf } from '../../data/cancellations/credit-booking.ts';
import { takeBackEarlier } from '../../data/cancellations/take-back-credits.ts';
import { getManagedClass } from '../../data/classes/managed-classes.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import { busy, problem } from '../../lib/http/problem-error.ts';
import { sessionChangeAttempts } from '../../limits.ts';
import type { AdminDeps } from '../deps.ts';

/**
 * Credits a booking the value of a cancelled session, for example if the family cannot come to the make-up session
 * (CAN-10). A repeated request credits nothing more.
 * @throws ProblemError bookingNotFound, sessionNotFound, busy
 */
export const creditSession: Operation<'creditSession', AdminDeps> = async ({ caller, body }, deps) => {
  const { table, clock, timeZone } = deps;
  const { booking_id, date } = body;
  const found = await findBooking(table, booking_id);
  const cls = found && (await getManagedClass(table, found.class_id));
  if (!found || !cls) throw problem('bookingNotFound');
  // The booking may have moved to another slot of the class since it had the session.
  const slot = cls.time_slots.find((one) =>
    bookedPart(withoutCancellation(cls, one, date), one, found, date),
  );
  const change = slot && changesOf(cls, slot).get(date);
  if (!slot || change?.state !== 'cancelled') throw problem('sessionNotFound');
  const now = clock();
  const moment = businessMoment(now, timeZone);
  const session = { class_id: cls.id, slot_id: slot.id, date };
  await takeBackEarlier(
    table,
    session,
    { cls: withoutCancellation(cls, slot, date), bookings: [found] },
    moment,
  );
  const { calendar_version } = change;
  for (let attempt = 0; attempt < sessionChangeAttempts; attempt += 1) {
    const own = await listBookingsInSlot(table, found.time_slot_id, found.parent_id);
    const booking = own.find(({ id }) => id === booking_id);
    if (!booking) throw problem('bookingNotFound');
    const credit = creditOf(booking, { cls, slot, date, calendar_version, moment, madeBy: caller.userId });
    if (!credit) throw problem('sessionNotFound');
    const { amount, cause } = credit;
    if (booking.credited_dates.has(cause.date)) return { amount };
    const audit = auditEventPut(table, now, {
      actor_id: caller.userId,
      action: 'session.credited',
      subject_id: booking.id,
      class_id: cls.id,
      fields: [date],
    });
    const outcome = await creditBooking(table, booking, credit, [audit]);
    if (outcome === 'done') return { amount };
    if (outcome === 'busy') throw busy();
  }
  throw busy();
};
