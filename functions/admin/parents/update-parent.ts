import { auditEventPut } from '../../data/audit/activity.ts';
import { getProfile, updateContact } from '../../data/families/profiles.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import { busy, problem } from '../../lib/http/problem-error.ts';
import { changedFields } from '../changed-fields.ts';
import type { AdminDeps } from '../deps.ts';
import { toManagedProfile } from '../to-managed-profile.ts';

/** Changes a parent's name and phone number, and nothing else; logs a change only (PRM-10, API-21, ADM-55). */
export const updateParent: Operation<'updateParent', AdminDeps> = async (
  { caller, params, body },
  { table, clock },
) => {
  const profile = await getProfile(table, params.parentId);
  if (!profile) throw problem('parentNotFound');
  const fields = changedFields(profile, body);
  if (fields.length === 0 && !profile.deleting) return toManagedProfile(profile);
  const auditEvent = auditEventPut(table, clock(), {
    actor_id: caller.userId,
    action: 'parent.updated',
    subject_id: profile.id,
    fields,
  });
  const outcome = await updateContact(table, profile, body, [auditEvent]);
  if (outcome === 'no-profile') throw problem('parentNotFound');
  if (outcome === 'busy') throw busy();
  return { ...toManagedProfile(profile), ...body };
};
