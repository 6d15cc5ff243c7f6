import type { Booking } from '#shared/schemas/booking';
import type { BookingId, ChildId, ClassId, UserId } from '#shared/schemas/ids';
import { trialMark } from '../ledger/charges.ts';
import type { FamilyLedger } from '../ledger/family-ledger.ts';
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

/**
 * The first of a family's children who has a trial in the class whose place can be kept (TRI-02). The family's bookings are
 * read only where one of them has had a trial in the class.
 */
export const findChildWithTrial = async (
  table: Table,
  { parent_id, class_id }: Pick<Booking, 'parent_id' | 'class_id'>,
  childIds: readonly ChildId[],
  { trials }: Pick<FamilyLedger, 'trials'>,
): Promise<ChildId | undefined> => {
  if (!childIds.some((child_id) => trials.has(trialMark({ class_id, child_id })))) return undefined;
  const held = await findHeldTrials(table, parent_id, class_id);
  return childIds.find((id) => held.has(id));
};

/** Whether a child has a trial in the class whose place can be kept (TRI-02). Reads as `findChildWithTrial` does. */
export const holdsTrial = async (
  table: Table,
  booking: Pick<Booking, 'parent_id' | 'class_id' | 'child_id'>,
  ledger: Pick<FamilyLedger, 'trials'>,
): Promise<boolean> => (await findChildWithTrial(table, booking, [booking.child_id], ledger)) !== undefined;
