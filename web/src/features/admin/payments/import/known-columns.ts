import { adminRoutes } from '#shared/contract/admin-routes';
import { type BankTable, headingText } from '#shared/domain/bank/find-table';
import { guessColumns } from '#shared/domain/bank/guess-columns';
import type { BankColumns } from '#shared/schemas/bank-columns';
import { callRoute } from '../../../../lib/api/api-client.ts';

/** The columns of the files with a heading: as an administrator named them last, else as heading and cells name them. */
export const readColumns = async (table: BankTable): Promise<BankColumns> => {
  const body = { heading: headingText(table) };
  const { columns } = await callRoute(adminRoutes.lookUpBankColumns, { body });
  return columns ?? guessColumns(table);
};

/** Keeps the columns for the next file with this heading, whoever imports it. */
export const keepColumns = (table: BankTable, columns: BankColumns): Promise<unknown> =>
  callRoute(adminRoutes.keepBankColumns, { body: { heading: headingText(table), columns } });
