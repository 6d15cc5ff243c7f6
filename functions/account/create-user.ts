import type { RouteRequest } from '#shared/contract/route';
import type { Routes } from '#shared/contract/routes';
import type { UserId } from '#shared/schemas/ids';
import { deleteAbandonedFamily } from '../data/deletions/delete-family.ts';
import { getRegistration, holdAddress, type Registration } from '../data/registrations/registrations.ts';
import type { Source } from '../data/uses/source-limits.ts';
import { addUser, deleteUser, findUser } from '../lib/identity/users.ts';
import { otherSignUpMs } from '../limits.ts';
import type { AccountDeps } from './deps.ts';

/** One attempt to sign up. */
export interface Attempt {
  /** Distinguishes this attempt from others for the same address. */
  readonly id: string;
  readonly entered: RouteRequest<Routes['signUp']>['body'];
  readonly source: Source;
  readonly now: Date;
}

/**
 * Holds an address whose registration names no user of the pool, or that has no registration. From then on no other
 * attempt that is still under way can register it.
 * @returns false where another attempt registered or held the address since
 */
export const displaceRegistration = async (
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

export type CreateUserOutcome =
  | { readonly outcome: 'created'; readonly userId: UserId }
  /** `isNew`: it was opened while this attempt waited. */
  | { readonly outcome: 'has-account'; readonly userId: UserId; readonly isNew: boolean }
  /** Another attempt for this address is under way. */
  | { readonly outcome: 'lost' };

/** What user pool and table know of an address. They name each other where it has an account. */
const look = async ({ entered: { email } }: Attempt, { table, userPool }: AccountDeps) => {
  const [user, registration] = await Promise.all([findUser(userPool, email), getRegistration(table, email)]);
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
  if (!(await displaceRegistration(attempt, registration, deps))) return { outcome: 'lost' };
  if (user) await deleteUser(userPool, user);
  const replaced = await addUser(userPool, attempt.entered);
  return replaced ? { outcome: 'created', userId: replaced } : { outcome: 'lost' };
};
