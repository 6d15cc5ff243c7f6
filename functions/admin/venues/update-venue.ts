import { instantOf } from '#shared/domain/time/instant-of';
import { auditEventPut } from '../../data/audit/activity.ts';
import { copyToClasses } from '../../data/classes/copy-venue.ts';
import { changeVenue } from '../../data/venues/change-venue.ts';
import { asVenue, getVenue } from '../../data/venues/venues.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import { busy, problem } from '../../lib/http/problem-error.ts';
import { changedFields } from '../changed-fields.ts';
import type { AdminDeps } from '../deps.ts';

/**
 * Changes a venue, and then its copies in all classes that name it (SET-02). After an interruption `timer` changes the copies
 * that are left. Nobody is told: the place stays the same.
 * @throws ProblemError venueNotFound, venueChanged, venueNameTaken, busy
 */
export const updateVenue: Operation<'updateVenue', AdminDeps> = async (
  { caller, params, body },
  { table, clock },
) => {
  const current = await getVenue(table, params.venueId);
  if (!current) throw problem('venueNotFound');
  if (current.version !== body.version) throw problem('venueChanged');
  const { version: _, ...entered } = body;
  const fields = changedFields(current, entered);
  if (fields.length === 0) return asVenue(current);
  const now = clock();
  const next = { ...entered, id: current.id, version: current.version + 1, changed_at: instantOf(now) };
  const auditEvent = auditEventPut(table, now, {
    actor_id: caller.userId,
    action: 'venue.updated',
    subject_id: current.id,
    fields,
  });
  const outcome = await changeVenue(table, current, next, [auditEvent]);
  if (outcome === 'changed') throw problem('venueChanged');
  if (outcome === 'name-taken') throw problem('venueNameTaken');
  if (outcome === 'busy') throw busy();
  await copyToClasses(table, current.id);
  return next;
};
