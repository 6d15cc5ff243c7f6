import { formatRecoveryCode } from '#shared/domain/text/recovery-code';
import { instantOf } from '#shared/domain/time/instant-of';
import { getActiveProfile } from '../data/families/profiles.ts';
import {
  getSecondFactor,
  isRecoveryCode,
  makeRecoveryCodes,
  putSecondFactor,
} from '../data/families/second-factor.ts';
import { mailRequestPut } from '../data/mail/mail-requests.ts';
import { getRegistration } from '../data/registrations/registrations.ts';
import { countUse } from '../data/uses/count-uses.ts';
import { sourceLimits } from '../data/uses/source-limits.ts';
import type { Operation } from '../lib/http/create-handler.ts';
import { busy, problem } from '../lib/http/problem-error.ts';
import { tooManyAttempts } from '../lib/http/too-many-attempts.ts';
import { removeSecondFactor } from '../lib/identity/remove-second-factor.ts';
import { askForCode, isPassword } from '../lib/identity/second-factor.ts';
import { endSessions } from '../lib/identity/users.ts';
import { recoveriesPerPeriod, recoveryMinimumMs } from '../limits.ts';
import { log } from '../log.ts';
import type { AccountDeps } from './deps.ts';
import { withMinimumDuration } from './with-minimum-duration.ts';

/** Whether the caller's account has a second factor (MFA-02). */
export const getMySecondFactor: Operation<'getMySecondFactor', AccountDeps> = async (
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

/**
 * Completes the set-up of a second factor: the caller's authenticator, of which the user pool took a first code, is asked for
 * from now on. All sessions end, since they were begun without it. A repeated request gives new recovery codes.
 * @throws ProblemError secondFactorNotProved
 */
export const turnOnSecondFactor: Operation<'turnOnSecondFactor', AccountDeps> = async (
  { caller: { userId } },
  { table, userPool, clock },
) => {
  if (!(await getActiveProfile(table, userId))) throw problem('profileNotFound');
  if (!(await askForCode(userPool, userId))) throw problem('secondFactorNotProved');
  const codes = makeRecoveryCodes();
  await endSessions(userPool, userId);
  // Last: a role that needs the factor is given by what is stored here, to sessions that begin from now on.
  await putSecondFactor(table, userId, { at: instantOf(clock()), codes });
  log.info('second-factor.on', { user: userId });
  return { recovery_codes: codes.map(formatRecoveryCode) };
};

/**
 * Removes the second factor of an account by its password and a recovery code (MFA-04). Every refusal is the same, and
 * takes the same time.
 * @throws ProblemError recoveryRefused, tooManyAttempts, busy
 */
export const recoverSecondFactor: Operation<'recoverSecondFactor', AccountDeps> = async (
  { body: { email, password, recovery_code }, source },
  deps,
) => {
  const { table, userPool, clientId, clock, pause } = deps;
  const now = clock();
  const counted = await countUse(
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
