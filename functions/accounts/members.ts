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

/** Limits the mails to administrators, since one transaction stores them all. */
const maxTold = 20;

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

const mailsAboutSetUp = async (owner: StoredProfile, now: Date, { table }: AccountDeps) => {
  const mail = mailRequestPut(table, { kind: 'second-factor-on', email: owner.email, now });
  if (owner.role !== 'admin') return [mail];
  const others = (await listAdmins(table)).filter(({ id }) => id !== owner.id);
  const event = { actor_id: owner.id, action: 'second-factor.on', subject_id: owner.id } as const;
  return [
    mail,
    auditEventPut(table, now, event),
    ...others
      .slice(0, maxTold)
      .map(({ email }) => mailRequestPut(table, { kind: 'second-factor-on-of-other', email, now })),
  ];
};

/**
 * The code proves the authenticator that was begun with this access token (MFA-02, MFA-08). Ends all sessions, which began
 * without the factor.
 * @throws ProblemError secondFactorNotProved, busy; freshSignInRequired where another set-up was completed meanwhile
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
  // Stored last, since the stored factor gives roles to the sessions that begin afterwards.
  const { outcome } = await putSecondFactor(table, userId, {
    at: instantOf(now),
    codes,
    signedInAt: instantOf(signedInAt),
    extraWrites: await mailsAboutSetUp(profile, now, deps),
  });
  if (outcome === 'busy') throw busy();
  if (outcome === 'refused') throw problem('freshSignInRequired');
  log.info('second-factor.on', { user: userId });
  return { recovery_codes: codes.map(formatRecoveryCode) };
};

/** All refusals are the same and take the same time (MFA-04). @throws ProblemError recoveryRefused, tooManyAttempts, busy */
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
 * Erases the holder's family with the caller's account.
 * @returns false where the caller's family must be read again: it has another holder, is another family, or was joined
 * @throws ProblemError adminAccount, busy
 */
const eraseOwnFamily = async (
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

/** The account may become a holder, or change families, meanwhile. */
const maxTries = 5;

const isHolderOfFamily = ({ profile, family }: AccountWithFamily): boolean =>
  holderOf(family)?.id === profile.id && (family.deleting || !profile.deleting);

/**
 * The user goes last, so that the owner can complete an interrupted deletion. A holder's family goes too; a second adult only
 * leaves, even as the last member after an interruption.
 * @throws ProblemError adminAccount, busy
 */
export const deleteMyAccount: Operation<AccountRoutes['deleteMyAccount'], AccountDeps> = async (
  { caller },
  deps,
) => {
  const { table, userPool } = deps;
  const { userId } = caller;
  let known = await getAccountWithFamily(table, userId);
  for (let tries = 0; known && isHolderOfFamily(known); tries += 1) {
    if (tries === maxTries) throw busy();
    if (await eraseOwnFamily(known.family, userId, deps)) break;
    known = await getAccountWithFamily(table, userId);
  }
  if (known && !isHolderOfFamily(known)) await eraseAdult(known, deps);
  await deleteUser(userPool, userId);
  log.info('account.deleted', { user: userId });
};
