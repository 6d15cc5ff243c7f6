import type { TimeSlot } from '#shared/schemas/slot';
import type { Cents, Instant } from '#shared/schemas/values';
import { indexedBy } from '../dynamo/index-keys.ts';
import { slotKey } from '../dynamo/keys/classes.ts';
import { dueIndexKeys } from '../dynamo/keys/due-work.ts';
import type { Write } from '../dynamo/send-transaction.ts';
import type { Table } from '../table.ts';

/** A slot as it was read: its calendar decides what the end of a booking credits. */
export type ReleasedSlot = Pick<TimeSlot, 'class_id' | 'id' | 'calendar_version' | 'waiting'>;

/** A booking whose place is given back. */
interface Released {
  readonly amount: Cents;
  readonly at: Instant;
}

/** The place is open to all. */
const openPlace = {
  condition: '(attribute_not_exists(waiting) OR waiting = :zero)',
  update: () => 'current_bookings = current_bookings - :one',
  values: () => ({ ':zero': 0 }),
};

/** The place stays taken and is kept for the waiting list, which is due to be asked (WAI-04). */
const keptPlace = {
  condition: 'waiting > :zero',
  update: ({ id }: ReleasedSlot, { at }: Released) =>
    `held = held + :one, kept = kept + :one, released_at = :at, ${indexedBy(dueIndexKeys(at, id)).sets}`,
  values: ({ id }: ReleasedSlot, { at }: Released) => ({
    ':zero': 0,
    ':at': at,
    ...indexedBy(dueIndexKeys(at, id)).values,
  }),
};

/**
 * The write that gives the place of a booking back: to all, or where entries wait, to the waiting list. Refused where the
 * slot's calendar is not the one that was read, or where the list became empty or got its first entry since: the caller
 * reads again.
 */
export const placeRelease = (table: Table, slot: ReleasedSlot, released: Released): Write => {
  const { class_id, id, calendar_version, waiting = 0 } = slot;
  const place = waiting > 0 ? keptPlace : openPlace;
  return {
    Update: {
      TableName: table.name,
      Key: slotKey(class_id, id),
      ConditionExpression: `current_bookings >= :one AND calendar_version = :calendar AND ${place.condition}`,
      UpdateExpression: `SET ${place.update(slot, released)}, revenue = revenue - :amount`,
      ExpressionAttributeValues: {
        ':one': 1,
        ':amount': released.amount,
        ':calendar': calendar_version,
        ...place.values(slot, released),
      },
    },
  };
};
