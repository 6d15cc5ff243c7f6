import { type AccountTotals, accountFigures, revenueOf } from '#shared/domain/ledger/account';
import type { MoneyFigures } from '#shared/schemas/payments';

/** The school's money over all families (PAY-07, PAY-09). */
export const moneyFigures = (accounts: readonly AccountTotals[]): MoneyFigures => {
  const figures = accountFigures(accounts);
  const { charged, received, open, inCredit } = figures;
  return { charged, received, open, in_credit: inCredit, revenue: revenueOf(figures) };
};
