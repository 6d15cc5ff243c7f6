import { expect, it } from 'vitest';
import { bookingKey } from '#functions/lib/dynamo/keys-of-classes';
import { makeLoad } from './make-load.ts';

const now = new Date('2026-03-02T00:00:00Z');
const sizes = { classes: 12, slots: 50, families: 120, bookings: 900 };
const load = makeLoad(sizes, { now, seed: 1 });
const slots = load.classes.flatMap((cls) => cls.time_slots);

it('has the requested numbers', () => {
  expect({
    classes: load.classes.length,
    slots: slots.length,
    families: load.families.length,
    bookings: load.bookings.length,
  }).toEqual(sizes);
});

it('has counters that equal the bookings and are within the capacity', () => {
  const booked = Map.groupBy(load.bookings, ({ time_slot_id }) => time_slot_id);
  for (const slot of slots) {
    expect(slot.current_bookings).toBe(booked.get(slot.id)?.length ?? 0);
    expect(slot.current_bookings).toBeLessThanOrEqual(slot.max_capacity);
  }
  expect(slots.some((slot) => slot.current_bookings === slot.max_capacity)).toBe(true);
  expect(slots.some((slot) => slot.current_bookings === 0)).toBe(true);
});

it('books each child once in a slot, by its own family', () => {
  const keys = load.bookings.map(({ time_slot_id, parent_id, child_id }) =>
    JSON.stringify(bookingKey(time_slot_id, parent_id, child_id)),
  );
  expect(new Set(keys).size).toBe(sizes.bookings);
  const children = new Map(
    load.families.flatMap((family) => family.children).map((child) => [child.id, child]),
  );
  for (const { child_id, child_name, parent_id } of load.bookings) {
    expect(children.get(child_id)).toMatchObject({ parent_id, name: child_name });
  }
});
