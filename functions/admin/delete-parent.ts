import { auditEventPut } from '../data/audit/activity.ts';
import { beginFamilyDeletion, finishFamilyDeletion } from '../data/families/delete-family.ts';
import type { Operation } from '../http/create-handler.ts';
import { problem } from '../http/problem-error.ts';
import { deleteUser } from '../identity/delete-user.ts';
import type { AdminDeps } from './deps.ts';

/**
 * Deletes a parent's account with profile, children and bookings, whose places are free again (PRM-11, API-32, API-33).
 * The user goes first: nobody can log in to what is being deleted. Until the end the parent is listed as being deleted,
 * and the same call goes on where it was interrupted. Logged once, when it begins.
 */
export const deleteParent: Operation<'deleteParent', AdminDeps> = async (
  { caller, params },
  { table, userPool, clock, pause },
) => {
  const log = auditEventPut(table, clock(), {
    actor_id: caller.userId,
    action: 'parent.deleted',
    subject_id: params.parentId,
  });
  const profile = await beginFamilyDeletion(table, params.parentId, [log]);
  if (profile === 'no-profile') throw problem('parentNotFound');
  if (profile === 'admin') throw problem('adminAccount');
  await deleteUser(userPool, profile.id);
  await finishFamilyDeletion(table, profile, pause);
  return { success: true as const };
};
