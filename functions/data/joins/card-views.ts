import { ascending } from '#shared/domain/lists/ascending';
import type { CardView } from '#shared/schemas/card-view';
import type { SlotId, UserId } from '#shared/schemas/ids';
import type { CalendarDate } from '#shared/schemas/values';
import type { StoredBooking } from '../bookings/bookings.ts';
import { listViews } from '../card-views/card-views.ts';
import { readProfileNames } from '../families/profile-names.ts';
import type { Table } from '../table.ts';

type SlotsOfBooking = Pick<StoredBooking, 'time_slot_id' | 'earlier_slots'>;

/**
 * Who read the cards of a family's children, newest day first (SEE-02). One Query for the family, one for each slot that its
 * bookings, live and ended, are or were in, and one BatchGetItem for the names.
 * @param bookings all of the family, live and ended
 */
export const readCardViews = async (
  table: Table,
  parentId: UserId,
  children: readonly { readonly id: CardView['child_id'] }[],
  bookings: readonly SlotsOfBooking[],
  today: CalendarDate,
): Promise<CardView[]> => {
  const slots = new Set<SlotId>(
    bookings.flatMap(({ time_slot_id, earlier_slots = {} }) => [
      time_slot_id,
      ...Object.values(earlier_slots),
    ]),
  );
  const views = await Promise.all([parentId, ...slots].map((of) => listViews(table, of, today)));
  const own = views
    .flat()
    .flatMap(({ child_ids, ...view }) =>
      children.filter(({ id }) => child_ids.has(id)).map(({ id: child_id }) => ({ ...view, child_id })),
    );
  const nameOf = await readProfileNames(table, [...new Set(own.map(({ viewer_id }) => viewer_id))]);
  return own
    .map(({ viewer_id, ...view }) => ({ ...view, name: nameOf(viewer_id) }))
    .toSorted((one, other) => ascending(other.day, one.day));
};
