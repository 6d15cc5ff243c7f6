import type { Booking, BookingDetails } from '#shared/booking/booking';
import type { ClassSummary } from '#shared/classes/class';
import type { ManagedClass } from '#shared/classes/managed-class';
import type { Child } from '#shared/families/family';
import type { ChildId, UserId } from '#shared/lib/ids';
import type { TimeSlot } from '#shared/sessions/slot';
import { type ActingMember, readConfirmed } from '../accounts/confirm-family.ts';
import { familyRef, holderOf, type StoredFamily } from '../accounts/stored-families.ts';
import { classRef, earlierSlotRefs, earlierSlotsIn, slotRef, storedSlotRef } from '../classes/classes.ts';
import { childRef } from '../families/children.ts';
import { type FamilyLedger, familyLedgerRef } from '../ledger/ledger.ts';
import type { ItemRef } from '../lib/dynamo/items.ts';
import { batchRead, type ReadEntity } from '../lib/dynamo/reads.ts';
import type { Table } from '../lib/table.ts';
import { bookingRef, type StoredBooking } from './bookings.ts';
import type { LiveBookingItems } from './end-booking.ts';
import { type KnownPlaces, type PlaceIds, placeRefs } from './held-by-family.ts';

export interface BookingReferences {
  readonly parent: StoredFamily;
  readonly time_slot: Omit<BookingDetails['time_slot'], 'class'>;
  readonly class: BookingDetails['time_slot']['class'];
}

// An adult sees only the name of a contact that the other adult entered (ADT-01).
const contactFor = (family: StoredFamily, viewer: UserId | undefined): BookingDetails['parent'] => {
  const { full_name, email, phone_number } = family;
  const isOfOther = viewer !== undefined && viewer !== holderOf(family)?.id;
  return isOfOther ? { full_name, email: '', phone_number: '' } : { full_name, email, phone_number };
};

/**
 * Joins a booking with what it refers to (API-12).
 * @param viewer the adult of the family who sees it; undefined for the office
 */
export const describeBooking = (
  booking: Booking,
  { parent, time_slot, class: cls }: BookingReferences,
  viewer?: UserId,
): BookingDetails => ({
  ...booking,
  time_slot: { ...time_slot, class: cls },
  parent: contactFor(parent, viewer),
});

type FoundReferences = { readonly [Name in keyof BookingReferences]: BookingReferences[Name] | undefined };

// Leaves out a booking whose class or family is being deleted.
const join = (
  bookings: readonly Booking[],
  referencesOf: (booking: Booking) => FoundReferences,
  viewer?: UserId,
): BookingDetails[] =>
  bookings.flatMap((booking) => {
    const { parent, time_slot, class: cls } = referencesOf(booking);
    return parent && time_slot && cls
      ? describeBooking(booking, { parent, time_slot, class: cls }, viewer)
      : [];
  });

/** One BatchGetItem per 100 different slots, classes and families. */
export const describeBookings = async (
  table: Table,
  bookings: readonly Booking[],
  viewer?: UserId,
): Promise<BookingDetails[]> => {
  if (bookings.length === 0) return [];
  const refsOf = ({ class_id, time_slot_id, parent_id }: Booking) => ({
    class: classRef(class_id),
    slot: slotRef(class_id, time_slot_id),
    parent: familyRef(parent_id),
  });
  const read = await batchRead(
    table,
    bookings.flatMap((booking) => Object.values(refsOf(booking))),
    { consistent: false },
  );
  const referencesOf = (booking: Booking) => {
    const refs = refsOf(booking);
    return { class: read(refs.class), time_slot: read(refs.slot), parent: read(refs.parent) };
  };
  return join(bookings, referencesOf, viewer);
};

/** One BatchGetItem per 100 families. */
export const describeBookingsOfClasses = async (
  table: Table,
  bookings: readonly Booking[],
  classes: readonly ManagedClass[],
): Promise<BookingDetails[]> => {
  const classOf = new Map(classes.map((cls) => [cls.id, cls]));
  const slotOf = new Map(classes.flatMap((cls) => cls.time_slots.map((slot) => [slot.id, slot])));
  const read = await batchRead(
    table,
    bookings.map(({ parent_id }) => familyRef(parent_id)),
    { consistent: false },
  );
  return join(bookings, ({ class_id, time_slot_id, parent_id }) => ({
    class: classOf.get(class_id),
    time_slot: slotOf.get(time_slot_id),
    parent: read(familyRef(parent_id)),
  }));
};

interface BookingItems {
  readonly class: ClassSummary | undefined;
  readonly time_slot: TimeSlot | undefined;
  readonly parent: StoredFamily | undefined;
}

type Ids = Pick<Booking, 'class_id' | 'time_slot_id' | 'parent_id'>;

