import { randomUUID } from 'node:crypto';
import type { Family } from '#shared/schemas/profile';
import { isUnavailable } from '../aws-requests.ts';
import { type RegisterFamilyOutcome, registerFamily } from '../data/registrations/register-family.ts';
import { holdAddress, type Registration } from '../data/registrations/registrations.ts';
import { problem } from '../lib/http/problem-error.ts';
import { tooManyAttempts } from '../lib/http/too-many-attempts.ts';
import { deleteUser, findUser } from '../lib/identity/users.ts';
import { log } from '../log.ts';
import { hashBrowserSecret } from './browser-secret.ts';
import { type Attempt, displaceRegistration } from './create-user.ts';
import type { AccountDeps } from './deps.ts';

/**
 * Stores the family of a new user. The user that the pool has for an address owns the address: a registration that names
 * another user belongs to an account whose user is gone.
 */
const store = async (family: Family, attempt: Attempt, deps: AccountDeps): Promise<RegisterFamilyOutcome> => {
  const { browser_secret } = attempt.entered;
  const register = () =>
    registerFamily(deps.table, family, {
      attempt: attempt.id,
      source: attempt.source,
      now: attempt.now,
      browserSecretHash: browser_secret && hashBrowserSecret(browser_secret),
    });
  const first = await register();
  if (first.outcome !== 'taken') return first;
  const owner = await findUser(deps.userPool, family.profile.email);
  if (owner !== family.profile.id) return first;
  if (!(await displaceRegistration(attempt, first.registration, deps))) return first;
  return register();
};

/**
 * Whether a write whose answer was lost was carried out. A hold under another attempt's name decides: either it finds the
 * registration that the write stored, or it makes a write that is still under way fail.
 */
const wasStored = async ({ profile }: Family, attempt: Attempt, { table }: AccountDeps): Promise<boolean> => {
  const barrier = randomUUID();
  const hold = (seen: Registration | undefined) =>
    holdAddress(table, profile.email, { attempt: barrier, seen, now: attempt.now });
  let found = await hold(undefined);
  if (found?.holder === 'attempt' && found.attempt === attempt.id) found = await hold(found);
  return found?.holder === 'account' && found.userId === profile.id;
};

/** A user that cannot be deleted now is replaced by the next sign-up with this address. */
const removeUser = async ({ profile }: Family, { userPool }: AccountDeps): Promise<void> => {
  try {
    await deleteUser(userPool, profile.id);
  } catch (error) {
    log.error('sign-up.user-not-removed', error, { user: profile.id });
  }
};

/**
 * Stores the family of a new user, or deletes the user again: no account is left without its children (AUT-20).
 * @returns `lost` where another attempt has taken the address
 * @throws ProblemError childrenNotStored, tooManyAttempts; whatever the table throws that gives no answer
 */
export const storeFamily = async (
  family: Family,
  attempt: Attempt,
  deps: AccountDeps,
): Promise<'stored' | 'lost'> => {
  const user = family.profile.id;
  let result: RegisterFamilyOutcome;
  try {
    result = await store(family, attempt, deps);
  } catch (error) {
    log.error('sign-up.store-failed', error, { user });
    const failed = isUnavailable(error) ? error : problem('childrenNotStored');
    try {
      if (await wasStored(family, attempt, deps)) return 'stored';
    } catch (failure) {
      // The family may be stored, so its user stays. If it is not, the next sign-up replaces the user.
      log.error('sign-up.store-unknown', failure, { user });
      throw failed;
    }
    await removeUser(family, deps);
    throw failed;
  }
  if (result.outcome === 'registered') return 'stored';
  log.warn('sign-up.not-stored', { user, outcome: result.outcome });
  await removeUser(family, deps);
  if (result.outcome === 'taken') return 'lost';
  throw result.outcome === 'limited' ? tooManyAttempts(result) : problem('childrenNotStored');
};
