import type { Booking } from '#shared/schemas/booking';
import type { BookingId, ChildId, ClassId, UserId } from '#shared/schemas/ids';
import { trialMark } from '../accounts/account-charges.ts';
import type { FamilyAccount } from '../accounts/family-account.ts';
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
 * Whether a child has a trial in the class whose place can be kept (TRI-02). The family's bookings are read only where the
 * child has had a trial in the class.
 */
export const holdsTrial = async (
  table: Table,
  { parent_id, class_id, child_id }: Pick<Booking, 'parent_id' | 'class_id' | 'child_id'>,
  { trials }: Pick<FamilyAccount, 'trials'>,
): Promise<boolean> =>
  trials.has(trialMark({ class_id, child_id })) &&
  (await findHeldTrials(table, parent_id, class_id)).has(child_id);
