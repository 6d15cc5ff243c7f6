import type { BookingRoutes, SearchBookings } from '#shared/booking/admin-routes';
import { isLiveBooking } from '#shared/booking/booked-sessions';
import type { Booking } from '#shared/booking/booking';
import { bookingCount } from '#shared/classes/class';
import type { ManagedClass } from '#shared/classes/managed-class';
import { type BusinessMoment, businessMoment } from '#shared/lib/business-time';
import { childNameKey } from '#shared/lib/fold-text';
import type { BookingId, ClassId, FamilyId } from '#shared/lib/ids';
import { searchFor } from '#shared/lib/search-text';
import type { TimeSlot } from '#shared/sessions/slot';
import { getActiveFamily, listAllFamilies } from '../accounts/stored-families.ts';
import { changeBooking } from '../across/change-children.ts';
import { readChargeStates } from '../across/statement.ts';
import { listManagedClasses } from '../classes/classes.ts';
import { deletionNotePut, hasDeleted } from '../lib/attempts.ts';
import { retryRefused } from '../lib/contention.ts';
import type { AdminDeps } from '../lib/deps.ts';
import type { Operation, OperationRequest } from '../lib/http/operation.ts';
import { applyEdit, busy, ProblemError, problem } from '../lib/http/problem-error.ts';
import { timeOfId } from '../lib/ids.ts';
import type { Table } from '../lib/table.ts';
import { gatheredSearch, scannedSearch } from '../limits.ts';
import { auditEventPut, changedFields } from '../school/activity.ts';
import { readOpenOffersIn } from '../waiting/take-offer.ts';
import { describeBookingsOfClasses } from './booking-details.ts';
import {
  type BookingRange,
  findBooking,
  findBookingByName,
  listBookingsInSlot,
  listBookingsOfParent,
  listBookingsOfSlot,
  listNewestBookings,
  monthBookings,
  type StoredBooking,
} from './bookings.ts';
import * as data from './end-booking.ts';
import { describeLateEndings, endBooking, quoteLive, readBookingOrRecord } from './end-booking.ts';
import { getEndedBooking } from './ended-bookings.ts';
import { readBookableSlot } from './family.ts';
import { bookPlaces } from './family-book-slot.ts';
import * as moves from './move-steps.ts';

interface FoundBookings {
  readonly bookings: readonly Booking[];
  /** Null where not all bookings were read. */
  readonly total: number | null;
  readonly nextCursor: BookingId | null;
}

interface Hits {
  /** Slots whose bookings may be hits, by their class or venue. */
  readonly slots: readonly TimeSlot[];
  /** Families whose bookings may be hits, by a parent's name or email or by a child's name. */
  readonly families: readonly FamilyId[];
  readonly isHit: (booking: StoredBooking) => boolean;
  readonly withPayment: (hits: readonly StoredBooking[]) => Promise<readonly StoredBooking[]>;
}

const findByText = async (table: Table, query: string, classes: readonly ManagedClass[]) => {
  const matches = searchFor(query);
  const hitClasses = classes.filter(({ venue }) => matches(venue));
  const hitIds = new Set<ClassId>(hitClasses.map(({ id }) => id));
  const families = await listAllFamilies(table);
  const parentIds = new Set<FamilyId>(
    families
      .filter((family) =>
        [family, ...family.members].some(({ full_name, email }) => matches(full_name) || matches(email)),
      )
      .map(({ id }) => id),
  );
  return {
    classes: hitClasses,
    families: families
      .filter(({ id, child_names }) => parentIds.has(id) || [...child_names].some(matches))
      .map(({ id }) => id),
    isHit: ({ class_id, parent_id, child_name }: Booking) =>
      hitIds.has(class_id) || parentIds.has(parent_id) || matches(child_name),
  };
};

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

// Reads back month by month until a page is full: for searches with many hits, whose total stays unknown.
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
    // In steps, so that few payments are read beyond a full page.
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

