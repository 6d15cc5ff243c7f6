import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { bankRowRoutes } from '#shared/bank/admin-routes';
import type { DayOrder, DecimalSign } from '#shared/bank/cells';
import type { BankColumns } from '#shared/bank/import';
import {
  dayOrderIn,
  decimalSignIn,
  doubtfulReasons,
  type LeftOutRow,
  readBankRows,
} from '#shared/bank/read-rows';
import { type BankTable, guessColumns, headingText, openColumns } from '#shared/bank/table';
import type { BankRow } from '#shared/ledger/references';
import { idempotencyKeySchema } from '#shared/lib/ids';
import { formatCents } from '#shared/lib/money';
import { counted } from '#shared/lib/text';
import { css } from '#styled-system/css';
import { CheckBox } from '../../../components/choices.tsx';
import { lateDialog } from '../../../components/modal.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Heading } from '../../../components/ui/heading.tsx';
import { Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { useSubmission } from '../../../lib/forms/use-submission.ts';
import { businessToday } from '../../../lib/time/today.ts';
import { showToast } from '../../../lib/toasts/toasts.ts';
import type { DialogProps } from '../dialogs.tsx';
import { FailureNotice } from '../notices.tsx';
import { everyRead } from '../queries.ts';
import { ChooseTable } from '../tables/choose-table.tsx';
import {
  bankReading,
  checkRows,
  type KnownRow,
  recordRows,
  storeUnassignedRows,
  tickedRows,
} from './bank-file.ts';
import { proposalWords, rowWords, severalWords } from './bank-row-words.ts';
import { ColumnsForm, storeColumns } from './columns-form.tsx';
import type { SplitRow } from './unassigned-dialogs.tsx';

const SplitDialog = lateDialog<'SplitDialog', DialogProps<SplitRow>>(
  () => import('./unassigned-dialogs.tsx'),
  'SplitDialog',
);

const list = css({
  listStyle: 'none',
  display: 'flex',
  flexDirection: 'column',
  gap: '3',
  overflowWrap: 'anywhere',
});

const RowList = ({
  title,
  count,
  children,
}: {
  readonly title: string;
  readonly count: number;
  readonly children: ReactNode;
}) =>
  count === 0 ? null : (
    <Stack gap="2">
      <Heading as="h3" size="md">
        {title} ({count})
      </Heading>
      <ul aria-label={title} className={list}>
        {children}
      </ul>
    </Stack>
  );

const MatchedRow = ({
  known,
  isTicked,
  onTick,
}: {
  readonly known: KnownRow;
  readonly isTicked: boolean;
  readonly onTick: () => void;
}) =>
  known.match && (
    <li>
      <CheckBox checked={isTicked} onChange={onTick}>
        {formatCents(known.row.amount)} for {known.match.full_name}
      </CheckBox>
      <Text color="fg.muted" fontSize="sm">
        {proposalWords(known.match)}
        {known.state === 'taken-back' && '. Recorded before, and taken back'}
        {known.state === 'unassigned' && '. It is on the list of payments to assign'}
      </Text>
      <Text fontSize="sm">{rowWords(known.row)}</Text>
    </li>
  );

interface Read {
  readonly known: readonly KnownRow[];
  readonly leftOut: readonly LeftOutRow[];
}

interface ListedInFile {
  readonly onListed: (ids: ReadonlySet<string>) => void;
}

export const ImportPayments = ({ onListed }: ListedInFile) => (
  <Card.Root>
    <Card.Body gap="5">
      <Card.Title>Import payments</Card.Title>
      <ChooseTable
        label="File of your bank or payment provider"
        hint="A CSV file or an Excel workbook. It stays in your browser. Only rows with money that came in are sent, to be checked and recorded."
        reading={bankReading}
      >
        {(table) => <KnownFile table={table} onListed={onListed} />}
      </ChooseTable>
    </Card.Body>
  </Card.Root>
);

/** Uses the columns that an administrator named last, else those that heading and cells suggest. */
const KnownFile = ({ table, onListed }: ListedInFile & { readonly table: BankTable }) => {
  const failure = 'Failed to open the file. Please choose it again';
  const body = { heading: headingText(table) };
  const known = useQuery({ ...routeQuery(bankRowRoutes.lookUpBankColumns, { body }, failure), gcTime: 0 });
  if (known.data)
    return <OpenFile table={table} named={known.data.columns ?? guessColumns(table)} onListed={onListed} />;
  return <FailureNotice error={known.error} failure={failure} />;
};

interface OpenFileProps extends ListedInFile {
  readonly table: BankTable;
  readonly named: BankColumns;
}

const OpenFile = ({ table, named, onListed }: OpenFileProps) => {
  const [columns, setColumns] = useState(named);
  const [read, setRead] = useState<Read>();
  return (
    <Stack gap="5">
      <NamedFile
        table={table}
        columns={columns}
        onColumns={(changed) => {
          setColumns(changed);
          setRead(undefined);
        }}
        onRead={setRead}
      />
      {read && <ReadRows key={read.known.length} read={read} method={columns.method} onListed={onListed} />}
    </Stack>
  );
};

const NamedFile = ({
  table,
  columns,
  onColumns,
  onRead,
}: {
  readonly table: BankTable;
  readonly columns: BankColumns;
  readonly onColumns: (columns: BankColumns) => void;
  readonly onRead: (read: Read) => void;
}) => {
  const [done, setDone] = useState(0);
  const order = dayOrderIn(table, columns);
  const decimals = decimalSignIn(table, columns);
  const isOpen = order === 'ask' || decimals === 'ask' || openColumns(table, columns).length > 0;
  const failure = 'Failed to check the rows';
  const looking = useSubmission({
    send: async () => {
      if (order === 'ask' || decimals === 'ask') throw new Error('How the file is read is not chosen');
      await storeColumns(table, columns);
      const reading = { order, decimals, today: businessToday() };
      const { rows, leftOut } = await readBankRows(table, columns, reading);
      return { known: await checkRows(rows, setDone), leftOut };
    },
    failure,
    onDone: onRead,
  });
  const isDoubtful = isOpen || table.headingLine === null || columns.text.length === 0;
  const [isChanging, setIsChanging] = useState(isDoubtful);
  return (
    <Stack gap="4">
      {order !== 'ask' && decimals !== 'ask' && (
        <FirstRows table={table} columns={columns} order={order} decimals={decimals} />
      )}
      {isChanging ? (
        <>
          <ColumnsForm
            table={table}
            columns={columns}
            asksOrder={dayOrderIn(table, { ...columns, day_order: null }) === 'ask'}
            asksDecimals={decimalSignIn(table, { ...columns, decimal_sign: null }) === 'ask'}
            onChange={onColumns}
          />
          <Text color="fg.muted" fontSize="sm">
            The columns are remembered for the school, for the next file with this heading.
          </Text>
        </>
      ) : (
        <Button type="button" variant="outline" alignSelf="start" onClick={() => setIsChanging(true)}>
          Change
        </Button>
      )}
      {table.headingLine === null && (
        <Notice status="warning" icon={TriangleAlert}>
          This file has no heading. Please check what its columns are.
        </Notice>
      )}
      {columns.text.length === 0 && (
        <Notice status="warning" icon={TriangleAlert}>
          No column with references is chosen. Families are then found by who paid and by the amount alone.
        </Notice>
      )}
      <FailureNotice error={looking.error} failure={failure} />
      <Button
        type="button"
        alignSelf="start"
        disabled={isOpen || looking.isPending}
        onClick={() => looking.submit(undefined)}
      >
        {looking.isPending ? `Checking... ${done > 0 ? done : ''}` : 'Look at the Rows'}
      </Button>
    </Stack>
  );
};

const firstRows = 5;

interface FirstRowsProps {
  readonly table: BankTable;
  readonly columns: BankColumns;
  readonly order: DayOrder;
  readonly decimals: DecimalSign | null;
}

/** Shows how the first rows are understood (DAY-06). */
const FirstRows = ({ table, columns, order, decimals }: FirstRowsProps) => {
  const [words, setWords] = useState<readonly { readonly key: string; readonly text: string }[]>([]);
  useEffect(() => {
    let isWanted = true;
    const first = { ...table, rows: table.rows.slice(0, firstRows) };
    void readBankRows(first, columns, { order, decimals, today: businessToday() }).then(
      ({ rows, leftOut }) => {
        if (!isWanted) return;
        const left = leftOut.map(({ line, cells, reason }) => ({
          key: `left ${line}`,
          text: `Row ${line}: ${reason}: ${cells.filter(Boolean).join(', ')}`,
        }));
        setWords([...rows.map((row) => ({ key: row.id, text: rowWords(row) })), ...left]);
      },
    );
    return () => {
      isWanted = false;
    };
  }, [table, columns, order, decimals]);
  return (
    <Stack gap="2">
      <Heading as="h3" size="md">
        The first rows, as they are understood
      </Heading>
      <ul aria-label="The first rows" className={list}>
        {words.map(({ key, text }) => (
          <li key={key}>{text}</li>
        ))}
      </ul>
    </Stack>
  );
};

const pressText = (chosen: number, toAssign: number): string =>
  chosen === 0 && toAssign > 0 ? `Keep ${toAssign} to Assign` : `Record ${chosen}`;

const restText = (toAssign: number, isStored: boolean): string => {
  if (isStored) return 'What is not recorded waits under “Payments to assign”.';
  return toAssign > 0
    ? `${counted(toAssign, 'payment that is', 'payments that are')} not ticked will wait under “Payments to assign”.`
    : '';
};

const doneText = (recorded: number, unassigned: number): string => {
  if (recorded === 0) return `${counted(unassigned, 'payment waits', 'payments wait')} to be assigned`;
  return recorded === 1 ? 'One payment recorded' : `${recorded} payments recorded`;
};

interface ReadRowsProps extends ListedInFile {
  readonly read: Read;
  readonly method: BankColumns['method'];
}

const ReadRows = ({ read: { known, leftOut }, method, onListed }: ReadRowsProps) => {
  const [ticked, setTicked] = useState(() => tickedRows(known));
  const [receipt, setReceipt] = useState(true);
  const [press] = useState(() => idempotencyKeySchema.parse(crypto.randomUUID()));
  const [recorded, setRecorded] = useState<ReadonlySet<BankRow>>(new Set());
  const [foundKnown, setFoundKnown] = useState<ReadonlySet<BankRow>>(new Set());
  const [isStored, setIsStored] = useState(false);
  const [split, setSplit] = useState<KnownRow>();
  const isRecorded = ({ row }: KnownRow) => recorded.has(row);
  const isKnown = ({ row, state }: KnownRow) => state === 'recorded' || foundKnown.has(row);
  const open = known.filter((one) => !isRecorded(one) && !isKnown(one) && one.state !== 'ignored');
  const chosen = open.filter((one) => ticked.has(one));
  const rest = open.filter((one) => !ticked.has(one) && one.state !== 'unassigned');
  const failure = 'Failed to record all payments';
  const recording = useSubmission({
    send: async () => {
      // This includes earlier presses that failed halfway.
      const all = new Set(recorded);
      await recordRows(
        chosen.flatMap(({ row, match }) => (match ? { row, parent_id: match.parent_id } : [])),
        { method, receipt, press },
        (rows, outcome) => {
          if (outcome === 'known') return setFoundKnown((before) => new Set([...before, ...rows]));
          for (const row of rows) all.add(row);
          setRecorded(new Set(all));
        },
      );
      await storeUnassignedRows(
        rest.map(({ row }) => row),
        method,
      );
      return all.size;
    },
    failure,
    changes: everyRead,
    onDone: (count) => {
      setIsStored(true);
      showToast({ type: 'success', title: doneText(count, rest.length) });
    },
  });
  const toggle = (one: KnownRow) => {
    const next = new Set(ticked);
    if (!next.delete(one)) next.add(one);
    setTicked(next);
  };
  const matched = open.filter(({ match }) => match !== null);
  // A waiting row is listed once: here where it can be recorded, else under "Payments to assign".
  const isWaiting = ({ state, match }: KnownRow) => match === null && (state === 'unassigned' || isStored);
  const waiting = open.filter(isWaiting);
  const undecided = open.filter((one) => one.match === null && !isWaiting(one));
  const named = undecided.filter(({ several }) => several.length > 0);
  const unmatched = undecided.filter(({ several }) => several.length === 0);
  const listed = matched.map(({ row }) => row.id).join(' ');
  useEffect(() => {
    onListed(new Set(listed.split(' ')));
    return () => onListed(new Set());
  }, [listed, onListed]);
  const doubts = doubtfulReasons(leftOut);
  const ignored = known.filter(({ state }) => state === 'ignored');
  const toAssign = isStored ? 0 : rest.length;
  return (
    <Stack gap="5">
      <RowList title="Payments of families" count={matched.length}>
        {matched.map((one) => (
          <MatchedRow
            key={known.indexOf(one)}
            known={one}
            isTicked={ticked.has(one)}
            onTick={() => toggle(one)}
          />
        ))}
      </RowList>
      <RowList title="No family found" count={unmatched.length}>
        {unmatched.map((one) => (
          <li key={known.indexOf(one)}>{rowWords(one.row)}</li>
        ))}
      </RowList>
      <RowList title="References of several families" count={named.length}>
        {named.map((one) => (
          <li key={known.indexOf(one)}>
            <strong>{severalWords(one.several)}:</strong> {rowWords(one.row)}{' '}
            <Button
              type="button"
              variant="outline"
              size="sm"
              aria-label={`Split ${rowWords(one.row)}`}
              onClick={() => setSplit(one)}
            >
              Split
            </Button>
          </li>
        ))}
      </RowList>
      <SplitDialog
        of={split && { ...split, method }}
        onClose={() => setSplit(undefined)}
        onDone={() => split && setRecorded((before) => new Set([...before, split.row]))}
      />
      {doubts.length > 0 && (
        <Notice status="warning" icon={TriangleAlert}>
          Not recorded, although money may have come in:{' '}
          {doubts.map(({ reason, count }) => `${counted(count, 'row', 'rows')} (${reason})`).join('; ')}.
          Please look at “Left out” below, and at the columns above.
        </Notice>
      )}
      {waiting.length > 0 && (
        <Text>
          {counted(waiting.length, 'payment of this file waits', 'payments of this file wait')} under
          “Payments to assign” below.
        </Text>
      )}
      {known.length === 0 && <Text>No row of this file says that money came in.</Text>}
      {open.length > 0 && (
        <Stack gap="3">
          {matched.length > 0 && (
            <CheckBox checked={receipt} onChange={({ target: { checked } }) => setReceipt(checked)}>
              Send each family a receipt
            </CheckBox>
          )}
          <Text color="fg.muted">{restText(toAssign, isStored)}</Text>
          <FailureNotice
            error={recording.error}
            failure={`${failure}. Those recorded are off the list: press again for the rest`}
          />
          <Button
            type="button"
            alignSelf="start"
            disabled={(chosen.length === 0 && toAssign === 0) || recording.isPending}
            onClick={() => recording.submit(undefined)}
          >
            {recording.isPending ? `Recording... ${chosen.length} to go` : pressText(chosen.length, toAssign)}
          </Button>
        </Stack>
      )}
      <RowList title="Recorded" count={known.filter(isRecorded).length}>
        {known.filter(isRecorded).map((one) => (
          <li key={known.indexOf(one)}>{rowWords(one.row)}</li>
        ))}
      </RowList>
      <RowList title="Recorded before" count={known.filter(isKnown).length}>
        {known.filter(isKnown).map((one) => (
          <li key={known.indexOf(one)}>{rowWords(one.row)}</li>
        ))}
      </RowList>
      <RowList title="Ignored before" count={ignored.length}>
        {ignored.map((one) => (
          <li key={known.indexOf(one)}>
            <strong>{one.reason}:</strong> {rowWords(one.row)}
          </li>
        ))}
      </RowList>
      <RowList title="Left out" count={leftOut.length}>
        {leftOut.map(({ line, cells, reason }) => (
          <li key={line}>
            <strong>
              Row {line}: {reason}:
            </strong>{' '}
            {cells.filter((cell) => cell !== '').join(', ')}
          </li>
        ))}
      </RowList>
    </Stack>
  );
};
