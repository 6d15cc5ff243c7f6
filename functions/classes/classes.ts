import * as z from 'zod/mini';
import type { Booking } from '#shared/booking/booking';
import {
  bookingCount,
  byStartTime,
  type ClassSummary,
  classSummarySchema,
  type FootballClass,
} from '#shared/classes/class';
import { type ManagedClass, plannedFromSchema } from '#shared/classes/managed-class';
import { type ClassId, type SlotId, slotIdSchema } from '#shared/lib/ids';
import { sum } from '#shared/lib/money';
import { type CalendarDate, instantSchema } from '#shared/lib/values';
import { coachIdsSchema } from '#shared/sessions/calendar-rules';
import { publicReason } from '#shared/sessions/sessions';
import { type SessionChange, skippedDatesSchema, type TimeSlot, timeSlotSchema } from '#shared/sessions/slot';
import { isNew, putWrite } from '../lib/dynamo/expressions.ts';
import {
  entityAttribute,
  type Item,
  type ItemRef,
  itemParser,
  positionAttribute,
} from '../lib/dynamo/items.ts';
import type { Write } from '../lib/dynamo/keyed-request.ts';
import { cataloguePartition, classKey, slotKey } from '../lib/dynamo/keys-of-classes.ts';
import { batchRead, getItem, inPartition, queryAll, type ReadEntity } from '../lib/dynamo/reads.ts';
import type { Table } from '../lib/table.ts';

interface Calendar {
  readonly skipped_dates: readonly CalendarDate[];
  readonly session_changes: readonly SessionChange[];
}

/**
 * Empty attributes are left out, and a change is one short text in the list of its slot. A class with 50 changes stays under
 * 4 KB, so that a booking reads it for the same units (CAL-09).
 */
export const storedCalendarSchema = z.object({
  skipped_dates: z._default(skippedDatesSchema, []),
  session_changes: z._default(z.record(z.string(), z.array(z.string())), {}),
});

// "2026-11-21 weekly 3 weather make-up 2027-01-28", "2027-01-28 extra".
const writeChange = (change: SessionChange): string => {
  const start = `${change.date} ${change.kind}`;
  if (change.state === 'on') return start;
  const { calendar_version, reason, remedy } = change;
  const cancelled = `${start} ${calendar_version} ${reason} ${remedy.kind}`;
  return remedy.kind === 'make-up' ? `${cancelled} ${remedy.date}` : cancelled;
};

const readChange = (slot_id: string, text: string): unknown => {
  const [date, kind, version, reason, remedy, makeUpDate] = text.split(' ');
  if (version === undefined) return { slot_id, date, kind, state: 'on' };
  return {
    slot_id,
    date,
    kind,
    reason,
    state: 'cancelled',
    remedy: remedy === 'make-up' ? { kind: remedy, date: makeUpDate } : { kind: remedy },
    calendar_version: Number(version),
  };
};

const bySlot = (changes: readonly SessionChange[]) =>
  Object.fromEntries(
    [...Map.groupBy(changes, ({ slot_id }) => slot_id)].map(([slot, own]) => [slot, own.map(writeChange)]),
  );

/** Leaves out those that are empty. */
export const calendarAttributes = ({ skipped_dates, session_changes }: Calendar) => ({
  ...(skipped_dates.length > 0 && { skipped_dates }),
  ...(session_changes.length > 0 && { session_changes: bySlot(session_changes) }),
});

// The schema of a class checks the calendar.
const withCalendar = (item: Item): Item => {
  const { skipped_dates, session_changes } = itemParser(storedCalendarSchema)(item);
  return {
    ...item,
    skipped_dates,
    session_changes: Object.entries(session_changes).flatMap(([slot, changes]) =>
      changes.map((text) => readChange(slot, text)),
    ),
  };
};

export const storedClassSchema = z.extend(classSummarySchema, {
  /** The accounts of its coaches: never shown to the public. */
  coach_ids: z._default(coachIdsSchema, []),
  /** Raised by every change, which is refused where the class was changed since it was read. */
  version: z.int(),
  /** Set by the first step of the class's deletion. */
  deleting: z._default(z.boolean(), false),
  planned_from: z.optional(plannedFromSchema),
});

