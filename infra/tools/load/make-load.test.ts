import { expect, it } from 'vitest';
import { bookingKey } from '#functions/lib/dynamo/keys-of-classes';
import { childNameKey } from '#shared/lib/fold-text';
import type { SampleFamily } from '../../local/seed/world.ts';
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

it('is equal for the same day and seed, and differs for another seed', () => {
  expect(makeLoad(sizes, { now, seed: 1 })).toEqual(load);
  const idsOf = ({ id, profile }: SampleFamily): readonly string[] => [id, profile.id];
  const ids = new Set(load.families.flatMap(idsOf));
  const other = makeLoad(sizes, { now, seed: 2 });
  expect(other.families.flatMap(idsOf).filter((id) => ids.has(id))).toEqual([]);
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

it('has unique names in each family, and unique addresses', () => {
  for (const { children } of load.families) {
    expect(new Set(children.map(({ name }) => childNameKey(name))).size).toBe(children.length);
  }
  expect(new Set(load.families.map(({ profile }) => profile.email)).size).toBe(sizes.families);
});

it('books after the announcement and the sign-up, and not in the future', () => {
  const classes = new Map(load.classes.map((cls) => [cls.id, cls]));
  const families = new Map(load.families.map(({ id, profile }) => [id, profile]));
  for (const { created_at, class_id, parent_id } of load.bookings) {
    expect(created_at > (classes.get(class_id)?.created_at ?? '')).toBe(true);
    expect(created_at > (families.get(parent_id)?.created_at ?? '')).toBe(true);
    expect(created_at <= now.toISOString()).toBe(true);
  }
});

it.each([
  ['families', { ...sizes, families: 10 }],
  ['slots', { ...sizes, families: 5_000, slots: 1, bookings: 501 }],
])('refuses more bookings than the %s allow', (_few, tooMuch) => {
  expect(() => makeLoad(tooMuch, { now, seed: 1 })).toThrow('more families or more slots');
});
