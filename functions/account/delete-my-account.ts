import { deleteFamily } from '../data/deletions/delete-family.ts';
import type { Operation } from '../lib/http/create-handler.ts';
import { problem } from '../lib/http/problem-error.ts';
import { deleteUser } from '../lib/identity/users.ts';
import { log } from '../log.ts';
import type { AccountDeps } from './deps.ts';

/**
 * Deletes the caller's account. The user is deleted last: until then the owner can log in and complete an interrupted
 * deletion.
 */
export const deleteMyAccount: Operation<'deleteMyAccount', AccountDeps> = async ({ caller }, deps) => {
  const outcome = await deleteFamily(deps, { userId: caller.userId, by: 'parent' });
  if (outcome === 'admin') throw problem('adminAccount');
  await deleteUser(deps.userPool, caller.userId);
  log.info('account.deleted', { user: caller.userId });
};
