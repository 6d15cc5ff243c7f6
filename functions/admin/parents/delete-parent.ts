import { deletionNotePut, hasDeleted } from '../../data/attempts.ts';
import { auditEventPut } from '../../data/audit/activity.ts';
import { beginFamilyDeletion, finishFamilyDeletion } from '../../data/deletions/delete-family.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import { problem } from '../../lib/http/problem-error.ts';
import { deleteUser } from '../../lib/identity/users.ts';
import type { AdminDeps } from '../deps.ts';

/**
 * Deletes a parent's account with profile and children, and ends its bookings, which frees the places (PRM-11, API-32,
 * API-33). The user is deleted first: nobody can log in to an account that is being deleted. Until the end the parent
 * is listed as being deleted, and the same call completes an interrupted deletion. The first step logs it. The same attempt
 * sent again answers the same (END-13).
 * @throws ProblemError parentNotFound, adminAccount
 */
export const deleteParent: Operation<'deleteParent', AdminDeps> = async (
  { caller, params, idempotencyKey },
  deps,
) => {
  const { table, userPool, clock } = deps;
  const attempt = { by: caller.userId, key: idempotencyKey, now: clock() };
  const auditEvent = auditEventPut(table, attempt.now, {
    actor_id: caller.userId,
    action: 'parent.deleted',
    subject_id: params.parentId,
  });
  const note = deletionNotePut(table, attempt, params.parentId);
  const profile = await beginFamilyDeletion(table, params.parentId, [auditEvent, note]);
  if (profile === 'no-profile') {
    if (await hasDeleted(table, attempt, params.parentId)) return { success: true };
    throw problem('parentNotFound');
  }
  if (profile === 'admin') throw problem('adminAccount');
  await deleteUser(userPool, profile.id);
  await finishFamilyDeletion(deps, profile, { by: 'admin', made_by: caller.userId });
  return { success: true as const };
};
