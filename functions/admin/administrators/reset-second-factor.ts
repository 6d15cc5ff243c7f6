import { operatorId } from '#shared/schemas/activity';
import { auditEventPut } from '../../data/audit/activity.ts';
import { getActiveProfile } from '../../data/families/profiles.ts';
import { getSecondFactor } from '../../data/families/second-factor.ts';
import type { StoredProfile } from '../../data/families/stored-profile.ts';
import { mailRequestPut } from '../../data/mail/mail-requests.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import { problem } from '../../lib/http/problem-error.ts';
import { removeSecondFactor } from '../../lib/identity/remove-second-factor.ts';
import type { AdminDeps } from '../deps.ts';
import type { RoleDeps } from './administrators.ts';

type Person = Pick<StoredProfile, 'id' | 'email'>;

/**
 * Removes the second factor of an account whose owner has lost it, ends its sessions, and emails both the owner and the
 * administrator; logged (MFA-05).
 * @param by undefined where it is a command on the operator's machine
 * @throws ProblemError busy
 */
export const resetFactorOf = async (
  account: Person,
  by: Person | undefined,
  deps: RoleDeps,
): Promise<void> => {
  const { table, clock } = deps;
  const now = clock();
  const writes = [
    auditEventPut(table, now, {
      actor_id: by?.id ?? operatorId,
      action: 'second-factor.reset',
      subject_id: account.id,
    }),
    mailRequestPut(table, { kind: 'second-factor-reset', email: account.email, now }),
    ...(by ? [mailRequestPut(table, { kind: 'second-factor-reset-by-you', email: by.email, now })] : []),
  ];
  const seen = await getSecondFactor(table, account.id);
  await removeSecondFactor({ userId: account.id, seen, writes }, deps);
};

/** Resets the second factor of another account (MFA-05). @throws ProblemError ownSecondFactor, noSecondFactor, busy */
export const resetSecondFactor: Operation<'resetSecondFactor', AdminDeps> = async (
  { caller, params },
  deps,
) => {
  if (params.userId === caller.userId) throw problem('ownSecondFactor');
  const account = await getActiveProfile(deps.table, params.userId);
  const by = await getActiveProfile(deps.table, caller.userId);
  if (!account || !by) throw problem('notFound');
  if (!(await getSecondFactor(deps.table, account.id))) throw problem('noSecondFactor');
  await resetFactorOf(account, by, deps);
};
