import { getMember } from '../data/members.ts';
import { getRegistration } from '../data/registrations.ts';
import { getStanding } from '../data/roles.ts';
import type { Operation } from '../http/create-handler.ts';
import { problem } from '../http/problem-error.ts';
import { changeRole } from './change-role.ts';
import type { AdminDeps } from './deps.ts';

/** Makes the account with an email an administrator (ADM-54). An unproven address could be anybody's: not yet. */
export const grantAdmin: Operation<'grantAdmin', AdminDeps> = async ({ caller, body }, deps) => {
  const registration = await getRegistration(deps.table, body.email);
  if (registration?.holder !== 'account') throw problem('accountNotFound');
  const standing = await getStanding(deps.table, registration.userId);
  if (!standing) throw problem('accountNotFound');
  if (!standing.email_verified) throw problem('emailNotVerified');
  await changeRole(standing, 'admin', caller.userId, deps);
  const member = await getMember(deps.table, standing.id);
  if (!member) throw problem('accountNotFound');
  return member;
};
