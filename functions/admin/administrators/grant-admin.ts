import { getProfile } from '../../data/families/profiles.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import { problem } from '../../lib/http/problem-error.ts';
import type { AdminDeps } from '../deps.ts';
import { toManagedProfile } from '../to-managed-profile.ts';
import { grantByEmail } from './grant-by-email.ts';

/** Makes the account with an email an administrator (ADM-54). */
export const grantAdmin: Operation<'grantAdmin', AdminDeps> = async ({ caller, body }, deps) => {
  const userId = await grantByEmail(body.email, caller.userId, deps);
  const profile = await getProfile(deps.table, userId);
  if (!profile) throw problem('accountNotFound');
  return toManagedProfile(profile);
};
