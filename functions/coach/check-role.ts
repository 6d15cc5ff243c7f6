import { isCoach } from '../data/coaches/coaches.ts';
import { getActiveProfile } from '../data/families/profiles.ts';
import type { Table } from '../data/table.ts';
import type { Caller } from '../lib/http/caller.ts';
import { problem } from '../lib/http/problem-error.ts';

/**
 * Checks in the table that the caller has the role that the token names (COA-05): an administrator sees every session, a
 * coach the own ones. A former administrator who is a coach too is one with the next token.
 * @throws ProblemError coachOnly
 */
export const checkRole = async ({ userId, role }: Caller, { table }: { table: Table }): Promise<void> => {
  if (role === 'admin') {
    const profile = await getActiveProfile(table, userId);
    if (profile?.role !== 'admin' || profile.role_pending === 'parent') throw problem('coachOnly');
  } else if (!(await isCoach(table, userId))) throw problem('coachOnly');
};
