import * as z from 'zod/mini';
import { childNameKey } from '#shared/domain/children/child-name';
import { type Booking, bookingSchema } from '#shared/schemas/booking';
import {
  bookingIdSchema,
  type ChildId,
  childIdSchema,
  idempotencyKeySchema,
  type SlotId,
  type UserId,
  userIdSchema,
} from '#shared/schemas/ids';
import { calendarVersionSchema } from '#shared/schemas/slot';
import { calendarDateSchema, centsSchema, instantSchema } from '#shared/schemas/values';
import { batchRead } from '../dynamo/batch-get.ts';
import type { Item, ItemRef } from '../dynamo/item-ref.ts';
import {
  bookingIndexKeys,
  bookingKey,
  parentBookingsPartition,
  rosterOfParentPrefix,
  rosterPartition,
} from '../dynamo/keys/bookings.ts';
import { countItems, inPartition, queryAll } from '../dynamo/query.ts';
import type { Write } from '../dynamo/send-transaction.ts';
import { entityAttribute } from '../dynamo/table-schema.ts';
import type { Table } from '../table.ts';
import { bookedDateAttributes, withBookedDates } from './booked-dates.ts';
import { lastMoveSchema } from './last-move.ts';

/** The value of the entity attribute on a booking; the mailer's stream filter selects it. */
export const bookingEntity = 'booking';

/** A booking with what the API does not show. */
export const storedBookingSchema = z.extend(bookingSchema, {
  /** Of the attempt that made it. */
  idempotency_key: idempotencyKeySchema,
  /** The slot's when it was booked: what changes the calendar later has a higher one. */
  calendar_version: calendarVersionSchema,
  /** The sum of its credits that have a cause, less what was taken back: never more than its amount (PAY-14). */
  credited: centsSchema,
  /** Of its dates, that of a kept trial included, those that were credited. */
  credited_dates: z._default(z.set(calendarDateSchema), new Set()),
  /** The dates on which its family said that the child does not come (ABS-01). Absent without any: there is no empty set. */
  not_coming: z.optional(z.set(calendarDateSchema)),
  /** The cancellation that a trial was moved by, as `cancellationMark` writes it. */
  moved_by: z.optional(z.string()),
  /** Until when it could be ended free of charge before it was moved: a move keeps the terms (END-05). */
  kept_until: z.optional(instantSchema),
  /** Of a trial: what the programme cost when it was booked (TRI-03). */
  program_price: z.optional(centsSchema),
  /** The booking of another class that it came from (MOV-03). */
  moved_from: z.optional(bookingIdSchema),
  /** The trial whose place it keeps (TRI-02). */
  upgraded_from: z.optional(bookingIdSchema),
  /** What a calendar adds to the version of its slot, so that no move lowers a SEQUENCE; absent = 0 (ICS-03). */
  sequence_base: z.optional(z.int().check(z.nonnegative())),
  /** The siblings who were booked with its child: its confirmation names them too (BSK-03). */
  confirms: z.optional(z.array(childIdSchema)),
  /** The booking of a sibling whose confirmation names this one. */
  confirmed_by: z.optional(bookingIdSchema),
  /** How it came to its slot, where it was moved there (MOV-07). */
  last_move: z.optional(lastMoveSchema),
});
export type StoredBooking = z.infer<typeof storedBookingSchema>;

/** A booking, then those of siblings that are stored with it. */
export type Bookings = readonly [StoredBooking, ...StoredBooking[]];

/** Bookings that one email confirms: that of the first one (BSK-03). */
export const confirmedTogether = ([first, ...siblings]: Bookings): Bookings =>
  siblings.length === 0
    ? [first]
    : [
        { ...first, confirms: siblings.map(({ child_id }) => child_id) },
        ...siblings.map((sibling) => ({ ...sibling, confirmed_by: first.id })),
      ];

/** The attributes that a booking's key is made of. */
export type BookingKeyParts = Pick<Booking, 'time_slot_id' | 'parent_id' | 'child_id'>;

export const bookingItem = ({ dates, trial_date: _, credited_dates, ...booking }: StoredBooking): Item => ({
  ...bookingKey(booking.time_slot_id, booking.parent_id, booking.child_id),
  ...bookingIndexKeys(booking),
  [entityAttribute]: bookingEntity,
  ...booking,
  ...bookedDateAttributes(dates),
  // DynamoDB has no empty set.
  ...(credited_dates.size > 0 && { credited_dates }),
});

