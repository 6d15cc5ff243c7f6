import * as z from 'zod/mini';
import { type BookingEnd, endedBookingSchema } from '#shared/booking/booking';
import { type BookingId, type ClassId, type FamilyId, type UserId, userIdSchema } from '#shared/lib/ids';
import { isNew, putWrite } from '../lib/dynamo/expressions.ts';
import { entityAttribute, type Item, type ItemRef, itemParser } from '../lib/dynamo/items.ts';
import type { Write } from '../lib/dynamo/keyed-request.ts';
import {
  endedBookingKey,
  endedBookingsPartition,
  endedInClassKeys,
  endedInClassPartition,
} from '../lib/dynamo/keys-of-classes.ts';
import { getItem, inPartition, queryAll, queryAs } from '../lib/dynamo/reads.ts';
import type { Table } from '../lib/table.ts';
import {
  bookedDateAttributes,
  type StoredBooking,
  storedBookingSchema,
  withBookedDates,
} from './bookings.ts';

/** The value of the entity attribute on an ended booking; the mailer's stream filter selects it. */
export const endedBookingEntity = 'ended-booking';

/** The record of an ended booking with what the API does not show. */
export const storedEndedBookingSchema = z.extend(storedBookingSchema, {
  ...endedBookingSchema.shape,
  /** Whether the family is told by email. */
  tell: z.boolean(),
  /** The administrator who ended it. Records from before records had it have none. */
  made_by: z.optional(userIdSchema),
  /** The adult of the family who ended it (ADT-01). */
  ended_by_adult: z.optional(userIdSchema),
  /** Of a trial: whether it counts as the one that the child may have in the class (TRI-05). */
  trial_used: z.optional(z.boolean()),
});
export type StoredEndedBooking = z.infer<typeof storedEndedBookingSchema>;

/** What of a class and slot the record of a booking keeps. */
type EndedSnapshot = Pick<
  StoredEndedBooking,
  'class_type' | 'venue' | 'coach_name' | 'start_time' | 'end_time'
>;

/** How a booking ends, and what follows from it. */
export interface EndedAs {
  readonly ended: BookingEnd;
  readonly tell: boolean;
  readonly made_by?: UserId | undefined;
  readonly ended_by_adult?: UserId | undefined;
  readonly moved_to?: BookingId;
  readonly trial_used?: boolean | undefined;
}

/** The record of a booking that ends. The credit of its ending is in the sum of its credits. */
export const endedBooking = (
  { not_coming: _, not_coming_by: __, above_capacity: ___, ...booking }: StoredBooking,
  { class_type, venue, coach_name, start_time, end_time }: EndedSnapshot,
  { ended, ...rest }: EndedAs,
): StoredEndedBooking =>
  storedEndedBookingSchema.parse({
    ...booking,
    class_type,
    venue,
    coach_name,
    start_time,
    end_time,
    ended,
    ...rest,
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
  itemParser(storedEndedBookingSchema)(withBookedDates(item));

export const endedBookingRef = (parentId: FamilyId, bookingId: BookingId): ItemRef<StoredEndedBooking> => ({
  key: endedBookingKey(parentId, bookingId),
  fromItem: endedBookingFromItem,
});

/** An ended booking of a family, or undefined. One consistent read. */
export const getEndedBooking = (
  table: Table,
  parentId: FamilyId,
  bookingId: BookingId,
): Promise<StoredEndedBooking | undefined> => getItem(table, endedBookingRef(parentId, bookingId));

/** The write of the record; refused where the booking has one. */
export const endedBookingPut = (table: Table, record: StoredEndedBooking): Write =>
  putWrite(table, endedBookingItem(record), { if: isNew });

/**
 * A family's ended bookings as stored, newest first. One consistent Query: a family reads again what it has just ended. Records
 * of an erased family have no names and are omitted.
 */
export const listEndedBookings = async (table: Table, parentId: FamilyId): Promise<StoredEndedBooking[]> => {
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

/** An ended booking as its family's account has it. */
export const endedChargeSchema = z.extend(
  z.pick(endedBookingSchema, {
    id: true,
    class_id: true,
    class_type: true,
    venue: true,
    is_trial: true,
    amount: true,
    due_dates: true,
    discount: true,
    created_at: true,
    ended: true,
  }),
  {
    /** Removed from the records of a family that is erased. */
    child_name: z._default(z.string(), ''),
    /** The administrator who ended it, as far as records have it. */
    made_by: z._default(z.nullable(userIdSchema), null),
  },
);
export type EndedCharge = z.infer<typeof endedChargeSchema>;

/** What a family was charged for bookings that ended, of erased families too. One consistent Query. */
export const listEndedCharges = (table: Table, parentId: FamilyId): Promise<EndedCharge[]> =>
  queryAs(table, itemParser(endedChargeSchema), {
    ...inPartition(endedBookingsPartition(parentId)),
    ConsistentRead: true,
  });