export const storedSlotSchema = z.extend(timeSlotSchema, {
  /** The sum of the amounts of its bookings, in cents: it changes with `current_bookings`. */
  revenue: z.int(),
  /** Set by the first step of its class's deletion: a closed slot takes no bookings. */
  closed: z._default(z.boolean(), false),
  moved_at: z.optional(instantSchema),
  held: z._default(z.int(), 0),
  waiting: z._default(z.int(), 0),
  /** The unoffered places: held, and the list was not asked about them yet (WAI-04). */
  kept: z._default(z.int(), 0),
  /** The held places for children of the class before that have no offer yet (TRM-03). */
  reserved: z._default(z.int(), 0),
  /** The slot of the class before whose children have these places, whatever either class is changed to. */
  reserved_for: z.optional(slotIdSchema),
  /** When a place last became free, other than by the end of an offer whose application stayed. */
  released_at: z._default(z.nullable(instantSchema), null),
  /** From when on its list is to be asked: `‹instant›#‹slot›` while it is due work. */
  [positionAttribute]: z.optional(z.string()),
  /** Raised by each change of the waiting list: an offer is made only by the list that was read. */
  list_version: z._default(z.int(), 0),
});
export type StoredSlot = z.infer<typeof storedSlotSchema>;

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

const classFromItem = (item: Item): ClassSummary => itemParser(classSummarySchema)(withCalendar(item));

export const classRef = (classId: ClassId): ItemRef<ClassSummary> => ({
  key: classKey(classId),
  fromItem: classFromItem,
});

export const slotRef = (classId: ClassId, slotId: SlotId): ItemRef<TimeSlot> => ({
  key: slotKey(classId, slotId),
  fromItem: itemParser(timeSlotSchema),
});

export const storedSlotRef = (classId: ClassId, slotId: SlotId): ItemRef<StoredSlot> => ({
  key: slotKey(classId, slotId),
  fromItem: itemParser(storedSlotSchema),
});

const isClass = (item: Item): boolean => item[entityAttribute] === 'class';
export const isSlotItem = (item: Item): boolean => item[entityAttribute] === slotEntity;

/** The classes keep the order of the items; slots are by start time. */
export const classesFromItems = (items: readonly Item[]): ManagedClass[] => {
  const slots = Map.groupBy(
    items.filter(isSlotItem).map(itemParser(timeSlotSchema)),
    (slot) => slot.class_id,
  );
  return items
    .filter(isClass)
    .map((item) => itemParser(storedClassSchema)(withCalendar(item)))
    .map((cls) => ({ ...cls, time_slots: (slots.get(cls.id) ?? []).toSorted(byStartTime) }));
};

// Leaves out who waits.
const publicSlot = ({ held: _, waiting: __, ...slot }: TimeSlot): TimeSlot => slot;

const withPublicReason = (change: SessionChange): SessionChange =>
  change.state === 'cancelled' ? { ...change, reason: publicReason(change.reason) } : change;

/** Without classes being deleted, version, origin, accounts of coaches, and reasons that may be about a person. */
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
  readonly from?: ClassId | undefined;
}

/** Newest class first: one Query, since ids sort by age. */
export const queryCatalogue = (
  table: Table,
  { consistent, from }: QueryCatalogue = { consistent: false },
): Promise<Item[]> =>
  queryAll(table, {
    ...inPartition(cataloguePartition, { from }),
    ScanIndexForward: false,
    ConsistentRead: consistent,
  });

export const listSlotIds = async (table: Table): Promise<SlotId[]> =>
  (await queryCatalogue(table, { consistent: true }))
    .filter(isSlotItem)
    .map((item) => itemParser(timeSlotSchema)(item).id);

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

/** Returns the classes as the public sees them, newest first. One consistent Query. */
export const listClasses = async (table: Table): Promise<FootballClass[]> =>
  published(classesFromItems(await queryCatalogue(table, { consistent: true })));

export const getClass = async (
  table: Table,
  classId: ClassId,
  { consistent } = { consistent: false },
): Promise<FootballClass | undefined> =>
  published(classesFromItems(await queryClass(table, classId, { consistent })))[0];

