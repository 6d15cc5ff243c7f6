import { balanceOf, type LedgerTotals } from '#shared/domain/ledger/balance';
import type { BankRow } from '#shared/schemas/bank-row';
import type { UserId } from '#shared/schemas/ids';
import type { Cents } from '#shared/schemas/values';
import { foldReference } from './fold-reference.ts';

/** A family as rows are matched with it. */
export interface MatchedFamily extends LedgerTotals {
  readonly parent_id: UserId;
  /** What of its balance is due. */
  readonly due: Cents;
  readonly reference?: string | undefined;
  readonly second_reference?: string | undefined;
  /** Marks of those who paid for it before, as `payerMark` writes them. */
  readonly payers: ReadonlySet<string>;
}

/** Why a family is proposed for a row. */
type MatchReason = 'reference' | 'payer' | 'amount';

export interface RowMatch {
  readonly by: MatchReason;
  readonly parent_id: UserId;
}

/** Whether a text or a payer has a reference of a family. */
const namesFamily = ({ text, payer }: Pick<BankRow, 'text' | 'payer'>) => {
  // Apart, so that the end of one and the beginning of the other make no reference.
  const searched = [foldReference(text), foldReference(payer)];
  const names = (reference: string | undefined): boolean =>
    reference !== undefined && searched.some((part) => part.includes(foldReference(reference)));
  return ({ reference, second_reference }: Pick<MatchedFamily, 'reference' | 'second_reference'>): boolean =>
    names(reference) || names(second_reference);
};

/** The families whose references a row has, where these are several (BNK-05): an administrator decides about its parts. */
export const severalFamilies = <Family extends Pick<MatchedFamily, 'reference' | 'second_reference'>>(
  row: Pick<BankRow, 'text' | 'payer'>,
  families: readonly Family[],
): Family[] => {
  const found = families.filter(namesFamily(row));
  return found.length > 1 ? found : [];
};

/**
 * The family that a row is for (BNK-03): the one whose reference its text has, else the one that this payer paid for
 * before, else the one that owes exactly this amount: what is due, or all of it. Of two families neither is proposed.
 * @param payerMark of the row's payer; undefined where the file names none
 */
export const matchRow = (
  row: Pick<BankRow, 'text' | 'payer' | 'amount'>,
  families: readonly MatchedFamily[],
  payerMark: string | undefined,
): RowMatch | undefined => {
  const tests: readonly (readonly [MatchReason, (family: MatchedFamily) => boolean])[] = [
    ['reference', namesFamily(row)],
    ['payer', ({ payers }) => payerMark !== undefined && payers.has(payerMark)],
    ['amount', (family) => row.amount === family.due || row.amount === Number(balanceOf(family))],
  ];
  for (const [by, test] of tests) {
    const found = families.filter(test);
    const [only] = found;
    if (only && found.length === 1) return { by, parent_id: only.parent_id };
    // Several references: an administrator decides.
    if (by === 'reference' && found.length > 1) return undefined;
  }
  return undefined;
};
