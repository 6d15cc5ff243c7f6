import { TriangleAlert } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { DayOrder } from '#shared/bank/cells';
import { describeColumns, guessFamilyColumns } from '#shared/families/guess-columns';
import type { ImportId } from '#shared/families/import';
import { type FamilyColumns, type Fate, missingColumns } from '#shared/families/import-columns';
import { countLost, findDoubts } from '#shared/families/import-doubts';
import { groupFamilies, type SharedAnswers } from '#shared/families/import-groups';
import { birthdayOrderIn, familyReader, type RefusedRow, readFamilyRows } from '#shared/families/import-rows';
import type { FileTable } from '#shared/lib/file-table';
import { counted } from '#shared/lib/text';
import { Notice } from '../../../components/notice.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { Box } from '../../../components/ui/box.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Heading } from '../../../components/ui/heading.tsx';
import { Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { useSubmission } from '../../../lib/forms/use-submission.ts';
import { businessToday } from '../../../lib/time/today.ts';
import { FailureNotice } from '../notices.tsx';
import { ColumnLinks, ColumnList, FirstRows, leftOutTexts, Understanding } from './column-list.tsx';
import { type Progress, ShownProgress, useEnd } from './import-lists.tsx';
import { RowQuestions } from './import-questions.tsx';
import { type DecidedFamily, importIdOf, sendFamilies } from './import-run.ts';

export interface Checked {
  readonly importId: ImportId;
  readonly decided: readonly DecidedFamily[];
  readonly refused: readonly RefusedRow[];
  /** What is not imported, one line for each kind (IMP-05). */
  readonly leftOut: readonly string[];
  readonly askedRows: number;
}

interface ImportColumnsProps {
  readonly table: FileTable;
  readonly children: (checked: Checked) => ReactNode;
}

/** A value after a frame has shown it. A deferred value would start the long task of reading all rows before that frame. */
const useAfterFrame = <Value,>(value: Value): Value => {
  const [later, setLater] = useState(value);
  useEffect(() => {
    let timer: number | undefined;
    const frame = requestAnimationFrame(() => {
      timer = window.setTimeout(() => setLater(value));
    });
    return () => {
      cancelAnimationFrame(frame);
      window.clearTimeout(timer);
    };
  }, [value]);
  return later;
};

export const ImportColumns = ({ table, children }: ImportColumnsProps) => {
  const today = businessToday();
  const shown = useMemo(() => describeColumns(table), [table]);
  const read = useMemo(() => familyReader(table), [table]);
  const [columns, setColumns] = useState<FamilyColumns>(() => guessFamilyColumns(table, today));
  const [leftOut, setLeftOut] = useState<ReadonlySet<number>>(new Set());
  const [chosenOrder, setOrder] = useState<DayOrder>();
  const [answers, setAnswers] = useState<SharedAnswers>(new Map());
  const [asked, setAsked] = useState<ReturnType<typeof groupFamilies>['asked']>([]);
  const [checked, setChecked] = useState<Checked>();
  const [progress, setProgress] = useState<Progress>();
  const signalNow = useEnd();
  const ownOrder = useMemo(() => birthdayOrderIn(table, columns), [table, columns]);
  const order = ownOrder === 'ask' ? chosenOrder : ownOrder;
  const failure = 'Failed to look at the rows';
  const looking = useSubmission({
    send: async (said: SharedAnswers) => {
      if (!order) throw new Error('The order of the dates is not chosen');
      const found = await readFamilyRows(table, { columns, order, today });
      const grouped = groupFamilies(found.rows, said);
      setAsked(grouped.asked);
      const importId = await importIdOf(table);
      const options = { signal: signalNow(), onProgress: setProgress };
      const decided = await sendFamilies('lookUpFamilies', importId, grouped.families, options);
      return {
        importId,
        decided,
        refused: [...found.refused, ...grouped.refused],
        leftOut: [...leftOutTexts(columns, shown), ...countLost(found.rows)],
        askedRows: new Set(grouped.asked.flatMap(({ families }) => families.flatMap(({ lines }) => lines)))
          .size,
      };
    },
    failure,
    onDone: setChecked,
  });
  // The function is stable, so that a choice renders one of many fields.
  const choose = useCallback((index: number, fate: Fate) => {
    setColumns((before) => before.map((one, at) => (at === index ? fate : one)));
    setChecked(undefined);
    setAsked([]);
  }, []);
  const leaveOut = useCallback((index: number, isLeftOut: boolean) => {
    setLeftOut(
      (before) => new Set(isLeftOut ? [...before, index] : [...before].filter((one) => one !== index)),
    );
  }, []);
  const later = useAfterFrame(columns);
  const understood = useMemo(
    () => read({ columns: later, order: order ?? 'day-first', today }),
    [read, later, order, today],
  );
  const doubts = useMemo(
    () => findDoubts(table, later, understood, today),
    [table, later, understood, today],
  );
  const open = shown.flatMap(({ looksLike }, index) => {
    const fate = columns[index] ?? null;
    return fate === 'ask' || (fate === null && looksLike && !leftOut.has(index)) ? [index] : [];
  });
  const missing = missingColumns(columns);
  const list = useRef<HTMLDivElement>(null);
  const goTo = useCallback(
    (index: number) =>
      list.current?.querySelector<HTMLSelectElement>(`select[name="column-${index}"]`)?.focus(),
    [],
  );
  return (
    <Stack gap="4">
      <FirstRows table={table} columns={columns} />
      <Heading as="h3" size="md">
        What the columns are
      </Heading>
      <Box ref={list}>
        <ColumnList
          columns={columns}
          shown={shown}
          leftOut={leftOut}
          onChoose={choose}
          onLeaveOut={leaveOut}
        />
      </Box>
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
      <Understanding understood={understood} columns={later} shown={shown} doubts={doubts} onLook={goTo} />
      {open.length > 0 && (
        <Notice status="warning" icon={TriangleAlert}>
          <Text>
            Please say of {counted(open.length, 'column', 'columns')} what it has, or tick that it is left
            out:
          </Text>
          <ColumnLinks columns={open} shown={shown} onLook={goTo} />
        </Notice>
      )}
      {missing && (
        <Notice status="warning" icon={TriangleAlert}>
          Please say which column has {missing}.
        </Notice>
      )}
      {!order && (
        <Notice status="warning" icon={TriangleAlert}>
          Please choose whether the day or the month comes first in the dates.
        </Notice>
      )}
      <FailureNotice error={looking.error} failure={failure} />
      <Button
        type="button"
        alignSelf="start"
        disabled={!order || missing !== null || open.length > 0 || looking.isPending}
        onClick={() => looking.submit(answers)}
      >
        {looking.isPending ? 'Looking...' : 'Look at the Rows'}
      </Button>
      {looking.isPending && <ShownProgress of={progress} label="Rows looked at" />}
      <RowQuestions
        asked={asked}
        isPending={looking.isPending}
        onSay={(shared, answer) => {
          const said = new Map([...answers, [shared, answer] as const]);
          setAnswers(said);
          looking.submit(said);
        }}
      />
      {checked && !looking.isPending && children(checked)}
    </Stack>
  );
};
