import { businessMoment } from '#shared/domain/business-time';
import { freeUntil } from '#shared/domain/cancellation-terms';
import { nextUpcomingDate } from '#shared/domain/sessions';
import { sessionsLeft } from '#shared/domain/sessions-left';
import type { MyBooking } from '#shared/schemas/my-bookings';
import { listBookingsOfParent } from '../data/bookings/bookings.ts';
import { listEndedBookings } from '../data/bookings/ended-bookings.ts';
import { endableOf, quoteLive } from '../data/endings/end-booking.ts';
import { describeBooking } from '../data/families/booking-details.ts';
import { readMyBookings } from '../data/families/my-bookings.ts';
import type { Operation } from '../http/create-handler.ts';
import type { FamilyDeps } from './deps.ts';

type Parts = Awaited<ReturnType<typeof readMyBookings>>[number];

/** What cancelling a booking now does; null where its slot has no session to come. */
const endingOf = (parts: Parts, deps: FamilyDeps): MyBooking['ending'] => {
  const moment = businessMoment(deps.clock(), deps.timeZone);
  if (!nextUpcomingDate(parts.cls, parts.slot, moment)) return null;
  const { terms } = endableOf(parts, deps.timeZone);
  return { free_until: freeUntil(terms), credit: quoteLive(parts, { reason: 'cancelled' }, deps).credit };
};

/** The caller's bookings, live and ended (END-03). Two round trips. */
export const listMyBookings: Operation<'listMyBookings', FamilyDeps> = async ({ caller }, deps) => {
  const { table } = deps;
  const moment = businessMoment(deps.clock(), deps.timeZone);
  const [bookings, ended] = await Promise.all([
    listBookingsOfParent(table, caller.userId),
    listEndedBookings(table, caller.userId),
  ]);
  // The index may list a booking that has just ended.
  const endedIds = new Set(ended.map(({ id }) => id));
  const live = await readMyBookings(
    table,
    bookings.filter(({ id }) => !endedIds.has(id)),
  );
  return {
    bookings: live.map((parts) => ({
      ...describeBooking(parts.booking, {
        parent: parts.parent,
        time_slot: parts.slot,
        class: parts.cls,
      }),
      ending: endingOf(parts, deps),
      sessions_left: sessionsLeft(parts.cls, parts.slot, parts.booking, moment),
      program_price: parts.booking.program_price,
    })),
    ended,
  };
};
