import { keepBankColumns as storeColumns } from '../../data/settings/bank-columns.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import type { AdminDeps } from '../deps.ts';

/** Remembers the columns of files with a heading for the school (BNK-01). */
export const keepBankColumns: Operation<'keepBankColumns', AdminDeps> = async ({ body }, { table }) => {
  await storeColumns(table, body.heading, body.columns);
};