interface IdsToBook extends Ids {
  readonly child_ids: readonly ChildId[];
}

// One consistent BatchGetItem: an eventually consistent read may miss what was stored a moment ago.
const readWith = async (
  table: Table,
  { class_id, time_slot_id, parent_id }: Ids,
  others: readonly ItemRef<unknown>[],
  caller?: ActingMember,
): Promise<{ readonly parts: BookingItems; readonly read: ReadEntity }> => {
  const cls = classRef(class_id);
  const slot = slotRef(class_id, time_slot_id);
  const parent = familyRef(parent_id);
  const read = await readConfirmed(table, caller, [cls, slot, parent, ...others]);
  return { parts: { class: read(cls), time_slot: read(slot), parent: read(parent) }, read };
};

interface ItemsToBook extends BookingItems {
  readonly children: readonly (Child | undefined)[];
  readonly ledger: FamilyLedger | undefined;
  readonly known: KnownPlaces;
}

/** Also reads other places of the family. A child of another family is not found: its key holds its parent's id. */
export const readItemsToBook = async (
  table: Table,
  { child_ids, ...ids }: IdsToBook,
  places: readonly PlaceIds[],
  caller: ActingMember | undefined,
): Promise<ItemsToBook> => {
  const children = child_ids.map((id) => childRef(ids.parent_id, id));
  const ledger = familyLedgerRef(ids.parent_id);
  const others = places.flatMap((place) => placeRefs(ids.parent_id, place));
  const { parts, read } = await readWith(table, ids, [...children, ledger, ...others], caller);
  return { ...parts, children: children.map(read), ledger: read(ledger), known: { places, read } };
};

interface ItemsOfBooking extends BookingItems {
  readonly booking: StoredBooking | undefined;
  readonly earlier_slots: readonly TimeSlot[];
}

export const readItemsOfBooking = async (table: Table, booking: Booking): Promise<ItemsOfBooking> => {
  const stored = bookingRef(booking);
  const { parts, read } = await readWith(table, booking, [stored, ...earlierSlotRefs(booking)]);
  return { ...parts, booking: read(stored), earlier_slots: earlierSlotsIn(read, booking) };
};

type CalendarBooking = Booking & Pick<StoredBooking, 'sequence_base'>;

export interface BookedSlot {
  readonly booking: CalendarBooking;
  readonly class: ClassSummary;
  readonly time_slot: TimeSlot;
  readonly earlier_slots: readonly TimeSlot[];
}

/** Leaves out a booking of a deleted class. One BatchGetItem per 100 classes and slots. */
export const readBookedSlots = async (
  table: Table,
  bookings: readonly CalendarBooking[],
): Promise<BookedSlot[]> => {
  if (bookings.length === 0) return [];
  const refsOf = ({ class_id, time_slot_id }: Booking) => ({
    class: classRef(class_id),
    slot: slotRef(class_id, time_slot_id),
  });
  const refs = bookings.flatMap((booking) => [
    ...Object.values(refsOf(booking)),
    ...earlierSlotRefs(booking),
  ]);
  const read = await batchRead(table, refs, { consistent: false });
  return bookings.flatMap((booking) => {
    const { class: cls, slot } = refsOf(booking);
    const [found, time_slot] = [read(cls), read(slot)];
    const earlier_slots = earlierSlotsIn(read, booking);
    return found && time_slot ? [{ booking, class: found, time_slot, earlier_slots }] : [];
  });
};

/** A booking with what a family sees of it, and what its end depends on. */
export interface MyBookingItems extends Omit<LiveBookingItems, 'ledger'> {
  readonly parent: StoredFamily;
}

/** Leaves out a booking whose class or family is being deleted. One BatchGetItem per 100 items. */
export const readMyBookings = async (
  table: Table,
  bookings: readonly StoredBooking[],
): Promise<MyBookingItems[]> => {
  if (bookings.length === 0) return [];
  const refsOf = ({ class_id, time_slot_id, parent_id }: StoredBooking) => ({
    cls: classRef(class_id),
    slot: storedSlotRef(class_id, time_slot_id),
    parent: familyRef(parent_id),
  });
  const refs = bookings.flatMap((booking) => [
    ...Object.values(refsOf(booking)),
    ...earlierSlotRefs(booking),
  ]);
  const read = await batchRead(table, refs, { consistent: false });
  return bookings.flatMap((booking) => {
    const { cls, slot, parent } = refsOf(booking);
    const [foundClass, foundSlot, foundParent] = [read(cls), read(slot), read(parent)];
    return foundClass && foundSlot && foundParent
      ? [
          {
            booking,
            cls: foundClass,
            slot: foundSlot,
            parent: foundParent,
            earlier_slots: earlierSlotsIn(read, booking),
          },
        ]
      : [];
  });
};
