import type { UserId } from '#shared/schemas/ids';
import type { KnownRow } from './send-bank-rows.ts';

/**
 * The rows that are ticked at first: those with the reference of a family of which something is still due after the rows
 * before them (DUE-01), and that are not recorded by hand already (BNK-03).
 */
export const tickedRows = (known: readonly KnownRow[]): ReadonlySet<KnownRow> => {
  const paid = new Map<UserId, number>();
  const ticked = known.filter(({ row, state, match }) => {
    if (match?.by !== 'reference' || (state !== 'new' && state !== 'unassigned') || match.is_repeated)
      return false;
    const before = paid.get(match.parent_id) ?? 0;
    if (before >= match.due) return false;
    paid.set(match.parent_id, before + row.amount);
    return true;
  });
  return new Set(ticked);
};
