import { instantOf } from '#shared/domain/time/instant-of';
import { getFamily } from '../data/families/families.ts';
import { noteFirstLogin } from '../data/families/profiles.ts';
import type { Operation } from '../lib/http/create-handler.ts';
import { problem } from '../lib/http/problem-error.ts';
import type { TimedDeps } from '../timed-deps.ts';

/** The caller's profile and children. The site calls it after each login: the first call is the first login. */
export const getMyFamily: Operation<'getMyFamily', TimedDeps> = async ({ caller }, { table, clock }) => {
  const family = await getFamily(table, caller.userId);
  if (!family) throw problem('profileNotFound');
  if (!family.profile.first_login_at) {
    await noteFirstLogin(table, caller.userId, instantOf(clock()));
  }
  return family;
};
