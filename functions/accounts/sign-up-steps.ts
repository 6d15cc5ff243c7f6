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
import { addUser, deleteUser, findUser, markEmailVerified } from '../lib/identity/users.ts';
import { log } from '../lib/log.ts';
import type { Source } from '../lib/uses.ts';
import { otherSignUpMs } from '../limits.ts';
import type { StoredProfile } from './accounts.ts';
import { getRegistration, holdAddress, type Registration } from './registrations.ts';
import { getActiveFamily, type StoredFamily } from './stored-families.ts';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** What is stored of the secret of a browser that signs up. */
const hashBrowserSecret = (secret: string): string => digest(secret).toString('base64url');

/**
 * Whether a request comes from the browser whose sign-up set the password that is in force. A sign-up stores its hash
 * together with the user that it created: the secret of another sign-up for the same address never matches.
 */
export const isBrowserOfSignUp = (
  { browser_secret_hash }: StoredProfile,
  secret: string | undefined,
): boolean => {
  if (!browser_secret_hash || secret === undefined) return false;
  return timingSafeEqual(digest(hashBrowserSecret(secret)), digest(browser_secret_hash));
};

/**
 * Runs work, and settles with its result or error after at least `ms` milliseconds: the time of the answer does not tell
 * what the work did.
 */
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

/** One attempt to sign up. */
export interface Attempt {
  /** Distinguishes this attempt from others for the same address. */
  readonly id: string;
  readonly entered: RouteRequest<AccountRoutes['signUp']>['body'];
  readonly source: Source;
  readonly now: Date;
  /** A link has proved that whoever attempts it reads the mailbox. */
  readonly isProven?: true;
}

/** The office knows a family without a login by this address: it is for the reader of the mailbox to join it (BHF-02). */
interface KnownFamily {
  readonly outcome: 'known';
  readonly family: StoredFamily;
}

/** The family without a login that an address is registered for, unless the address is proven. */
const findKnown = async (
  { isProven }: Attempt,
  registration: Registration | undefined,
  { table }: AccountDeps,
): Promise<KnownFamily | undefined> => {
  if (isProven || !registration || registration.holder === 'account' || !registration.familyId)
    return undefined;
  const family = await getActiveFamily(table, registration.familyId);
  return family?.members.length === 0 ? { outcome: 'known', family } : undefined;
};

/**
 * Holds an address whose registration names no user of the pool, or that has no registration. From then on no other
 * attempt that is still under way can register it.
 * @returns false where another attempt registered or held the address since
 */
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
  /** `isNew`: it was opened while this attempt waited. */
  | { readonly outcome: 'has-account'; readonly userId: UserId; readonly isNew: boolean }
  /** Another attempt for this address is under way. */
  | { readonly outcome: 'lost' }
  | KnownFamily;

/**
 * What user pool and table know of an address. They name each other where it has an account. The registration is read
 * first: a user that it names exists already, so that the pool knows another user, or none, only once that one is gone.
 */
const look = async ({ entered: { email } }: Attempt, { table, userPool }: AccountDeps) => {
  const registration = await getRegistration(table, email);
  const user = await findUser(userPool, email);
  const hasAccount = registration?.holder === 'account' && registration.userId === user;
  return { user, registration, account: hasAccount ? user : undefined };
};

/**
 * Creates the user of a new account. An address has an account when the table's registration names the pool's user. A
 * user without a registration belongs to another attempt that is under way, which gets some time to end. Otherwise it was
 * left by an interrupted sign-up, or created without this service, and is replaced. The address is held before that user is
 * deleted: the attempt that created the user, if it is still under way, can then store no family for a deleted user.
 */
export const createUser = async (attempt: Attempt, deps: AccountDeps): Promise<CreateUserOutcome> => {
  const { userPool, pause } = deps;
  const userId = await addUser(userPool, attempt.entered);
  if (userId) return { outcome: 'created', userId };
  const before = await look(attempt, deps);
  if (before.account) return { outcome: 'has-account', userId: before.account, isNew: false };
  await pause(otherSignUpMs);
  const { user, registration, account } = await look(attempt, deps);
  if (account) return { outcome: 'has-account', userId: account, isNew: true };
  // A user of the pool, which an interrupted sign-up left, is replaced by who accepts the invitation.
  const known = await findKnown(attempt, registration, deps);
  if (known) return known;
  if (!(await displaceRegistration(attempt, registration, deps))) return { outcome: 'lost' };
  if (user) await deleteUser(userPool, user);
  const replaced = await addUser(userPool, attempt.entered);
  return replaced ? { outcome: 'created', userId: replaced } : { outcome: 'lost' };
};

/**
 * Stores the family of a new user. The user that the pool has for an address owns the address: a registration that names
 * another user belongs to an account whose user is gone.
 */
const store = async (
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
  const known = await findKnown(attempt, first.registration, deps);
  if (known) return known;
  const owner = await findUser(deps.userPool, opened.email);
  if (owner !== opened.account.id) return first;
  if (!(await displaceRegistration(attempt, first.registration, deps))) return first;
  return register();
};

/**
 * Whether a write whose answer was lost was carried out. A hold under another attempt's name decides: either it finds the
 * registration that the write stored, or it makes a write that is still under way fail.
 */
const wasStored = async (
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

/** A user that cannot be deleted now is replaced by the next sign-up with this address. */
const removeUser = async ({ account }: NewAccount, { userPool }: AccountDeps): Promise<void> => {
  try {
    await deleteUser(userPool, account.id);
  } catch (error) {
    log.error('sign-up.user-not-removed', error, { user: account.id });
  }
};

/**
 * Stores the family of a new user, or deletes the user again: no account is left without its children (AUT-20).
 * @returns `lost` where another attempt has taken the address, `known` where it is that of a family without a login
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
    result = await store(opened, attempt, deps);
  } catch (error) {
    log.error('sign-up.store-failed', error, { user });
    const failed = isUnavailable(error) ? error : problem('childrenNotStored');
    try {
      if (await wasStored(opened, attempt, deps)) return { outcome: 'stored' };
    } catch (failure) {
      // The family may be stored, so its user stays. If it is not, the next sign-up replaces the user.
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
 * Opens the account of an invited person, whose address the link proves, without children. Where it is interrupted after the
 * account was opened, the invited logs in and accepts with the same link.
 * @throws ProblemError invitationHasAccount, busy, and those of `storeFamily`
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
  // Before the family is stored: from then on the account is whole.
  await markEmailVerified(deps.userPool, { userId: id, email });
  const opened = newAccount({ id, email, full_name, phone_number, email_verified: true }, [], now);
  if ((await storeFamily(opened, attempt, deps)).outcome !== 'stored') throw busy();
  log.info('account.opened', { user: id });
  return id;
};
