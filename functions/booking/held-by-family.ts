import { isLiveBooking } from '#shared/booking/booked-sessions';
import type { BookedSessions, Booking, DiscountFacts } from '#shared/booking/booking';
import { dependsOnFamily, type FullPlace } from '#shared/booking/discounts';
import { sessionsFrom } from '#shared/booking/overlaps';
import type { ClassSummary } from '#shared/classes/class';
import { isCurrentFamily, opensFor, opensForAll } from '#shared/classes/openings';
import type { BusinessMoment } from '#shared/lib/business-time';
import type { BookingId, ChildId, ClassId, FamilyId, SlotId } from '#shared/lib/ids';
import type { CalendarDate, Instant } from '#shared/lib/values';
import { limits } from '#shared/limits';
import { isClassOver, nextUpcomingDate } from '#shared/sessions/sessions';
import type { TimeSlot } from '#shared/sessions/slot';
import { classRef, earlierSlotRefs, earlierSlotsIn, getClass, slotRef } from '../classes/classes.ts';
import { trialKey } from '../ledger/charges.ts';
import { type FamilyLedger, type FamilyPlace, familyLedgerRef, placesIn } from '../ledger/ledger.ts';
import type { ItemRef } from '../lib/dynamo/items.ts';
import { batchRead, type ReadEntity } from '../lib/dynamo/reads.ts';
import type { Table } from '../lib/table.ts';
import { readSettings } from '../school/settings.ts';
import { bookingRef, listBookingsOfParent, type StoredBooking } from './bookings.ts';

/** Today counts. A held trial has the sessions of its slot, for which its place is held. */
export const hasSessionToCome = (
  booking: Pick<StoredBooking, 'time_slot_id' | 'dates' | 'amount' | 'is_trial' | 'trial_session'>,
  cls: ClassSummary,
  slot: TimeSlot,
  moment: BusinessMoment,
): boolean =>
  isLiveBooking(booking, cls, moment.today) ||
  (booking.is_trial && nextUpcomingDate(cls, slot, moment) !== null);

/** For BOK-52. One Query; where so many bookings were made that some must have ended, one BatchGetItem for their classes. */
export const countLiveBookings = async (
  table: Table,
  parentId: FamilyId,
  today: CalendarDate,
): Promise<number> => {
  const bookings = await listBookingsOfParent(table, parentId);
  if (bookings.length < limits.liveBookings) return bookings.length;
  const read = await batchRead(
    table,
    bookings.map(({ class_id }) => classRef(class_id)),
    { consistent: false },
  );
  return bookings.filter((booking) => {
    const cls = read(classRef(booking.class_id));
    return cls && isLiveBooking(booking, cls, today);
  }).length;
};

export type PlaceIds = Pick<FamilyPlace, 'class_id' | 'time_slot_id' | 'child_id'>;

/** Leaves out the slots that a booking moved from. */
export const placeRefs = (parent_id: FamilyId, place: PlaceIds): ItemRef<unknown>[] => [
  bookingRef({ ...place, parent_id }),
  classRef(place.class_id),
  slotRef(place.class_id, place.time_slot_id),
];

// Empty for an empty place and for one whose class is being deleted.
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
 * known, and another one where a booking moved within its class.
 */
