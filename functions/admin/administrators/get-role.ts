import { getProfile } from '../../data/families/profiles.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import { problem } from '../../lib/http/problem-error.ts';
import type { AdminDeps } from '../deps.ts';

/** The single role of a user (API-27). */
export const getRole: Operation<'getRole', AdminDeps> = async ({ params }, { table }) => {
  const profile = await getProfile(table, params.userId);
  if (!profile) throw problem('notFound');
  return { user_id: profile.id, role: profile.role };
};
