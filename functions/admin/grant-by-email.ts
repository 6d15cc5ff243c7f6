import type { UserId } from '#shared/schemas/ids';
import { getRoleState } from '../data/families/roles.ts';
import { getRegistration } from '../data/registrations/registrations.ts';
import { problem } from '../http/problem-error.ts';
import { changeRole } from './change-role.ts';
import type { AdminDeps } from './deps.ts';

/**
 * Makes the account with an email an administrator. An unproven address could be anybody's: not yet.
 * @returns the account's id
 * @throws ProblemError accountNotFound, emailNotVerified, and those of `changeRole`
 */
export const grantByEmail = async (email: string, actorId: UserId, deps: AdminDeps): Promise<UserId> => {
  const registration = await getRegistration(deps.table, email);
  if (registration?.holder !== 'account') throw problem('accountNotFound');
  const state = await getRoleState(deps.table, registration.userId);
  if (!state) throw problem('accountNotFound');
  if (!state.email_verified) throw problem('emailNotVerified');
  await changeRole(state, 'admin', actorId, deps);
  return state.id;
};
