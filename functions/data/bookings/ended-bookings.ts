import * as z from 'zod/mini';
import type { BookingEnd } from '#shared/schemas/ended-booking';
import { endedBookingSchema } from '#shared/schemas/ended-booking';
import { type BookingId, type ClassId, type UserId, userIdSchema } from '#shared/schemas/ids';
import { getItem } from '../dynamo/get-item.ts';
import type { Item, ItemRef } from '../dynamo/item-ref.ts';
import {
  endedBookingKey,
  endedBookingsPartition,
  endedInClassKeys,
  endedInClassPartition,
} from '../dynamo/keys/bookings.ts';
import { inPartition, queryAll } from '../dynamo/query.ts';
import type { Write } from '../dynamo/send-transaction.ts';
import { entityAttribute } from '../dynamo/table-schema.ts';
import type { Table } from '../table.ts';
import { bookedDateAttributes, withBookedDates } from './booked-dates.ts';
import { type StoredBooking, storedBookingSchema } from './bookings.ts';

/** The value of the entity attribute on an ended booking; the mailer's stream filter selects it. */
export const endedBookingEntity = 'ended-booking';

/** The record of an ended booking with what the API does not show. */
const storedEndedBookingSchema = z.extend(storedBookingSchema, {
  ...endedBookingSchema.shape,
  /** Whether the family is told by email. */
  tell: z.boolean(),
  /** The administrator who ended it. Records from before records had it have none. */
  made_by: z.optional(userIdSchema),
  /** Of a trial: whether it counts as the one that the child may have in the class (TRI-05). */
  trial_used: z.optional(z.boolean()),
});
export type StoredEndedBooking = z.infer<typeof storedEndedBookingSchema>;

/** What of a class and slot the record of a booking keeps. */
export type EndedSnapshot = Pick<
  StoredEndedBooking,
  'class_type' | 'venue' | 'coach_name' | 'start_time' | 'end_time'
>;

/** How a booking ends, and what follows from it. */
export interface EndedAs {
  readonly ended: BookingEnd;
  readonly tell: boolean;
  readonly made_by?: UserId | undefined;
  readonly moved_to?: BookingId;
  readonly trial_used?: boolean | undefined;
}

/** The record of a booking that ends. The credit of its ending is in the sum of its credits. */
export const endedBooking = (
  { not_coming: _, ...booking }: StoredBooking,
  { class_type, venue, coach_name, start_time, end_time }: EndedSnapshot,
  { ended, ...rest }: EndedAs,
): StoredEndedBooking =>
  storedEndedBookingSchema.parse({
    ...booking,
    ...{ class_type, venue, coach_name, start_time, end_time },
    ...{ ended, ...rest },
    credited: booking.credited + ended.credit,
  });

export const endedBookingItem = ({
  dates,
  trial_date: _,
  credited_dates,
  ...record
}: StoredEndedBooking): Item => ({
  ...endedBookingKey(record.parent_id, record.id),
  [entityAttribute]: endedBookingEntity,
  ...(!record.is_trial && endedInClassKeys(record)),
  ...record,
  ...bookedDateAttributes(dates),
  ...(credited_dates.size > 0 && { credited_dates }),
});

/** @throws ZodError for an item that is not as `endedBookingItem` makes it, such as one of an erased family */
export const endedBookingFromItem = (item: Item): StoredEndedBooking =>
  storedEndedBookingSchema.parse(withBookedDates(item));

export const endedBookingRef = (parentId: UserId, bookingId: BookingId): ItemRef<StoredEndedBooking> => ({
  key: endedBookingKey(parentId, bookingId),
  fromItem: endedBookingFromItem,
});

/** An ended booking of a family, or undefined. One consistent read. */
export const getEndedBooking = (
  table: Table,
  parentId: UserId,
  bookingId: BookingId,
): Promise<StoredEndedBooking | undefined> => getItem(table, endedBookingRef(parentId, bookingId));

/** The write of the record; refused where the booking has one. */
export const endedBookingPut = (table: Table, record: StoredEndedBooking): Write => ({
  Put: {
    TableName: table.name,
    Item: endedBookingItem(record),
    ConditionExpression: 'attribute_not_exists(PK)',
  },
});

/**
 * A family's ended bookings as stored, newest first. One consistent Query: a family reads again what it has just ended. Records
 * of an erased family have no names and are omitted.
 */
export const listEndedBookings = async (table: Table, parentId: UserId): Promise<StoredEndedBooking[]> => {
  const items = await queryAll(table, {
    ...inPartition(endedBookingsPartition(parentId)),
    ScanIndexForward: false,
    ConsistentRead: true,
  });
  return items.filter(({ child_name }) => child_name !== undefined).map(endedBookingFromItem);
};

/** The full bookings of a class that ended, without those of erased families. One Query of an index that may lag. */
export const listEndedOfClass = async (table: Table, classId: ClassId): Promise<StoredEndedBooking[]> => {
  const items = await queryAll(table, inPartition(endedInClassPartition(classId)));
  return items.filter(({ child_name }) => child_name !== undefined).map(endedBookingFromItem);
};
