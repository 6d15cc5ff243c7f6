import { TriangleAlert } from 'lucide-react';
import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react';
import { cutText } from '#shared/ledger/references';
import { type FileRow, type FileTable, filledCells, type HeadingChoice } from '#shared/lib/file-table';
import { FormField } from '../../../components/fields.tsx';
import { Notice } from '../../../components/notice.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { Input } from '../../../components/ui/input.tsx';
import { SimpleGrid } from '../../../components/ui/simple-grid.tsx';
import { Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { showError } from '../../../lib/toasts/toasts.ts';
import { FailureNotice } from '../notices.tsx';
import { type OpenFile, openFile, type Reading, tableIn } from './table-file.ts';

const failure = 'Failed to open the file. Please choose it again';

/** The lines that can be chosen as heading, and the lines shown above the heading. */
const [mostLines, mostAbove] = [30, 5];

const lineText = ({ line, cells }: FileRow): string =>
  `Line ${line}: ${cutText(filledCells(cells).join(', '), 60)}`;

interface Choice<Table extends FileTable> {
  readonly number: number;
  readonly fileName: string;
  readonly opened: OpenFile;
  readonly sheet: number;
  readonly found: Table | string;
}

interface ChooseTableProps<Table extends FileTable> {
  readonly label: string;
  readonly hint: string;
  readonly reading: Reading<Table>;
  /** Rendered anew for each choice of a file, a sheet or a heading. */
  readonly children: (table: Table, fileName: string) => ReactNode;
}

/** Asks for a file, the sheet of a workbook, and the heading's line (IMP-04, IMP-14). */
export const ChooseTable = <Table extends FileTable>({
  label,
  hint,
  reading,
  children,
}: ChooseTableProps<Table>) => {
  const [choice, setChoice] = useState<Choice<Table>>();
  const [issue, setIssue] = useState<string>();
  const [error, setError] = useState<unknown>();
  const [isReading, setIsReading] = useState(false);
  const current = useRef(new AbortController());
  useEffect(() => () => current.current.abort(), []);
  const choose = (fileName: string, opened: OpenFile, sheet: number, heading?: HeadingChoice) => {
    const shown = opened.sheets[sheet];
    const found = shown ? tableIn(shown, reading, heading) : 'This workbook has no sheet.';
    setChoice((before) => ({ number: (before?.number ?? 0) + 1, fileName, opened, sheet, found }));
    setIssue(typeof found === 'string' ? found : undefined);
  };
  const open = async (file: File | undefined) => {
    current.current.abort();
    current.current = new AbortController();
    const { signal } = current.current;
    setChoice(undefined);
    setIssue(undefined);
    setError(undefined);
    setIsReading(file !== undefined);
    if (!file) return;
    try {
      const opened = await openFile(file, reading, signal);
      if (signal.aborted) return;
      if (typeof opened === 'string') setIssue(opened);
      else choose(file.name, opened, firstWithTable(opened, reading));
    } catch (failed) {
      if (signal.aborted) return;
      setError(failed);
      showError(failed, failure);
    }
    setIsReading(false);
  };
  return (
    <Stack gap="4">
      <FormField label={label} hint={hint} error={issue}>
        <Input
          unstyled
          type="file"
          accept=".csv,.txt,.tsv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          onChange={({ target: { files } }) => void open(files?.[0])}
          maxWidth="full"
          minHeight="touch"
        />
      </FormField>
      {isReading && <Text role="status">Reading the file…</Text>}
      <FailureNotice error={error} failure={failure} />
      {choice && (
        <TableChoices
          choice={choice}
          onChoice={(sheet, heading) => choose(choice.fileName, choice.opened, sheet, heading)}
        />
      )}
      {choice && typeof choice.found !== 'string' && (
        <Fragment key={choice.number}>{children(choice.found, choice.fileName)}</Fragment>
      )}
    </Stack>
  );
};

/** Programs write a sheet about the export before the first table. */
const firstWithTable = <Table extends FileTable>({ sheets }: OpenFile, reading: Reading<Table>): number =>
  Math.max(
    0,
    sheets.findIndex((sheet) => typeof tableIn(sheet, reading) !== 'string'),
  );

interface TableChoicesProps<Table extends FileTable> {
  readonly choice: Choice<Table>;
  readonly onChoice: (sheet: number, heading?: HeadingChoice) => void;
}

const TableChoices = <Table extends FileTable>({
  choice: { opened, sheet, found },
  onChoice,
}: TableChoicesProps<Table>) => {
  const { sheets, leftOut } = opened;
  const table = typeof found === 'string' ? undefined : found;
  return (
    <>
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
        {sheets.length > 1 && (
          <SelectField
            label="Sheet of the workbook"
            value={String(sheet)}
            onChange={({ target: { value } }) => onChoice(Number(value))}
          >
            {sheets.map(({ name }, index) => (
              <option key={name} value={index}>
                {name}
              </option>
            ))}
          </SelectField>
        )}
        {table && <HeadingField table={table} onChoice={(heading) => onChoice(sheet, heading)} />}
      </SimpleGrid>
      {[
        ...(sheets[sheet]?.notes ?? []),
        ...(leftOut.length > 0 ? [`Hidden sheets and charts are not read: ${leftOut.join(', ')}.`] : []),
      ].map((note) => (
        <Text key={note}>{note}</Text>
      ))}
      {table && table.above.length > 0 && (
        <Text color="fg.muted">
          {table.headingLine === null ? 'Above the rows, not read: ' : 'Above the heading, not read: '}
          {table.above.slice(0, mostAbove).map(lineText).join('; ')}
          {table.above.length > mostAbove && ` and ${table.above.length - mostAbove} more`}
        </Text>
      )}
      {table && !table.isSure && (
        <Notice status="warning" icon={TriangleAlert}>
          Line {table.headingLine} was taken for the heading. If it is a row like the others, please choose
          “There is none”.
        </Notice>
      )}
    </>
  );
};

const HeadingField = ({
  table: { above, heading, headingLine, rows },
  onChoice,
}: {
  readonly table: FileTable;
  readonly onChoice: (heading: number | null) => void;
}) => {
  const own = headingLine === null ? [] : [{ line: headingLine, cells: heading }];
  const lines = [...above, ...own, ...rows].slice(0, mostLines);
  return (
    <SelectField
      label="Heading of the columns"
      value={String(headingLine ?? '')}
      onChange={({ target: { value } }) => onChoice(value === '' ? null : Number(value))}
    >
      <option value="">There is none</option>
      {lines.map((row) => (
        <option key={row.line} value={row.line}>
          {lineText(row)}
        </option>
      ))}
    </SelectField>
  );
};