export const getTimeSlot = (table: Table, classId: ClassId, slotId: SlotId): Promise<TimeSlot | undefined> =>
  getItem(table, {
    key: slotKey(classId, slotId),
    fromItem: (item) =>
      itemParser(storedSlotSchema)(item).closed ? undefined : publicSlot(itemParser(timeSlotSchema)(item)),
  });

export type NewClass = Omit<FootballClass, 'time_slots'> &
  Pick<ManagedClass, 'planned_from'> & {
    readonly coach_ids?: ManagedClass['coach_ids'] | undefined;
    readonly time_slots: readonly NewSlot[];
  };

/** Held places of a new slot are `reserved` for children of a slot of the class before. */
export type NewSlot = TimeSlot & Partial<Pick<StoredSlot, ListAttribute>>;
type ListAttribute = 'reserved' | 'reserved_for' | 'kept' | 'list_version';

export const asManaged = (cls: NewClass): ManagedClass => ({
  ...cls,
  coach_ids: cls.coach_ids ?? [],
  time_slots: cls.time_slots
    .map(({ reserved: _, reserved_for: __, kept: ___, list_version: ____, ...slot }) => slot)
    .toSorted(byStartTime),
  version: firstVersion,
  deleting: false,
});

export const classPuts = (table: Table, { planned_from, ...cls }: NewClass): Write[] => [
  putWrite(table, { ...classItem(cls), ...(planned_from && { planned_from }) }, { if: isNew }),
  ...cls.time_slots.map((slot) => putWrite(table, slotItem(slot, 0))),
];

/** Includes classes being deleted, newest first. One Query. */
export const listManagedClasses = async (
  table: Table,
  { consistent } = { consistent: false },
): Promise<ManagedClass[]> => classesFromItems(await queryCatalogue(table, { consistent }));

/** Also while the class is being deleted. One consistent Query. */
export const getManagedClass = async (table: Table, classId: ClassId): Promise<ManagedClass | undefined> =>
  classesFromItems(await queryClass(table, classId, { consistent: true }))[0];

type MovedBooking = Pick<Booking, 'class_id' | 'time_slot_id' | 'earlier_slots'>;

/** The slots of before a move that still have sessions of a booking. */
export const earlierSlotRefs = ({
  class_id,
  time_slot_id,
  earlier_slots = {},
}: MovedBooking): ItemRef<TimeSlot>[] =>
  [...new Set(Object.values(earlier_slots))]
    .filter((id) => id !== time_slot_id)
    .map((id) => slotRef(class_id, id));

/** Returns the slots of `earlierSlotRefs` that were read and exist. */
export const earlierSlotsIn = (read: ReadEntity, booking: MovedBooking): TimeSlot[] =>
  earlierSlotRefs(booking).flatMap((ref) => read(ref) ?? []);

/** No request for a booking that never moved. */
export const readEarlierSlots = async (
  table: Table,
  booking: MovedBooking | undefined,
): Promise<TimeSlot[]> => {
  const refs = booking ? earlierSlotRefs(booking) : [];
  if (!booking || refs.length === 0) return [];
  return earlierSlotsIn(await batchRead(table, refs, { consistent: true }), booking);
};

interface Figures {
  /** Without those being deleted. */
  readonly classes: readonly ManagedClass[];
  readonly bookings: number;
  readonly slotRevenue: ReadonlyMap<SlotId, number>;
}

/** One Query that grows with classes and slots, never with bookings. */
export const readFigures = async (table: Table): Promise<Figures> => {
  const items = await queryCatalogue(table);
  const classes = classesFromItems(items).filter(({ deleting }) => !deleting);
  const ids = new Set<string>(classes.map(({ id }) => id));
  const counters = items
    .filter(isSlotItem)
    .map(itemParser(storedSlotSchema))
    .filter(({ class_id }) => ids.has(class_id));
  return {
    classes,
    bookings: sum(counters.map(bookingCount)),
    slotRevenue: new Map(counters.map(({ id, revenue }) => [id, revenue])),
  };
};
