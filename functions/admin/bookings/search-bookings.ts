import { bookingCount } from '#shared/domain/classes/capacity';
import { businessMoment } from '#shared/domain/time/business-time';
import type { SearchBookings } from '#shared/schemas/booking-admin';
import type { ManagedClass } from '#shared/schemas/class-input';
import { type BookingRange, listNewestBookings } from '../../data/bookings/month-bookings.ts';
import { listManagedClasses } from '../../data/classes/managed-classes.ts';
import { timeOfId } from '../../data/ids.ts';
import { describeBookingsOfClasses } from '../../data/joins/booking-details.ts';
import { readChargeStates } from '../../data/joins/charge-states.ts';
import type { Table } from '../../data/table.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import type { AdminDeps } from '../deps.ts';
import { type FoundBookings, findBookings } from './find-bookings.ts';

/** One page of all bookings. Reads one booking more, which says whether there is a next page. */
const listNewest = async (
  table: Table,
  { limit }: SearchBookings,
  classes: readonly ManagedClass[],
  range: BookingRange,
): Promise<FoundBookings> => {
  const bookings = await listNewestBookings(table, range, limit + 1);
  const page = bookings.slice(0, limit);
  return {
    bookings: page,
    total: classes.flatMap(({ time_slots }) => time_slots).reduce((sum, slot) => sum + bookingCount(slot), 0),
    nextCursor: bookings.length > limit ? (page.at(-1)?.id ?? null) : null,
  };
};

/**
 * Bookings newest first, page by page: all of them, or those found by child, parent, email or venue, or left by a filter (PRM-08,
 * API-13).
 * All classes are read for every page: a search looks through their venues, the sum of their counters is the total, and
 * one Query costs less than reading each class by key.
 */
export const searchBookings: Operation<'searchBookings', AdminDeps> = async (
  { body },
  { table, clock, timeZone },
) => {
  const classes = (await listManagedClasses(table)).filter(({ deleting }) => !deleting);
  const oldestClass = classes.at(-1);
  if (!oldestClass) return { bookings: [], total: 0, next_cursor: null };
  const range = { before: body.cursor, now: clock(), oldest: timeOfId(oldestClass.id) };
  const moment = businessMoment(clock(), timeZone);
  const isAll = body.query === '' && !body.class_id && !body.venue_id && !body.payment && !body.when;
  const { bookings, total, nextCursor } = isAll
    ? await listNewest(table, body, classes, range)
    : await findBookings(table, body, classes, range, moment);
  const [described, paymentOf] = await Promise.all([
    describeBookingsOfClasses(table, bookings, classes),
    readChargeStates(table, bookings, moment),
  ]);
  return {
    bookings: described.map((booking) => ({ ...booking, payment: paymentOf(booking) })),
    total,
    next_cursor: nextCursor,
  };
};
