import type { Instant } from '#shared/schemas/values';
import type { WaitingEntry } from '#shared/schemas/waiting';
import { indexedBy, removesFromIndex } from '../dynamo/index-keys.ts';
import { slotKey } from '../dynamo/keys/classes.ts';
import { dueIndexKeys } from '../dynamo/keys/due-work.ts';
import type { Write } from '../dynamo/send-transaction.ts';
import type { Table } from '../table.ts';

/** What is added to the counters of a slot. */
interface CounterChange {
  readonly current_bookings?: number;
  readonly held?: number;
  readonly kept?: number;
  readonly reserved?: number;
  readonly waiting?: number;
  readonly revenue?: number;
}

/** A change of a slot's list. */
interface SlotListChange {
  readonly add: CounterChange;
  /** What must hold besides that the slot exists. */
  readonly condition?: string;
  readonly values?: Readonly<Record<string, unknown>>;
  /** From when on the list is due to be asked; null ends that; undefined leaves it. */
  readonly dueAt?: Instant | null;
  /** When the place became free that entries passed over before are asked about. */
  readonly releasedAt?: Instant;
}

type SlotIds = Pick<WaitingEntry, 'class_id' | 'time_slot_id'>;

/** What conditions on a list compare with: the first change makes all of it. */
const noList = { held: 0, kept: 0, waiting: 0 };

/** The write that changes the places and the list of a slot. Every change raises the version of the list. */
export const slotListUpdate = (
  table: Table,
  { class_id, time_slot_id }: SlotIds,
  { add, condition, values = {}, dueAt, releasedAt }: SlotListChange,
): Write => {
  const counters = Object.entries({ ...noList, ...add, list_version: 1 });
  const sets = counters.map(([name]) => `${name} = if_not_exists(${name}, :zero) + :add_${name}`);
  const due = dueAt ? indexedBy(dueIndexKeys(dueAt, time_slot_id)) : undefined;
  if (due) sets.push(due.sets);
  if (releasedAt) sets.push('released_at = :releasedAt');
  return {
    Update: {
      TableName: table.name,
      Key: slotKey(class_id, time_slot_id),
      ConditionExpression: `attribute_exists(PK)${condition ? ` AND ${condition}` : ''}`,
      UpdateExpression: `SET ${sets.join(', ')}${dueAt === null ? ` ${removesFromIndex}` : ''}`,
      ExpressionAttributeValues: {
        ':zero': 0,
        ...Object.fromEntries(counters.map(([name, value]) => [`:add_${name}`, value])),
        ...due?.values,
        ...(releasedAt && { ':releasedAt': releasedAt }),
        ...values,
      },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  };
};

/**
 * The write that gives the places of an ended offer to the list again, or to all where no entry waits.
 * @param hasWaiting as read, or assumed; the write is refused where it is wrong
 */
export const offeredPlacesRelease = (
  table: Table,
  slot: SlotIds & Pick<WaitingEntry, 'child_ids'>,
  {
    at,
    hasWaiting,
    comesBack,
  }: { readonly at: Instant; readonly hasWaiting: boolean; readonly comesBack: boolean },
): Write => {
  const places = slot.child_ids.length;
  // An entry that comes back to the list waits too.
  if (comesBack) return slotListUpdate(table, slot, { add: { kept: places, waiting: 1 }, dueAt: at });
  if (hasWaiting)
    return slotListUpdate(table, slot, {
      add: { kept: places },
      condition: 'waiting > :none',
      values: { ':none': 0 },
      dueAt: at,
      releasedAt: at,
    });
  return slotListUpdate(table, slot, {
    add: { held: -places, current_bookings: -places },
    condition: 'waiting = :none',
    values: { ':none': 0 },
  });
};
