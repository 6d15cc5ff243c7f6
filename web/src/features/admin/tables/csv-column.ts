import type { CsvCell } from '#shared/domain/csv';

/** One column of a file for spreadsheets. */
export interface CsvColumn<Row> {
  readonly header: string;
  readonly value: (row: Row) => CsvCell;
}
