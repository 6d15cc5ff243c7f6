import { amountCell, type CsvCell, phoneCell } from '#shared/domain/text/csv';

/** One column of a CSV file. */
export interface CsvColumn<Row> {
  readonly header: string;
  readonly value: (row: Row) => CsvCell;
}

/** A column of amounts: numbers, with the currency in the heading. */
export const amountColumn = <Row>(header: string, cents: (row: Row) => number): CsvColumn<Row> => ({
  header: `${header} (USD)`,
  value: (row) => amountCell(cents(row)),
});

export const phoneColumn = <Row>(header: string, phone: (row: Row) => string | null): CsvColumn<Row> => ({
  header,
  value: (row) => phoneCell(phone(row)),
});
