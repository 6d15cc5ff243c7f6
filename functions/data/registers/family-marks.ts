import { ascending } from '#shared/domain/lists/ascending';
import type { SlotId } from '#shared/schemas/ids';
import type { SessionChange } from '#shared/schemas/session';
import type { CalendarDate } from '#shared/schemas/values';
import type { StoredBooking } from '../bookings/bookings.ts';
import { classRef } from '../classes/classes.ts';
import { batchRead } from '../dynamo/batch-get.ts';
import { chunk } from '../dynamo/chunk.ts';
import type { ItemRef } from '../dynamo/item-ref.ts';
import { registerKey } from '../dynamo/keys/coaches.ts';
import { keyText } from '../dynamo/keys/key.ts';
import { deleteItem } from '../dynamo/write-item.ts';
import type { Table } from '../table.ts';
import { type MarkedPlace, placeRef } from './registers.ts';

const deletedAtOnce = 20;

/** Of a booking, what says in which sessions its child can have a mark. */
type MarkableBooking = Pick<
  StoredBooking,
  'class_id' | 'time_slot_id' | 'parent_id' | 'child_id' | 'dates' | 'earlier_slots' | 'trial_session'
>;

/**
 * The places in which the child of a booking can have a mark: each date agreed, and each make-up date, in each slot that it
 * was in. No index finds marks by family, since a mark would cost a second unit then.
 */
const placesOfBooking = (
  { time_slot_id, parent_id, child_id, dates, earlier_slots = {}, trial_session }: MarkableBooking,
  changes: readonly SessionChange[] = [],
): ItemRef<MarkedPlace>[] => {
  const slots = new Set<SlotId>([time_slot_id, ...Object.values(earlier_slots)]);
  const agreed = [...dates, ...(trial_session ? [trial_session.date] : [])];
  return [...slots].flatMap((slotId) => {
    const extra = changes.flatMap(({ slot_id, kind, date }) =>
      slot_id === slotId && kind === 'extra' ? [date] : [],
    );
    const days = new Set<CalendarDate>([...agreed, ...extra]);
    return [...days].map((date) => placeRef({ slot_id: slotId, date, parent_id, child_id }));
  });
};

/**
 * What was marked of the children of a family's bookings, live and ended, by date. One BatchGetItem per 100 classes, and one
 * per 100 dates of the bookings.
 */
export const readFamilyMarks = async (
  table: Table,
  bookings: readonly MarkableBooking[],
): Promise<MarkedPlace[]> => {
  const classes = new Set(bookings.map(({ class_id }) => class_id));
  const classOf = await batchRead(table, [...classes].map(classRef), { consistent: true });
  const places = bookings.flatMap((booking) =>
    placesOfBooking(booking, classOf(classRef(booking.class_id))?.session_changes),
  );
  const read = await batchRead(table, places, { consistent: true });
  const marked = new Map(places.flatMap((place) => [[keyText(place.key), read(place)] as const]));
  return [...marked.values()]
    .filter((place) => place !== undefined)
    .toSorted((one, other) => ascending(one.date, other.date));
};

/** Deletes what was marked of the children of a family's bookings. */
export const deleteFamilyMarks = async (
  table: Table,
  bookings: readonly MarkableBooking[],
): Promise<void> => {
  for (const part of chunk(await readFamilyMarks(table, bookings), deletedAtOnce))
    await Promise.all(
      part.map((place) =>
        deleteItem(table, { TableName: table.name, Key: registerKey(place.slot_id, place.date, place) }),
      ),
    );
};
