import { instantOf } from '#shared/domain/time/instant-of';
import { auditEventPut } from '../../data/audit/activity.ts';
import { newVenueId } from '../../data/ids.ts';
import { createVenueOnce } from '../../data/venues/create-venue-once.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import { busy, problem } from '../../lib/http/problem-error.ts';
import type { AdminDeps } from '../deps.ts';

/**
 * Stores a venue, once per attempt (SET-02).
 * @throws ProblemError venueNameTaken, busy
 */
export const createVenue: Operation<'createVenue', AdminDeps> = async (
  { caller, body, idempotencyKey },
  { table, clock },
) => {
  const now = clock();
  const venue = { ...body, id: newVenueId(now), version: 1, changed_at: instantOf(now) };
  const event = { actor_id: caller.userId, action: 'venue.created', subject_id: venue.id } as const;
  const attempt = { by: caller.userId, key: idempotencyKey, now };
  const created = await createVenueOnce(table, venue, attempt, [auditEventPut(table, now, event)]);
  if (created.outcome === 'name-taken') throw problem('venueNameTaken');
  if (created.outcome === 'busy') throw busy();
  return created.venue;
};
