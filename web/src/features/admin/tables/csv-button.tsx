import { Download } from 'lucide-react';
import { useState } from 'react';
import { brand } from '#shared/brand';
import { type CsvCell, toCsv } from '#shared/domain/text/csv';
import { Button } from '../../../components/button.tsx';
import { saveFile } from '../../../lib/browser/save-file.ts';
import { useSubmission } from '../../../lib/forms/use-submission.ts';
import { businessToday } from '../../../lib/time/today.ts';
import type { CsvColumn } from './csv-column.ts';

interface CsvButtonProps<Row> {
  /** Part of the file name: `<brand>-<name>-<today>.csv`. */
  readonly name: string;
  readonly columns: readonly CsvColumn<Row>[];
  /** Reads all rows; reports the number so far when it takes several requests. */
  readonly readRows: (onProgress: (count: number) => void) => Promise<readonly Row[]>;
}

/** Saves all pages of a list as a CSV file. */
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
