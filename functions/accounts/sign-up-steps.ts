import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import type { AccountRoutes } from '#shared/accounts/routes';
import type { RouteRequest } from '#shared/contract/route';
import type { UserId } from '#shared/lib/ids';
import { deleteAbandonedFamily } from '../across/delete-family.ts';
import {
  type NewAccount,
  newAccount,
  type RegisterFamilyOutcome,
  registerFamily,
} from '../families/families.ts';
import { isUnavailable } from '../lib/aws-requests.ts';
import type { Pause } from '../lib/clock.ts';
import type { AccountDeps } from '../lib/deps.ts';
import { busy, problem, tooManyAttempts } from '../lib/http/problem-error.ts';
import { addUser, deleteUser, findUser, setEmailVerified } from '../lib/identity/users.ts';
import { log } from '../lib/log.ts';
import type { Source } from '../lib/uses.ts';
import { otherSignUpMs } from '../limits.ts';
import type { StoredProfile } from './accounts.ts';
import { getRegistration, holdAddress, type Registration } from './registrations.ts';
import { getActiveFamily, type StoredFamily } from './stored-families.ts';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

const hashBrowserSecret = (secret: string): string => digest(secret).toString('base64url');

/** The hash belongs to one sign-up's user: the secret of another sign-up for the same address never matches. */
export const isBrowserOfSignUp = (
  { browser_secret_hash }: StoredProfile,
  secret: string | undefined,
): boolean => {
  if (!browser_secret_hash || secret === undefined) return false;
  return timingSafeEqual(digest(hashBrowserSecret(secret)), digest(browser_secret_hash));
};

/** Settles after at least `ms` milliseconds, so that the time of the answer does not tell what the work did. */
export const withMinimumDuration = async <Result>(
  ms: number,
  pause: Pause,
  work: () => Promise<Result>,
): Promise<Result> => {
  const minimum = pause(ms);
  try {
    return await work();
  } finally {
    await minimum;
  }
};

export interface Attempt {
  /** Distinguishes attempts for one address. */
  readonly id: string;
  readonly entered: RouteRequest<AccountRoutes['signUp']>['body'];
  readonly source: Source;
  readonly now: Date;
  /** A link has proved that whoever signs up reads the mailbox. */
  readonly isProven?: true;
}

/** A family without a login has this address. Only the reader of the mailbox may join it (BHF-02). */
interface KnownFamily {
  readonly outcome: 'known';
  readonly family: StoredFamily;
}

/** Undefined where the address is proven. */
const findKnownFamily = async (
  { isProven }: Attempt,
  registration: Registration | undefined,
  { table }: AccountDeps,
): Promise<KnownFamily | undefined> => {
  if (isProven || !registration || registration.holder === 'account' || !registration.familyId)
    return undefined;
  const family = await getActiveFamily(table, registration.familyId);
  return family?.members.length === 0 ? { outcome: 'known', family } : undefined;
};

/** For a free address, or one whose user is gone. @returns false where another attempt registered or held it since */
const displaceRegistration = async (
  attempt: Attempt,
  seen: Registration | undefined,
  { table }: AccountDeps,
): Promise<boolean> => {
  const { id, entered, now } = attempt;
  const registration = await holdAddress(table, entered.email, { attempt: id, seen, now });
  if (registration?.holder !== 'attempt' || registration.attempt !== id) return false;
  if (seen?.holder === 'account') await deleteAbandonedFamily(table, seen.userId, now);
  return true;
};

type CreateUserOutcome =
  | { readonly outcome: 'created'; readonly userId: UserId }
  /** `isNew`: the account was opened while this attempt waited. */
  | { readonly outcome: 'has-account'; readonly userId: UserId; readonly isNew: boolean }
  /** Another attempt for this address is under way. */
  | { readonly outcome: 'lost' }
  | KnownFamily;

/** An account exists where pool and table name each other. Read first, a registration names a user who exists already. */
const readAddress = async ({ entered: { email } }: Attempt, { table, userPool }: AccountDeps) => {
  const registration = await getRegistration(table, email);
  const user = await findUser(userPool, email);
  const hasAccount = registration?.holder === 'account' && registration.userId === user;
  return { user, registration, account: hasAccount ? user : undefined };
};

/**
 * A user without a registration is of a concurrent attempt, which gets some time, or is replaced. The address is held before
 * that user is deleted, so that its attempt cannot store a family any more.
 */
export const createUser = async (attempt: Attempt, deps: AccountDeps): Promise<CreateUserOutcome> => {
  const { userPool, pause } = deps;
  const userId = await addUser(userPool, attempt.entered);
  if (userId) return { outcome: 'created', userId };
  const before = await readAddress(attempt, deps);
  if (before.account) return { outcome: 'has-account', userId: before.account, isNew: false };
  await pause(otherSignUpMs);
  const { user, registration, account } = await readAddress(attempt, deps);
  if (account) return { outcome: 'has-account', userId: account, isNew: true };
  // A user that an interrupted sign-up left is replaced by whoever accepts the invitation.
  const known = await findKnownFamily(attempt, registration, deps);
  if (known) return known;
  if (!(await displaceRegistration(attempt, registration, deps))) return { outcome: 'lost' };
  if (user) await deleteUser(userPool, user);
  const replaced = await addUser(userPool, attempt.entered);
  return replaced ? { outcome: 'created', userId: replaced } : { outcome: 'lost' };
};

