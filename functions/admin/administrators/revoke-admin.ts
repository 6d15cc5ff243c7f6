import { getActiveProfile } from '../../data/families/profiles.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import { problem } from '../../lib/http/problem-error.ts';
import type { AdminDeps } from '../deps.ts';
import { changeRole } from './change-role.ts';

/** Revokes the admin role of another account; the last administrator keeps it (ADM-54). */
export const revokeAdmin: Operation<'revokeAdmin', AdminDeps> = async ({ caller, params }, deps) => {
  if (params.userId === caller.userId) throw problem('ownRole');
  const profile = await getActiveProfile(deps.table, params.userId);
  if (!profile) throw problem('notFound');
  await changeRole(profile, 'parent', caller.userId, deps);
};
