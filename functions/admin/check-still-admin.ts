import { getActiveProfile } from '../data/families/profiles.ts';
import type { Caller } from '../lib/http/caller.ts';
import { problem } from '../lib/http/problem-error.ts';
import type { AdminDeps } from './deps.ts';

/**
 * Checks in the table that the caller is an administrator now. A token names its groups until it expires: with a token
 * made before, a former administrator could grant the role to themselves, or revoke it from those who revoked it.
 * @throws ProblemError adminOnly
 */
export const checkStillAdmin = async (
  { userId }: Caller,
  { table }: Pick<AdminDeps, 'table'>,
): Promise<void> => {
  const profile = await getActiveProfile(table, userId);
  if (profile?.role !== 'admin' || profile.role_pending === 'parent') throw problem('adminOnly');
};
