import * as data from '../data/families/remove-child.ts';
import type { Operation } from '../http/create-handler.ts';
import { busy, problem } from '../http/problem-error.ts';
import type { FamilyDeps } from './deps.ts';

/**
 * Removes one of the caller's children (API-26). Another family's child is not found: its key holds its parent's id.
 * @throws ProblemError childNotFound, profileNotFound, busy
 */
export const removeChild: Operation<'removeChild', FamilyDeps> = async ({ caller, params }, { table }) => {
  switch (await data.removeChild(table, caller.userId, params.childId)) {
    case 'removed':
      return undefined;
    case 'no-child':
      throw problem('childNotFound');
    case 'no-profile':
      throw problem('profileNotFound');
    case 'busy':
      throw busy();
  }
};
