import { getActiveProfile } from '../data/families/profiles.ts';
import type { StoredProfile } from '../data/families/stored-profile.ts';
import { findToken, isExpired, type StoredToken } from '../data/tokens/tokens.ts';
import { requestMail } from '../lib/email/request-mail.ts';
import type { Operation } from '../lib/http/create-handler.ts';
import { problem } from '../lib/http/problem-error.ts';
import type { AccountDeps } from './deps.ts';
import { setPasswordByLink } from './set-password-by-link.ts';

/** Requests a reset email (API-28). Known and unknown addresses get the same answer (API-29). */
export const requestPasswordReset: Operation<'requestPasswordReset', AccountDeps> = (
  { body, source },
  deps,
) => requestMail({ kind: 'reset-password', route: 'requestPasswordReset', email: body.email, source }, deps);

/** A reset outdates all links that were sent before it. */
const isOutdated = ({ created_at }: StoredToken, { password_set_at }: StoredProfile): boolean =>
  password_set_at !== undefined && created_at < password_set_at;

/** The profile of a link's account. Unknown, used and expired links and those of other kinds get the same answer. */
const readLink = async (token: string, { table, clock }: AccountDeps): Promise<StoredProfile> => {
  const stored = await findToken(table, token);
  if (stored?.kind !== 'reset-password' || stored.used_by || isExpired(stored, clock())) {
    throw problem('resetLinkInvalid');
  }
  const profile = await getActiveProfile(table, stored.user_id);
  if (!profile || isOutdated(stored, profile)) throw problem('resetLinkInvalid');
  return profile;
};

/**
 * Sets a new password with the token of a link (API-30, API-31) and ends all sessions. A link sets one password; after
 * a failed step the same link works again.
 * @throws ProblemError resetLinkInvalid
 */
export const resetPassword: Operation<'resetPassword', AccountDeps> = async ({ body }, deps) => {
  const profile = await readLink(body.token, deps);
  if (!(await setPasswordByLink({ ...body, profile }, deps))) throw problem('resetLinkInvalid');
  return { success: true };
};

/**
 * The address that a valid link was emailed to, so that a password manager stores the new password for the right account.
 * Whoever has the link sets that password anyway.
 */
export const getLinkedAddress: Operation<'getLinkedAddress', AccountDeps> = async (
  { body },
  { table, clock },
) => {
  const link = await findToken(table, body.token);
  if (!link || link.used_by || isExpired(link, clock())) return { email: null };
  const profile = await getActiveProfile(table, link.user_id);
  if (!profile || isOutdated(link, profile)) return { email: null };
  return { email: profile.email };
};
