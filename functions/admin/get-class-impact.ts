import { listBookedParents } from '../data/bookings/bookings.ts';
import { getManagedClass } from '../data/classes/managed-classes.ts';
import type { Operation } from '../http/create-handler.ts';
import { problem } from '../http/problem-error.ts';
import type { AdminDeps } from './deps.ts';

/** Counts by reading all bookings of one class, at most some thousand: it is asked before a rare change. */
export const getClassImpact: Operation<'getClassImpact', AdminDeps> = async ({ params }, { table }) => {
  const cls = await getManagedClass(table, params.classId);
  if (!cls) throw problem('classNotFound');
  const parents = (await Promise.all(cls.time_slots.map(({ id }) => listBookedParents(table, id)))).flat();
  return { bookings: parents.length, families: new Set(parents).size };
};
