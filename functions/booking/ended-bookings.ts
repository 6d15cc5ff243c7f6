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

export const endedBookingEntity = 'ended-booking';

export const storedEndedBookingSchema = z.extend(storedBookingSchema, {
  ...endedBookingSchema.shape,
  tell: z.boolean(),
  /** The administrator who ended the booking; absent in the first records. */
  made_by: z.optional(userIdSchema),
  /** The adult of the family who ended the booking (ADT-01). */
  ended_by_adult: z.optional(userIdSchema),
  /** A trial says whether it was the one that the child may have in the class (TRI-05). */
  trial_used: z.optional(z.boolean()),
});
export type StoredEndedBooking = z.infer<typeof storedEndedBookingSchema>;

type EndedSnapshot = Pick<
  StoredEndedBooking,
  'class_type' | 'venue' | 'coach_name' | 'start_time' | 'end_time'
>;

export interface EndedAs {
  readonly ended: BookingEnd;
  readonly tell: boolean;
  readonly made_by?: UserId | undefined;
  readonly ended_by_adult?: UserId | undefined;
  readonly moved_to?: BookingId;
  readonly trial_used?: boolean | undefined;
}

/** The sum of the record's credits includes the credit of the ending. */
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

/** @throws ZodError for an item that `endedBookingItem` did not make, such as one of an erased family */
export const endedBookingFromItem = (item: Item): StoredEndedBooking =>
  itemParser(storedEndedBookingSchema)(withBookedDates(item));

export const endedBookingRef = (parentId: FamilyId, bookingId: BookingId): ItemRef<StoredEndedBooking> => ({
  key: endedBookingKey(parentId, bookingId),
  fromItem: endedBookingFromItem,
});

export const getEndedBooking = (
  table: Table,
  parentId: FamilyId,
  bookingId: BookingId,
): Promise<StoredEndedBooking | undefined> => getItem(table, endedBookingRef(parentId, bookingId));

/** Refused where the booking has a record. */
export const endedBookingPut = (table: Table, record: StoredEndedBooking): Write =>
  putWrite(table, endedBookingItem(record), { if: isNew });

/** Newest first, without nameless ones of an erased family. Consistent: a family reads again what it has just ended. */
export const listEndedBookings = async (table: Table, parentId: FamilyId): Promise<StoredEndedBooking[]> => {
  const items = await queryAll(table, {
    ...inPartition(endedBookingsPartition(parentId)),
    ScanIndexForward: false,
    ConsistentRead: true,
  });
  return items.filter(({ child_name }) => child_name !== undefined).map(endedBookingFromItem);
};

/** Full bookings alone, without those of erased families. One Query of an index that may lag. */
export const listEndedOfClass = async (table: Table, classId: ClassId): Promise<StoredEndedBooking[]> => {
  const items = await queryAll(table, inPartition(endedInClassPartition(classId)));
  return items.filter(({ child_name }) => child_name !== undefined).map(endedBookingFromItem);
};

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
    /** Absent in the records of an erased family. */
    child_name: z._default(z.string(), ''),
    /** The administrator who ended the booking; absent in the first records. */
    made_by: z._default(z.nullable(userIdSchema), null),
  },
);
export type EndedCharge = z.infer<typeof endedChargeSchema>;

/** Includes erased families. One consistent Query. */
export const listEndedCharges = (table: Table, parentId: FamilyId): Promise<EndedCharge[]> =>
  queryAs(table, itemParser(endedChargeSchema), {
    ...inPartition(endedBookingsPartition(parentId)),
    ConsistentRead: true,
  });
