import { agreedDates } from '#shared/booking/booked-sessions';
import type { SlotId } from '#shared/lib/ids';
import { ascending } from '#shared/lib/text';
import type { CalendarDate } from '#shared/lib/values';
import { countingMark } from '#shared/registers/marks';
import type { MarkedSession } from '#shared/registers/register';
import type { SessionChange } from '#shared/sessions/slot';
import type { StoredBooking } from '../booking/bookings.ts';
import { classRef } from '../classes/classes.ts';
import { chunk, type ItemRef, keyText } from '../lib/dynamo/items.ts';
import { registerKey } from '../lib/dynamo/keys-of-classes.ts';
import { batchRead } from '../lib/dynamo/reads.ts';
import { deleteItem } from '../lib/dynamo/writes.ts';
import { childIdAfterJoin, childIdsBeforeJoin, type FamilyJoin } from '../lib/family-join.ts';
import type { Table } from '../lib/table.ts';
import { type MarkedChild, markedChildRef, moveMarks, oldestRegister } from './registers.ts';

const deletedAtOnce = 20;

// What says in which sessions the child of a booking can have a mark.
type MarkableBooking = Pick<
  StoredBooking,
  'class_id' | 'time_slot_id' | 'parent_id' | 'child_id' | 'dates' | 'earlier_slots' | 'trial_session'
>;

const slotsOf = ({ time_slot_id, earlier_slots = {} }: MarkableBooking): SlotId[] => [
  ...new Set([time_slot_id, ...Object.values(earlier_slots)]),
];

// One place for each date and slot in which the booking is or was.
const placesOn = (
  booking: MarkableBooking,
  dates: (slotId: SlotId) => Iterable<CalendarDate>,
): ItemRef<MarkedChild>[] =>
  slotsOf(booking).flatMap((slot_id) =>
    [...dates(slot_id)].map((date) =>
      markedChildRef({ slot_id, date, parent_id: booking.parent_id, child_id: booking.child_id }),
    ),
  );

const extraDates = (changes: readonly SessionChange[] = [], slotId: SlotId): CalendarDate[] =>
  changes.flatMap(({ slot_id, kind, date }) => (slot_id === slotId && kind === 'extra' ? [date] : []));

interface MarksToRead {
  readonly consistent: boolean;
  readonly isWanted?: (date: CalendarDate) => boolean;
}

// Reads each agreed date and each make-up date in each slot in which the booking is or was. No index finds marks by family,
// since a mark would cost a second unit then. One BatchGetItem per 100 dates and classes, and one more where a class has
// make-up dates.
// @returns the marked places of a booking, by date
const readMarksOf = async (
  table: Table,
  bookings: readonly MarkableBooking[],
  { consistent, isWanted = () => true }: MarksToRead,
): Promise<(booking: MarkableBooking) => MarkedChild[]> => {
  const agreedPlaces = (booking: MarkableBooking) =>
    placesOn(booking, () => agreedDates(booking).filter(isWanted));
  const refs = bookings.flatMap((booking) => {
    const places = agreedPlaces(booking);
    return places.length > 0 ? [classRef(booking.class_id), ...places] : [];
  });
  if (refs.length === 0) return () => [];
  const read = await batchRead(table, refs, { consistent });
  const extraPlaces = (booking: MarkableBooking) => {
    const changes = read(classRef(booking.class_id))?.session_changes;
    return placesOn(booking, (slotId) => extraDates(changes, slotId).filter(isWanted));
  };
  const extra = bookings.flatMap(extraPlaces);
  const readExtra = extra.length > 0 ? await batchRead(table, extra, { consistent }) : read;
  return (booking) => {
    const found = [...agreedPlaces(booking), ...extraPlaces(booking)].flatMap((place) => {
      const marked = read(place) ?? readExtra(place);
      return marked ? [[keyText(place.key), marked] as const] : [];
    });
    return [...new Map(found).values()].toSorted((one, other) => ascending(one.date, other.date));
  };
};

/** The marks of live and ended bookings, by date. Costs as `readMarksOf`. */
export const readFamilyMarks = async (
  table: Table,
  bookings: readonly MarkableBooking[],
): Promise<MarkedChild[]> => {
  const marksOf = await readMarksOf(table, bookings, { consistent: true });
  const marked = bookings
    .flatMap(marksOf)
    .map((place) => [keyText(markedChildRef(place).key), place] as const);
  return [...new Map(marked).values()].toSorted((one, other) => ascending(one.date, other.date));
};

/**
 * The counting marks until today, by date (REG-09). A session without a mark is left out. Costs as `readMarksOf`; a booking
 * whose first session is to come costs nothing.
 */
export const readAttendance = async (
  table: Table,
  bookings: readonly MarkableBooking[],
  today: CalendarDate,
): Promise<(booking: MarkableBooking) => MarkedSession[]> => {
  const oldest = oldestRegister(today);
  const isWanted = (date: CalendarDate) => oldest <= date && date <= today;
  const marksOf = await readMarksOf(table, bookings, { consistent: false, isWanted });
  return (booking) =>
    marksOf(booking).flatMap(({ date, marks }) => {
      const mark = countingMark(marks);
      return mark ? [{ date, attendance: mark.attendance }] : [];
    });
};

/** Idempotent. @param bookings of both families, live and ended */
export const joinMarks = async (
  table: Table,
  join: FamilyJoin,
  bookings: readonly MarkableBooking[],
): Promise<void> => {
  const before = bookings.flatMap((booking) =>
    childIdsBeforeJoin(join, booking.child_id).map((child_id) => ({
      ...booking,
      parent_id: join.from,
      child_id,
    })),
  );
  for (const place of await readFamilyMarks(table, before)) {
    const { slot_id, date, child_id } = place;
    const to = { slot_id, date, parent_id: join.to, child_id: childIdAfterJoin(join, child_id) };
    await moveMarks(table, place, to);
  }
};

export const deleteFamilyMarks = async (
  table: Table,
  bookings: readonly MarkableBooking[],
): Promise<void> => {
  for (const part of chunk(await readFamilyMarks(table, bookings), deletedAtOnce))
    await Promise.all(part.map((place) => deleteItem(table, registerKey(place.slot_id, place.date, place))));
};
