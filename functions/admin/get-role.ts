import { getMember } from '../data/families/members.ts';
import type { Operation } from '../http/create-handler.ts';
import { problem } from '../http/problem-error.ts';
import type { AdminDeps } from './deps.ts';

/** The single role of a user (API-27); a profile without one is a parent's (DAT-19). */
export const getRole: Operation<'getRole', AdminDeps> = async ({ params }, { table }) => {
  const member = await getMember(table, params.userId);
  if (!member) throw problem('notFound');
  return { user_id: member.id, role: member.role };
};
