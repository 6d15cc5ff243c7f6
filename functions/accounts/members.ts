import type { AccountRoutes } from '#shared/accounts/routes';
import { formatRecoveryCode } from '#shared/accounts/second-factor';
import type { UserId } from '#shared/lib/ids';
import { instantOf } from '#shared/lib/values';
import { beginFamilyDeletion, finishFamilyDeletion } from '../across/delete-family.ts';
import { completeJoin } from '../across/join-families.ts';
import type { AccountDeps } from '../lib/deps.ts';
import type { Operation } from '../lib/http/operation.ts';
import { busy, problem, tooManyAttempts } from '../lib/http/problem-error.ts';
import { askForCode, isPassword, proveAuthenticator } from '../lib/identity/second-factor.ts';
import { deleteUser, endSessions } from '../lib/identity/users.ts';
import { log } from '../lib/log.ts';
import { mailRequestPut } from '../lib/mail/mail-requests.ts';
import { countUse, sourceLimits } from '../lib/uses.ts';
import { recoveriesPerPeriod, recoveryMinimumMs } from '../limits.ts';
import { auditEventPut } from '../school/activity.ts';
import {
  type AccountWithFamily,
  getAccountWithFamily,
  getActiveProfile,
  listAdmins,
  type StoredProfile,
} from './accounts.ts';
import { endAdultOfErased, eraseAdult } from './adult-steps.ts';
import { getRegistration } from './registrations.ts';
import { getSecondFactor, isRecoveryCode, makeRecoveryCodes, putSecondFactor } from './second-factor.ts';
import { withMinimumDuration } from './sign-up-steps.ts';
import { removeSecondFactor } from './steps.ts';
import { holderOf, type StoredFamily } from './stored-families.ts';

/** Administrators who are told of a set-up, at most: one transaction has it all. */
const mostTold = 20;

/** Whether the caller's account has a second factor (MFA-02). */
export const getMySecondFactor: Operation<AccountRoutes['getMySecondFactor'], AccountDeps> = async (
  { caller },
  { table },
) => {
  const [profile, factor] = await Promise.all([
    getActiveProfile(table, caller.userId),
    getSecondFactor(table, caller.userId),
  ]);
  if (!profile) throw problem('profileNotFound');
  return {
    email: profile.email,
    on_since: factor?.on_since ?? null,
    recovery_codes: factor?.recovery.size ?? 0,
  };
};

/** What tells of a set-up: a mail to the owner, and for an administrator the log and a mail to each other administrator. */
const tellOfSetUp = async (owner: StoredProfile, now: Date, { table }: AccountDeps) => {
  const mail = mailRequestPut(table, { kind: 'second-factor-on', email: owner.email, now });
  if (owner.role !== 'admin') return [mail];
  const others = (await listAdmins(table)).filter(({ id }) => id !== owner.id);
  const event = { actor_id: owner.id, action: 'second-factor.on', subject_id: owner.id } as const;
  return [
    mail,
    auditEventPut(table, now, event),
    ...others
      .slice(0, mostTold)
      .map(({ email }) => mailRequestPut(table, { kind: 'second-factor-on-of-other', email, now })),
  ];
};

/**
 * Completes the set-up of a second factor (MFA-02, MFA-08): a code proves the authenticator that the caller began with this
 * very access token, and it is asked for from now on. All sessions end, since they were begun without it.
 * @throws ProblemError secondFactorNotProved; freshSignInRequired where another set-up was completed meanwhile; busy
 */
export const turnOnSecondFactor: Operation<AccountRoutes['turnOnSecondFactor'], AccountDeps> = async (
  { caller: { userId, signedInAt, accessToken = '' }, body: { code } },
  deps,
) => {
  const { table, userPool, clock } = deps;
  const profile = await getActiveProfile(table, userId);
  if (!profile) throw problem('profileNotFound');
  if (!(await proveAuthenticator(userPool, { accessToken, code }))) throw problem('secondFactorNotProved');
  if (!(await askForCode(userPool, userId))) throw problem('secondFactorNotProved');
  const codes = makeRecoveryCodes();
  await endSessions(userPool, userId);
  const now = clock();
  // Last: a role that needs the factor is given by what is stored here, to sessions that begin from now on.
  const { outcome } = await putSecondFactor(table, userId, {
    at: instantOf(now),
    codes,
    signedInAt: instantOf(signedInAt),
    extraWrites: await tellOfSetUp(profile, now, deps),
  });
  if (outcome === 'busy') throw busy();
  if (outcome === 'refused') throw problem('freshSignInRequired');
  log.info('second-factor.on', { user: userId });
  return { recovery_codes: codes.map(formatRecoveryCode) };
};

