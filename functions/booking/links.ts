import { daySession, sessionsWithSlots } from '#shared/booking/booked-sessions';
import type { LinkedBookingRoutes } from '#shared/booking/links-routes';
import type { LinkedDay } from '#shared/booking/not-coming';
import { businessMoment, compareTimes } from '#shared/lib/business-time';
import { hasBegun } from '#shared/sessions/sessions';
import { actsForFamily } from '../accounts/account-marks.ts';
import type { LinksDeps } from '../lib/deps.ts';
import type { Operation } from '../lib/http/operation.ts';
import { problem } from '../lib/http/problem-error.ts';
import { type DayLink, findDayLink } from './booking-changes.ts';
import { readBookedSlots } from './booking-details.ts';
import { listBookingsOfParent, type StoredBooking } from './bookings.ts';
import * as lib from './steps.ts';

// A link ends when its account leaves the family (FID-03). Two round trips.
const readLink = async (
  secret: string,
  { table }: LinksDeps,
): Promise<DayLink & { readonly bookings: readonly StoredBooking[] }> => {
  const link = await findDayLink(table, secret);
  if (!link) throw problem('dayLinkInvalid');
  const [isOfMember, bookings] = await Promise.all([
    actsForFamily(table, link.account, link.parent_id),
    listBookingsOfParent(table, link.parent_id),
  ]);
  if (!isOfMember) throw problem('dayLinkInvalid');
  return { ...link, bookings };
};

// The sessions of a day that are on, by time.
const dayOf = async (
  { date, bookings }: { readonly date: DayLink['date']; readonly bookings: readonly StoredBooking[] },
  { table, clock, timeZone }: LinksDeps,
): Promise<LinkedDay> => {
  const moment = businessMoment(clock(), timeZone);
  const notComing = new Map(bookings.map(({ id, not_coming }) => [id, not_coming?.has(date) ?? false]));
  const sessions = (await readBookedSlots(table, bookings)).flatMap(
    ({ booking, class: cls, time_slot, earlier_slots }) => {
      const session = daySession(sessionsWithSlots(cls, booking, [time_slot, ...earlier_slots]), date);
      if (!session) return [];
      const { start_time, end_time } = session.slot;
      return [
        {
          booking_id: booking.id,
          child_name: booking.child_name,
          class_type: cls.class_type,
          venue: cls.venue,
          start_time,
          end_time,
          not_coming: notComing.get(booking.id) ?? false,
          has_begun: hasBegun(date, session.slot, moment),
        },
      ];
    },
  );
  return {
    date,
    sessions: sessions.toSorted((one, other) => compareTimes(one.start_time, other.start_time)),
  };
};

export const getLinkedDay: Operation<LinkedBookingRoutes['getLinkedDay'], LinksDeps> = async (
  { body },
  deps,
) => dayOf(await readLink(body.secret, deps), deps);

export const setLinkedNotComing: Operation<LinkedBookingRoutes['setLinkedNotComing'], LinksDeps> = async (
  { body },
  deps,
) => {
  const { date, bookings, account } = await readLink(body.secret, deps);
  const { booking_id, not_coming } = body;
  await lib.setNotComing(
    bookings.find(({ id }) => id === booking_id),
    { date, not_coming, by: account },
    deps,
  );
  // The index, by which a family's bookings are found, may be behind.
  const changed = bookings.map((booking) =>
    booking.id === booking_id ? { ...booking, not_coming: new Set(not_coming ? [date] : []) } : booking,
  );
  return dayOf({ date, bookings: changed }, deps);
};
