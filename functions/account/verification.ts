import type { accountRoutes } from '#shared/contract/account-routes';
import type { RouteResponse } from '#shared/contract/route';
import { getActiveProfile } from '../data/families/profiles.ts';
import type { StoredProfile } from '../data/families/stored-profile.ts';
import { findToken, isExpired } from '../data/tokens/tokens.ts';
import type { AccountDeps } from './deps.ts';

type Verification = RouteResponse<typeof accountRoutes.verifyEmail>;

const open = { success: false, alreadyVerified: false, passwordNeeded: false, error: null };

/** The answers to a verification link. */
export const verification = {
  verified: { ...open, success: true },
  verifiedBefore: { ...open, success: true, alreadyVerified: true },
  passwordNeeded: { ...open, passwordNeeded: true },
  invalid: { ...open, error: 'This verification link is not valid. Please log in to get a new one.' },
  expired: { ...open, error: 'This verification link has expired. Please log in to get a new one.' },
} satisfies Record<string, Verification>;

/** The unverified profile that a verification link may verify, or the answer where it may not. */
export const readVerificationLink = async (
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
export const answerAfterLostRace = async (
  { id }: StoredProfile,
  { table }: AccountDeps,
): Promise<Verification> =>
  (await getActiveProfile(table, id))?.email_verified ? verification.verifiedBefore : verification.invalid;
