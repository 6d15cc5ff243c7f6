import type { ManagedClass } from '#shared/classes/managed-class';
import type { SlotId } from '#shared/lib/ids';
import type { Instant } from '#shared/lib/values';
import type { SessionChange, TimeSlot } from '#shared/sessions/slot';
import {
  absent,
  type Change,
  checkWrite,
  exists,
  type Tests,
  updateWrite,
} from '../lib/dynamo/expressions.ts';
import type { Write } from '../lib/dynamo/keyed-request.ts';
import { classKey, slotKey } from '../lib/dynamo/keys-of-classes.ts';
import { sendTransaction } from '../lib/dynamo/writes.ts';
import type { ExtraWrites } from '../lib/extra-writes.ts';
import type { Table } from '../lib/table.ts';
import { calendarAttributes } from './classes.ts';

export const classUpdate = (
  table: Table,
  { id, version }: Pick<ManagedClass, 'id' | 'version'>,
  set: NonNullable<Change['set']>,
  remove: readonly string[],
): Write =>
  updateWrite(table, classKey(id), {
    set: { ...set, version: version + 1 },
    remove,
    if: { ...exists, version, deleting: absent },
  });

/** Refused where the class was changed, or its deletion begun, since it was read. */
export const sessionChangesUpdate = (
  table: Table,
  cls: ManagedClass,
  session_changes: readonly SessionChange[],
): Write =>
  classUpdate(
    table,
    cls,
    calendarAttributes({ skipped_dates: [], session_changes }),
    session_changes.length > 0 ? [] : ['session_changes'],
  );

interface Expected {
  readonly slot: TimeSlot;
  /** Refused where a place was taken or freed since it was read. */
  readonly samePlaces?: boolean;
}

const unchangedCalendar = ({ calendar_version }: Pick<TimeSlot, 'calendar_version'>): Tests => ({
  calendar_version,
  closed: absent,
});

/** What was agreed with an older calendar is not booked any more. */
export const calendarRaise = (table: Table, { slot, samePlaces = false }: Expected): Write =>
  updateWrite(table, slotKey(slot.class_id, slot.id), {
    set: { calendar_version: slot.calendar_version + 1 },
    if: { ...unchangedCalendar(slot), ...(samePlaces && { current_bookings: slot.current_bookings }) },
  });

/**
 * Takes a class off sale, or puts it on sale again, with the extra writes, all or nothing (OPS-08). The calendar of each
 * slot is raised, so that an earlier read takes no place. Refused where the class or the calendar of a slot changed since it
 * was read.
 * @param off_sale_since undefined where the class is on sale from now on
 */
export const setSale = async (
  table: Table,
  cls: ManagedClass,
  off_sale_since: Instant | undefined,
  extraWrites: ExtraWrites,
): Promise<{ readonly outcome: 'done' | 'refused' | 'busy' }> => {
  const { outcome } = await sendTransaction(table, [
    off_sale_since
      ? classUpdate(table, cls, { off_sale_since }, [])
      : classUpdate(table, cls, {}, ['off_sale_since']),
    ...cls.time_slots.map((slot) => calendarRaise(table, { slot })),
    ...extraWrites,
  ]);
  return { outcome };
};

export const sameCalendar = (
  table: Table,
  slot: Pick<TimeSlot, 'class_id' | 'id' | 'calendar_version'>,
): Write => checkWrite(table, slotKey(slot.class_id, slot.id), { if: unchangedCalendar(slot) });

export const slotIn = ({ time_slots }: Pick<ManagedClass, 'time_slots'>, id: SlotId): TimeSlot | undefined =>
  time_slots.find((slot) => slot.id === id);
