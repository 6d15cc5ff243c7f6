import { getFamily } from '../data/families/families.ts';
import type { Operation } from '../http/create-handler.ts';
import { problem } from '../http/problem-error.ts';
import type { FamilyDeps } from './deps.ts';

export const getMyFamily: Operation<'getMyFamily', FamilyDeps> = async ({ caller }, { table }) => {
  const family = await getFamily(table, caller.userId);
  if (!family) throw problem('profileNotFound');
  return family;
};
