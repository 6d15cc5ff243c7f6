import { sendTransaction } from '../data/dynamo/send-transaction.ts';
import { getAccount, verifyUpdate } from '../data/families/profiles.ts';
import { findToken, isExpired, tokenUse } from '../data/tokens/tokens.ts';
import type { Operation } from '../http/create-handler.ts';
import { problem } from '../http/problem-error.ts';
import { confirmUser } from '../identity/confirm-user.ts';
import { log } from '../log.ts';
import type { AccountDeps } from './deps.ts';

const failed = (error: string) => ({ success: false, alreadyVerified: false, error });
const invalid = failed('This verification link is not valid. Please log in to get a new one.');
const expired = failed('This verification link has expired. Please log in to get a new one.');
const verified = { success: true, alreadyVerified: false, error: null };
const verifiedBefore = { success: true, alreadyVerified: true, error: null };

/**
 * Verifies the address that a link was sent to (API-38 to API-40). The user pool first: an account is marked as
 * verified when its user can sign in, and until then the same link goes on working.
 */
export const verifyEmail: Operation<'verifyEmail', AccountDeps> = async ({ body }, deps) => {
  const { table, userPool, clock } = deps;
  const token = await findToken(table, body.token);
  if (token?.kind !== 'verify-email') return invalid;
  const account = await getAccount(table, token.user_id);
  if (!account) return invalid;
  if (account.email_verified) return verifiedBefore;
  if (isExpired(token, clock())) return expired;
  if (!(await confirmUser(userPool, token.user_id))) return invalid;
  const { outcome } = await sendTransaction(table, [
    verifyUpdate(table, token.user_id),
    tokenUse(table, body.token, token.user_id),
  ]);
  if (outcome === 'busy') throw problem('busy', {}, { retryAfter: 1 });
  // Another request with this link came first, or the account is being deleted.
  if (outcome === 'refused') {
    return (await getAccount(table, token.user_id))?.email_verified ? verifiedBefore : invalid;
  }
  log.info('account.verified', { user: token.user_id });
  return verified;
};
