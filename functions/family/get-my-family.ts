import { getFamily } from '../data/families/families.ts';
import type { Operation } from '../lib/http/create-handler.ts';
import { problem } from '../lib/http/problem-error.ts';
import type { TimedDeps } from '../timed-deps.ts';

/** The caller's profile and children. */
export const getMyFamily: Operation<'getMyFamily', TimedDeps> = async ({ caller }, { table }) => {
  const family = await getFamily(table, caller.userId);
  if (!family) throw problem('profileNotFound');
  return family;
};
