import { instantOf } from '#shared/domain/time/instant-of';
import { auditEventPut } from '../../data/audit/activity.ts';
import { createDraftOnce } from '../../data/classes/drafts.ts';
import { newClassId } from '../../data/ids.ts';
import { sameVenue } from '../../data/venues/venues.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import { busy } from '../../lib/http/problem-error.ts';
import { checkPicture } from '../classes/check-picture.ts';
import type { AdminDeps } from '../deps.ts';
import { chosenVenue } from '../venues/venues.ts';

/** Stores a class form as a draft, once per attempt (TRM-01). @throws ProblemError busy */
export const createDraft: Operation<'createDraft', AdminDeps> = async (
  { caller, body, idempotencyKey },
  { table, clock, pictureHosts },
) => {
  checkPicture(body.image_url, { pictureHosts });
  const venue = await chosenVenue({ table }, body.venue_id);
  const now = clock();
  const id = newClassId(now);
  const draft = { id, version: 1, form: body, created_by: caller.userId, created_at: instantOf(now) };
  const event = { actor_id: caller.userId, action: 'class.drafted', subject_id: id, class_id: id } as const;
  const attempt = { by: caller.userId, key: idempotencyKey, now };
  const writes = [auditEventPut(table, now, event), sameVenue(table, venue)];
  const created = await createDraftOnce(table, draft, attempt, writes);
  // Refused: the venue was changed or deleted since it was read. The client retries.
  if (!created) throw busy();
  return created;
};
