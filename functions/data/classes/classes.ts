import * as z from 'zod/mini';
import { byStartTime } from '#shared/domain/classes/capacity';
import { publicReason } from '#shared/domain/messages/announced-cancellations';
import { type ClassSummary, classSummarySchema, type FootballClass } from '#shared/schemas/class';
import { type ManagedClass, plannedFromSchema } from '#shared/schemas/class-input';
import { coachIdsSchema } from '#shared/schemas/cover';
import { type ClassId, type SlotId, slotIdSchema } from '#shared/schemas/ids';
import type { SessionChange } from '#shared/schemas/session';
import { type TimeSlot, timeSlotSchema } from '#shared/schemas/slot';
import { instantSchema } from '#shared/schemas/values';
import { getItem } from '../dynamo/get-item.ts';
import { placeAttribute } from '../dynamo/index-keys.ts';
import type { Item, ItemRef } from '../dynamo/item-ref.ts';
import { cataloguePartition, classKey, slotKey } from '../dynamo/keys/classes.ts';
import { inPartition, queryAll } from '../dynamo/query.ts';
import type { Write } from '../dynamo/send-transaction.ts';
import { entityAttribute } from '../dynamo/table-schema.ts';
import type { Table } from '../table.ts';
import { calendarAttributes, withCalendar } from './stored-calendar.ts';

/** A class as stored. */
const storedClassSchema = z.extend(classSummarySchema, {
  /** The accounts of its coaches: never shown to the public. */
  coach_ids: z._default(coachIdsSchema, []),
  /** Raised by every change: a change is refused where the class was changed since it was read. */
  version: z.int(),
  /** Set by the first step of the class's deletion. */
  deleting: z._default(z.boolean(), false),
  planned_from: z.optional(plannedFromSchema),
});

/** A slot as stored. */
const storedSlotSchema = z.extend(timeSlotSchema, {
  /** The sum of the amounts of its bookings, in cents: it changes with `current_bookings`. */
  revenue: z.int(),
  /** Set by the first step of its class's deletion: a closed slot takes no bookings. */
  closed: z._default(z.boolean(), false),
  /** When its time or place last changed for families that had booked it (CAL-11). */
  moved_at: z.optional(instantSchema),
  held: z._default(z.int(), 0),
  waiting: z._default(z.int(), 0),
  /** Of the held places, those that became free and that the list has not been asked about (WAI-04). */
  kept: z._default(z.int(), 0),
  /** Of the held places, those for children of the class before that have no offer yet (TRM-03). */
  reserved: z._default(z.int(), 0),
  /** The slot of the class before whose children have these places, whatever either class is changed to. */
  reserved_for: z.optional(slotIdSchema),
  /** When a place last became free, other than by the end of an offer whose entry stayed. */
  released_at: z._default(z.nullable(instantSchema), null),
  /** From when on its list is to be asked: `‹instant›#‹slot›` while it is due work. */
  [placeAttribute]: z.optional(z.string()),
  /** Raised by each change of the waiting list: an offer is made only by the list that was read. */
  list_version: z._default(z.int(), 0),
});
export type StoredSlot = z.infer<typeof storedSlotSchema>;

/** The value of the entity attribute on a slot. */
export const slotEntity = 'slot';

const firstVersion = 1;

export const classItem = (cls: ClassSummary & Pick<NewClass, 'coach_ids'>): Item => {
  const { skipped_dates, session_changes, ...fields } = classSummarySchema.parse(cls);
  return {
    ...classKey(cls.id),
    [entityAttribute]: 'class',
    ...fields,
    ...calendarAttributes({ skipped_dates, session_changes }),
    ...(cls.coach_ids?.length && { coach_ids: cls.coach_ids }),
    version: firstVersion,
  };
};

export const slotItem = (slot: NewSlot, revenue: number): Item => ({
  ...slotKey(slot.class_id, slot.id),
  [entityAttribute]: slotEntity,
  ...slot,
  revenue,
});

const classFromItem = (item: Item): ClassSummary => classSummarySchema.parse(withCalendar(item));
export const slotFromItem = (item: Item): TimeSlot => timeSlotSchema.parse(item);
export const storedSlotFromItem = (item: Item): StoredSlot => storedSlotSchema.parse(item);

export const classRef = (classId: ClassId): ItemRef<ClassSummary> => ({
  key: classKey(classId),
  fromItem: classFromItem,
});

export const slotRef = (classId: ClassId, slotId: SlotId): ItemRef<TimeSlot> => ({
  key: slotKey(classId, slotId),
  fromItem: slotFromItem,
});

/** A slot with what the site does not show. */
export const storedSlotRef = (classId: ClassId, slotId: SlotId): ItemRef<StoredSlot> => ({
  key: slotKey(classId, slotId),
  fromItem: storedSlotFromItem,
});

const isClass = (item: Item): boolean => item[entityAttribute] === 'class';
export const isSlotItem = (item: Item): boolean => item[entityAttribute] === slotEntity;

