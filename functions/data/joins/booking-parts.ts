import type { Booking } from '#shared/schemas/booking';
import type { Child } from '#shared/schemas/child';
import type { ClassSummary } from '#shared/schemas/class';
import type { ChildId } from '#shared/schemas/ids';
import type { TimeSlot } from '#shared/schemas/slot';
import { bookingRef, type StoredBooking } from '../bookings/bookings.ts';
import { classRef, slotRef } from '../classes/classes.ts';
import { earlierSlotRefs, earlierSlotsIn } from '../classes/earlier-slots.ts';
import { batchRead, type ReadEntity } from '../dynamo/batch-get.ts';
import type { ItemRef } from '../dynamo/item-ref.ts';
import { childRef } from '../families/children.ts';
import { profileRef, type StoredProfile } from '../families/stored-profile.ts';
import { type FamilyLedger, familyLedgerRef } from '../ledger/family-ledger.ts';
import type { Table } from '../table.ts';
import { type KnownPlaces, type PlaceIds, placeRefs } from './family-sessions.ts';

/** The items of a booking as they are at one moment; undefined for each that does not exist. */
interface BookingParts {
  readonly class: ClassSummary | undefined;
  readonly time_slot: TimeSlot | undefined;
  readonly parent: StoredProfile | undefined;
}

type Ids = Pick<Booking, 'class_id' | 'time_slot_id' | 'parent_id'>;

export interface IdsToBook extends Ids {
  readonly child_ids: readonly ChildId[];
}

/** One consistent BatchGetItem: an eventually consistent read may miss what was stored a moment ago. */
const readWith = async (
  table: Table,
  { class_id, time_slot_id, parent_id }: Ids,
  others: readonly ItemRef<unknown>[],
): Promise<{ readonly parts: BookingParts; readonly read: ReadEntity }> => {
  const cls = classRef(class_id);
  const slot = slotRef(class_id, time_slot_id);
  const parent = profileRef(parent_id);
  const read = await batchRead(table, [cls, slot, parent, ...others], { consistent: true });
  return { parts: { class: read(cls), time_slot: read(slot), parent: read(parent) }, read };
};

/** The parts of a booking that is to be made. */
export interface PartsToBook extends BookingParts {
  /** In the order of their ids. */
  readonly children: readonly (Child | undefined)[];
  readonly ledger: FamilyLedger | undefined;
  readonly known: KnownPlaces;
}

/**
 * Reads what a new booking is made of, and other places of the family. A child of another family is not found: its key
 * holds its parent's id.
 */
export const readPartsToBook = async (
  table: Table,
  { child_ids, ...ids }: IdsToBook,
  places: readonly PlaceIds[],
): Promise<PartsToBook> => {
  const children = child_ids.map((id) => childRef(ids.parent_id, id));
  const ledger = familyLedgerRef(ids.parent_id);
  const others = places.flatMap((place) => placeRefs(ids.parent_id, place));
  const { parts, read } = await readWith(table, ids, [...children, ledger, ...others]);
  return { ...parts, children: children.map(read), ledger: read(ledger), known: { places, read } };
};

/** A stored booking with what it refers to. */
interface PartsOfBooking extends BookingParts {
  readonly booking: StoredBooking | undefined;
  /** The slots that it moved from and that have sessions of it. */
  readonly earlier_slots: readonly TimeSlot[];
}

/** Reads a booking again, with what it refers to. */
export const readPartsOfBooking = async (table: Table, booking: Booking): Promise<PartsOfBooking> => {
  const stored = bookingRef(booking);
  const { parts, read } = await readWith(table, booking, [stored, ...earlierSlotRefs(booking)]);
  return { ...parts, booking: read(stored), earlier_slots: earlierSlotsIn(read, booking) };
};
