import type { Booking, BookingDetails } from '#shared/schemas/booking';
import type { ManagedClass } from '#shared/schemas/class-input';
import { classRef, slotRef } from '../classes/classes.ts';
import { batchRead } from '../dynamo/batch-get.ts';
import { profileRef } from '../families/stored-profile.ts';
import type { Table } from '../table.ts';

/** What a booking refers to, each as read from the table. */
export type BookingReferences = Pick<BookingDetails, 'parent'> & {
  time_slot: Omit<BookingDetails['time_slot'], 'class'>;
  class: BookingDetails['time_slot']['class'];
};

/** A booking joined with what it refers to (API-12). */
export const describeBooking = (
  booking: Booking,
  { parent, time_slot, class: cls }: BookingReferences,
): BookingDetails => ({ ...booking, time_slot: { ...time_slot, class: cls }, parent });

type FoundReferences = { readonly [Name in keyof BookingReferences]: BookingReferences[Name] | undefined };

/** A booking whose class or family is being deleted lacks a reference and is left out. */
const join = (
  bookings: readonly Booking[],
  referencesOf: (booking: Booking) => FoundReferences,
): BookingDetails[] =>
  bookings.flatMap((booking) => {
    const { parent, time_slot, class: cls } = referencesOf(booking);
    return parent && time_slot && cls ? describeBooking(booking, { parent, time_slot, class: cls }) : [];
  });

/** Joins bookings with their slots, classes and parents: one BatchGetItem per 100 different ones. */
export const describeBookings = async (
  table: Table,
  bookings: readonly Booking[],
): Promise<BookingDetails[]> => {
  if (bookings.length === 0) return [];
  const refsOf = ({ class_id, time_slot_id, parent_id }: Booking) => ({
    class: classRef(class_id),
    slot: slotRef(class_id, time_slot_id),
    parent: profileRef(parent_id),
  });
  const read = await batchRead(
    table,
    bookings.flatMap((booking) => Object.values(refsOf(booking))),
    { consistent: false },
  );
  return join(bookings, (booking) => {
    const refs = refsOf(booking);
    return { class: read(refs.class), time_slot: read(refs.slot), parent: read(refs.parent) };
  });
};

/**
 * Joins bookings with slots and classes that were read already, and with their parents: one BatchGetItem per 100
 * parents.
 */
export const describeBookingsOfClasses = async (
  table: Table,
  bookings: readonly Booking[],
  classes: readonly ManagedClass[],
): Promise<BookingDetails[]> => {
  const classOf = new Map(classes.map((cls) => [cls.id, cls]));
  const slotOf = new Map(classes.flatMap((cls) => cls.time_slots.map((slot) => [slot.id, slot])));
  const read = await batchRead(
    table,
    bookings.map(({ parent_id }) => profileRef(parent_id)),
    { consistent: false },
  );
  return join(bookings, ({ class_id, time_slot_id, parent_id }) => ({
    class: classOf.get(class_id),
    time_slot: slotOf.get(time_slot_id),
    parent: read(profileRef(parent_id)),
  }));
};