/** The pool's user owns the address: a registration with another user belongs to a deleted account. */
const storeOnce = async (
  opened: NewAccount,
  attempt: Attempt,
  deps: AccountDeps,
): Promise<RegisterFamilyOutcome | KnownFamily> => {
  const { browser_secret } = attempt.entered;
  const register = () =>
    registerFamily(deps.table, opened, {
      attempt: attempt.id,
      source: attempt.source,
      now: attempt.now,
      browserSecretHash: browser_secret && hashBrowserSecret(browser_secret),
    });
  const first = await register();
  if (first.outcome !== 'taken') return first;
  const known = await findKnownFamily(attempt, first.registration, deps);
  if (known) return known;
  const owner = await findUser(deps.userPool, opened.email);
  if (owner !== opened.account.id) return first;
  if (!(await displaceRegistration(attempt, first.registration, deps))) return first;
  return register();
};

/** A hold by another attempt finds the registration, or makes a write that is still under way fail. */
const wasFamilyStored = async (
  { account, email }: NewAccount,
  attempt: Attempt,
  { table }: AccountDeps,
): Promise<boolean> => {
  const barrier = randomUUID();
  const hold = (seen: Registration | undefined) =>
    holdAddress(table, email, { attempt: barrier, seen, now: attempt.now });
  let found = await hold(undefined);
  if (found?.holder === 'attempt' && found.attempt === attempt.id) found = await hold(found);
  return found?.holder === 'account' && found.userId === account.id;
};

/** The next sign-up with this address replaces a user that cannot be deleted now. */
const removeUser = async ({ account }: NewAccount, { userPool }: AccountDeps): Promise<void> => {
  try {
    await deleteUser(userPool, account.id);
  } catch (error) {
    log.error('sign-up.user-not-removed', error, { user: account.id });
  }
};

/**
 * Or deletes the user: no account is without its children (AUT-20).
 * @returns `lost` to another attempt, `known` for a family without a login
 * @throws ProblemError childrenNotStored, tooManyAttempts; whatever the table throws that gives no answer
 */
export const storeFamily = async (
  opened: NewAccount,
  attempt: Attempt,
  deps: AccountDeps,
): Promise<{ readonly outcome: 'stored' | 'lost' } | KnownFamily> => {
  const user = opened.account.id;
  let result: RegisterFamilyOutcome | KnownFamily;
  try {
    result = await storeOnce(opened, attempt, deps);
  } catch (error) {
    log.error('sign-up.store-failed', error, { user });
    const failed = isUnavailable(error) ? error : problem('childrenNotStored');
    try {
      if (await wasFamilyStored(opened, attempt, deps)) return { outcome: 'stored' };
    } catch (failure) {
      // The family may be stored, so its user stays. Otherwise the next sign-up replaces the user.
      log.error('sign-up.store-unknown', failure, { user });
      throw failed;
    }
    await removeUser(opened, deps);
    throw failed;
  }
  if (result.outcome === 'registered') return { outcome: 'stored' };
  log.warn('sign-up.not-stored', { user, outcome: result.outcome });
  await removeUser(opened, deps);
  if (result.outcome === 'taken') return { outcome: 'lost' };
  if (result.outcome === 'known') return result;
  throw result.outcome === 'limited' ? tooManyAttempts(result) : problem('childrenNotStored');
};

type Invited = Omit<Attempt['entered'], 'children' | 'browser_secret'>;

/**
 * The link proves the address. After an interruption the invited logs in and accepts again.
 * @throws ProblemError invitationHasAccount, busy, and what `storeFamily` throws
 */
export const openInvitedAccount = async (
  invited: Invited,
  source: Source,
  deps: AccountDeps,
): Promise<UserId> => {
  const now = deps.clock();
  const attempt: Attempt = {
    id: randomUUID(),
    source,
    now,
    entered: { ...invited, children: [] },
    isProven: true,
  };
  const created = await createUser(attempt, deps);
  if (created.outcome === 'has-account') throw problem('invitationHasAccount');
  if (created.outcome !== 'created') throw busy();
  const { userId: id } = created;
  const { email, full_name, phone_number } = invited;
  // Before the family is stored, which completes the account.
  await setEmailVerified(deps.userPool, { userId: id, email });
  const opened = newAccount({ id, email, full_name, phone_number, email_verified: true }, [], now);
  if ((await storeFamily(opened, attempt, deps)).outcome !== 'stored') throw busy();
  log.info('account.opened', { user: id });
  return id;
};
