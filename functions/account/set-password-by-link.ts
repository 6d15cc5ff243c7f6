import { randomUUID } from 'node:crypto';
import { instantOf } from '#shared/domain/time/instant-of';
import { endLinks } from '../data/deletions/end-links.ts';
import { notePasswordSet } from '../data/families/profiles.ts';
import type { StoredProfile } from '../data/families/stored-profile.ts';
import { releaseToken, takeToken } from '../data/tokens/tokens.ts';
import { endSessions, markEmailVerified, setPassword } from '../lib/identity/users.ts';
import { log } from '../log.ts';
import type { AccountDeps } from './deps.ts';

interface PasswordLink {
  readonly token: string;
  /** Of the link's account. */
  readonly profile: StoredProfile;
  readonly newPassword: string;
}

/**
 * Each step can be repeated. The profile, which notes that all were done, is written last.
 * @returns false where the user or the profile does not exist any more
 */
const changePassword = async (
  { profile, newPassword }: PasswordLink,
  { table, userPool, clock }: AccountDeps,
): Promise<boolean> => {
  const { id: userId, email, email_verified } = profile;
  if (!(await setPassword(userPool, userId, newPassword))) return false;
  await endSessions(userPool, userId);
  await endLinks(table, profile, { occasion: 'password', now: clock() });
  // The use of the link verifies the address.
  if (!email_verified) await markEmailVerified(userPool, { userId, email });
  const setAt = instantOf(clock());
  return (await notePasswordSet(table, userId, setAt)) !== undefined;
};

/**
 * Sets the password of a link's account, ends all sessions and links, and verifies the address. A link sets one password: the
 * token is taken first, so that one of several concurrent requests succeeds. After a failed step the same link works again.
 * @returns false where another request took the token, or the account is gone
 */
export const setPasswordByLink = async (link: PasswordLink, deps: AccountDeps): Promise<boolean> => {
  const { token, profile } = link;
  const use = randomUUID();
  let isDone = false;
  try {
    isDone = (await takeToken(deps.table, token, use)) && (await changePassword(link, deps));
  } finally {
    if (!isDone) {
      await releaseToken(deps.table, token, { use, now: deps.clock() }).catch((failure: unknown) =>
        log.error('account.link-not-released', failure, { user: profile.id }),
      );
    }
  }
  if (isDone) log.info('account.password-set', { user: profile.id });
  return isDone;
};
