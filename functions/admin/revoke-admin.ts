import { getRoleState } from '../data/families/roles.ts';
import type { Operation } from '../http/create-handler.ts';
import { problem } from '../http/problem-error.ts';
import { changeRole } from './change-role.ts';
import { checkStillAdmin } from './check-still-admin.ts';
import type { AdminDeps } from './deps.ts';

/** Takes the admin role from another account, never from the last one that has it (ADM-54). */
export const revokeAdmin: Operation<'revokeAdmin', AdminDeps> = async ({ caller, params }, deps) => {
  await checkStillAdmin(caller, deps);
  if (params.userId === caller.userId) throw problem('ownRole');
  const state = await getRoleState(deps.table, params.userId);
  if (!state) throw problem('notFound');
  await changeRole(state, 'parent', caller.userId, deps);
};
