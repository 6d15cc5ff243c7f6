import { auditEventPut } from '../../data/audit/activity.ts';
import * as drafts from '../../data/classes/drafts.ts';
import { sameVenue } from '../../data/venues/venues.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import { busy, problem } from '../../lib/http/problem-error.ts';
import { changedFields } from '../changed-fields.ts';
import { checkPicture } from '../classes/check-picture.ts';
import type { AdminDeps } from '../deps.ts';
import { chosenVenue } from '../venues/venues.ts';

/**
 * Changes a draft, and logs it where a field has changed; refused where it was changed since the form was read (TRM-01).
 * @throws ProblemError draftNotFound, classChanged, busy
 */
export const updateDraft: Operation<'updateDraft', AdminDeps> = async (
  { caller, params, body: { version, form } },
  { table, clock, pictureHosts },
) => {
  checkPicture(form.image_url, { pictureHosts });
  const current = await drafts.getDraft(table, params.classId);
  if (!current) throw problem('draftNotFound');
  if (current.version !== version) throw problem('classChanged');
  const fields = changedFields(current.form, form);
  if (fields.length === 0) return current;
  const venue = await chosenVenue({ table }, form.venue_id);
  const next = { ...current, form, version: version + 1 };
  const event = auditEventPut(table, clock(), {
    actor_id: caller.userId,
    action: 'class.draft-updated',
    subject_id: current.id,
    class_id: current.id,
    fields,
  });
  const outcome = await drafts.updateDraft(table, current, next, [event, sameVenue(table, venue)]);
  // Refused: draft or venue was changed since it was read. The client retries, and is told of a changed draft then.
  if (outcome !== 'done') throw busy();
  return next;
};
