import { instantOf } from '#shared/domain/time/instant-of';
import type { BookingId } from '#shared/schemas/ids';
import type { Instant } from '#shared/schemas/values';
import { monthBookingsPartition } from '../dynamo/keys/bookings.ts';
import { inPartition, type Query, queryAll, queryFirst, queryPages } from '../dynamo/query.ts';
import { timeOfId } from '../ids.ts';
import type { Table } from '../table.ts';
import { bookingFromItem, type StoredBooking } from './bookings.ts';

/** Which bookings to read, from the newest to the oldest. */
export interface BookingRange {
  /** Only bookings made before this one; without it, from the newest on. */
  readonly before: BookingId | undefined;
  readonly now: Date;
  /** No booking is older than this. */
  readonly oldest: Date;
}

const monthStart = (date: Date, monthsBack = 0): Instant =>
  instantOf(new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - monthsBack)));

/** One Query for each month of a range, the latest first. */
const monthQueries = ({ before, now, oldest }: BookingRange): Query[] => {
  const latest = before && timeOfId(before) < now ? timeOfId(before) : now;
  const months: Instant[] = [];
  for (let back = 0; monthStart(latest, back) >= monthStart(oldest); back += 1)
    months.push(monthStart(latest, back));
  return months.map((month) => ({
    ...inPartition(monthBookingsPartition(month), { before }),
    ScanIndexForward: false,
  }));
};

/** The bookings of all families, newest first, in pages of at most `pageSize`. Each page is read when asked for. */
export async function* monthBookings(
  table: Table,
  range: BookingRange,
  pageSize: number,
): AsyncGenerator<StoredBooking[]> {
  for (const query of monthQueries(range)) {
    for await (const items of queryPages(table, query, pageSize)) yield items.map(bookingFromItem);
  }
}

/** The newest bookings of all families, at most `limit`. Reads no more bookings than it gives. */
export const listNewestBookings = async (
  table: Table,
  range: BookingRange,
  limit: number,
): Promise<StoredBooking[]> => (await queryFirst(table, monthQueries(range), limit)).map(bookingFromItem);

/** A booking by its id, which holds the month it was made in; undefined where there is none. One Query. */
export const findBooking = async (table: Table, id: BookingId): Promise<StoredBooking | undefined> => {
  // An id can hold a year that no date text can.
  if (timeOfId(id).getUTCFullYear() > 9999) return undefined;
  const month = monthBookingsPartition(monthStart(timeOfId(id)));
  const items = await queryAll(table, inPartition(month, { is: id }));
  return items.map(bookingFromItem)[0];
};
