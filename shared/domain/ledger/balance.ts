import type { BookingId } from '#shared/schemas/ids';
import type { LedgerEntry } from '#shared/schemas/ledger-entry';
import { type SignedCents, signedCentsSchema } from '#shared/schemas/signed-cents';
import { type Cents, centsSchema } from '#shared/schemas/values';
import type { DatedCharge } from './due-dates.ts';

/** A booking as its family's ledger has it: live or ended, it is its own charge (PAY-01). */
export interface Charge extends DatedCharge {
  /** Ids sort by age: the smallest is the oldest charge. */
  readonly booking_id: BookingId;
  /** What the record of its ending credits (END-01); 0 while it is live. */
  readonly ending_credit: Cents;
}

/** Sums in cents, each net of what was taken back. A single entry's are what it adds to the family's counters. */
export interface LedgerTotals {
  readonly charged: SignedCents;
  readonly credited: SignedCents;
  readonly waived: SignedCents;
  /** Payments less refunds. */
  readonly received: SignedCents;
}

const totals = (sums: { [Name in keyof LedgerTotals]?: number }): LedgerTotals => ({
  charged: signedCentsSchema.parse(sums.charged ?? 0),
  credited: signedCentsSchema.parse(sums.credited ?? 0),
  waived: signedCentsSchema.parse(sums.waived ?? 0),
  received: signedCentsSchema.parse(sums.received ?? 0),
});

/** What a booking adds to the totals, its ending included. */
export const chargeTotals = ({ amount, ending_credit }: Charge): LedgerTotals =>
  totals({ charged: amount, credited: ending_credit });

const totalsOfKind = (kind: Exclude<LedgerEntry['kind'], 'counter'>, amount: number): LedgerTotals => {
  switch (kind) {
    case 'payment':
      return totals({ received: amount });
    case 'refund':
      return totals({ received: -amount });
    case 'credit':
      return totals({ credited: amount });
    case 'waiver':
      return totals({ waived: amount });
  }
};

/** What an entry adds to the totals. */
export const entryTotals = (entry: LedgerEntry): LedgerTotals =>
  entry.kind === 'counter'
    ? totalsOfKind(entry.countered, -entry.amount)
    : totalsOfKind(entry.kind, entry.amount);

/** The sum of totals: of entries a recount of the counters, of families the school's. */
export const addTotals = (all: readonly LedgerTotals[]): LedgerTotals =>
  all.reduce(
    (sum, next) =>
      totals({
        charged: sum.charged + next.charged,
        credited: sum.credited + next.credited,
        waived: sum.waived + next.waived,
        received: sum.received + next.received,
      }),
    totals({}),
  );

/** A family's totals, counted anew from its bookings and entries in any order (PAY-09). */
export const ledgerTotals = (charges: readonly Charge[], entries: readonly LedgerEntry[]): LedgerTotals =>
  addTotals([...charges.map(chargeTotals), ...entries.map(entryTotals)]);

/** What a family owes; below 0 it is in credit (PAY-03). */
export const balanceOf = ({ charged, credited, waived, received }: LedgerTotals): SignedCents =>
  signedCentsSchema.parse(charged - credited - waived - received);

/** "Total Revenue": charges less credits. A waiver gives up a claim and takes nothing from it (PAY-09). */
export const revenueOf = ({ charged, credited }: LedgerTotals): SignedCents =>
  signedCentsSchema.parse(charged - credited);

/** The school's figures (PAY-07, DUE-02). */
export interface LedgerFigures extends LedgerTotals {
  /** The sums of what is due, of what is not due yet, and of what families are in credit. */
  readonly open: Cents;
  readonly later: Cents;
  readonly inCredit: Cents;
}

/**
 * The figures over all families: one that is in credit does not lower what others owe (PAY-07).
 * @param families with what of their balance is due
 */
export const ledgerFigures = (
  families: readonly (LedgerTotals & { readonly due: Cents })[],
): LedgerFigures => {
  const balances = families.map(balanceOf);
  const sumOfPositive = (amounts: readonly number[]) =>
    centsSchema.parse(amounts.reduce((sum, amount) => sum + Math.max(0, amount), 0));
  const open = sumOfPositive(families.map(({ due }) => due));
  return {
    ...addTotals(families),
    open,
    later: centsSchema.parse(sumOfPositive(balances) - open),
    inCredit: sumOfPositive(balances.map((balance) => -balance)),
  };
};
