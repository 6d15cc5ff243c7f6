import { getActiveProfile, verifyAddress } from '../data/families/profiles.ts';
import { findToken, isExpired } from '../data/tokens/tokens.ts';
import type { Operation } from '../http/create-handler.ts';
import { busy } from '../http/problem-error.ts';
import { markEmailVerified } from '../identity/mark-email-verified.ts';
import { log } from '../log.ts';
import type { AccountDeps } from './deps.ts';

const failed = (error: string) => ({ success: false, alreadyVerified: false, error });
const invalid = failed('This verification link is not valid. Please log in to get a new one.');
const expired = failed('This verification link has expired. Please log in to get a new one.');
const verified = { success: true, alreadyVerified: false, error: null };
const verifiedBefore = { success: true, alreadyVerified: true, error: null };

/**
 * Verifies the address that a link was sent to (API-38 to API-40). The user pool comes first: a profile is marked as
 * verified once its user can sign in, and until then the same link works.
 */
export const verifyEmail: Operation<'verifyEmail', AccountDeps> = async ({ body }, deps) => {
  const { table, userPool, clock } = deps;
  const token = await findToken(table, body.token);
  if (token?.kind !== 'verify-email') return invalid;
  const profile = await getActiveProfile(table, token.user_id);
  if (!profile) return invalid;
  if (profile.email_verified) return verifiedBefore;
  if (isExpired(token, clock())) return expired;
  if (!(await markEmailVerified(userPool, { userId: profile.id, email: profile.email }))) return invalid;
  const outcome = await verifyAddress(table, token.user_id, body.token);
  if (outcome === 'busy') throw busy();
  // Another request used this link first, or the account is being deleted.
  if (outcome === 'refused') {
    return (await getActiveProfile(table, token.user_id))?.email_verified ? verifiedBefore : invalid;
  }
  log.info('account.verified', { user: token.user_id });
  return verified;
};
