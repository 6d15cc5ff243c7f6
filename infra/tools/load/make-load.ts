import type { StoredBooking } from '#functions/data/bookings/bookings';
import { limits } from '#shared/limits';
import type { FootballClass } from '#shared/schemas/class';
import type { Family } from '#shared/schemas/profile';
import type { TimeSlot } from '#shared/schemas/slot';
import { createFake } from './fake.ts';
import { makeBookings } from './make-bookings.ts';
import { makeClasses } from './make-classes.ts';
import { makeFamilies } from './make-families.ts';

export interface LoadSizes {
  readonly classes: number;
  readonly slots: number;
  readonly families: number;
  readonly bookings: number;
}

/** The data of a school after some years. */
export interface Load {
  readonly classes: readonly FootballClass[];
  readonly families: readonly Family[];
  readonly bookings: readonly StoredBooking[];
}

export const fullLoad: LoadSizes = { classes: 200, slots: 1_000, families: 5_000, bookings: 50_000 };

const smallestCapacity = 8;
/** One slot in this many is full. The capacity of the others is up to half above their bookings. */
const fullEvery = 8;

/**
 * Makes a load relative to a day. The same sizes, day and seed make the same load.
 * @throws CommandError for more bookings than these slots and families can have
 */
export const makeLoad = (
  sizes: LoadSizes,
  { now, seed }: { readonly now: Date; readonly seed: number },
): Load => {
  const fake = createFake(seed);
  const families = makeFamilies(sizes.families, now, fake);
  const roomy = makeClasses(sizes, now, fake);
  const bookings = makeBookings(sizes.bookings, { classes: roomy, families }, now, fake);
  const taken = Map.groupBy(bookings, ({ time_slot_id }) => time_slot_id);
  const withCounts = (slot: TimeSlot): TimeSlot => {
    const current_bookings = taken.get(slot.id)?.length ?? 0;
    const room = fake.faker.datatype.boolean(1 / fullEvery) ? 1 : 1 + fake.number() / 2;
    const max_capacity = Math.max(smallestCapacity, Math.ceil(current_bookings * room));
    return { ...slot, current_bookings, max_capacity: Math.min(max_capacity, limits.slotCapacity) };
  };
  return {
    families,
    classes: roomy.map((cls) => ({ ...cls, time_slots: cls.time_slots.map(withCounts) })),
    bookings,
  };
};
