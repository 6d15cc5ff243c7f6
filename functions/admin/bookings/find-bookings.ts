import { isLiveBooking } from '#shared/domain/bookings/live-booking';
import { bookingCount } from '#shared/domain/classes/capacity';
import { searchFor } from '#shared/domain/text/search-text';
import type { BusinessMoment } from '#shared/domain/time/business-time';
import type { Booking } from '#shared/schemas/booking';
import type { SearchBookings } from '#shared/schemas/booking-admin';
import type { ManagedClass } from '#shared/schemas/class-input';
import type { BookingId, ClassId, UserId } from '#shared/schemas/ids';
import type { TimeSlot } from '#shared/schemas/slot';
import {
  listBookingsOfParent,
  listBookingsOfSlot,
  type StoredBooking,
} from '../../data/bookings/bookings.ts';
import { type BookingRange, monthBookings } from '../../data/bookings/month-bookings.ts';
import { listAllProfiles } from '../../data/families/list-profiles.ts';
import { readChargeStates } from '../../data/joins/charge-states.ts';
import type { Table } from '../../data/table.ts';
import { gatheredSearch, scannedSearch } from '../../limits.ts';

export interface FoundBookings {
  /** The bookings of one page. */
  readonly bookings: readonly Booking[];
  /** How many there are on all pages; null where not all were read. */
  readonly total: number | null;
  readonly nextCursor: BookingId | null;
}

interface Hits {
  /** Slots whose bookings may be hits: by their class, or its venue. */
  readonly slots: readonly TimeSlot[];
  /** Families whose bookings may be hits: by the parent's name or email, or by a child's name. */
  readonly families: readonly UserId[];
  readonly isHit: (booking: StoredBooking) => boolean;
  /** Of hits, those whose charge is as the filter says. */
  readonly withPayment: (hits: readonly StoredBooking[]) => Promise<readonly StoredBooking[]>;
}

/** The families and classes that a text finds. */
const findByText = async (table: Table, query: string, classes: readonly ManagedClass[]) => {
  const matches = searchFor(query);
  const hitClasses = classes.filter(({ venue }) => matches(venue));
  const hitIds = new Set<ClassId>(hitClasses.map(({ id }) => id));
  const profiles = await listAllProfiles(table);
  const parentIds = new Set<UserId>(
    profiles.filter(({ full_name, email }) => matches(full_name) || matches(email)).map(({ id }) => id),
  );
  return {
    classes: hitClasses,
    families: profiles
      .filter(({ id, child_names }) => parentIds.has(id) || [...child_names].some(matches))
      .map(({ id }) => id),
    isHit: ({ class_id, parent_id, child_name }: Booking) =>
      hitIds.has(class_id) || parentIds.has(parent_id) || matches(child_name),
  };
};

/** Every booking, where there is no text to search for. */
const findAll = (classes: readonly ManagedClass[]) => ({ classes, families: [], isHit: () => true });

const findHits = async (
  table: Table,
  { query, class_id, venue_id, payment, when }: SearchBookings,
  classes: readonly ManagedClass[],
  moment: BusinessMoment,
): Promise<Hits> => {
  const classOf = new Map(
    classes
      .filter(({ id }) => class_id === undefined || id === class_id)
      .filter(({ venue_details }) => venue_id === undefined || venue_details.id === venue_id)
      .map((cls) => [cls.id, cls]),
  );
  const byText = query === '' ? findAll(classes) : await findByText(table, query, classes);
  return {
    slots: byText.classes.filter(({ id }) => classOf.has(id)).flatMap(({ time_slots }) => time_slots),
    families: byText.families,
    isHit: (booking) => {
      const cls = classOf.get(booking.class_id);
      if (!cls || !byText.isHit(booking)) return false;
      return when !== 'coming' || isLiveBooking(booking, cls, moment.today);
    },
    withPayment: async (hits) => {
      if (payment === undefined) return hits;
      const stateOf = await readChargeStates(table, hits, moment);
      return hits.filter((booking) => (stateOf(booking).status === 'open') === (payment === 'open'));
    },
  };
};

/** Reads all bookings of the families and slots that match: for searches with few hits. The total is exact. */
const gather = async (
  table: Table,
  { slots, families, isHit, withPayment }: Hits,
  { cursor, limit }: SearchBookings,
): Promise<FoundBookings> => {
  const lists = await Promise.all([
    ...families.map((id) => listBookingsOfParent(table, id)),
    ...slots.filter((slot) => slot.current_bookings > 0).map(({ id }) => listBookingsOfSlot(table, id)),
  ]);
  const found = [...new Map(lists.flat().map((booking) => [booking.id, booking])).values()].filter(isHit);
  const hits = (await withPayment(found)).toSorted((one, other) => (one.id < other.id ? 1 : -1));
  const rest = cursor ? hits.filter(({ id }) => id < cursor) : hits;
  const bookings = rest.slice(0, limit);
  const nextCursor = rest.length > limit ? (bookings.at(-1)?.id ?? null) : null;
  return { bookings, total: hits.length, nextCursor };
};

/** Reads back month by month until a page is full: for searches with many hits. The total stays unknown. */
const scan = async (
  table: Table,
  { isHit, withPayment }: Hits,
  { limit }: SearchBookings,
  range: BookingRange,
): Promise<FoundBookings> => {
  const bookings: Booking[] = [];
  let scanned = 0;
  for await (const page of monthBookings(table, range, scannedSearch.pageSize)) {
    const hits = page.filter(isHit);
    // In parts, so that few payments are read beyond a full page.
    for (let from = 0; from < hits.length; from += scannedSearch.payments) {
      for (const booking of await withPayment(hits.slice(from, from + scannedSearch.payments))) {
        bookings.push(booking);
        if (bookings.length === limit) return { bookings, total: null, nextCursor: booking.id };
      }
    }
    scanned += page.length;
    const last = page.at(-1);
    if (last && scanned >= scannedSearch.bookings) return { bookings, total: null, nextCursor: last.id };
  }
  return { bookings, total: null, nextCursor: null };
};

/**
 * Finds bookings by child, parent, email or venue, among those that a filter leaves, newest first. docs/decisions/0008 has
 * the method and its cost.
 */
export const findBookings = async (
  table: Table,
  search: SearchBookings,
  classes: readonly ManagedClass[],
  range: BookingRange,
  moment: BusinessMoment,
): Promise<FoundBookings> => {
  const hits = await findHits(table, search, classes, moment);
  const booked = hits.slots.reduce((sum, slot) => sum + bookingCount(slot), 0);
  const hasFewHits = hits.families.length <= gatheredSearch.families && booked <= gatheredSearch.bookings;
  return hasFewHits ? gather(table, hits, search) : scan(table, hits, search, range);
};
