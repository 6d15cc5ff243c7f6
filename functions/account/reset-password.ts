import { randomUUID } from 'node:crypto';
import { instantSchema } from '#shared/schemas/values';
import { type Account, getAccount, notePasswordSet } from '../data/families/profiles.ts';
import { findToken, isExpired, releaseToken, type StoredToken, takeToken } from '../data/tokens/tokens.ts';
import type { Operation } from '../http/create-handler.ts';
import { problem } from '../http/problem-error.ts';
import { confirmUser } from '../identity/confirm-user.ts';
import { endSessions } from '../identity/end-sessions.ts';
import { setPassword } from '../identity/set-password.ts';
import { log } from '../log.ts';
import type { AccountDeps } from './deps.ts';

/** A reset ends all links that were sent before it. */
const isOutdated = ({ created_at }: StoredToken, { password_set_at }: Account): boolean =>
  password_set_at !== undefined && created_at < password_set_at;

/** The account a link is for. Unknown, used, expired and foreign links are all the same to the one who asks. */
const readLink = async (token: string, { table, clock }: AccountDeps): Promise<Account> => {
  const stored = await findToken(table, token);
  if (stored?.kind !== 'reset-password' || stored.used_by || isExpired(stored, clock())) {
    throw problem('resetLinkInvalid');
  }
  const account = await getAccount(table, stored.user_id);
  if (!account || isOutdated(stored, account)) throw problem('resetLinkInvalid');
  return account;
};

/** Each step can be taken again; the profile says last that all were. */
const changePassword = async (account: Account, newPassword: string, deps: AccountDeps): Promise<void> => {
  const { table, userPool, clock } = deps;
  const { id, email_verified } = account;
  if (!(await setPassword(userPool, id, newPassword))) throw problem('resetLinkInvalid');
  // The link proves the address as well as one for verification does.
  if (!email_verified) await confirmUser(userPool, id);
  await endSessions(userPool, id);
  const setAt = instantSchema.parse(clock().toISOString());
  if (!(await notePasswordSet(table, id, setAt))) throw problem('resetLinkInvalid');
};

/**
 * Sets a new password with the token of a link (API-30, API-31) and ends all sessions. A link is good for one
 * password; where a step fails, the same link works again.
 * @throws ProblemError resetLinkInvalid
 */
export const resetPassword: Operation<'resetPassword', AccountDeps> = async ({ body }, deps) => {
  const account = await readLink(body.token, deps);
  const use = randomUUID();
  try {
    if (!(await takeToken(deps.table, body.token, use))) throw problem('resetLinkInvalid');
    await changePassword(account, body.newPassword, deps);
  } catch (error) {
    await releaseToken(deps.table, body.token, { use, now: deps.clock() }).catch((failure: unknown) =>
      log.error('account.link-not-released', failure, { user: account.id }),
    );
    throw error;
  }
  log.info('account.password-set', { user: account.id });
  return { success: true };
};
