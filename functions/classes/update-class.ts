import type { ClassSummary, Venue } from '#shared/classes/class';
import type { ManagedClass } from '#shared/classes/managed-class';
import type { SlotId } from '#shared/lib/ids';
import type { Instant } from '#shared/lib/values';
import type { TimeSlot } from '#shared/sessions/slot';
import { retryDelay } from '../lib/contention.ts';
import {
  absent,
  atMost,
  both,
  deleteWrite,
  exists,
  orAbsent,
  plus,
  putWrite,
  updateWrite,
} from '../lib/dynamo/expressions.ts';
import { indexKeys, itemParser } from '../lib/dynamo/items.ts';
import type { Refusal, Write } from '../lib/dynamo/keyed-request.ts';
import { dueIndexKeys, slotKey } from '../lib/dynamo/keys-of-classes.ts';
import { sendTransaction } from '../lib/dynamo/writes.ts';
import type { ExtraWrites } from '../lib/extra-writes.ts';
import type { Table } from '../lib/table.ts';
import { patienceMs } from '../limits.ts';
import { classUpdate } from './change-sessions.ts';
import { isSlotItem, queryClass, type StoredSlot, slotItem, storedSlotSchema } from './classes.ts';
import { sameVenue, venueOfClass } from './venues.ts';

type ClassFields = Omit<
  ClassSummary,
  | 'id'
  | 'trial_price'
  | 'created_by'
  | 'created_at'
  | 'session_changes'
  | 'venue'
  | 'venue_details'
  | 'off_sale_since'
> &
  Pick<ManagedClass, 'coach_ids'>;

type SlotFields = Omit<TimeSlot, 'current_bookings' | 'held' | 'waiting' | 'calendar_version'>;

/** A slot of the class that is missing in `time_slots` is removed. */
export interface ClassChange {
  readonly fields: ClassFields;
  readonly time_slots: readonly SlotFields[];
  /** The venue, where the class gets another one. The copy of the present one is changed with the venue alone. */
  readonly venue?: Venue | undefined;
  /** Whether families agree to something else in every slot when they book from now on. */
  readonly raisesCalendar: boolean;
  /** Whether places taken since the bookings were read refuse the change. */
  readonly samePlaces: boolean;
  /** When time or venue changes for families: they may cancel free of charge until the next session (CAL-11). */
  readonly movedAt: (slot: SlotFields) => Instant | undefined;
  readonly at: Instant;
}

export type UpdateClassOutcome =
  | { readonly outcome: 'done' }
  /** Since it was read, the class was changed, its deletion began, or (if `samePlaces`) a place was taken or freed. */
  | { readonly outcome: 'changed' }
  /** These slots have more bookings than the change leaves places for. Nothing was stored. */
  | { readonly outcome: 'slots-refused'; readonly slots: ReadonlyMap<SlotId, StoredSlot> }
  /** The venue that the class gets was changed or deleted since it was read. Nothing was stored. */
  | { readonly outcome: 'venue-changed' }
  | { readonly outcome: 'busy' };

const updateFields = (
  table: Table,
  cls: ManagedClass,
  { fields: { skipped_dates, ...others }, venue }: ClassChange,
): Write => {
  const fields = { ...others, ...(venue && venueOfClass(venue)) };
  return skipped_dates.length > 0
    ? classUpdate(table, cls, { ...fields, skipped_dates }, [])
    : classUpdate(table, cls, fields, ['skipped_dates']);
};

interface SlotChange {
  readonly row: SlotFields;
  readonly before: TimeSlot;
  /** The stored slot, where its capacity changes and it has, or had, a waiting list. */
  readonly listed: StoredSlot | undefined;
  readonly raise: 0 | 1;
}

// What another capacity adds to the counters of a slot with a waiting list, and how the slot must be for it.
const listedPlaces = (slot: StoredSlot, { max_capacity }: SlotFields, at: Instant) => {
  // New places are held for those who wait. Of places that are taken away, open ones go first, then unoffered ones. Where
  // the office booked above the capacity, the first new places are taken (BHF-01).
  const isAbove = slot.current_bookings > slot.max_capacity;
  const added = slot.waiting > 0 ? max_capacity - Math.max(slot.max_capacity, slot.current_bookings) : 0;
  const removed = Math.min(slot.kept, Math.max(0, slot.current_bookings - max_capacity));
  const places = added > 0 ? added : -removed;
  return {
    places,
    if: {
      list_version: slot.list_version,
      kept: slot.kept,
      max_capacity: slot.max_capacity,
      ...(isAbove && { current_bookings: slot.current_bookings }),
    },
    set: {
      current_bookings: plus(places),
      held: plus(places),
      kept: plus(places),
      list_version: plus(1),
      ...(places > 0 && { released_at: at, ...dueIndexKeys(at, slot.id) }),
    },
    // Without an unoffered place there is nothing to ask the list about.
    remove: removed > 0 && removed === slot.kept ? indexKeys : [],
  };
};

// Other places of a slot that had no waiting list when it was read, and has none yet.
const noList = ({ max_capacity }: SlotFields, before: TimeSlot) => ({
  places: 0,
  if: max_capacity === before.max_capacity ? {} : { list_version: absent },
  set: {},
  remove: [],
});

