import { freeUntil } from '#shared/domain/bookings/cancellation-terms';
import { sessionsLeft } from '#shared/domain/bookings/sessions-left';
import { nextUpcomingDate } from '#shared/domain/sessions/sessions';
import { businessMoment } from '#shared/domain/time/business-time';
import type { MyBooking } from '#shared/schemas/my-bookings';
import { listBookingsOfParent } from '../data/bookings/bookings.ts';
import { movedFromDate } from '../data/bookings/move-trial.ts';
import { endableOf, quoteLive } from '../data/endings/end-booking.ts';
import { describeBooking } from '../data/joins/booking-details.ts';
import { readChargeStates } from '../data/joins/charge-states.ts';
import { readEndedBookings } from '../data/joins/ended-bookings.ts';
import { readDiscountFacts } from '../data/joins/family-places.ts';
import { type MyBookingParts, readMyBookings } from '../data/joins/my-bookings.ts';
import { readAttendance } from '../data/registers/family-marks.ts';
import { readSettings } from '../data/settings/settings.ts';
import type { Operation } from '../lib/http/create-handler.ts';
import type { TimedDeps } from '../timed-deps.ts';

/** What cancelling a booking now does; null where its slot has no session to come. */
const endingOf = (parts: MyBookingParts, deps: TimedDeps): MyBooking['ending'] => {
  const moment = businessMoment(deps.clock(), deps.timeZone);
  if (!nextUpcomingDate(parts.cls, parts.slot, moment)) return null;
  const { terms } = endableOf(parts, deps.timeZone);
  return { free_until: freeUntil(terms), credit: quoteLive(parts, { reason: 'cancelled' }, deps).credit };
};

/**
 * The caller's bookings, live and ended, each with how far it is paid (END-03, PAY-10), and of live ones to which sessions the
 * child came (REG-09). Two round trips, and one more for a family that has paid a part or was credited, or whose classes have
 * make-up sessions.
 */
export const listMyBookings: Operation<'listMyBookings', TimedDeps> = async ({ caller }, deps) => {
  const { table } = deps;
  const moment = businessMoment(deps.clock(), deps.timeZone);
  // The settings are read beside the rest; below they are known.
  const [bookings, ended] = await Promise.all([
    listBookingsOfParent(table, caller.userId),
    readEndedBookings(table, caller.userId),
    readSettings(table),
  ]);
  // The index may list a booking that has just ended.
  const endedIds = new Set(ended.map(({ id }) => id));
  const notEnded = bookings.filter(({ id }) => !endedIds.has(id));
  const [live, paymentOf, discounts, attendanceOf] = await Promise.all([
    readMyBookings(table, notEnded),
    readChargeStates(table, [...notEnded, ...ended], moment),
    readDiscountFacts(table, notEnded, moment),
    readAttendance(table, notEnded, moment.today),
  ]);
  return {
    discounts,
    bookings: live.map((parts) => ({
      ...describeBooking(parts.booking, {
        parent: parts.parent,
        time_slot: parts.slot,
        class: parts.cls,
      }),
      payment: paymentOf(parts.booking),
      ending: endingOf(parts, deps),
      sessions_left: sessionsLeft(parts, moment),
      credited_dates: [...parts.booking.credited_dates],
      not_coming: [...(parts.booking.not_coming ?? [])].toSorted(),
      attendance: attendanceOf(parts.booking),
      program_price: parts.booking.program_price,
      earlier_times: parts.earlier_slots.map(({ id, start_time, end_time }) => ({
        id,
        start_time,
        end_time,
      })),
      moved_from_date: movedFromDate(parts.booking),
    })),
    ended: ended.map((record) => ({ ...record, payment: paymentOf(record) })),
  };
};