/**
 * Removes the second factor of an account by its password and a recovery code (MFA-04). Every refusal is the same, and
 * takes the same time.
 * @throws ProblemError recoveryRefused, tooManyAttempts, busy
 */
export const recoverSecondFactor: Operation<AccountRoutes['recoverSecondFactor'], AccountDeps> = async (
  { body: { email, password, recovery_code }, source },
  deps,
) => {
  const { table, userPool, clientId, clock, pause } = deps;
  const now = clock();
  const { outcome: counted } = await countUse(
    table,
    sourceLimits(source, { kind: 'source', purpose: 'recoverSecondFactor', ...recoveriesPerPeriod }),
    now,
  );
  if (counted === 'limited') throw tooManyAttempts(recoveriesPerPeriod);
  if (counted === 'busy') throw busy();
  return withMinimumDuration(recoveryMinimumMs, pause, async () => {
    const registration = await getRegistration(table, email);
    const userId = registration?.holder === 'account' ? registration.userId : undefined;
    const seen = userId && (await getSecondFactor(table, userId));
    if (!userId || !seen || !(await isPassword(userPool, { clientId, userId, password }))) {
      throw problem('recoveryRefused');
    }
    if (!isRecoveryCode(seen, recovery_code)) throw problem('recoveryRefused');
    const mail = mailRequestPut(table, { kind: 'second-factor-recovered', email, now });
    await removeSecondFactor({ userId, seen, writes: [mail] }, deps);
    log.info('second-factor.recovered', { user: userId });
    return { success: true };
  });
};

/**
 * Erases the family of which the caller is the holder, with the caller's account.
 * @returns false where it has to be asked again whose family it is: another account holds it by now, it is another family, or one
 *   that was being joined with it is joined now
 * @throws ProblemError adminAccount, busy
 */
const eraseHeldFamily = async (
  { id }: Pick<StoredFamily, 'id'>,
  userId: UserId,
  deps: AccountDeps,
): Promise<boolean> => {
  const begun = await beginFamilyDeletion(deps.table, id, [], userId);
  if (begun.outcome === 'admin') throw problem('adminAccount');
  if (begun.outcome === 'joins') {
    await completeJoin(deps, begun.other);
    return false;
  }
  if (begun.outcome !== 'begun') return false;
  const familyWithoutAdult = await endAdultOfErased({ familyId: id, actorId: userId }, deps);
  await finishFamilyDeletion(deps, familyWithoutAdult ?? begun.family, { by: 'parent' });
  return true;
};

/** How often the deletion of an account begins that becomes a holder, or another family's, meanwhile. */
const mostTries = 5;

/**
 * Whether the family goes with the account: that of its holder. A second adult whose deletion was interrupted, and who is the only
 * one left by now, leaves the family all the same.
 */
const erasesFamily = ({ profile, family }: AccountWithFamily): boolean =>
  holderOf(family)?.id === profile.id && (family.deleting || !profile.deleting);

/**
 * Deletes the caller's account. The user is deleted last: until then the owner can log in and complete an interrupted
 * deletion. The second adult leaves the family, which stays. The holder deletes the family: the second adult is told, and keeps
 * a login.
 * @throws ProblemError adminAccount, busy
 */
export const deleteMyAccount: Operation<AccountRoutes['deleteMyAccount'], AccountDeps> = async (
  { caller },
  deps,
) => {
  const { table, userPool } = deps;
  const { userId } = caller;
  let known = await getAccountWithFamily(table, userId);
  for (let tries = 0; known && erasesFamily(known); tries += 1) {
    if (tries === mostTries) throw busy();
    if (await eraseHeldFamily(known.family, userId, deps)) break;
    known = await getAccountWithFamily(table, userId);
  }
  if (known && !erasesFamily(known)) await eraseAdult(known, deps);
  await deleteUser(userPool, userId);
  log.info('account.deleted', { user: userId });
};
