import { randomUUID } from 'node:crypto';
import { instantSchema } from '#shared/schemas/values';
import { getActiveProfile, notePasswordSet } from '../data/families/profiles.ts';
import type { StoredProfile } from '../data/families/stored-profile.ts';
import { findToken, isExpired, releaseToken, type StoredToken, takeToken } from '../data/tokens/tokens.ts';
import type { Operation } from '../http/create-handler.ts';
import { problem } from '../http/problem-error.ts';
import { endSessions } from '../identity/end-sessions.ts';
import { markEmailVerified } from '../identity/mark-email-verified.ts';
import { setPassword } from '../identity/set-password.ts';
import { log } from '../log.ts';
import type { AccountDeps } from './deps.ts';

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

/** Each step can be repeated. The profile, which notes that all were done, is written last. */
const changePassword = async (
  profile: StoredProfile,
  newPassword: string,
  deps: AccountDeps,
): Promise<void> => {
  const { table, userPool, clock } = deps;
  const { id, email, email_verified } = profile;
  if (!(await setPassword(userPool, id, newPassword))) throw problem('resetLinkInvalid');
  // The use of the link verifies the address.
  if (!email_verified) await markEmailVerified(userPool, { userId: id, email });
  await endSessions(userPool, id);
  const setAt = instantSchema.parse(clock().toISOString());
  if (!(await notePasswordSet(table, id, setAt))) throw problem('resetLinkInvalid');
};

/**
 * Sets a new password with the token of a link (API-30, API-31) and ends all sessions. A link sets one password; after
 * a failed step the same link works again.
 * @throws ProblemError resetLinkInvalid
 */
export const resetPassword: Operation<'resetPassword', AccountDeps> = async ({ body }, deps) => {
  const profile = await readLink(body.token, deps);
  const use = randomUUID();
  try {
    if (!(await takeToken(deps.table, body.token, use))) throw problem('resetLinkInvalid');
    await changePassword(profile, body.newPassword, deps);
  } catch (error) {
    await releaseToken(deps.table, body.token, { use, now: deps.clock() }).catch((failure: unknown) =>
      log.error('account.link-not-released', failure, { user: profile.id }),
    );
    throw error;
  }
  log.info('account.password-set', { user: profile.id });
  return { success: true };
};
