import { sessionsFrom } from '#shared/domain/sessions/overlaps';
import type { BookedSessions } from '#shared/schemas/booked-sessions';
import type { SlotId, UserId } from '#shared/schemas/ids';
import type { CalendarDate } from '#shared/schemas/values';
import { bookingRef, type StoredBooking } from '../bookings/bookings.ts';
import { classRef, slotRef } from '../classes/classes.ts';
import { earlierSlotRefs, earlierSlotsIn } from '../classes/earlier-slots.ts';
import { batchRead, type ReadEntity } from '../dynamo/batch-get.ts';
import type { ItemRef } from '../dynamo/item-ref.ts';
import type { FamilyLedger } from '../ledger/family-ledger.ts';
import { type FamilyPlace, placesIn } from '../ledger/places.ts';
import type { Table } from '../table.ts';

/** A place of a family, by which its booking is found. */
export type PlaceIds = Pick<FamilyPlace, 'class_id' | 'time_slot_id' | 'child_id'>;

/** What the sessions of a place are read from; of a booking that moved, the slots that it moved from are not among them. */
export const placeRefs = (parent_id: UserId, place: PlaceIds): ItemRef<unknown>[] => [
  bookingRef({ ...place, parent_id }),
  classRef(place.class_id),
  slotRef(place.class_id, place.time_slot_id),
];

/** A place that is empty, or whose class is being deleted, has none. */
const sessionsOf = (
  read: ReadEntity,
  readEarlier: ReadEntity,
  booking: StoredBooking,
  today: CalendarDate,
): BookedSessions[] => {
  const { class_id, time_slot_id, child_id } = booking;
  const [cls, slot] = [read(classRef(class_id)), read(slotRef(class_id, time_slot_id))];
  if (!cls || !slot) return [];
  const slots = [slot, ...earlierSlotsIn(readEarlier, booking)];
  const sessions = sessionsFrom(cls, booking, slots, today);
  const { class_type, venue } = cls;
  return [{ child_id, class_id, time_slot_id, class_type, venue, sessions }];
};

/** Items that were read, with the places whose items are among them. */
export interface KnownPlaces {
  readonly places: readonly PlaceIds[];
  readonly read: ReadEntity;
}

const isSamePlace = (one: PlaceIds, other: PlaceIds): boolean =>
  one.class_id === other.class_id &&
  one.time_slot_id === other.time_slot_id &&
  one.child_id === other.child_id;

const nothing: KnownPlaces = { places: [], read: () => undefined };

/**
 * The bookings of places with their sessions from today on (BSK-04). One consistent BatchGetItem for places that are not
 * known, and one more where a booking moved within its class.
 */
export const readFamilySessions = async (
  table: Table,
  parent_id: UserId,
  places: readonly PlaceIds[],
  today: CalendarDate,
  known: KnownPlaces = nothing,
): Promise<BookedSessions[]> => {
  const consistent = { consistent: true };
  const others = places.filter((place) => !known.places.some((other) => isSamePlace(place, other)));
  const refs = others.flatMap((place) => placeRefs(parent_id, place));
  const readOthers = refs.length > 0 ? await batchRead(table, refs, consistent) : nothing.read;
  const read: ReadEntity = (ref) => known.read(ref) ?? readOthers(ref);
  const bookings = places.flatMap((place) => read(bookingRef({ ...place, parent_id })) ?? []);
  const earlier = bookings.flatMap(earlierSlotRefs);
  const readEarlier = earlier.length > 0 ? await batchRead(table, earlier, consistent) : nothing.read;
  return bookings.flatMap((booking) => sessionsOf(read, readEarlier, booking, today));
};

/** Children who are to have a place in a slot, and the slots whose places of them do not count: that one, and the one left. */
interface AskedPlaces {
  readonly parent_id: UserId;
  readonly child_ids: readonly string[];
  readonly slot_ids: readonly SlotId[];
}

/** Reads the other bookings of children, as `readFamilySessions` does. Nothing is read for a child without one. */
export const readOtherBookings = async (
  table: Table,
  ledger: Pick<FamilyLedger, 'places'>,
  { parent_id, child_ids, slot_ids }: AskedPlaces,
  today: CalendarDate,
  known?: KnownPlaces,
): Promise<BookedSessions[]> => {
  const places = placesIn(ledger).filter(
    ({ child_id, time_slot_id }) => child_ids.includes(child_id) && !slot_ids.includes(time_slot_id),
  );
  return readFamilySessions(table, parent_id, places, today, known);
};
