import { paginateQuery, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { BookingId } from '#shared/schemas/ids';
import { type Instant, instantSchema } from '#shared/schemas/values';
import { monthBookingsPartition } from '../dynamo/keys.ts';
import { monthIndex, type Table } from '../dynamo/table.ts';
import { timeOfId } from '../ids.ts';
import { bookingFromItem, type StoredBooking } from './bookings.ts';

/** Where to begin and end reading back in time. */
export interface BookingRange {
  /** Begins with the bookings made before this one; without it, with the newest. */
  readonly before: BookingId | undefined;
  readonly now: Date;
  /** No booking is older than this. */
  readonly oldest: Date;
}

const monthStart = (date: Date, monthsBack = 0): Instant =>
  instantSchema.parse(
    new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - monthsBack)).toISOString(),
  );

/** The first moments of all months of a range, the latest first. */
const monthsOf = ({ before, now, oldest }: BookingRange): Instant[] => {
  const latest = before && timeOfId(before) < now ? timeOfId(before) : now;
  const months: Instant[] = [];
  for (let back = 0; monthStart(latest, back) >= monthStart(oldest); back += 1)
    months.push(monthStart(latest, back));
  return months;
};

/** The bookings of one month within a range, newest first, at most so many a request. */
const queryMonth = (table: Table, { before }: BookingRange, month: Instant, pageSize: number) =>
  paginateQuery(
    { client: table.client, pageSize },
    {
      TableName: table.name,
      IndexName: monthIndex.name,
      KeyConditionExpression: before ? 'GSI2PK = :month AND GSI2SK < :before' : 'GSI2PK = :month',
      ExpressionAttributeValues: {
        ':month': monthBookingsPartition(month).GSI2PK,
        ...(before && { ':before': before }),
      },
      ScanIndexForward: false,
    },
  );

/**
 * The bookings of all families, newest first, as many a request as `pageSize` says. Reads a month's partition of the
 * index only when it is asked for one more page.
 */
export async function* monthBookings(
  table: Table,
  range: BookingRange,
  pageSize: number,
): AsyncGenerator<StoredBooking[]> {
  for (const month of monthsOf(range)) {
    for await (const { Items = [] } of queryMonth(table, range, month, pageSize))
      yield Items.map(bookingFromItem);
  }
}

/** The newest bookings of all families, at most `limit`; reads no more of them than it gives. */
export const listNewestBookings = async (
  table: Table,
  range: BookingRange,
  limit: number,
): Promise<StoredBooking[]> => {
  const bookings: StoredBooking[] = [];
  for (const month of monthsOf(range)) {
    for await (const { Items = [] } of queryMonth(table, range, month, limit - bookings.length)) {
      bookings.push(...Items.map(bookingFromItem));
      if (bookings.length >= limit) return bookings;
    }
  }
  return bookings;
};

/** A booking by its id alone, which says in which month it was made; undefined where there is none. One Query. */
export const findBooking = async (table: Table, id: BookingId): Promise<StoredBooking | undefined> => {
  // An id can name a year that no date text can.
  if (timeOfId(id).getUTCFullYear() > 9999) return undefined;
  const { Items = [] } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      IndexName: monthIndex.name,
      KeyConditionExpression: 'GSI2PK = :month AND GSI2SK = :id',
      ExpressionAttributeValues: {
        ':month': monthBookingsPartition(monthStart(timeOfId(id))).GSI2PK,
        ':id': id,
      },
    }),
  );
  return Items.map(bookingFromItem)[0];
};
