import { updateContact } from '../data/families/profiles.ts';
import type { Operation } from '../http/create-handler.ts';
import { problem } from '../http/problem-error.ts';
import type { FamilyDeps } from './deps.ts';

export const updateMyProfile: Operation<'updateMyProfile', FamilyDeps> = async (
  { caller, body },
  { table },
) => {
  const profile = await updateContact(table, caller.userId, body);
  if (!profile) throw problem('profileNotFound');
  return profile;
};
