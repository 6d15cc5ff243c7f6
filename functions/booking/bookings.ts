import * as z from 'zod/mini';
import { type Booking, bookingSchema } from '#shared/booking/booking';
import { classSummarySchema } from '#shared/classes/class';
import { addDays, daysBetween } from '#shared/lib/calendar';
import { childNameKey } from '#shared/lib/fold-text';
import {
  type BookingId,
  bookingIdSchema,
  type ChildId,
  childIdSchema,
  type FamilyId,
  familyIdSchema,
  idempotencyKeySchema,
  type SlotId,
  type UserId,
  userIdSchema,
} from '#shared/lib/ids';
import {
  type CalendarDate,
  calendarDateSchema,
  centsSchema,
  type Instant,
  instantOf,
  instantSchema,
} from '#shared/lib/values';
import { calendarVersionSchema, timeSlotSchema } from '#shared/sessions/slot';
import { type ActingMember, readConfirmed } from '../accounts/confirm-family.ts';
import {
  type Change,
  checkWrite,
  isNew,
  putWrite,
  type Tests,
  updateWrite,
} from '../lib/dynamo/expressions.ts';
import { entityAttribute, type Item, type ItemRef, itemParser } from '../lib/dynamo/items.ts';
import type { Write } from '../lib/dynamo/keyed-request.ts';
import {
  bookingIndexKeys,
  bookingKey,
  monthBookingsPartition,
  parentBookingsPartition,
  rosterOfParentPrefix,
  rosterPartition,
  slotOfRoster,
} from '../lib/dynamo/keys-of-classes.ts';
import {
  countItems,
  inPartition,
  type Query,
  queryAll,
  queryAs,
  queryFirst,
  queryPages,
} from '../lib/dynamo/reads.ts';
import { timeOfId } from '../lib/ids.ts';
import type { Table } from '../lib/table.ts';

/** What an email says of a class and a slot. It is stored where these may have changed or be gone when the email is made. */
export const classAndSlotSchema = z.object({
  ...z.pick(classSummarySchema, { class_type: true, venue: true, start_date: true }).shape,
  ...z.pick(timeSlotSchema, { start_time: true, end_time: true }).shape,
});

/** The first date, and for each date how many days after the first it is (0 for the first itself). */
export const storedDatesSchema = z.object({
  first_session: calendarDateSchema,
  session_offsets: z.array(z.int().check(z.nonnegative())),
});

/** @throws Error without a date: a booking covers at least one */
export const bookedDateAttributes = (dates: readonly CalendarDate[]): z.infer<typeof storedDatesSchema> => {
  const [first] = dates;
  if (!first) throw new Error('A booking covers at least one session');
  return { first_session: first, session_offsets: dates.map((date) => daysBetween(first, date)) };
};

/** Gives an item the dates as the schema of a booking has them. @throws ZodError without the attributes */
export const withBookedDates = (item: Item): Item => {
  const { first_session, session_offsets } = itemParser(storedDatesSchema)(item);
  const dates = session_offsets.map((days) => addDays(first_session, days));
  return { ...item, dates, trial_date: item.is_trial === true ? dates[0] : null };
};

/** How a booking came to its slot by a move: what the email says of the old place. */
export const lastMoveSchema = z.object({
  /** A request with the same key is the same move. */
  attempt: idempotencyKeySchema,
  at: instantSchema,
  by_adult: z.optional(userIdSchema),
  tell: z.boolean(),
  from: z.extend(classAndSlotSchema, {
    trial_date: z.nullable(calendarDateSchema),
  }),
  /** Credit for the sessions left of the old booking; null for a move within a class, which changes no money. */
  credit: z.nullable(centsSchema),
});
export type LastMove = z.infer<typeof lastMoveSchema>;

export const bookingEntity = 'booking';

