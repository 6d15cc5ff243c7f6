import { listBookingsInSlot } from '../data/bookings/bookings.ts';
import { getClass } from '../data/classes/classes.ts';
import { getFamily } from '../data/families/families.ts';
import type { Operation } from '../http/create-handler.ts';
import { problem } from '../http/problem-error.ts';
import type { FamilyDeps } from './deps.ts';

/**
 * Reads all that the booking screen shows, in one round trip of three Queries at once. Each is consistent: the screen is
 * read again after a refusal that was due to old data.
 * @throws ProblemError classNotFound, slotNotFound, profileNotFound
 */
export const getBookingOffer: Operation<'getBookingOffer', FamilyDeps> = async (
  { caller, params },
  { table },
) => {
  const [cls, family, bookings] = await Promise.all([
    getClass(table, params.classId, { consistent: true }),
    getFamily(table, caller.userId),
    listBookingsInSlot(table, params.slotId, caller.userId),
  ]);
  if (!family) throw problem('profileNotFound');
  if (!cls) throw problem('classNotFound');
  if (!cls.time_slots.some(({ id }) => id === params.slotId)) throw problem('slotNotFound');
  const booked = new Set(bookings.map(({ child_id }) => child_id));
  return {
    class: cls,
    children: family.children,
    booked_child_ids: family.children.map(({ id }) => id).filter((id) => booked.has(id)),
  };
};
