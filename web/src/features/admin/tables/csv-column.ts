import type { CsvCell } from '#shared/domain/text/csv';

/** One column of a CSV file. */
export interface CsvColumn<Row> {
  readonly header: string;
  readonly value: (row: Row) => CsvCell;
}
