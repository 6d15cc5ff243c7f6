import { getActiveProfile, updateContact } from '../data/families/profiles.ts';
import type { Operation } from '../lib/http/create-handler.ts';
import { busy, problem } from '../lib/http/problem-error.ts';
import type { TimedDeps } from '../timed-deps.ts';

export const updateMyProfile: Operation<'updateMyProfile', TimedDeps> = async (
  { caller, body },
  { table },
) => {
  const profile = await getActiveProfile(table, caller.userId);
  if (!profile) throw problem('profileNotFound');
  const outcome = await updateContact(table, profile, body);
  if (outcome === 'no-profile') throw problem('profileNotFound');
  if (outcome === 'busy') throw busy();
  return { ...profile, ...body };
};
