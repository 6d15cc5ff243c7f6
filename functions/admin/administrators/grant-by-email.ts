import type { UserId } from '#shared/schemas/ids';
import { getActiveProfile } from '../../data/families/profiles.ts';
import { getRegistration } from '../../data/registrations/registrations.ts';
import { problem } from '../../lib/http/problem-error.ts';
import { changeRole, type RoleDeps } from './change-role.ts';

/**
 * Makes the account with an email an administrator. The address must be verified and the account must have logged in:
 * until then nobody has shown to have both the mailbox and the password.
 * @returns the account's id
 * @throws ProblemError accountNotFound, emailNotVerified, neverLoggedIn, and those of `changeRole`
 */
export const grantByEmail = async (email: string, actorId: UserId, deps: RoleDeps): Promise<UserId> => {
  const registration = await getRegistration(deps.table, email);
  if (registration?.holder !== 'account') throw problem('accountNotFound');
  const profile = await getActiveProfile(deps.table, registration.userId);
  if (!profile) throw problem('accountNotFound');
  if (!profile.email_verified) throw problem('emailNotVerified');
  if (!profile.first_login_at) throw problem('neverLoggedIn');
  await changeRole(profile, 'admin', actorId, deps);
  return profile.id;
};