const findBookings = async (
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

// Reads one booking more than the page has, which says whether there is a next page.
const listNewest = async (
  table: Table,
  { limit }: SearchBookings,
  classes: readonly ManagedClass[],
  range: BookingRange,
): Promise<FoundBookings> => {
  const bookings = await listNewestBookings(table, range, limit + 1);
  const page = bookings.slice(0, limit);
  return {
    bookings: page,
    total: classes.flatMap(({ time_slots }) => time_slots).reduce((sum, slot) => sum + bookingCount(slot), 0),
    nextCursor: bookings.length > limit ? (page.at(-1)?.id ?? null) : null,
  };
};

/**
 * Lists bookings newest first (PRM-08, API-13). Each page reads all classes: a search looks through their venues, their
 * counters give the total, and one Query costs less than a read of each class.
 */
export const searchBookings: Operation<BookingRoutes['searchBookings'], AdminDeps> = async (
  { body },
  { table, clock, timeZone },
) => {
  const classes = (await listManagedClasses(table)).filter(({ deleting }) => !deleting);
  const oldestClass = classes.at(-1);
  if (!oldestClass) return { bookings: [], total: 0, next_cursor: null };
  const range = { before: body.cursor, now: clock(), oldest: timeOfId(oldestClass.id) };
  const moment = businessMoment(clock(), timeZone);
  const isAll = body.query === '' && !body.class_id && !body.venue_id && !body.payment && !body.when;
  const { bookings, total, nextCursor } = isAll
    ? await listNewest(table, body, classes, range)
    : await findBookings(table, body, classes, range, moment);
  const [described, paymentOf] = await Promise.all([
    describeBookingsOfClasses(table, bookings, classes),
    readChargeStates(table, bookings, moment),
  ]);
  return {
    bookings: described.map((booking) => ({ ...booking, payment: paymentOf(booking) })),
    total,
    next_cursor: nextCursor,
  };
};

export const lookUpBooking: Operation<BookingRoutes['lookUpBooking'], AdminDeps> = async (
  { body: { time_slot_id, parent_id, child_name } },
  { table },
) => ({ booking: (await findBookingByName(table, time_slot_id, parent_id, child_name)) ?? null });

// @returns undefined where the booking was changed since it was read
const correctBooking = async (
  { caller, params, body }: OperationRequest<BookingRoutes['updateBooking']>,
  { table, clock }: AdminDeps,
): Promise<StoredBooking | undefined> => {
  const found = await findBooking(table, params.bookingId);
  // One consistent read of the booking and of those that may have the name: the found booking may be deleted by now.
  const inSlot = found ? await listBookingsInSlot(table, found.time_slot_id, found.parent_id) : [];
  const booking = inSlot.find(({ id }) => id === params.bookingId);
  if (!booking) throw problem('bookingNotFound');
  const { child_name, child_age } = booking;
  const change = applyEdit({ child_name, child_age }, body);
  const fields = changedFields(booking, change);
  if (fields.length === 0) return booking;
  const auditEvent = auditEventPut(table, clock(), {
    actor_id: caller.userId,
    action: 'booking.updated',
    subject_id: booking.id,
    class_id: booking.class_id,
    fields,
  });
  const name = childNameKey(change.child_name);
  if (inSlot.some((other) => other.id !== booking.id && childNameKey(other.child_name) === name))
    throw problem('alreadyBooked', { child: change.child_name });
  switch ((await changeBooking(table, booking, change, [auditEvent])).outcome) {
    case 'changed':
      return undefined;
    case 'no-family':
      throw problem('bookingNotFound');
    case 'too-many-names':
      throw problem('tooManyChildNames');
    case 'busy':
      throw busy();
    case 'done':
      return { ...booking, ...change };
  }
};

export const updateBooking: Operation<BookingRoutes['updateBooking'], AdminDeps> = (request, deps) =>
  retryRefused(() => correctBooking(request, deps));

export const moveBooking: Operation<BookingRoutes['moveBooking'], AdminDeps> = (
  { caller, params, body, idempotencyKey },
  deps,
) => {
  const { booking, tell } = body;
  const auditEvent = auditEventPut(deps.table, deps.clock(), {
    actor_id: caller.userId,
    action: 'booking.moved',
    subject_id: params.bookingId,
    class_id: booking.class_id,
  });
  return moves.moveBooking(
    {
      booking: { ...booking, id: params.bookingId },
      order: body,
      attempt: idempotencyKey,
      by: 'admin',
      made_by: caller.userId,
      tell,
    },
    deps,
    [auditEvent],
  );
};

export const getRemovalChoices: Operation<BookingRoutes['getRemovalChoices'], AdminDeps> = async (
  { params },
  deps,
) => {
  const booking = await findBooking(deps.table, params.bookingId);
  const { live } = booking ? await readBookingOrRecord(deps.table, booking) : {};
  if (!live) throw problem('bookingNotFound');
  const creditOf = (credit: 'charge' | 'sessions' | 'nothing') =>
    quoteLive(live, { reason: 'removed', credit }, deps).credit;
  return { charge: creditOf('charge'), sessions: creditOf('sessions'), nothing: creditOf('nothing') };
};

export const deleteBooking: Operation<BookingRoutes['deleteBooking'], AdminDeps> = async (
  { caller, params, query, idempotencyKey },
  deps,
) => {
  const { table, clock } = deps;
  const booking = await findBooking(table, params.bookingId);
  const now = clock();
  const attempt = { by: caller.userId, key: idempotencyKey, now };
  if (!booking) {
    if (await hasDeleted(table, attempt, params.bookingId)) return;
    throw problem('bookingNotFound');
  }
  const auditEvent = auditEventPut(table, now, {
    actor_id: caller.userId,
    action: 'booking.deleted',
    subject_id: booking.id,
    class_id: booking.class_id,
  });
  const result = await endBooking(deps, booking, {
    ending: { reason: 'removed', credit: query.credit },
    by: 'admin',
    made_by: caller.userId,
    tell: query.tell === 'yes',
    extraWrites: () => [auditEvent, deletionNotePut(table, attempt, booking.id)],
  });
  if (result.outcome === 'gone') throw problem('bookingNotFound');
  if (result.outcome === 'busy') throw busy();
};

export const listLateEndings: Operation<BookingRoutes['listLateEndings'], AdminDeps> = async (
  _request,
  { table },
) => ({
  late_endings: await describeLateEndings(table),
});

export const decideLateEnding: Operation<BookingRoutes['decideLateEnding'], AdminDeps> = async (
  { caller, params, body },
  { table, clock, timeZone },
) => {
  const [family, record] = await Promise.all([
    getActiveFamily(table, body.parent_id),
    getEndedBooking(table, body.parent_id, params.bookingId),
  ]);
  if (!family || !record || record.ended.suggested === 0) throw problem('bookingNotFound');
  const moment = businessMoment(clock(), timeZone);
  const audit = auditEventPut(table, moment.now, {
    actor_id: caller.userId,
    action: 'booking.credited',
    subject_id: record.id,
    class_id: record.class_id,
    fields: body.credit ? [] : ['nothing'],
  });
  const decision = { record, credit: body.credit, moment, madeBy: caller.userId };
  if ((await data.decideLateEnding(table, decision, [audit])).outcome === 'busy') throw busy();
};

// The office named a family that does not exist. In a family's own request the same problem concerns the caller.
const named = async <Answer>(answer: Promise<Answer>): Promise<Answer> => {
  try {
    return await answer;
  } catch (error) {
    throw error instanceof ProblemError && error.code === 'profileNotFound'
      ? problem('parentNotFound')
      : error;
  }
};

export const getFamilySlot: Operation<BookingRoutes['getFamilySlot'], AdminDeps> = async (
  { params: { parentId, ...slot } },
  deps,
) => {
  const [bookable, offers] = await Promise.all([
    named(readBookableSlot(parentId, slot, deps)),
    readOpenOffersIn(deps.table, slot.slotId, parentId),
  ]);
  return { ...bookable, offers: offers.map(({ child_ids, until }) => ({ child_ids, until })) };
};

export const bookForFamily: Operation<BookingRoutes['bookForFamily'], AdminDeps> = (
  { caller, params: { parentId }, body: { order, above_capacity }, idempotencyKey },
  deps,
) => {
  const office = { by: caller.userId, aboveCapacity: above_capacity };
  return named(bookPlaces({ parentId, order, idempotencyKey, office }, deps));
};
