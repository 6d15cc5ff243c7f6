import { deletionNotePut, hasDeleted } from '../../data/attempts.ts';
import { auditEventPut } from '../../data/audit/activity.ts';
import * as drafts from '../../data/classes/drafts.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import { busy, problem } from '../../lib/http/problem-error.ts';
import type { AdminDeps } from '../deps.ts';

/**
 * Deletes a draft (TRM-01). The same attempt sent again answers the same.
 * @throws ProblemError draftNotFound, busy
 */
export const deleteDraft: Operation<'deleteDraft', AdminDeps> = async (
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
  if ((await drafts.deleteDraft(table, draft, writes)) !== 'done') throw busy();
};
