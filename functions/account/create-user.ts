import type { UserId } from '#shared/schemas/ids';
import { getRegistration } from '../data/registrations/registrations.ts';
import { problem } from '../lib/http/problem-error.ts';
import { addUser } from '../lib/identity/add-user.ts';
import { deleteUser } from '../lib/identity/delete-user.ts';
import { findUser } from '../lib/identity/find-user.ts';
import type { Attempt } from './attempt.ts';
import type { AccountDeps } from './deps.ts';
import { displaceRegistration } from './displace-registration.ts';

/**
 * Creates the user of a new account. An address has an account when the table's registration names the pool's user. A
 * user without a registration was left by an interrupted sign-up, or created without this service, and is replaced. The
 * address is held before that user is deleted: the attempt that created the user, if it is still under way, can then
 * store no family for a deleted user.
 * @returns the new user, or undefined where the address has an account
 * @throws ProblemError childrenNotStored where another attempt for this address is under way
 */
export const createUser = async (attempt: Attempt, deps: AccountDeps): Promise<UserId | undefined> => {
  const { table, userPool } = deps;
  const { email } = attempt.entered;
  const created = await addUser(userPool, attempt.entered);
  if (created) return created;
  const [existing, registration] = await Promise.all([
    findUser(userPool, email),
    getRegistration(table, email),
  ]);
  if (existing && registration?.holder === 'account' && registration.userId === existing) return undefined;
  if (!(await displaceRegistration(attempt, registration, deps))) throw problem('childrenNotStored');
  if (existing) await deleteUser(userPool, existing);
  const replaced = await addUser(userPool, attempt.entered);
  if (!replaced) throw problem('childrenNotStored');
  return replaced;
};
