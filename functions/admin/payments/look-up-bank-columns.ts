import { getBankColumns } from '../../data/settings/bank-columns.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import type { AdminDeps } from '../deps.ts';

/** The columns of files with a heading, as an administrator named them last (BNK-01). */
export const lookUpBankColumns: Operation<'lookUpBankColumns', AdminDeps> = async ({ body }, { table }) => ({
  columns: (await getBankColumns(table, body.heading)) ?? null,
});
