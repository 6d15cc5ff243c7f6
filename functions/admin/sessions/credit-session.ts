import { changesOf } from '#shared/domain/sessions/sessions';
import { businessMoment } from '#shared/domain/time/business-time';
import { auditEventPut } from '../../data/audit/activity.ts';
import { listBookingsInSlot } from '../../data/bookings/bookings.ts';
import { findBooking } from '../../data/bookings/month-bookings.ts';
import { creditAmount, creditBooking, takeBackStale } from '../../data/cancellations/credit-booking.ts';
import { creditableSession } from '../../data/cancellations/settle-cancellation.ts';
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
  const now = clock();
  const moment = businessMoment(now, timeZone);
  for (let attempt = 0; attempt < sessionChangeAttempts; attempt += 1) {
    const found = await findBooking(table, booking_id);
    const cls = found && (await getManagedClass(table, found.class_id));
    const own = found && (await listBookingsInSlot(table, found.time_slot_id, found.parent_id));
    const stored = own?.find(({ id }) => id === booking_id);
    if (!stored || !cls) throw problem('bookingNotFound');
    // The booking may have moved to another slot of the class since it had the session.
    const [session] = cls.time_slots.flatMap((slot) => creditableSession(cls, slot, stored, date) ?? []);
    const change = session && changesOf(cls, { id: session.part.slot_id }).get(date);
    if (!session || change?.state !== 'cancelled') throw problem('sessionNotFound');
    const booking = await takeBackStale(table, session, moment);
    const amount = creditAmount({ ...session, booking });
    if (amount === 0) throw problem('sessionNotFound');
    if (booking.credited_dates.has(session.part.agreed)) return { amount };
    const audit = auditEventPut(table, now, {
      actor_id: caller.userId,
      action: 'session.credited',
      subject_id: booking.id,
      class_id: cls.id,
      fields: [date],
    });
    const by = { moment, madeBy: caller.userId };
    const outcome = await creditBooking(table, { ...session, booking }, change, by, [audit]);
    if (outcome === 'done') return { amount };
    if (outcome === 'busy') throw busy();
  }
  throw busy();
};
