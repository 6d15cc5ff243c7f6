import { bankRowId, isDecided, readBankRowMarks } from '../../data/ledger/bank-rows.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import type { AdminDeps } from '../deps.ts';
import { proposeFamilies } from './propose-families.ts';

/** Says of rows of a bank file which were decided before, and for which families the others are (BNK-02, BNK-03). */
export const lookUpBankRows: Operation<'lookUpBankRows', AdminDeps> = async (
  { body: { rows } },
  { table },
) => {
  const markOf = await readBankRowMarks(table, rows.map(bankRowId));
  const undecided = rows.filter((row) => !isDecided(markOf(bankRowId(row))));
  const proposals = await proposeFamilies(table, undecided);
  return {
    rows: rows.map((row) => {
      const { state = 'new', reason = null } = markOf(bankRowId(row)) ?? {};
      return { state, reason, match: proposals[undecided.indexOf(row)] ?? null };
    }),
  };
};
