import * as z from 'zod/mini';
import type { Cents, Instant } from '#shared/lib/values';
import { type TimeSlot, timeSlotSchema } from '#shared/sessions/slot';
import { itemParser, ownerIndex } from '../lib/dynamo/items.ts';
import type { Write } from '../lib/dynamo/keyed-request.ts';
import { dueIndexKeys, slotKey } from '../lib/dynamo/keys-of-classes.ts';
import type { Table } from '../lib/table.ts';
import type { StoredBooking } from './bookings.ts';

type BookedInSlot = Pick<StoredBooking, 'class_id' | 'time_slot_id' | 'calendar_version' | 'amount'>;

export const refusedSlotSchema = z.extend(
  z.pick(timeSlotSchema, { max_capacity: true, current_bookings: true, calendar_version: true }),
  { closed: z._default(z.boolean(), false) },
);
export const refusedSlotRef = ({
  class_id,
  time_slot_id,
}: Pick<BookedInSlot, 'class_id' | 'time_slot_id'>) => ({
  key: slotKey(class_id, time_slot_id),
  fromItem: itemParser(refusedSlotSchema),
});

// The deletion of a class closes its slots first: no booking is stored after its bookings were ended.
const sameOpenSlot = (
  table: Table,
  { class_id, time_slot_id, calendar_version }: BookedInSlot,
  {
    revenue,
    condition,
    update,
  }: { readonly revenue: number; readonly condition: string; readonly update: string },
): NonNullable<Write['Update']> => ({
  TableName: table.name,
  Key: slotKey(class_id, time_slot_id),
  ConditionExpression: `attribute_not_exists(closed) AND calendar_version = :calendar${condition}`,
  UpdateExpression: `SET revenue = revenue + :amount${update}`,
  ExpressionAttributeValues: { ':amount': revenue, ':calendar': calendar_version },
  ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
});

/** Refused where the slot is full or closed, or its calendar is not the booking's. */
export const placeTake = (table: Table, booking: BookedInSlot): Write => {
  const { ExpressionAttributeValues, ...update } = sameOpenSlot(table, booking, {
    revenue: booking.amount,
    condition: ' AND current_bookings < max_capacity',
    update: ', current_bookings = current_bookings + :one',
  });
  return { Update: { ...update, ExpressionAttributeValues: { ...ExpressionAttributeValues, ':one': 1 } } };
};

/**
 * Takes several places, or none. A condition cannot add: it requires the number of places that was read. Refused as
 * `placeTake` is, and where the slot has another number of places.
 * @param booking with the amount of all places
 */
export const placesTake = (
  table: Table,
  booking: BookedInSlot,
  { places, max_capacity }: { readonly places: number; readonly max_capacity: number },
): Write => {
  const { ExpressionAttributeValues, ...update } = sameOpenSlot(table, booking, {
    revenue: booking.amount,
    condition: ' AND max_capacity = :capacity AND current_bookings <= :leavesEnough',
    update: ', current_bookings = current_bookings + :places',
  });
  const values = { ':places': places, ':capacity': max_capacity, ':leavesEnough': max_capacity - places };
  return { Update: { ...update, ExpressionAttributeValues: { ...ExpressionAttributeValues, ...values } } };
};

/**
 * Adds places for the office, also to a full slot (BHF-01). Refused where the slot is closed, or its calendar is not the
 * booking's. Until as many bookings ended, the slot is full for everybody else.
 */
export const placesAdd = (table: Table, booking: BookedInSlot, places: number): Write => {
  const { ExpressionAttributeValues, ...update } = sameOpenSlot(table, booking, {
    revenue: booking.amount,
    condition: '',
    update: ', current_bookings = current_bookings + :places',
  });
  return {
    Update: { ...update, ExpressionAttributeValues: { ...ExpressionAttributeValues, ':places': places } },
  };
};

/** A booking takes the place of another one and replaces its amount. Refused as `placeTake` is. */
export const placeReplace = (
  table: Table,
  replaced: Pick<BookedInSlot, 'amount'>,
  booking: BookedInSlot,
): Write => ({
  Update: sameOpenSlot(table, booking, {
    revenue: booking.amount - replaced.amount,
    condition: '',
    update: '',
  }),
});

/** The calendar decides what the end of a booking credits. */
export type ReleasedSlot = Pick<TimeSlot, 'class_id' | 'id' | 'calendar_version' | 'waiting'>;

interface Released {
  readonly amount: Cents;
  readonly at: Instant;
}

const openPlace = {
  condition: '(attribute_not_exists(waiting) OR waiting = :zero)',
  update: () => 'current_bookings = current_bookings - :one',
  values: () => ({ ':zero': 0 }),
};

// The place stays taken for the waiting list, which is due to be asked (WAI-04).
const placeForList = {
  condition: 'waiting > :zero',
  update: () =>
    `held = held + :one, kept = kept + :one, released_at = :at, ${ownerIndex.partitionKey} = :indexed, ${ownerIndex.sortKey} = :sorted`,
  values: ({ id }: ReleasedSlot, { at }: Released) => ({
    ':zero': 0,
    ':at': at,
    ':indexed': dueIndexKeys(at, id)[ownerIndex.partitionKey],
    ':sorted': dueIndexKeys(at, id)[ownerIndex.sortKey],
  }),
};

/**
 * Gives a place back to all, or to the waiting list where families wait. Refused where the slot's calendar is not the one
 * that was read, or the list became empty or got its first application since: the caller reads again.
 */
export const placeRelease = (table: Table, slot: ReleasedSlot, released: Released): Write => {
  const { class_id, id, calendar_version, waiting = 0 } = slot;
  const place = waiting > 0 ? placeForList : openPlace;
  return {
    Update: {
      TableName: table.name,
      Key: slotKey(class_id, id),
      ConditionExpression: `current_bookings >= :one AND calendar_version = :calendar AND ${place.condition}`,
      UpdateExpression: `SET ${place.update()}, revenue = revenue - :amount`,
      ExpressionAttributeValues: {
        ':one': 1,
        ':amount': released.amount,
        ':calendar': calendar_version,
        ...place.values(slot, released),
      },
    },
  };
};
