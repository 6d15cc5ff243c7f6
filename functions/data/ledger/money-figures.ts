import { type LedgerTotals, ledgerFigures, revenueOf } from '#shared/domain/ledger/balance';
import type { MoneyFigures } from '#shared/schemas/payments';

/** The school's money over all families (PAY-07, PAY-09). */
export const moneyFigures = (ledgers: readonly LedgerTotals[]): MoneyFigures => {
  const figures = ledgerFigures(ledgers);
  const { charged, received, open, inCredit } = figures;
  return { charged, received, open, in_credit: inCredit, revenue: revenueOf(figures) };
};
