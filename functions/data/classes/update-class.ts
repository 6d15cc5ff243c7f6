import type { ClassSummary } from '#shared/schemas/class';
import type { ManagedClass } from '#shared/schemas/class-input';
import type { SlotId } from '#shared/schemas/ids';
import type { TimeSlot } from '#shared/schemas/slot';
import { classKey, slotKey } from '../dynamo/keys.ts';
import { type Refusal, sendTransaction, type Write } from '../dynamo/send-transaction.ts';
import { setAttributes } from '../dynamo/set-attributes.ts';
import type { Table } from '../table.ts';
import { slotFromItem, slotItem } from './classes.ts';

/** The fields of a class that can be changed. */
type ClassFields = Omit<ClassSummary, 'id' | 'trial_price' | 'created_by' | 'created_at' | 'session_changes'>;

/** A slot as an administrator enters it. */
type SlotFields = Omit<TimeSlot, 'current_bookings' | 'calendar_version'>;

/** A class as it is to be stored. A slot of the class that is not among `time_slots` is removed. */
export interface ClassChange {
  readonly fields: ClassFields;
  readonly time_slots: readonly SlotFields[];
  /** Whether families agree to something else in every slot when they book from now on. */
  readonly raisesCalendar: boolean;
}

export type UpdateClassOutcome =
  | { readonly outcome: 'done' }
  /** The class was changed, or its deletion begun, since it was read. */
  | { readonly outcome: 'changed' }
  /** These slots have more bookings than the change leaves places for. Nothing was stored. */
  | { readonly outcome: 'slots-refused'; readonly slots: ReadonlyMap<SlotId, TimeSlot> }
  | { readonly outcome: 'busy' };

const updateFields = (
  table: Table,
  { id, version }: ManagedClass,
  { skipped_dates, ...fields }: ClassFields,
): Write => {
  const { ExpressionAttributeValues, ...update } = setAttributes(
    { ...fields, ...(skipped_dates.length > 0 && { skipped_dates }), version: version + 1 },
    skipped_dates.length > 0 ? [] : ['skipped_dates'],
  );
  return {
    Update: {
      TableName: table.name,
      Key: classKey(id),
      ConditionExpression: 'attribute_exists(PK) AND #version = :version AND attribute_not_exists(deleting)',
      ...update,
      ExpressionAttributeValues: { ...ExpressionAttributeValues, ':version': version },
    },
  };
};

const changeSlot = (table: Table, slot: SlotFields, raise: 0 | 1): Write => ({
  Update: {
    TableName: table.name,
    Key: slotKey(slot.class_id, slot.id),
    ConditionExpression: 'attribute_exists(PK) AND current_bookings <= :capacity',
    UpdateExpression:
      'SET start_time = :start, end_time = :end, max_capacity = :capacity, calendar_version = calendar_version + :raise',
    ExpressionAttributeValues: {
      ':start': slot.start_time,
      ':end': slot.end_time,
      ':capacity': slot.max_capacity,
      ':raise': raise,
    },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  },
});

const removeSlot = (table: Table, slot: TimeSlot): Write => ({
  Delete: {
    TableName: table.name,
    Key: slotKey(slot.class_id, slot.id),
    ConditionExpression: 'current_bookings = :none',
    ExpressionAttributeValues: { ':none': 0 },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  },
});

const addSlot = (table: Table, slot: SlotFields): Write => ({
  Put: { TableName: table.name, Item: slotItem({ ...slot, current_bookings: 0, calendar_version: 0 }, 0) },
});

const hasSameTimes = (slot: TimeSlot, row: SlotFields): boolean =>
  slot.start_time === row.start_time && slot.end_time === row.end_time;

const slotWrites = (
  table: Table,
  before: readonly TimeSlot[],
  { time_slots, raisesCalendar }: ClassChange,
): Write[] => {
  const rows = new Map(time_slots.map((row) => [row.id, row]));
  const known = new Map(before.map((slot) => [slot.id, slot]));
  const kept = before.flatMap((slot) => {
    const row = rows.get(slot.id);
    if (!row) return [removeSlot(table, slot)];
    const raise = raisesCalendar || !hasSameTimes(slot, row) ? 1 : 0;
    // A slot that does not change is not written: the write would conflict with its bookings.
    return raise === 0 && slot.max_capacity === row.max_capacity ? [] : [changeSlot(table, row, raise)];
  });
  return [...kept, ...time_slots.filter(({ id }) => !known.has(id)).map((row) => addSlot(table, row))];
};

const readRefusals = ([cls, ...slots]: readonly (Refusal | undefined)[]): UpdateClassOutcome => {
  if (cls) return { outcome: 'changed' };
  const refused = slots.flatMap((refusal) => (refusal?.item ? [slotFromItem(refusal.item)] : []));
  return { outcome: 'slots-refused', slots: new Map(refused.map((slot) => [slot.id, slot])) };
};

/**
 * Changes a class and its slots, and stores the extra writes, all or nothing. Conditions of the one transaction: the
 * class is as it was read, no slot has more bookings than places, and no slot with bookings is removed. A booking made
 * at the same moment comes before the transaction or after it.
 */
export const updateClass = async (
  table: Table,
  current: ManagedClass,
  change: ClassChange,
  extraWrites: readonly Write[],
): Promise<UpdateClassOutcome> => {
  const result = await sendTransaction(table, [
    updateFields(table, current, change.fields),
    ...slotWrites(table, current.time_slots, change),
    ...extraWrites,
  ]);
  return result.outcome === 'refused' ? readRefusals(result.refusals) : result;
};
