import type { DraftRoutes } from '#shared/classes/admin-routes';
import { type ClassDraft, draftValues } from '#shared/classes/class-input';
import type { ManagedClass } from '#shared/classes/managed-class';
import { instantOf } from '#shared/lib/values';
import { checkCoaches } from '../accounts/steps.ts';
import { deletionNotePut, hasDeleted } from '../lib/attempts.ts';
import { retryRefused } from '../lib/contention.ts';
import type { AdminDeps } from '../lib/deps.ts';
import type { Operation, OperationRequest } from '../lib/http/operation.ts';
import { applyEdit, busy, problem } from '../lib/http/problem-error.ts';
import { newClassId } from '../lib/ids.ts';
import { auditEventPut, changedFields } from '../school/activity.ts';
import { chosenVenue } from './admin-venues.ts';
import { getManagedClass } from './classes.ts';
import { listAgain } from './current-classes.ts';
import * as drafts from './drafts.ts';
import { createDraftOnce } from './drafts.ts';
import { checkMerged, checkOpenings, checkPicture, publishAsClass } from './steps.ts';
import { sameVenue } from './venues.ts';

export const listDrafts: Operation<DraftRoutes['listDrafts'], AdminDeps> = async (_, { table }) => ({
  drafts: await drafts.listDrafts(table),
});

export const createDraft: Operation<DraftRoutes['createDraft'], AdminDeps> = async (
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
  return retryRefused(async () => {
    const venue = await chosenVenue({ table }, body.venue_id);
    const writes = [auditEventPut(table, now, event), sameVenue(table, venue)];
    return createDraftOnce(table, draft, attempt, writes);
  });
};

// @returns undefined where draft or venue was changed since it was read
const changeDraft = async (
  { caller, params, body }: OperationRequest<DraftRoutes['updateDraft']>,
  { table, clock, timeZone, pictureHosts }: AdminDeps,
): Promise<ClassDraft | undefined> => {
  checkPicture(body.image_url, { pictureHosts });
  const current = await drafts.getDraft(table, params.classId);
  if (!current) throw problem('draftNotFound');
  const shown = draftValues(current);
  const form = checkMerged(applyEdit(shown, body), { timeZone });
  const fields = changedFields(shown, form);
  if (fields.length === 0) return current;
  const venue = await chosenVenue({ table }, form.venue_id);
  await checkCoaches(table, shown.coach_ids ?? [], form.coach_ids ?? []);
  const next = { ...current, form, version: current.version + 1 };
  const event = auditEventPut(table, clock(), {
    actor_id: caller.userId,
    action: 'class.draft-updated',
    subject_id: current.id,
    class_id: current.id,
    fields,
  });
  const { outcome } = await drafts.updateDraft(table, current, next, [event, sameVenue(table, venue)]);
  return outcome === 'done' ? next : undefined;
};

export const updateDraft: Operation<DraftRoutes['updateDraft'], AdminDeps> = (request, deps) =>
  retryRefused(() => changeDraft(request, deps));

export const deleteDraft: Operation<DraftRoutes['deleteDraft'], AdminDeps> = async (
  { caller, params, idempotencyKey },
  { table, clock },
) => {
  const now = clock();
  const attempt = { by: caller.userId, key: idempotencyKey, now };
  const draft = await drafts.getDraft(table, params.classId);
  if (!draft) {
    if (await hasDeleted(table, attempt, params.classId)) return;
    throw problem('draftNotFound');
  }
  const event = auditEventPut(table, now, {
    actor_id: caller.userId,
    action: 'class.draft-deleted',
    subject_id: draft.id,
    class_id: draft.id,
  });
  const writes = [event, deletionNotePut(table, attempt, draft.id)];
  // Refused: the draft was changed since it was read. The client retries.
  if ((await drafts.deleteDraft(table, draft, writes)).outcome !== 'done') throw busy();
};

// @returns undefined where draft or venue was changed since it was read
const publish = async (
  { caller, params, body }: OperationRequest<DraftRoutes['publishDraft']>,
  { table, clock, timeZone, pictureHosts }: AdminDeps,
): Promise<ManagedClass | undefined> => {
  const draft = await drafts.getDraft(table, params.classId);
  if (!draft) {
    const published = await getManagedClass(table, params.classId);
    if (!published) throw problem('draftNotFound');
    await listAgain(table, published.id);
    return published;
  }
  if (draft.version !== body.version) throw problem('classChanged');
  checkPicture(draft.form.image_url, { pictureHosts });
  const venue = await chosenVenue({ table }, draft.form.venue_id);
  return publishAsClass(draft, { venue, by: caller.userId }, { table, clock, timeZone });
};

/** One transaction makes a draft a class that everybody sees, and logs it (TRM-01). A repetition gets the class. */
export const publishDraft: Operation<DraftRoutes['publishDraft'], AdminDeps> = (request, deps) =>
  retryRefused(() => publish(request, deps));
