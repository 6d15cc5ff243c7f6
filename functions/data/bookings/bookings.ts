import { GetCommand, paginateQuery } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { type Booking, type BookingDetails, bookingSchema } from '#shared/schemas/booking';
import {
  type IdempotencyKey,
  idempotencyKeySchema,
  type SlotId,
  type UserId,
  userIdSchema,
} from '#shared/schemas/ids';
import { classFromItem, slotFromItem } from '../classes/classes.ts';
import { batchGet } from '../dynamo/batch-get.ts';
import {
  bookingIndexKeys,
  bookingKey,
  classKey,
  parentBookingsPartition,
  profileKey,
  rosterOfParentPrefix,
  rosterPartition,
  slotKey,
} from '../dynamo/keys.ts';
import { queryAll } from '../dynamo/query-all.ts';
import { entityAttribute, ownerIndex, type Table } from '../dynamo/table.ts';
import { profileFromItem } from '../families/families.ts';

type Item = Record<string, unknown>;

/** The value of the entity attribute on a booking; the mailer's stream filter selects it. */
export const bookingEntity = 'booking';

/** A booking as stored, with the key of the attempt that made it. */
const storedBookingSchema = z.extend(bookingSchema, { idempotency_key: idempotencyKeySchema });
export type StoredBooking = z.infer<typeof storedBookingSchema>;

export const bookingItem = (booking: StoredBooking): Item => ({
  ...bookingKey(booking.time_slot_id, booking.parent_id, booking.child_name),
  ...bookingIndexKeys(booking),
  [entityAttribute]: bookingEntity,
  ...booking,
});

export const bookingFromItem = (item: Item): StoredBooking => storedBookingSchema.parse(item);

/** What a booking refers to, each as read from the table. */
export type BookingReferences = Pick<BookingDetails, 'parent'> & {
  time_slot: Omit<BookingDetails['time_slot'], 'class'>;
  class: BookingDetails['time_slot']['class'];
};

/** A booking joined with what it refers to (API-12). */
export const describeBooking = (
  booking: Booking,
  { parent, time_slot, class: cls }: BookingReferences,
): BookingDetails => ({ ...booking, time_slot: { ...time_slot, class: cls }, parent });

/**
 * Joins bookings with their slots, classes and parents: one BatchGetItem per 100 different ones.
 * A booking whose class is just being deleted has lost what it refers to and is left out.
 */
export const describeBookings = async (
  table: Table,
  bookings: readonly Booking[],
): Promise<BookingDetails[]> => {
  if (bookings.length === 0) return [];
  const item = await batchGet(
    table,
    bookings.flatMap((booking) => [
      classKey(booking.class_id),
      slotKey(booking.class_id, booking.time_slot_id),
      profileKey(booking.parent_id),
    ]),
    { consistent: false },
  );
  return bookings.flatMap((booking) => {
    const cls = item(classKey(booking.class_id));
    const slot = item(slotKey(booking.class_id, booking.time_slot_id));
    const parent = item(profileKey(booking.parent_id));
    if (!cls || !slot || !parent) return [];
    return describeBooking(booking, {
      parent: profileFromItem(parent),
      time_slot: slotFromItem(slot),
      class: classFromItem(cls),
    });
  });
};

/** A parent's bookings, newest first. One Query: ids sort by age. */
export const listBookingsOfParent = async (table: Table, parentId: UserId): Promise<Booking[]> => {
  const items = await queryAll(table, {
    IndexName: ownerIndex.name,
    KeyConditionExpression: 'GSI1PK = :parent',
    ExpressionAttributeValues: { ':parent': parentBookingsPartition(parentId).GSI1PK },
    ScanIndexForward: false,
  });
  return items.map(bookingFromItem);
};

/** How many bookings a parent has (API-18). Reads what it counts: one Query over a family's few bookings. */
export const countBookingsOfParent = async (table: Table, parentId: UserId): Promise<number> => {
  const pages = paginateQuery(
    { client: table.client },
    {
      TableName: table.name,
      IndexName: ownerIndex.name,
      KeyConditionExpression: 'GSI1PK = :parent',
      ExpressionAttributeValues: { ':parent': parentBookingsPartition(parentId).GSI1PK },
      Select: 'COUNT',
    },
  );
  let count = 0;
  for await (const { Count = 0 } of pages) count += Count;
  return count;
};

/** A parent's few bookings of a slot. One consistent Query. */
export const listBookingsInSlot = async (
  table: Table,
  slotId: SlotId,
  parentId: UserId,
): Promise<StoredBooking[]> => {
  const { PK, SK } = rosterOfParentPrefix(slotId, parentId);
  const items = await queryAll(table, {
    KeyConditionExpression: 'PK = :slot AND begins_with(SK, :parent)',
    ExpressionAttributeValues: { ':slot': PK, ':parent': SK },
    ConsistentRead: true,
  });
  return items.map(bookingFromItem);
};

/** The booking that one attempt made, if it did make one. */
export const findBookingOfAttempt = async (
  table: Table,
  slotId: SlotId,
  parentId: UserId,
  idempotencyKey: IdempotencyKey,
): Promise<StoredBooking | undefined> => {
  const bookings = await listBookingsInSlot(table, slotId, parentId);
  return bookings.find((booking) => booking.idempotency_key === idempotencyKey);
};

/**
 * A booking that was not where it was read: as it is now, at the key to which a correction of its name moved it;
 * undefined when it was deleted.
 */
export const findMovedBooking = async (
  table: Table,
  { id, time_slot_id, parent_id }: Booking,
): Promise<StoredBooking | undefined> => {
  const bookings = await listBookingsInSlot(table, time_slot_id, parent_id);
  return bookings.find((booking) => booking.id === id);
};

/** The parents of a slot's bookings, one entry for each booking. One Query. */
export const listBookedParents = async (table: Table, slotId: SlotId): Promise<UserId[]> => {
  const items = await queryAll(table, {
    KeyConditionExpression: 'PK = :slot',
    ExpressionAttributeValues: { ':slot': rosterPartition(slotId).PK },
    ProjectionExpression: 'parent_id',
  });
  return items.map(({ parent_id }) => userIdSchema.parse(parent_id));
};

/** The one booking of a child, by name, of a parent in a slot, or undefined (API-14): its key is made of the three. */
export const getBookingOfChild = async (
  table: Table,
  slotId: SlotId,
  parentId: UserId,
  childName: string,
): Promise<StoredBooking | undefined> => {
  const { Item: item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: bookingKey(slotId, parentId, childName) }),
  );
  return item && bookingFromItem(item);
};