const changeSlot = (
  table: Table,
  { row, before, listed, raise }: SlotChange,
  { samePlaces, movedAt, at }: ClassChange,
): Write => {
  const list = listed ? listedPlaces(listed, row, at) : noList(row, before);
  // A slot that does not lose places may have more bookings than places (BHF-01).
  const isLowered = row.max_capacity < before.max_capacity;
  const places = [
    ...(isLowered ? [atMost(row.max_capacity - list.places)] : []),
    ...(samePlaces ? [before.current_bookings] : []),
  ];
  const moved_at = movedAt(row);
  return updateWrite(table, slotKey(row.class_id, row.id), {
    set: {
      start_time: row.start_time,
      end_time: row.end_time,
      max_capacity: row.max_capacity,
      calendar_version: plus(raise),
      ...(moved_at && { moved_at }),
      ...list.set,
    },
    remove: list.remove,
    if: {
      ...exists,
      ...(places.length > 0 && { current_bookings: both(...places) }),
      ...list.if,
    },
    returnsStored: true,
  });
};

const removeSlot = (table: Table, slot: TimeSlot): Write =>
  deleteWrite(table, slotKey(slot.class_id, slot.id), {
    if: { current_bookings: 0, waiting: orAbsent(0) },
    returnsStored: true,
  });

const addSlot = (table: Table, slot: SlotFields): Write =>
  putWrite(table, slotItem({ ...slot, current_bookings: 0, calendar_version: 0 }, 0));

const hasSameTimes = (slot: TimeSlot, row: SlotFields): boolean =>
  slot.start_time === row.start_time && slot.end_time === row.end_time;

// Listed slots whose capacity changes. One consistent Query. @param mayBeNew whether a list may have begun since the read
const readListed = async (
  table: Table,
  { id, time_slots }: ManagedClass,
  change: ClassChange,
  { mayBeNew }: { readonly mayBeNew: boolean },
): Promise<ReadonlyMap<SlotId, StoredSlot>> => {
  const rows = new Map(change.time_slots.map((row) => [row.id, row]));
  const changed = time_slots.filter(
    (slot) => (mayBeNew || slot.held !== undefined) && rows.get(slot.id)?.max_capacity !== slot.max_capacity,
  );
  if (changed.length === 0) return new Map();
  const ids = new Set(changed.map((slot) => slot.id));
  const stored = (await queryClass(table, id, { consistent: true }))
    .filter(isSlotItem)
    .map(itemParser(storedSlotSchema));
  return new Map(
    stored.filter((slot) => ids.has(slot.id) && slot.list_version > 0).map((slot) => [slot.id, slot]),
  );
};

const slotWrites = (
  table: Table,
  before: readonly TimeSlot[],
  listed: ReadonlyMap<SlotId, StoredSlot>,
  change: ClassChange,
): Write[] => {
  const { time_slots, raisesCalendar } = change;
  const rows = new Map(time_slots.map((row) => [row.id, row]));
  const known = new Map(before.map((slot) => [slot.id, slot]));
  const remaining = before.flatMap((slot) => {
    const row = rows.get(slot.id);
    if (!row) return [removeSlot(table, slot)];
    const raise = raisesCalendar || !hasSameTimes(slot, row) ? 1 : 0;
    // A slot that does not change is not written: the write would conflict with its bookings.
    return raise === 0 && slot.max_capacity === row.max_capacity
      ? []
      : [changeSlot(table, { row, before: slot, listed: listed.get(slot.id), raise }, change)];
  });
  return [...remaining, ...time_slots.filter(({ id }) => !known.has(id)).map((row) => addSlot(table, row))];
};

const readRefusals = (
  [cls, ...slots]: readonly (Refusal | undefined)[],
  { time_slots, samePlaces }: ClassChange,
): UpdateClassOutcome | { readonly outcome: 'list-changed' } => {
  if (cls) return { outcome: 'changed' };
  const refused = slots.flatMap((refusal) =>
    refusal?.item ? [itemParser(storedSlotSchema)(refusal.item)] : [],
  );
  const hasTooFewPlaces = refused.some((slot) => {
    const row = time_slots.find(({ id }) => id === slot.id);
    if (!row) return true;
    const isLowered = row.max_capacity < slot.max_capacity;
    return isLowered && slot.current_bookings - slot.kept > row.max_capacity;
  });
  if (!hasTooFewPlaces) return { outcome: refused.length > 0 && !samePlaces ? 'list-changed' : 'changed' };
  return { outcome: 'slots-refused', slots: new Map(refused.map((slot) => [slot.id, slot])) };
};

/**
 * Changes a class and its slots with the extra writes in one transaction: the class is as it was read, no slot has more
 * bookings than places, and no slot with bookings is removed. A booking made at the same moment comes before the transaction
 * or after it.
 */
export const updateClass = async (
  table: Table,
  current: ManagedClass,
  change: ClassChange,
  extraWrites: ExtraWrites,
): Promise<UpdateClassOutcome> => {
  const waitToRetry = retryDelay(patienceMs);
  for (let mayBeNew = false; ; mayBeNew = true) {
    const listed = await readListed(table, current, change, { mayBeNew });
    const result = await sendTransaction(table, [
      updateFields(table, current, change),
      ...slotWrites(table, current.time_slots, listed, change),
      ...extraWrites,
      ...(change.venue ? [sameVenue(table, change.venue)] : []),
    ]);
    if (result.outcome !== 'refused') return result;
    if (change.venue && result.refusals.at(-1)) return { outcome: 'venue-changed' };
    const refusal = readRefusals(result.refusals, change);
    // A family joined or left a list meanwhile.
    if (refusal.outcome !== 'list-changed') return refusal;
    if (!(await waitToRetry())) return { outcome: 'busy' };
  }
};
