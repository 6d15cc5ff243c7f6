import type { ClassSummary } from '#shared/schemas/class';
import type { TimeSlot } from '#shared/schemas/slot';
import type { WaitingEntry } from '#shared/schemas/waiting';
import { classRef, slotRef } from '../classes/classes.ts';
import { batchRead } from '../dynamo/batch-get.ts';
import type { Table } from '../table.ts';

type SlotIds = Pick<WaitingEntry, 'class_id' | 'time_slot_id'>;

/** A class with one of its slots. */
export interface OfferedSlot {
  readonly cls: ClassSummary;
  readonly slot: TimeSlot;
}

/** Reads slots with their classes; the look-up gives undefined for one that is gone. */
export const readOfferedSlots = async (
  table: Table,
  subjects: readonly SlotIds[],
): Promise<(subject: SlotIds) => OfferedSlot | undefined> => {
  if (subjects.length === 0) return () => undefined;
  const refs = subjects.flatMap(({ class_id, time_slot_id }) => [
    classRef(class_id),
    slotRef(class_id, time_slot_id),
  ]);
  const read = await batchRead(table, refs, { consistent: true });
  return ({ class_id, time_slot_id }) => {
    const [cls, slot] = [read(classRef(class_id)), read(slotRef(class_id, time_slot_id))];
    return cls && slot && { cls, slot };
  };
};
