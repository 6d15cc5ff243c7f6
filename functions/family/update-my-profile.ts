import { instantOf } from '#shared/domain/time/instant-of';
import { getActiveProfile, updateContact } from '../data/families/profiles.ts';
import type { Operation } from '../lib/http/create-handler.ts';
import { busy, problem } from '../lib/http/problem-error.ts';
import { tooManyInHour } from '../lib/http/too-many-attempts.ts';
import type { TimedDeps } from '../timed-deps.ts';

export const updateMyProfile: Operation<'updateMyProfile', TimedDeps> = async (
  { caller, body },
  { table, clock },
) => {
  const now = clock();
  const profile = await getActiveProfile(table, caller.userId);
  if (!profile) throw problem('profileNotFound');
  const outcome = await updateContact(table, profile, body, [], {
    parent_id: profile.id,
    at: instantOf(now),
  });
  if (outcome === 'no-profile') throw problem('profileNotFound');
  if (outcome === 'limited') throw tooManyInHour('changes', now);
  if (outcome === 'busy') throw busy();
  return { ...profile, ...body };
};
