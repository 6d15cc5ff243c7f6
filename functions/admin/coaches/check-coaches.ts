import type { UserId } from '#shared/schemas/ids';
import { listCoaches } from '../../data/coaches/coaches.ts';
import type { Table } from '../../data/table.ts';
import { problem } from '../../lib/http/problem-error.ts';

/**
 * Checks that accounts which are named anew are coaches. Those that were named before may have lost the role since: they see
 * nothing, and stay until somebody changes the list.
 * @throws ProblemError invalidRequest
 */
export const checkCoaches = async (
  table: Table,
  before: readonly UserId[],
  after: readonly UserId[],
): Promise<void> => {
  const added = after.filter((id) => !before.includes(id));
  if (added.length === 0) return;
  const all = await listCoaches(table);
  const known = new Set(all.flatMap(({ id, pending }) => (pending ? [] : [id])));
  if (added.every((id) => known.has(id))) return;
  const message = 'One of these accounts is no coach any more. Please reload the page.';
  throw problem('invalidRequest', {}, { issues: [{ field: 'coach_ids', message }] });
};
