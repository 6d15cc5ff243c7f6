import type { ClassDraft } from '#shared/schemas/class-draft';
import { auditEventPut } from '../../data/audit/activity.ts';
import * as drafts from '../../data/classes/drafts.ts';
import { repeatRefused } from '../../data/repeat-refused.ts';
import { sameVenue } from '../../data/venues/venues.ts';
import type { Operation, OperationRequest } from '../../lib/http/create-handler.ts';
import { problem } from '../../lib/http/problem-error.ts';
import { changedFields } from '../changed-fields.ts';
import { checkOpenings } from '../classes/check-openings.ts';
import { checkPicture } from '../classes/check-picture.ts';
import { checkCoaches } from '../coaches/check-coaches.ts';
import type { AdminDeps } from '../deps.ts';
import { chosenVenue } from '../venues/venues.ts';

/** One attempt of `updateDraft`. @returns undefined where draft or venue was changed since it was read */
const changeDraft = async (
  { caller, params, body: { version, form } }: OperationRequest<'updateDraft'>,
  { table, clock, timeZone, pictureHosts }: AdminDeps,
): Promise<ClassDraft | undefined> => {
  checkPicture(form.image_url, { pictureHosts });
  checkOpenings(form, { timeZone });
  const current = await drafts.getDraft(table, params.classId);
  if (!current) throw problem('draftNotFound');
  if (current.version !== version) throw problem('classChanged');
  const fields = changedFields(current.form, form);
  if (fields.length === 0) return current;
  const venue = await chosenVenue({ table }, form.venue_id);
  await checkCoaches(table, current.form.coach_ids ?? [], form.coach_ids ?? []);
  const next = { ...current, form, version: version + 1 };
  const event = auditEventPut(table, clock(), {
    actor_id: caller.userId,
    action: 'class.draft-updated',
    subject_id: current.id,
    class_id: current.id,
    fields,
  });
  const outcome = await drafts.updateDraft(table, current, next, [event, sameVenue(table, venue)]);
  return outcome === 'done' ? next : undefined;
};

/**
 * Changes a draft, and logs it where a field has changed; refused where it was changed since the form was read (TRM-01).
 * @throws ProblemError draftNotFound, classChanged, invalidRequest, busy
 */
export const updateDraft: Operation<'updateDraft', AdminDeps> = (request, deps) =>
  repeatRefused(() => changeDraft(request, deps));
