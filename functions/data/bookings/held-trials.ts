import type { BookingId, ChildId, ClassId, UserId } from '#shared/schemas/ids';
import type { Table } from '../table.ts';
import { listBookingsOfParent } from './bookings.ts';

/** The trials of a family's children in a class whose places can be kept. One Query of the family's bookings. */
export const findHeldTrials = async (
  table: Table,
  parentId: UserId,
  classId: ClassId,
): Promise<ReadonlyMap<ChildId, BookingId>> => {
  const bookings = await listBookingsOfParent(table, parentId);
  const trials = bookings.filter(({ is_trial, class_id }) => is_trial && class_id === classId);
  return new Map(trials.map(({ child_id, id }) => [child_id, id]));
};
