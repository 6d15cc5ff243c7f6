import { ascending } from '#shared/domain/lists/ascending';
import type { Child } from '#shared/schemas/child';
import type { ClassSummary } from '#shared/schemas/class';
import type { TimeSlot } from '#shared/schemas/slot';
import type { WaitingEntry } from '#shared/schemas/waiting';
import { classRef, slotRef } from '../classes/classes.ts';
import { batchRead } from '../dynamo/batch-get.ts';
import { childRef } from '../families/children.ts';
import { profileRef, type StoredProfile } from '../families/stored-profile.ts';
import type { Table } from '../table.ts';

/** The slot, the family and the children that an email about a waiting list names. */
export type WaitingPlaceIds = Pick<WaitingEntry, 'class_id' | 'time_slot_id' | 'parent_id' | 'child_ids'>;

/** What an email about a waiting list is made of; undefined for each part that is gone. */
export interface WaitingMailParts {
  readonly cls: ClassSummary | undefined;
  readonly slot: TimeSlot | undefined;
  readonly parent: StoredProfile | undefined;
  /** The oldest first. */
  readonly children: readonly Child[];
}

/** Reads the parts in one round trip. */
export const readWaitingMailParts = async (
  table: Table,
  { class_id, time_slot_id, parent_id, child_ids }: WaitingPlaceIds,
): Promise<WaitingMailParts> => {
  const [cls, slot] = [classRef(class_id), slotRef(class_id, time_slot_id)];
  const parent = profileRef(parent_id);
  const children = child_ids.map((id) => childRef(parent_id, id));
  const read = await batchRead(table, [cls, slot, parent, ...children], { consistent: true });
  return {
    cls: read(cls),
    slot: read(slot),
    parent: read(parent),
    children: children
      .flatMap((child) => read(child) ?? [])
      .toSorted((one, other) => ascending(one.date_of_birth, other.date_of_birth)),
  };
};
