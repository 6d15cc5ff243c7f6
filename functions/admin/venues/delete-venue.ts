import { deletionNotePut, hasDeleted } from '../../data/attempts.ts';
import { auditEventPut } from '../../data/audit/activity.ts';
import * as venues from '../../data/deletions/delete-venue.ts';
import { asVenue, getVenue } from '../../data/venues/venues.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import { busy, problem } from '../../lib/http/problem-error.ts';
import type { AdminDeps } from '../deps.ts';

/**
 * Deletes a venue that no class names (SET-02). The same attempt sent again answers the same.
 * @throws ProblemError venueNotFound, venueInUse, busy
 */
export const deleteVenue: Operation<'deleteVenue', AdminDeps> = async (
  { caller, params, idempotencyKey },
  { table, clock },
) => {
  const now = clock();
  const attempt = { by: caller.userId, key: idempotencyKey, now };
  const venue = await getVenue(table, params.venueId);
  if (!venue) {
    if (await hasDeleted(table, attempt, params.venueId)) return;
    throw problem('venueNotFound');
  }
  const event = { actor_id: caller.userId, action: 'venue.deleted', subject_id: venue.id } as const;
  const result = await venues.deleteVenue(table, asVenue(venue), [
    auditEventPut(table, now, event),
    deletionNotePut(table, attempt, venue.id),
  ]);
  if (result.outcome === 'busy') throw busy();
  if (result.outcome === 'in-use')
    throw problem('venueInUse', { classes: result.classes === 1 ? '1 class' : `${result.classes} classes` });
};
