import { businessMoment } from '#shared/domain/business-time';
import { sessionsLeft } from '#shared/domain/sessions-left';
import { listBookingsOfParent } from '../data/bookings/bookings.ts';
import { describeBookings } from '../data/families/booking-details.ts';
import type { Operation } from '../http/create-handler.ts';
import type { FamilyDeps } from './deps.ts';

export const listMyBookings: Operation<'listMyBookings', FamilyDeps> = async (
  { caller },
  { table, clock, timeZone },
) => {
  const moment = businessMoment(clock(), timeZone);
  const bookings = await describeBookings(table, await listBookingsOfParent(table, caller.userId));
  return {
    bookings: bookings.map((booking) => ({
      ...booking,
      sessions_left: sessionsLeft(booking.time_slot.class, booking.time_slot, booking, moment),
    })),
  };
};
