import { SimpleGrid } from '@chakra-ui/react/simple-grid';
import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { DayOrder } from '#shared/bank/cells';
import type { ImportId } from '#shared/families/import';
import { type FamilyColumns, guessFamilyColumns, meanings } from '#shared/families/import-columns';
import {
  birthdayOrderIn,
  canBeRead,
  groupFamilies,
  type RefusedRow,
  readFamilyRows,
  type SharedAnswers,
} from '#shared/families/import-rows';
import type { FileTable } from '#shared/lib/file-table';
import { listed } from '#shared/lib/text';
import { Notice } from '../../../components/card.tsx';
import { Heading } from '../../../components/screen.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { StyledButton } from '../../../components/styled.tsx';
import { useSubmission } from '../../../lib/forms/use-submission.ts';
import { businessToday } from '../../../lib/time/today.ts';
import { FailureNotice } from '../notices.tsx';
import { List, type Progress, Rows, ShownProgress, useEnd } from './import-parts.tsx';
import { type DecidedFamily, importIdOf, sendFamilies } from './import-run.ts';

/** What an import would do with a file. */
export interface Checked {
  readonly importId: ImportId;
  readonly decided: readonly DecidedFamily[];
  readonly refused: readonly RefusedRow[];
}

/** How many rows show how a file is understood. */
const firstRows = 5;

interface FirstRowsProps {
  readonly table: FileTable;
  readonly columns: FamilyColumns;
}

/** The first rows of a file, with what each cell is taken for. */
const FirstRows = ({ table, columns }: FirstRowsProps) => (
  <Stack gap="2">
    <Heading as="h3" size="md">
      The first rows, as they are understood
    </Heading>
    <List aria-label="The first rows">
      {table.rows.slice(0, firstRows).map(({ line, cells }) => (
        <li key={line}>
          <Text as="span" fontWeight="semibold">
            Row {line}:
          </Text>{' '}
          {columns
            .flatMap((meaning, index) => {
              const name = meanings.find((one) => one.meaning === meaning)?.name;
              return name && cells[index] ? [`${name} “${cells[index]}”`] : [];
            })
            .join(', ') || 'nothing of it is imported'}
        </li>
      ))}
    </List>
  </Stack>
);

interface ImportColumnsProps {
  readonly table: FileTable;
  /** What follows the look at the rows. */
  readonly children: (checked: Checked) => ReactNode;
}

/** The columns of a file, what the file leaves open, and the press that looks at its rows. */
export const ImportColumns = ({ table, children }: ImportColumnsProps) => {
  const [columns, setColumns] = useState<FamilyColumns>(() => guessFamilyColumns(table));
  const [chosenOrder, setOrder] = useState<DayOrder>();
  const [answers, setAnswers] = useState<SharedAnswers>(new Map());
  const [asked, setAsked] = useState<ReturnType<typeof groupFamilies>['asked']>([]);
  const [checked, setChecked] = useState<Checked>();
  const [progress, setProgress] = useState<Progress>();
  const signalNow = useEnd();
  const ownOrder = birthdayOrderIn(table, columns);
  const order = ownOrder === 'ask' ? chosenOrder : ownOrder;
  const failure = 'Failed to look at the rows';
  const looking = useSubmission({
    send: async (said: SharedAnswers) => {
      if (!order) throw new Error('The order of the dates is not chosen');
      const read = await readFamilyRows(table, { columns, order, today: businessToday() });
      const grouped = groupFamilies(read.rows, said);
      setAsked(grouped.asked);
      const importId = await importIdOf(table);
      const options = { signal: signalNow(), onProgress: setProgress };
      const decided = await sendFamilies('lookUpFamilies', importId, grouped.families, options);
      return { importId, decided, refused: [...read.refused, ...grouped.refused] };
    },
    failure,
    onDone: setChecked,
  });
  const change = (changed: FamilyColumns) => {
    setColumns(changed);
    setChecked(undefined);
    setAsked([]);
  };
  // Two columns may have one heading.
  const keys = table.heading.map((name, index) => `${index} ${name}`);
  const exampleOf = (index: number) => table.rows.map(({ cells }) => cells[index]).find((cell) => cell);
  return (
    <Stack gap="4">
      <FirstRows table={table} columns={columns} />
      <Heading as="h3" size="md">
        What the columns are
      </Heading>
      <SimpleGrid columns={{ base: 1, sm: 2, lg: 3 }} gap="4">
        {table.heading.map((name, index) => (
          <SelectField
            key={keys[index]}
            label={name || `Column ${index + 1}`}
            hint={exampleOf(index) ? `Like “${exampleOf(index)}”` : 'Empty'}
            value={columns[index] ?? ''}
            onChange={({ target: { value } }) =>
              change(
                columns.map((meaning, at) => {
                  const chosen = meanings.find((one) => one.meaning === value)?.meaning ?? null;
                  if (at === index) return chosen;
                  return meaning === chosen ? null : meaning;
                }),
              )
            }
          >
            <option value="">Not imported</option>
            {meanings.map(({ meaning, name: text }) => (
              <option key={meaning} value={meaning}>
                {text}
              </option>
            ))}
          </SelectField>
        ))}
        {ownOrder === 'ask' && (
          <SelectField
            label="Dates like 03/04/2019"
            hint="The file does not say which number is the day."
            value={chosenOrder ?? ''}
            onChange={({ target: { value } }) => {
              setOrder(value === 'day-first' || value === 'month-first' ? value : undefined);
              setChecked(undefined);
            }}
          >
            <option value="">Please choose</option>
            <option value="day-first">are April 3: the day first</option>
            <option value="month-first">are March 4: the month first</option>
          </SelectField>
        )}
      </SimpleGrid>
      {!canBeRead(columns) && (
        <Notice tone="warning" icon={TriangleAlert}>
          Please say which columns have the child’s name, the date of birth, and the parent’s email or phone.
        </Notice>
      )}
      <FailureNotice error={looking.error} failure={failure} />
      <StyledButton
        type="button"
        alignSelf="start"
        disabled={!order || !canBeRead(columns) || looking.isPending}
        onClick={() => looking.submit(answers)}
      >
        {looking.isPending ? 'Looking...' : 'Look at the Rows'}
      </StyledButton>
      {looking.isPending && <ShownProgress of={progress} label="Rows looked at" />}
      <Rows title="One family or two?" count={asked.length}>
        {asked.map(({ shared, lines, names }) => (
          <li key={shared}>
            <Text>
              Rows {listed(lines.map(String))} have {shared}, of{' '}
              {listed(names.map((name) => name || 'nobody'))}.
            </Text>
            {(['one', 'apart'] as const).map((answer) => (
              <StyledButton
                key={answer}
                type="button"
                variant="outline"
                size="compact"
                me="2"
                disabled={looking.isPending}
                onClick={() => {
                  const said = new Map([...answers, [shared, answer] as const]);
                  setAnswers(said);
                  looking.submit(said);
                }}
              >
                {answer === 'one' ? 'One Family' : 'Two Families'}
              </StyledButton>
            ))}
          </li>
        ))}
      </Rows>
      {checked && !looking.isPending && children(checked)}
    </Stack>
  );
};
