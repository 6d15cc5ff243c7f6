import { adminRoutes } from '#shared/contract/admin-routes';
import { headingText } from '#shared/domain/bank/find-table';
import { guessColumns } from '#shared/domain/bank/guess-columns';
import type { BankColumns } from '#shared/schemas/bank-columns';
import { callRoute } from '../../../../lib/api/api-client.ts';

/** The columns of the files with a heading: as an administrator named them last, else as the heading names them. */
export const readColumns = async (heading: readonly string[]): Promise<BankColumns> => {
  const body = { heading: headingText(heading) };
  const { columns } = await callRoute(adminRoutes.lookUpBankColumns, { body });
  return columns ?? guessColumns(heading);
};

/** Keeps the columns for the next file with this heading, whoever imports it. */
export const keepColumns = (heading: readonly string[], columns: BankColumns): Promise<unknown> =>
  callRoute(adminRoutes.keepBankColumns, { body: { heading: headingText(heading), columns } });
