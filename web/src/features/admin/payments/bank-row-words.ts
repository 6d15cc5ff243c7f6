import { balanceLabel } from '#shared/domain/ledger/ledger-lines';
import { formatCents } from '#shared/domain/pricing/money';
import { formatDate } from '#shared/domain/text/format';
import type { Proposal } from '#shared/schemas/bank-import';
import type { BankRow } from '#shared/schemas/bank-row';

/** What a bank file says of a row: "Feb 13, 2026, $162.00, A Parent, F-7K2M9". */
export const rowWords = ({ day, amount, payer, text }: Omit<BankRow, 'number'>): string =>
  [formatDate(day), formatCents(amount), payer, text].filter((part) => part !== '').join(', ');

const reasons = {
  reference: 'found by the reference',
  payer: 'has paid from this account before',
  amount: 'owes exactly this amount',
} as const;

/** Why a family is proposed for a row: "$162.00 open, found by the reference". */
export const proposalWords = ({ by, is_repeated, ...dues }: Proposal): string => {
  const repeated = is_repeated ? '. A payment of this amount is recorded around this day already' : '';
  return `${balanceLabel(dues)}, ${reasons[by]}${repeated}`;
};
