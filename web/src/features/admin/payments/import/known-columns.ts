import { headingText } from '#shared/domain/bank/find-table';
import { guessColumns } from '#shared/domain/bank/guess-columns';
import { type BankColumns, bankColumnsSchema } from '#shared/schemas/bank-columns';
import { tryStorage } from '../../../../lib/browser/try-storage.ts';

const storageKey = (heading: readonly string[]): string => `bank-columns ${headingText(heading)}`;

/** The columns of the files with a heading: as they were named in this browser, else as the heading names them. */
export const knownColumns = (heading: readonly string[]): BankColumns =>
  tryStorage(() => bankColumnsSchema.parse(JSON.parse(localStorage.getItem(storageKey(heading)) ?? ''))) ??
  guessColumns(heading);

/** Keeps the columns for the next file with this heading. */
export const keepColumns = (heading: readonly string[], columns: BankColumns): void => {
  tryStorage(() => localStorage.setItem(storageKey(heading), JSON.stringify(columns)));
};
