import type { CheckedRow, Proposal } from '#shared/bank/import';
import { balanceLabel } from '#shared/ledger/ledger-lines';
import type { BankRow } from '#shared/ledger/references';
import { formatDate } from '#shared/lib/format';
import { formatCents } from '#shared/lib/money';

/** "Feb 13, 2026, $162.00, A Parent, F-7K2M9". */
export const rowWords = ({ day, amount, payer, text }: Omit<BankRow, 'number'>): string =>
  [formatDate(day), formatCents(amount), payer, text].filter((word) => word !== '').join(', ');

export const severalWords = (several: CheckedRow['several']): string =>
  several.map(({ full_name }) => full_name).join(' and ');

const reasons = {
  reference: 'found by the reference',
  payer: 'has paid from this account before',
  amount: 'owes exactly this amount',
} as const;

/** "$162.00 open, found by the reference". */
export const proposalWords = ({ by, is_repeated, ...dues }: Proposal): string => {
  const repeated = is_repeated ? '. A payment of this amount is recorded around this day already' : '';
  return `${balanceLabel(dues)}, ${reasons[by]}${repeated}`;
};
