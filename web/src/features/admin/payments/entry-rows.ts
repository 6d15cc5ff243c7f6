import { type LedgerLine, ledgerLines } from '#shared/domain/ledger/ledger-lines';
import type { EntryPage } from '#shared/schemas/payments';
import type { CalendarDate } from '#shared/schemas/values';
import { lineMakers } from '../ledger/line-makers.ts';
import { amountColumn, type CsvColumn } from '../tables/csv-column.ts';

type FamilyEntries = EntryPage['families'][number];

/** A line of a family's account with the family, as the CSV file has it. */
export interface EntryRow {
  readonly family: Pick<FamilyEntries, 'full_name' | 'email' | 'reference'>;
  readonly line: LedgerLine;
  readonly madeBy: string | null;
}

/**
 * The lines of a family in a period, the latest first. A charge is answered with its ending, which may be of another
 * day.
 */
export const entryRowsOf = (
  family: FamilyEntries,
  { from, until }: { readonly from: CalendarDate; readonly until: CalendarDate },
): EntryRow[] => {
  const makers = lineMakers(family);
  return ledgerLines(family)
    .filter(({ day }) => day >= from && day <= until)
    .map((line) => ({ family, line, madeBy: makers.get(line.id) ?? null }));
};

export const entryCsvColumns: readonly CsvColumn<EntryRow>[] = [
  { header: 'Date', value: ({ line }) => line.day },
  { header: 'Family', value: ({ family }) => family.full_name },
  { header: 'Email', value: ({ family }) => family.email },
  { header: 'Reference', value: ({ family }) => family.reference },
  { header: 'Entry', value: ({ line }) => line.text },
  amountColumn('Amount', ({ line }) => line.amount),
  { header: 'Due', value: ({ line }) => line.dueDates },
  { header: 'Note', value: ({ line }) => line.note },
  { header: 'Recorded By', value: ({ madeBy }) => madeBy },
];
