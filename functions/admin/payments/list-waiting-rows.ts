import { pageSizes } from '#shared/limits';
import { listWaitingRows as readWaitingRows } from '../../data/ledger/waiting-rows.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import type { AdminDeps } from '../deps.ts';
import { proposeFamilies } from './propose-families.ts';

/** The rows that wait for an administrator, page by page, with the families that they may be for by now (BNK-03). */
export const listWaitingRows: Operation<'listWaitingRows', AdminDeps> = async ({ query }, { table }) => {
  const rows = await readWaitingRows(table);
  const from = Number(query.cursor ?? 0);
  const until = from + pageSizes.usual;
  const page = rows.slice(from, until);
  const proposals = await proposeFamilies(table, page);
  return {
    rows: page.map((row, index) => ({ ...row, match: proposals[index] ?? null })),
    total: rows.length,
    next_cursor: until < rows.length ? String(until) : null,
  };
};
