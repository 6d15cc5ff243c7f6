import { ledgerFigures, revenueOf } from '#shared/domain/ledger/balance';
import type { MoneyFigures } from '#shared/schemas/payments';
import type { CalendarDate } from '#shared/schemas/values';
import { dueOfLedger } from './due-plans.ts';
import type { LedgerOf } from './list-ledgers.ts';

/** The school's money over all families on a day (PAY-07, PAY-09, DUE-02). */
export const moneyFigures = (ledgers: readonly LedgerOf[], day: CalendarDate): MoneyFigures => {
  const figures = ledgerFigures(ledgers.map((ledger) => ({ ...ledger, due: dueOfLedger(ledger, day).due })));
  const { charged, received, open, later, inCredit } = figures;
  return { charged, received, open, later, in_credit: inCredit, revenue: revenueOf(figures) };
};
