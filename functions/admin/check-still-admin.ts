import { getRoleState } from '../data/families/roles.ts';
import type { Caller } from '../http/caller.ts';
import { problem } from '../http/problem-error.ts';
import type { AdminDeps } from './deps.ts';

/**
 * Asks the table whether the caller has the role now. A token names its groups until it expires: with one of before,
 * an administrator whose role was taken could take it back, or take it from those who took it.
 * @throws ProblemError adminOnly
 */
export const checkStillAdmin = async (
  { userId }: Caller,
  { table }: Pick<AdminDeps, 'table'>,
): Promise<void> => {
  const state = await getRoleState(table, userId);
  if (state?.role !== 'admin' || state.role_pending === 'parent') throw problem('adminOnly');
};
