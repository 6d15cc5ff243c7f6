import { listBookedParents } from '../data/bookings/bookings.ts';
import { getManagedClass } from '../data/classes/managed-classes.ts';
import type { Operation } from '../http/create-handler.ts';
import { problem } from '../http/problem-error.ts';
import type { AdminDeps } from './deps.ts';

/** Counts by reading all bookings of one class or slot, at most some thousand. Changes that need the counts are rare. */
export const getClassImpact: Operation<'getClassImpact', AdminDeps> = async (
  { params, query },
  { table },
) => {
  const cls = await getManagedClass(table, params.classId);
  if (!cls) throw problem('classNotFound');
  const slots = cls.time_slots.filter(({ id }) => query.slot === undefined || id === query.slot);
  if (query.slot && slots.length === 0) throw problem('slotNotFound');
  const parents = (await Promise.all(slots.map(({ id }) => listBookedParents(table, id)))).flat();
  return { bookings: parents.length, families: new Set(parents).size };
};
