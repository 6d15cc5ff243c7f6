import { searchFor } from '#shared/domain/search-text';
import type { Booking } from '#shared/schemas/booking';
import type { SearchBookings } from '#shared/schemas/booking-admin';
import type { ManagedClass } from '#shared/schemas/class-input';
import type { BookingId, ClassId, UserId } from '#shared/schemas/ids';
import type { TimeSlot } from '#shared/schemas/slot';
import { listBookingsOfParent } from '../data/bookings/bookings.ts';
import { type BookingRange, monthBookings } from '../data/bookings/month-bookings.ts';
import { listBookingsOfSlot } from '../data/bookings/roster.ts';
import type { Table } from '../data/dynamo/table.ts';
import { readDirectory } from '../data/families/members.ts';

/** Bookings of a page, and what the list says of the rest. */
export interface FoundBookings {
  readonly bookings: readonly Booking[];
  readonly total: number | null;
  readonly nextCursor: BookingId | null;
}

/** Up to here, hits are gathered family by family and slot by slot; beyond, the months are read back. */
const mostFamiliesGathered = 100;
const mostBookingsGathered = 2_000;

/** One request reads back over at most this many bookings (about 4 MB), a quarter of it at a time. */
const mostBookingsWalked = 6_000;
const walkPageSize = mostBookingsWalked / 4;

interface Hits {
  readonly slots: readonly TimeSlot[];
  /** Whose bookings may be hits: by the parent's own name or email, or by a child's name. */
  readonly families: readonly UserId[];
  readonly isHit: (booking: Booking) => boolean;
}

const findHits = async (table: Table, query: string, classes: readonly ManagedClass[]): Promise<Hits> => {
  const matches = searchFor(query);
  const hitClasses = classes.filter(({ venue }) => matches(venue));
  const hitIds = new Set<ClassId>(hitClasses.map(({ id }) => id));
  const liveIds = new Set<ClassId>(classes.map(({ id }) => id));
  const directory = await readDirectory(table);
  const parentIds = new Set<UserId>(
    directory
      .filter(({ member }) => matches(member.full_name) || matches(member.email))
      .map(({ member }) => member.id),
  );
  return {
    slots: hitClasses.flatMap(({ time_slots }) => time_slots),
    families: directory
      .filter(({ member, childNames }) => parentIds.has(member.id) || childNames.some(matches))
      .map(({ member }) => member.id),
    isHit: ({ class_id, parent_id, child_name }) =>
      hitIds.has(class_id) || (liveIds.has(class_id) && (parentIds.has(parent_id) || matches(child_name))),
  };
};

/** Reads everything that can be a hit: exact, with a total, for as long as that is little. */
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

/** Reads back month by month until a page is full: for searches that many bookings answer to. */
const walk = async (
  table: Table,
  { isHit }: Hits,
  { limit }: SearchBookings,
  range: BookingRange,
): Promise<FoundBookings> => {
  const bookings: Booking[] = [];
  let walked = 0;
  for await (const page of monthBookings(table, range, walkPageSize)) {
    for (const booking of page) {
      if (isHit(booking)) bookings.push(booking);
      if (bookings.length === limit) return { bookings, total: null, nextCursor: booking.id };
    }
    walked += page.length;
    const last = page.at(-1);
    if (last && walked >= mostBookingsWalked) return { bookings, total: null, nextCursor: last.id };
  }
  return { bookings, total: null, nextCursor: null };
};

/** Finds bookings by child, parent, email or venue, newest first; how, and at what cost: docs/decisions. */
export const findBookings = async (
  table: Table,
  search: SearchBookings,
  classes: readonly ManagedClass[],
  range: BookingRange,
): Promise<FoundBookings> => {
  const hits = await findHits(table, search.query, classes);
  const booked = hits.slots.reduce((sum, { current_bookings }) => sum + current_bookings, 0);
  const isLittle = hits.families.length <= mostFamiliesGathered && booked <= mostBookingsGathered;
  return isLittle ? gather(table, hits, search) : walk(table, hits, search, range);
};
