import { verifyAddress } from '../data/families/profiles.ts';
import type { Operation } from '../lib/http/create-handler.ts';
import { busy } from '../lib/http/problem-error.ts';
import { markEmailVerified } from '../lib/identity/mark-email-verified.ts';
import { log } from '../log.ts';
import { isBrowserOfSignUp } from './browser-secret.ts';
import type { AccountDeps } from './deps.ts';
import { answerAfterLostRace, readVerificationLink, verification } from './verification.ts';

/**
 * Verifies the address that a link was sent to (API-38 to API-40), where the request comes from the browser that signed
 * up. From any other it changes nothing and answers that a password is needed (AUT-42): the password in force may be
 * that of somebody else who entered the address. The user pool comes first: a profile is marked as verified once its user
 * can sign in, and until then the same link works.
 */
export const verifyEmail: Operation<'verifyEmail', AccountDeps> = async ({ body }, deps) => {
  const link = await readVerificationLink(body.token, deps);
  if ('answer' in link) return link.answer;
  const { profile } = link;
  if (!isBrowserOfSignUp(profile, body.browser_secret)) return verification.passwordNeeded;
  const { id: userId, email } = profile;
  if (!(await markEmailVerified(deps.userPool, { userId, email }))) return verification.invalid;
  const outcome = await verifyAddress(deps.table, userId, body.token);
  if (outcome === 'busy') throw busy();
  if (outcome === 'refused') return answerAfterLostRace(profile, deps);
  log.info('account.verified', { user: userId });
  return verification.verified;
};
