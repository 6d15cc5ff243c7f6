import { Download } from 'lucide-react';
import { useState } from 'react';
import { brand } from '#shared/brand';
import type { AdultsToCall } from '#shared/families/family';
import { amountCell, type CsvCell, phoneCell, toCsv } from '#shared/lib/csv';
import { Button } from '../../../components/ui/button.tsx';
import { saveFile } from '../../../lib/browser/save-file.ts';
import { useSubmission } from '../../../lib/forms/use-submission.ts';
import { businessToday } from '../../../lib/time/today.ts';

export interface CsvColumn<Row> {
  readonly header: string;
  readonly value: (row: Row) => CsvCell;
}

/** The amounts are numbers, with the currency in the heading. @param cents null for an empty cell */
export const centsColumn = <Row,>(header: string, cents: (row: Row) => number | null): CsvColumn<Row> => ({
  header: `${header} (USD)`,
  value: (row) => {
    const amount = cents(row);
    return amount === null ? null : amountCell(amount);
  },
});

export const phoneColumn = <Row,>(header: string, phone: (row: Row) => string | null): CsvColumn<Row> => ({
  header,
  value: (row) => phoneCell(phone(row)),
});

/** The holder's phone, and the second adult (FID-08). */
export const adultColumns = <Row,>(
  header: string,
  adultsOf: (row: Row) => AdultsToCall,
): readonly CsvColumn<Row>[] => [
  phoneColumn(header, (row) => adultsOf(row)[0]?.phone_number ?? null),
  { header: 'Second Adult', value: (row) => adultsOf(row)[1]?.full_name ?? null },
  phoneColumn('Second Adult Phone', (row) => adultsOf(row)[1]?.phone_number ?? null),
];

interface PageOf<Row, Cursor> {
  readonly rows: readonly Row[];
  readonly next: Cursor | null;
}

export const readAllPages = async <Row, Cursor>(
  readPage: (cursor: Cursor | undefined) => Promise<PageOf<Row, Cursor>>,
  onProgress: (count: number) => void,
): Promise<readonly Row[]> => {
  const all: Row[] = [];
  let cursor: Cursor | undefined;
  do {
    const { rows, next } = await readPage(cursor);
    all.push(...rows);
    onProgress(all.length);
    cursor = next ?? undefined;
  } while (cursor !== undefined);
  return all;
};

interface CsvButtonProps<Row> {
  readonly name: string;
  readonly columns: readonly CsvColumn<Row>[];
  readonly readRows: (onProgress: (count: number) => void) => Promise<readonly Row[]>;
}

export const CsvButton = <Row,>({ name, columns, readRows }: CsvButtonProps<Row>) => {
  const [count, setCount] = useState(0);
  const { submit, isPending } = useSubmission({
    send: () => readRows(setCount),
    failure: 'Failed to export',
    onDone: (rows) => {
      const cells = rows.map((row) => columns.map(({ value }): CsvCell => value(row)));
      const csv = toCsv(
        columns.map(({ header }) => header),
        cells,
      );
      saveFile(`${brand.name.toLowerCase()}-${name}-${businessToday()}.csv`, csv, 'text/csv');
    },
  });
  const start = () => {
    setCount(0);
    submit(undefined);
  };
  return (
    <Button type="button" variant="outline" disabled={isPending} onClick={start}>
      <Download size="1.2em" aria-hidden />
      {isPending ? `Exporting... ${count > 0 ? count : ''}` : 'Export CSV'}
    </Button>
  );
};