export const storedBookingSchema = z.extend(bookingSchema, {
  idempotency_key: idempotencyKeySchema,
  /** The version of the slot's calendar at the booking. A later change of the calendar has a higher one. */
  calendar_version: calendarVersionSchema,
  /** The sum of the credits with a cause, less what was taken back: never more than the amount (PAY-14). */
  credited: centsSchema,
  /** The credited ones of the dates, the session of an upgraded trial included. */
  credited_dates: z._default(z.set(calendarDateSchema), new Set()),
  /** The dates on which the child does not come (ABS-01). Absent without any: DynamoDB has no empty set. */
  not_coming: z.optional(z.set(calendarDateSchema)),
  /** Each as `notComingText` writes it (ADT-01). */
  not_coming_by: z.optional(z.set(z.string())),
  /** The cancellation that moved a trial, as `cancellationKey` writes it. */
  moved_by: z.optional(z.string()),
  /** The deadline for a free end from before a move, which a move does not change (END-05). */
  kept_until: z.optional(instantSchema),
  program_price: z.optional(centsSchema),
  moved_from: z.optional(bookingIdSchema),
  upgraded_from: z.optional(bookingIdSchema),
  /** Added to the version of the slot for calendars, so that no move lowers a SEQUENCE; absent = 0 (ICS-03). */
  sequence_base: z.optional(z.int().check(z.nonnegative())),
  /** The siblings who were booked with the child: the confirmation names them too (BSK-03). */
  confirms: z.optional(z.array(childIdSchema)),
  /** The booking of a sibling whose confirmation names this one. */
  confirmed_by: z.optional(bookingIdSchema),
  last_move: z.optional(lastMoveSchema),
  /** The administrator who booked for the family (BHF-01). */
  booked_by: z.optional(userIdSchema),
  /** The adult of the family who made the booking, or moved it to its class (ADT-01). */
  booked_by_adult: z.optional(userIdSchema),
  /** The reason for the booking in a full slot. */
  above_capacity: z.optional(z.string()),
});
export type StoredBooking = z.infer<typeof storedBookingSchema>;

export const bookedByAdult = (by: UserId | undefined): Pick<StoredBooking, 'booked_by_adult'> =>
  by ? { booked_by_adult: by } : {};

/** A booking, then those of siblings that are stored with it. */
export type Bookings = readonly [StoredBooking, ...StoredBooking[]];

/** Bookings that one email confirms: the email of the first one (BSK-03). */
export const confirmedTogether = ([first, ...siblings]: Bookings): Bookings =>
  siblings.length === 0
    ? [first]
    : [
        { ...first, confirms: siblings.map(({ child_id }) => child_id) },
        ...siblings.map((sibling) => ({ ...sibling, confirmed_by: first.id })),
      ];

export type BookingKey = Pick<Booking, 'time_slot_id' | 'parent_id' | 'child_id'>;

/** The key names the slot, which the item does not repeat: rosters are read often. */
export const bookingItem = ({
  dates,
  trial_date: _,
  credited_dates,
  time_slot_id,
  ...booking
}: StoredBooking): Item => ({
  ...bookingKey(time_slot_id, booking.parent_id, booking.child_id),
  ...bookingIndexKeys(booking),
  [entityAttribute]: bookingEntity,
  ...booking,
  ...bookedDateAttributes(dates),
  ...(credited_dates.size > 0 && { credited_dates }),
});

/** Refused, with the stored booking, where the child has a booking in the slot. */
export const bookingPut = (table: Table, booking: StoredBooking): Write =>
  putWrite(table, bookingItem(booking), { if: isNew, returnsStored: true });

export const bookingFromItem = (item: Item): StoredBooking =>
  itemParser(storedBookingSchema)({ ...withBookedDates(item), time_slot_id: slotOfRoster(item) });

export const bookingRef = ({ time_slot_id, parent_id, child_id }: BookingKey): ItemRef<StoredBooking> => ({
  key: bookingKey(time_slot_id, parent_id, child_id),
  fromItem: bookingFromItem,
});

/** Keeps the order of the children. One consistent BatchGetItem. */
export const readBookingsOfChildren = async (
  table: Table,
  place: Omit<BookingKey, 'child_id'>,
  childIds: readonly ChildId[],
  caller?: ActingMember,
): Promise<StoredBooking[]> => {
  const refs = childIds.map((child_id) => bookingRef({ ...place, child_id }));
  const read = await readConfirmed(table, caller, refs);
  return refs.flatMap((ref) => read(ref) ?? []);
};

