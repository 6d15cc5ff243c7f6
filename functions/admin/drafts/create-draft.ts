import { instantOf } from '#shared/domain/time/instant-of';
import { auditEventPut } from '../../data/audit/activity.ts';
import { createDraftOnce } from '../../data/classes/drafts.ts';
import { newClassId } from '../../data/ids.ts';
import { repeatRefused } from '../../data/repeat-refused.ts';
import { sameVenue } from '../../data/venues/venues.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import { checkOpenings } from '../classes/check-openings.ts';
import { checkPicture } from '../classes/check-picture.ts';
import { checkCoaches } from '../coaches/check-coaches.ts';
import type { AdminDeps } from '../deps.ts';
import { chosenVenue } from '../venues/venues.ts';

/**
 * Stores a class form as a draft, once per attempt (TRM-01). It is repeated where the venue changed since it was read.
 * @throws ProblemError invalidRequest, busy
 */
export const createDraft: Operation<'createDraft', AdminDeps> = async (
  { caller, body, idempotencyKey },
  { table, clock, timeZone, pictureHosts },
) => {
  checkPicture(body.image_url, { pictureHosts });
  checkOpenings(body, { timeZone });
  await checkCoaches(table, [], body.coach_ids ?? []);
  const now = clock();
  const id = newClassId(now);
  const draft = { id, version: 1, form: body, created_by: caller.userId, created_at: instantOf(now) };
  const event = { actor_id: caller.userId, action: 'class.drafted', subject_id: id, class_id: id } as const;
  const attempt = { by: caller.userId, key: idempotencyKey, now };
  return repeatRefused(async () => {
    const venue = await chosenVenue({ table }, body.venue_id);
    const writes = [auditEventPut(table, now, event), sameVenue(table, venue)];
    return createDraftOnce(table, draft, attempt, writes);
  });
};