/** The write of a new booking; refused, with the stored one, where the child has a booking in the slot. */
export const bookingPut = (table: Table, booking: StoredBooking): Write => ({
  Put: {
    TableName: table.name,
    Item: bookingItem(booking),
    ConditionExpression: 'attribute_not_exists(PK)',
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  },
});

/** @throws ZodError for an item that is not as `bookingItem` makes it */
export const bookingFromItem = (item: Item): StoredBooking =>
  storedBookingSchema.parse(withBookedDates(item));

/** The booking of a child by one parent in one slot. */
export const bookingRef = ({
  time_slot_id,
  parent_id,
  child_id,
}: BookingKeyParts): ItemRef<StoredBooking> => ({
  key: bookingKey(time_slot_id, parent_id, child_id),
  fromItem: bookingFromItem,
});

/** The bookings of some children by one parent in one slot, in their order. One consistent BatchGetItem. */
export const readBookingsOfChildren = async (
  table: Table,
  place: Omit<BookingKeyParts, 'child_id'>,
  childIds: readonly ChildId[],
): Promise<StoredBooking[]> => {
  const refs = childIds.map((child_id) => bookingRef({ ...place, child_id }));
  const read = await batchRead(table, refs, { consistent: true });
  return refs.flatMap((ref) => read(ref) ?? []);
};

/** Names one booking in a write. The key alone does not: it is used again when the child is booked again. */
export const bookingWithId = (table: Table, { id, ...booking }: BookingKeyParts & Pick<Booking, 'id'>) => ({
  TableName: table.name,
  Key: bookingRef(booking).key,
  ConditionExpression: 'id = :id',
  ExpressionAttributeValues: { ':id': id },
});

const ofParent = (parentId: UserId) => inPartition(parentBookingsPartition(parentId));

/** A parent's bookings, newest first. One Query: ids sort by age. */
export const listBookingsOfParent = async (table: Table, parentId: UserId): Promise<StoredBooking[]> => {
  const items = await queryAll(table, { ...ofParent(parentId), ScanIndexForward: false });
  return items.map(bookingFromItem);
};

/** How many bookings a parent has (API-18). One Query, which reads the parent's few bookings. */
export const countBookingsOfParent = (table: Table, parentId: UserId): Promise<number> =>
  countItems(table, ofParent(parentId));

/** The bookings of a slot, newest first (API-13). One Query. */
export const listBookingsOfSlot = async (
  table: Table,
  slotId: SlotId,
  { consistent } = { consistent: false },
): Promise<StoredBooking[]> => {
  const items = await queryAll(table, {
    ...inPartition(rosterPartition(slotId)),
    ConsistentRead: consistent,
  });
  return items.map(bookingFromItem).toSorted((one, other) => (one.id < other.id ? 1 : -1));
};

/** The bookings of several slots. One consistent Query for each slot. */
export const listBookingsOfSlots = async (
  table: Table,
  slots: readonly { readonly id: SlotId }[],
): Promise<StoredBooking[]> => {
  const rosters = await Promise.all(
    slots.map(({ id }) => listBookingsOfSlot(table, id, { consistent: true })),
  );
  return rosters.flat();
};

/** A parent's few bookings of a slot. One consistent Query. */
export const listBookingsInSlot = async (
  table: Table,
  slotId: SlotId,
  parentId: UserId,
): Promise<StoredBooking[]> => {
  const { PK, SK } = rosterOfParentPrefix(slotId, parentId);
  const items = await queryAll(table, {
    ...inPartition({ PK }, { beginning: SK }),
    ConsistentRead: true,
  });
  return items.map(bookingFromItem);
};

/** The parents of a slot's bookings, one entry for each booking. One Query. */
export const listBookedParents = async (table: Table, slotId: SlotId): Promise<UserId[]> => {
  const items = await queryAll(table, {
    ...inPartition(rosterPartition(slotId)),
    ProjectionExpression: 'parent_id',
  });
  return items.map(({ parent_id }) => userIdSchema.parse(parent_id));
};

/** The booking of a child, by name, of a parent in a slot, or undefined (API-14). One consistent Query. */
export const findBookingByName = async (
  table: Table,
  slotId: SlotId,
  parentId: UserId,
  childName: string,
): Promise<StoredBooking | undefined> => {
  const bookings = await listBookingsInSlot(table, slotId, parentId);
  return bookings.find(({ child_name }) => childNameKey(child_name) === childNameKey(childName));
};
