import { getActiveProfile } from '../data/families/profiles.ts';
import { findToken, isExpired } from '../data/tokens/tokens.ts';
import type { Operation } from '../lib/http/create-handler.ts';
import type { AccountDeps } from './deps.ts';
import { isOutdated } from './reset-password.ts';

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
