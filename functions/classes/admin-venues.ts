import type { VenueRoutes } from '#shared/classes/admin-routes';
import type { Venue } from '#shared/classes/class';
import { venueValues } from '#shared/classes/class-input';
import type { VenueId } from '#shared/lib/ids';
import { counted } from '#shared/lib/text';
import { instantOf } from '#shared/lib/values';
import { deletionNotePut, hasDeleted } from '../lib/attempts.ts';
import { retryRefused } from '../lib/contention.ts';
import type { AdminDeps } from '../lib/deps.ts';
import type { Operation, OperationRequest } from '../lib/http/operation.ts';
import { applyEdit, busy, problem } from '../lib/http/problem-error.ts';
import { newVenueId } from '../lib/ids.ts';
import { auditEventPut, changedFields } from '../school/activity.ts';
import { changeVenue, createVenueOnce, deleteVenue as deleteStoredVenue } from './change-venues.ts';
import { asVenue, copyToClasses, getVenue, listVenues as listStoredVenues } from './venues.ts';

export const listVenues: Operation<VenueRoutes['listVenues'], AdminDeps> = async (_, { table }) => ({
  venues: await listStoredVenues(table),
});

export const createVenue: Operation<VenueRoutes['createVenue'], AdminDeps> = async (
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

// @returns undefined where the venue was changed since it was read
const saveVenue = async (
  { caller, params, body }: OperationRequest<VenueRoutes['updateVenue']>,
  { table, clock }: AdminDeps,
): Promise<Venue | undefined> => {
  const current = await getVenue(table, params.venueId);
  if (!current) throw problem('venueNotFound');
  const entered = applyEdit(venueValues(current), body);
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
  const { outcome } = await changeVenue(table, current, next, [auditEvent]);
  if (outcome === 'changed') return undefined;
  if (outcome === 'name-taken') throw problem('venueNameTaken');
  if (outcome === 'busy') throw busy();
  await copyToClasses(table, current.id);
  return next;
};

/** Changes a venue, then its copies in all classes (SET-02); `timer` completes an interrupted change. */
export const updateVenue: Operation<VenueRoutes['updateVenue'], AdminDeps> = (request, deps) =>
  retryRefused(() => saveVenue(request, deps));

export const deleteVenue: Operation<VenueRoutes['deleteVenue'], AdminDeps> = async (
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
  const result = await deleteStoredVenue(table, asVenue(venue), [
    auditEventPut(table, now, event),
    deletionNotePut(table, attempt, venue.id),
  ]);
  if (result.outcome === 'busy') throw busy();
  if (result.outcome === 'in-use')
    throw problem('venueInUse', { classes: counted(result.classes, 'class', 'classes') });
};

/** @throws ProblemError invalidRequest where there is no such venue, or it is being deleted */
export const chosenVenue = async ({ table }: Pick<AdminDeps, 'table'>, id: VenueId): Promise<Venue> => {
  const venue = await getVenue(table, id);
  if (venue && venue.deleting === undefined) return asVenue(venue);
  const issue = { field: 'venue_id', message: 'This venue no longer exists. Please choose another one' };
  throw problem('invalidRequest', {}, { issues: [issue] });
};
