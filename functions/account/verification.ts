import type { accountRoutes } from '#shared/contract/account-routes';
import type { RouteResponse } from '#shared/contract/route';
import { getActiveProfile, verifyAddress } from '../data/families/profiles.ts';
import type { StoredProfile } from '../data/families/stored-profile.ts';
import { findToken, isExpired } from '../data/tokens/tokens.ts';
import { requestMail } from '../lib/email/request-mail.ts';
import type { Operation } from '../lib/http/create-handler.ts';
import { busy } from '../lib/http/problem-error.ts';
import { markEmailVerified } from '../lib/identity/users.ts';
import { log } from '../log.ts';
import { isBrowserOfSignUp } from './browser-secret.ts';
import type { AccountDeps } from './deps.ts';
import { setPasswordByLink } from './set-password-by-link.ts';

type Verification = RouteResponse<typeof accountRoutes.verifyEmail>;

const open = { success: false, alreadyVerified: false, passwordNeeded: false, error: null };

/** The answers to a verification link. */
const verification = {
  verified: { ...open, success: true },
  verifiedBefore: { ...open, success: true, alreadyVerified: true },
  passwordNeeded: { ...open, passwordNeeded: true },
  invalid: { ...open, error: 'This verification link is not valid. Please log in to get a new one.' },
  expired: { ...open, error: 'This verification link has expired. Please log in to get a new one.' },
} satisfies Record<string, Verification>;

/** The unverified profile that a verification link may verify, or the answer where it may not. */
const readVerificationLink = async (
  token: string,
  { table, clock }: AccountDeps,
): Promise<{ readonly profile: StoredProfile } | { readonly answer: Verification }> => {
  const stored = await findToken(table, token);
  if (stored?.kind !== 'verify-email') return { answer: verification.invalid };
  const profile = await getActiveProfile(table, stored.user_id);
  if (!profile) return { answer: verification.invalid };
  if (profile.email_verified) return { answer: verification.verifiedBefore };
  if (isExpired(stored, clock())) return { answer: verification.expired };
  // A request with a password has taken the link, and has not ended.
  return stored.used_by ? { answer: verification.invalid } : { profile };
};

/** The answer to a link that another request used first, or whose account is being deleted. */
const answerAfterLostRace = async ({ id }: StoredProfile, { table }: AccountDeps): Promise<Verification> =>
  (await getActiveProfile(table, id))?.email_verified ? verification.verifiedBefore : verification.invalid;

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

/**
 * Verifies the address that a link was sent to with a password that its reader chooses (AUT-42, AUT-43): the password of
 * whoever signed up with the address is no longer valid. The answers are those of `verifyEmail`.
 */
export const confirmEmail: Operation<'confirmEmail', AccountDeps> = async ({ body }, deps) => {
  const link = await readVerificationLink(body.token, deps);
  if ('answer' in link) return link.answer;
  const { profile } = link;
  if (await setPasswordByLink({ ...body, profile }, deps)) return verification.verified;
  return answerAfterLostRace(profile, deps);
};

/** Requests another verification email (AUT-23); the mailer sends it to an address that is not verified yet. */
export const resendVerification: Operation<'resendVerification', AccountDeps> = ({ body, source }, deps) =>
  requestMail({ kind: 'verify-email', route: 'resendVerification', email: body.email, source }, deps);
