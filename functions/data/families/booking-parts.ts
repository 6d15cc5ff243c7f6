import type { Booking } from '#shared/schemas/booking';
import type { Child } from '#shared/schemas/child';
import type { ClassSummary } from '#shared/schemas/class';
import type { ChildId } from '#shared/schemas/ids';
import type { TimeSlot } from '#shared/schemas/slot';
import { bookingRef, type StoredBooking } from '../bookings/bookings.ts';
import { classRef, slotRef } from '../classes/classes.ts';
import { batchRead } from '../dynamo/batch-get.ts';
import type { ItemRef } from '../dynamo/item-ref.ts';
import type { Table } from '../table.ts';
import { childRef } from './children.ts';
import { profileRef, type StoredProfile } from './stored-profile.ts';

/** The items of a booking as they are at one moment; undefined for each that does not exist. */
export interface BookingParts {
  readonly class: ClassSummary | undefined;
  readonly time_slot: TimeSlot | undefined;
  readonly parent: StoredProfile | undefined;
}

type Ids = Pick<Booking, 'class_id' | 'time_slot_id' | 'parent_id'>;

/** One consistent BatchGetItem: an eventually consistent read may miss what was stored a moment ago. */
const readWith = async <Other>(
  table: Table,
  { class_id, time_slot_id, parent_id }: Ids,
  other: ItemRef<Other>,
): Promise<BookingParts & { readonly other: Other | undefined }> => {
  const cls = classRef(class_id);
  const slot = slotRef(class_id, time_slot_id);
  const parent = profileRef(parent_id);
  const read = await batchRead(table, [cls, slot, parent, other], { consistent: true });
  return { class: read(cls), time_slot: read(slot), parent: read(parent), other: read(other) };
};

/** Reads what a new booking is made of. A child of another family is not found: its key holds its parent's id. */
export const readPartsToBook = async (
  table: Table,
  { child_id, ...ids }: Ids & { readonly child_id: ChildId },
): Promise<BookingParts & { readonly child: Child | undefined }> => {
  const { other: child, ...parts } = await readWith(table, ids, childRef(ids.parent_id, child_id));
  return { ...parts, child };
};

/** Reads a booking again, with what it refers to. */
export const readPartsOfBooking = async (
  table: Table,
  booking: Booking,
): Promise<BookingParts & { readonly booking: StoredBooking | undefined }> => {
  const { other: stored, ...parts } = await readWith(table, booking, bookingRef(booking));
  return { ...parts, booking: stored };
};