/** Refused where the booking is gone. The id is compared too: the key is used again when the child is booked again. */
export const bookingUpdate = (
  table: Table,
  { id, ...booking }: BookingKey & Pick<Booking, 'id'>,
  { if: tests, ...change }: Change & { readonly if?: Tests },
): Write => updateWrite(table, bookingRef(booking).key, { ...change, if: { id, ...tests } });

export const bookingIsLive = (table: Table, { id, ...booking }: BookingKey & Pick<Booking, 'id'>): Write =>
  checkWrite(table, bookingRef(booking).key, { if: { id } });

const ofParent = (parentId: FamilyId) => inPartition(parentBookingsPartition(parentId));

/** Newest first, as ids sort by age. One Query. */
export const listBookingsOfParent = (table: Table, parentId: FamilyId): Promise<StoredBooking[]> =>
  queryAs(table, bookingFromItem, { ...ofParent(parentId), ScanIndexForward: false });

/** For API-18. One Query, which reads the parent's few bookings. */
export const countBookingsOfParent = (table: Table, parentId: FamilyId): Promise<number> =>
  countItems(table, ofParent(parentId));

export const listBookingsOfSlot = async (
  table: Table,
  slotId: SlotId,
  { consistent } = { consistent: false },
): Promise<StoredBooking[]> => {
  const items = await queryAs(table, bookingFromItem, {
    ...inPartition(rosterPartition(slotId)),
    ConsistentRead: consistent,
  });
  return items.toSorted((one, other) => (one.id < other.id ? 1 : -1));
};

export const listBookingsOfSlots = async (
  table: Table,
  slots: readonly { readonly id: SlotId }[],
): Promise<StoredBooking[]> => {
  const rosters = await Promise.all(
    slots.map(({ id }) => listBookingsOfSlot(table, id, { consistent: true })),
  );
  return rosters.flat();
};

export const listBookingsInSlot = async (
  table: Table,
  slotId: SlotId,
  parentId: FamilyId,
): Promise<StoredBooking[]> => {
  const { PK, SK } = rosterOfParentPrefix(slotId, parentId);
  const items = await queryAs(table, bookingFromItem, {
    ...inPartition({ PK }, { beginning: SK }),
    ConsistentRead: true,
  });
  return items;
};

export const listBookedParents = async (table: Table, slotId: SlotId): Promise<FamilyId[]> => {
  const items = await queryAll(table, {
    ...inPartition(rosterPartition(slotId)),
    ProjectionExpression: 'parent_id',
  });
  return items.map(({ parent_id }) => familyIdSchema.parse(parent_id));
};

/** For API-14. One consistent Query. */
export const findBookingByName = async (
  table: Table,
  slotId: SlotId,
  parentId: FamilyId,
  childName: string,
): Promise<StoredBooking | undefined> => {
  const bookings = await listBookingsInSlot(table, slotId, parentId);
  return bookings.find(({ child_name }) => childNameKey(child_name) === childNameKey(childName));
};

export interface BookingRange {
  /** Only bookings made before this one; undefined reads from the newest on. */
  readonly before: BookingId | undefined;
  readonly now: Date;
  readonly oldest: Date;
}

const monthStart = (date: Date, monthsBack = 0): Instant =>
  instantOf(new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - monthsBack)));

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

/** Reads the bookings of all families, newest first, page by page as they are asked for. */
export async function* monthBookings(
  table: Table,
  range: BookingRange,
  pageSize: number,
): AsyncGenerator<StoredBooking[]> {
  for (const query of monthQueries(range)) {
    for await (const items of queryPages(table, query, pageSize)) yield items.map(bookingFromItem);
  }
}

/** Reads no more bookings than it gives. */
export const listNewestBookings = async (
  table: Table,
  range: BookingRange,
  limit: number,
): Promise<StoredBooking[]> => (await queryFirst(table, monthQueries(range), limit)).map(bookingFromItem);

/** An id holds the month in which the booking was made. One Query. */
export const findBooking = async (table: Table, id: BookingId): Promise<StoredBooking | undefined> => {
  // An id can hold a year that no date text can.
  if (timeOfId(id).getUTCFullYear() > 9999) return undefined;
  const month = monthBookingsPartition(monthStart(timeOfId(id)));
  const items = await queryAs(table, bookingFromItem, inPartition(month, { is: id }));
  return items[0];
};
