import { listBookedParents } from '../../data/bookings/bookings.ts';
import { getManagedClass } from '../../data/classes/managed-classes.ts';
import { listEntries } from '../../data/waiting/waiting-entries.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import { problem } from '../../lib/http/problem-error.ts';
import type { AdminDeps } from '../deps.ts';

/**
 * Counts by reading all bookings and waiting lists of one class or slot, at most some thousand items. Changes that need
 * the counts are rare.
 */
export const getClassImpact: Operation<'getClassImpact', AdminDeps> = async (
  { params, query },
  { table },
) => {
  const cls = await getManagedClass(table, params.classId);
  if (!cls) throw problem('classNotFound');
  const slots = cls.time_slots.filter(({ id }) => query.slot === undefined || id === query.slot);
  if (query.slot && slots.length === 0) throw problem('slotNotFound');
  const listed = slots.filter(({ waiting }) => waiting !== undefined);
  const [parents, entries] = await Promise.all([
    Promise.all(slots.map(({ id }) => listBookedParents(table, id))),
    Promise.all(listed.map(({ id }) => listEntries(table, id))),
  ]);
  return {
    bookings: parents.flat().length,
    families: new Set(parents.flat()).size,
    waiting_families: new Set(entries.flat().map(({ parent_id }) => parent_id)).size,
  };
};