/** Classes with their slots by start time, from items of the catalogue. The classes keep the order of the items. */
export const classesFromItems = (items: readonly Item[]): ManagedClass[] => {
  const slots = Map.groupBy(items.filter(isSlotItem).map(slotFromItem), (slot) => slot.class_id);
  return items
    .filter(isClass)
    .map((item) => storedClassSchema.parse(withCalendar(item)))
    .map((cls) => ({ ...cls, time_slots: (slots.get(cls.id) ?? []).toSorted(byStartTime) }));
};

/** A slot as the public sees it: nothing about who waits. */
const publicSlot = ({ held: _, waiting: __, ...slot }: TimeSlot): TimeSlot => slot;

const withPublicReason = (change: SessionChange): SessionChange =>
  change.state === 'cancelled' ? { ...change, reason: publicReason(change.reason) } : change;

/**
 * Classes as the public sees them: without those being deleted, without version, deletion mark, origin and accounts of
 * coaches, and without reasons of cancellations that may be about a person.
 */
export const published = (classes: readonly ManagedClass[]): FootballClass[] =>
  classes
    .filter((cls) => !cls.deleting)
    .map(
      ({
        version: _,
        deleting: __,
        planned_from: ___,
        coach_ids: ____,
        session_changes,
        time_slots,
        ...cls
      }) => ({
        ...cls,
        time_slots: time_slots.map(publicSlot),
        session_changes: session_changes.map(withPublicReason),
      }),
    );

interface QueryCatalogue {
  readonly consistent: boolean;
  /** Leaves out the classes that are older than this one. */
  readonly from?: ClassId | undefined;
}

/** The items of all classes and slots, newest class first: one Query, since ids sort by age. */
export const queryCatalogue = (
  table: Table,
  { consistent, from }: QueryCatalogue = { consistent: false },
): Promise<Item[]> =>
  queryAll(table, {
    ...inPartition(cataloguePartition, { from }),
    ScanIndexForward: false,
    ConsistentRead: consistent,
  });

/** The ids of the slots of all classes, closed ones included. One consistent Query. */
export const listSlotIds = async (table: Table): Promise<SlotId[]> =>
  (await queryCatalogue(table, { consistent: true })).filter(isSlotItem).map((item) => slotFromItem(item).id);

/** The items of one class and its slots: one Query. */
export const queryClass = (
  table: Table,
  classId: ClassId,
  { consistent }: { consistent: boolean },
): Promise<Item[]> => {
  const { PK, SK } = classKey(classId);
  return queryAll(table, {
    ...inPartition({ PK }, { beginning: SK }),
    ConsistentRead: consistent,
  });
};

/** All classes with their slots as the public sees them, newest first. One consistent Query. */
export const listClasses = async (table: Table): Promise<FootballClass[]> =>
  published(classesFromItems(await queryCatalogue(table, { consistent: true })));

/** One class with its slots, or undefined. One Query. */
export const getClass = async (
  table: Table,
  classId: ClassId,
  { consistent } = { consistent: false },
): Promise<FootballClass | undefined> =>
  published(classesFromItems(await queryClass(table, classId, { consistent })))[0];

/** One slot with its present counters; undefined where there is none, or it is closed. One consistent read. */
export const getTimeSlot = (table: Table, classId: ClassId, slotId: SlotId): Promise<TimeSlot | undefined> =>
  getItem(table, {
    key: slotKey(classId, slotId),
    fromItem: (item) => (storedSlotFromItem(item).closed ? undefined : publicSlot(slotFromItem(item))),
  });

/** A new class, with the accounts of its coaches. It may have been planned from another one. */
export type NewClass = Omit<FootballClass, 'time_slots'> &
  Pick<ManagedClass, 'planned_from'> & {
    readonly coach_ids?: ManagedClass['coach_ids'] | undefined;
    readonly time_slots: readonly NewSlot[];
  };

/** A new slot. Of its places, those that are held are `reserved` for children of a slot of the class before. */
export type NewSlot = TimeSlot & Partial<Pick<StoredSlot, ListAttribute>>;
type ListAttribute = 'reserved' | 'reserved_for' | 'kept' | 'list_version';

/** A new class as administrators see it. */
export const asManaged = (cls: NewClass): ManagedClass => ({
  ...cls,
  coach_ids: cls.coach_ids ?? [],
  time_slots: cls.time_slots
    .map(({ reserved: _, reserved_for: __, kept: ___, list_version: ____, ...slot }) => slot)
    .toSorted(byStartTime),
  version: firstVersion,
  deleting: false,
});

/** The writes of a new class with its slots; refused where the class exists. */
export const classPuts = (table: Table, { planned_from, ...cls }: NewClass): Write[] => [
  {
    Put: {
      TableName: table.name,
      Item: { ...classItem(cls), ...(planned_from && { planned_from }) },
      ConditionExpression: 'attribute_not_exists(PK)',
    },
  },
  ...cls.time_slots.map((slot) => ({ Put: { TableName: table.name, Item: slotItem(slot, 0) } })),
];
