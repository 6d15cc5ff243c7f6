import { bookingCount } from '#shared/domain/classes/capacity';
import { searchFor } from '#shared/domain/text/search-text';
import type { Booking } from '#shared/schemas/booking';
import type { SearchBookings } from '#shared/schemas/booking-admin';
import type { ManagedClass } from '#shared/schemas/class-input';
import type { BookingId, ClassId, UserId } from '#shared/schemas/ids';
import type { TimeSlot } from '#shared/schemas/slot';
import { listBookingsOfParent, listBookingsOfSlot } from '../../data/bookings/bookings.ts';
import { type BookingRange, monthBookings } from '../../data/bookings/month-bookings.ts';
import { listAllProfiles } from '../../data/families/list-profiles.ts';
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
  readonly slots: readonly TimeSlot[];
  /** Families whose bookings may be hits: by the parent's name or email, or by a child's name. */
  readonly families: readonly UserId[];
  readonly isHit: (booking: Booking) => boolean;
}

const findHits = async (table: Table, query: string, classes: readonly ManagedClass[]): Promise<Hits> => {
  const matches = searchFor(query);
  const hitClasses = classes.filter(({ venue }) => matches(venue));
  const hitIds = new Set<ClassId>(hitClasses.map(({ id }) => id));
  const liveIds = new Set<ClassId>(classes.map(({ id }) => id));
  const profiles = await listAllProfiles(table);
  const parentIds = new Set<UserId>(
    profiles.filter(({ full_name, email }) => matches(full_name) || matches(email)).map(({ id }) => id),
  );
  return {
    slots: hitClasses.flatMap(({ time_slots }) => time_slots),
    families: profiles
      .filter(({ id, child_names }) => parentIds.has(id) || [...child_names].some(matches))
      .map(({ id }) => id),
    isHit: ({ class_id, parent_id, child_name }) =>
      hitIds.has(class_id) || (liveIds.has(class_id) && (parentIds.has(parent_id) || matches(child_name))),
  };
};

/** Reads all bookings of the families and slots that match: for searches with few hits. The total is exact. */
const gather = async (
  table: Table,
  { slots, families, isHit }: Hits,
  { cursor, limit }: SearchBookings,
): Promise<FoundBookings> => {
  const lists = await Promise.all([
    ...families.map((id) => listBookingsOfParent(table, id)),
    ...slots.filter((slot) => slot.current_bookings > 0).map(({ id }) => listBookingsOfSlot(table, id)),
  ]);
  const hits = [...new Map(lists.flat().map((booking) => [booking.id, booking])).values()]
    .filter(isHit)
    .toSorted((one, other) => (one.id < other.id ? 1 : -1));
  const rest = cursor ? hits.filter(({ id }) => id < cursor) : hits;
  const bookings = rest.slice(0, limit);
  const nextCursor = rest.length > limit ? (bookings.at(-1)?.id ?? null) : null;
  return { bookings, total: hits.length, nextCursor };
};

/** Reads back month by month until a page is full: for searches with many hits. The total stays unknown. */
const scan = async (
  table: Table,
  { isHit }: Hits,
  { limit }: SearchBookings,
  range: BookingRange,
): Promise<FoundBookings> => {
  const bookings: Booking[] = [];
  let scanned = 0;
  for await (const page of monthBookings(table, range, scannedSearch.pageSize)) {
    for (const booking of page) {
      if (isHit(booking)) bookings.push(booking);
      if (bookings.length === limit) return { bookings, total: null, nextCursor: booking.id };
    }
    scanned += page.length;
    const last = page.at(-1);
    if (last && scanned >= scannedSearch.bookings) return { bookings, total: null, nextCursor: last.id };
  }
  return { bookings, total: null, nextCursor: null };
};

/** Finds bookings by child, parent, email or venue, newest first. docs/decisions/0008 has the method and its cost. */
export const findBookings = async (
  table: Table,
  search: SearchBookings,
  classes: readonly ManagedClass[],
  range: BookingRange,
): Promise<FoundBookings> => {
  const hits = await findHits(table, search.query, classes);
  const booked = hits.slots.reduce((sum, slot) => sum + bookingCount(slot), 0);
  const hasFewHits = hits.families.length <= gatheredSearch.families && booked <= gatheredSearch.bookings;
  return hasFewHits ? gather(table, hits, search) : scan(table, hits, search, range);
};