export const readFamilySessions = async (
  table: Table,
  parent_id: FamilyId,
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

// Children who ask for a place in a slot, and the slots in which their places do not count: that one, and the one left.
interface AskedPlaces {
  readonly parent_id: FamilyId;
  readonly child_ids: readonly string[];
  readonly slot_ids: readonly SlotId[];
}

/** Reads nothing for a child without other bookings. */
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

const fullClassRefs = (ledger: FamilyLedger | undefined) =>
  (ledger ? placesIn(ledger) : [])
    .filter(({ is_trial }) => !is_trial)
    .map(({ class_id }) => classRef(class_id));

// Which ledgers belong to current families, by their stored bookings. One consistent read of the classes.
const findCurrent = async <Ledger extends FamilyLedger | undefined>(
  table: Table,
  ledgers: readonly Ledger[],
  { today }: BusinessMoment,
): Promise<ReadonlySet<Ledger>> => {
  const refs = ledgers.flatMap(fullClassRefs);
  if (refs.length === 0) return new Set();
  const read = await batchRead(table, refs, { consistent: true });
  const isCurrent = (ledger: Ledger) =>
    isCurrentFamily(
      fullClassRefs(ledger).flatMap((ref) => read(ref) ?? []),
      today,
    );
  return new Set(ledgers.filter(isCurrent));
};

/** Two consistent reads, of the ledgers and of their classes. */
export const readCurrentFamilies = async (
  table: Table,
  parentIds: readonly FamilyId[],
  moment: BusinessMoment,
): Promise<ReadonlySet<FamilyId>> => {
  if (parentIds.length === 0) return new Set();
  const ids = [...new Set(parentIds)];
  const read = await batchRead(table, ids.map(familyLedgerRef), { consistent: true });
  const ledgers = ids.map((id) => read(familyLedgerRef(id)));
  const current = await findCurrent(table, ledgers, moment);
  return new Set(ids.filter((_, index) => current.has(ledgers[index])));
};

/**
 * When a class opens for a family; null where it is open. Reads nothing for a class that is open for everybody. Otherwise
 * the family's classes are read: whether it is a current family changes with their dates.
 */
export const readFamilyOpening = async (
  table: Table,
  cls: ClassSummary,
  ledger: FamilyLedger | undefined,
  moment: BusinessMoment,
): Promise<Instant | null> => {
  if (opensForAll(cls, moment.now) === null) return null;
  const mayBeCurrent = cls.opens_for_current_at !== null && ledger !== undefined;
  const isCurrent = mayBeCurrent && (await findCurrent(table, [ledger], moment)).has(ledger);
  return opensFor(cls, isCurrent, moment.now);
};

// The full places in classes that are not over. One consistent Query for each class; none for a family without bookings.
const inRunningClasses = async (
  table: Table,
  all: readonly FamilyPlace[],
  moment: BusinessMoment,
): Promise<FullPlace[]> => {
  const places = all.filter(({ is_trial }) => !is_trial);
  const ids = [...new Set(places.map(({ class_id }) => class_id))];
  const classes = await Promise.all(ids.map((id) => getClass(table, id, { consistent: true })));
  const running = new Set(classes.flatMap((cls) => (cls && !isClassOver(cls, moment) ? [cls.id] : [])));
  return places
    .filter(({ class_id }) => running.has(class_id))
    .map(({ class_id, time_slot_id, child_id, discount }) => ({
      class_id,
      time_slot_id,
      child_id,
      rule: discount?.rule ?? null,
    }));
};

/**
 * What decides about the discounts of a family. The classes of its places are read only where a rule depends on them
 * (DIS-02).
 * @param cls the class that is priced; undefined for any class
 */
export const readDiscountFacts = async (
  table: Table,
  places: readonly FamilyPlace[],
  moment: BusinessMoment,
  cls?: Pick<ClassSummary, 'class_type'>,
): Promise<DiscountFacts> => {
  const { discounts: rules } = await readSettings(table);
  if (!dependsOnFamily(rules, cls)) return { rules, places: [] };
  return { rules, places: await inRunningClasses(table, places, moment) };
};

/** One Query of the family's bookings. */
export const findHeldTrials = async (
  table: Table,
  parentId: FamilyId,
  classId: ClassId,
): Promise<ReadonlyMap<ChildId, BookingId>> => {
  const bookings = await listBookingsOfParent(table, parentId);
  const trials = bookings.filter(({ is_trial, class_id }) => is_trial && class_id === classId);
  return new Map(trials.map(({ child_id, id }) => [child_id, id]));
};

/** The first child with a held trial in the class (TRI-02). Bookings are read only where a child has had a trial in it. */
export const findChildWithTrial = async (
  table: Table,
  { parent_id, class_id }: Pick<Booking, 'parent_id' | 'class_id'>,
  childIds: readonly ChildId[],
  { trials }: Pick<FamilyLedger, 'trials'>,
): Promise<ChildId | undefined> => {
  if (!childIds.some((child_id) => trials.has(trialKey({ class_id, child_id })))) return undefined;
  const held = await findHeldTrials(table, parent_id, class_id);
  return childIds.find((id) => held.has(id));
};

/** Reads as `findChildWithTrial` does (TRI-02). */
export const holdsTrial = async (
  table: Table,
  booking: Pick<Booking, 'parent_id' | 'class_id' | 'child_id'>,
  ledger: Pick<FamilyLedger, 'trials'>,
): Promise<boolean> => (await findChildWithTrial(table, booking, [booking.child_id], ledger)) !== undefined;
