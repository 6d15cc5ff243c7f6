import type { UserId } from '#shared/schemas/ids';
import { getRegistration } from '../data/registrations/registrations.ts';
import { problem } from '../http/problem-error.ts';
import { deleteUser } from '../identity/delete-user.ts';
import { findUser } from '../identity/find-user.ts';
import { signUpUser } from '../identity/sign-up-user.ts';
import type { Attempt } from './attempt.ts';
import type { AccountDeps } from './deps.ts';
import { displaceRegistration } from './displace-registration.ts';

/**
 * Makes the user of a new account. An address has an account when the pool's user and the table's registration name
 * each other; a user without one was left by a sign-up that broke off, or made past this service, and is replaced.
 * The hold on the address comes before the deletion, so that the attempt whose user this was, should it still be
 * under way, cannot store a family for a user who is gone.
 * @returns the new user, or undefined where the address has an account
 * @throws ProblemError childrenNotStored where another attempt for this address is under way
 */
export const createUser = async (attempt: Attempt, deps: AccountDeps): Promise<UserId | undefined> => {
  const { table, userPool } = deps;
  const { email } = attempt.entered;
  const created = await signUpUser(userPool, attempt.entered);
  if (created) return created;
  const [existing, registration] = await Promise.all([
    findUser(userPool, email),
    getRegistration(table, email),
  ]);
  if (existing && registration?.holder === 'account' && registration.userId === existing) return undefined;
  if (!(await displaceRegistration(attempt, registration, deps))) throw problem('childrenNotStored');
  if (existing) await deleteUser(userPool, existing);
  const replaced = await signUpUser(userPool, attempt.entered);
  if (!replaced) throw problem('childrenNotStored');
  return replaced;
};
