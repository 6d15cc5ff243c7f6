import { SimpleGrid } from '@chakra-ui/react/simple-grid';
import { Stack } from '@chakra-ui/react/stack';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { Download, TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { DayOrder } from '#shared/bank/cells';
import { brand } from '#shared/brand';
import { adminRoutes } from '#shared/contract/admin-routes';
import type { ImportId } from '#shared/families/import';
import { importLimits } from '#shared/families/import';
import { type FamilyColumns, guessFamilyColumns, meanings } from '#shared/families/import-columns';
import {
  birthdayOrderIn,
  canBeRead,
  groupFamilies,
  type RefusedRow,
  readFamilyRows,
  type SharedAnswers,
} from '#shared/families/import-rows';
import { toCsv } from '#shared/lib/csv';
import type { FileTable } from '#shared/lib/file-table';
import { formatDate } from '#shared/lib/format';
import { formatCents, signedCentsSchema } from '#shared/lib/money';
import { counted, listed } from '#shared/lib/text';
import { Card, Notice } from '../../../components/card.tsx';
import { Button } from '../../../components/controls.tsx';
import { FormField } from '../../../components/fields.tsx';
import { Heading } from '../../../components/screen.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { saveFile } from '../../../lib/browser/save-file.ts';
import { useSubmission } from '../../../lib/forms/use-submission.ts';
import { businessDate, businessToday } from '../../../lib/time/today.ts';
import { showToast } from '../../../lib/toasts/toasts.ts';
import { FailureNotice } from '../notices.tsx';
import { everyRead } from '../queries.ts';
import { type DecidedFamily, importIdOf, readFamilyFile, sendFamilies, undoWhole } from './import-run.ts';

const FileInput = chakra('input', { base: { maxWidth: 'full', minHeight: 'touch' } });
const Bar = chakra('progress', { base: { width: 'full', height: '3', accentColor: 'brand.solid' } });
const List = chakra('ul', {
  base: { listStyle: 'none', display: 'flex', flexDirection: 'column', gap: '2', overflowWrap: 'anywhere' },
});

/** More of a list is in the file that can be saved. */
const mostShown = 50;

/** A list with its heading and number; nothing where it is empty. */
const Rows = ({
  title,
  count,
  children,
}: {
  readonly title: string;
  readonly count: number;
  readonly children: readonly ReactNode[];
}) =>
  count === 0 ? null : (
    <Stack gap="2">
      <Heading as="h3" size="md">
        {title} ({count})
      </Heading>
      <List aria-label={title}>
        {children.slice(0, mostShown)}
        {children.length > mostShown && <li>… and {children.length - mostShown} more</li>}
      </List>
    </Stack>
  );

/** An unmounted screen sends nothing more. What it sent stays; the same file goes on with it. */
const useEnd = (): (() => AbortSignal) => {
  const [controller] = useState(() => ({ current: new AbortController() }));
  useEffect(() => () => controller.current.abort(), [controller]);
  return () => {
    if (controller.current.signal.aborted) controller.current = new AbortController();
    return controller.current.signal;
  };
};

/** "Ana Novak, ana@example.com: Mia (Apr 3, 2018)". */
const familyWords = ({ adult, second, children, balance }: DecidedFamily['family']): string => {
  const parents = [adult, ...(second ? [second] : [])].map((one) =>
    [one.full_name, one.email, one.phone_number].filter((part) => part).join(', '),
  );
  const names = children.map(({ name, date_of_birth }) => `${name} (${formatDate(date_of_birth)})`);
  const owes =
    balance === null
      ? ''
      : `. ${balance > 0 ? 'Owes' : 'In credit'} ${formatCents(signedCentsSchema.parse(Math.abs(balance)))}`;
  return `${parents.join(' and ')}: ${listed(names)}${owes}`;
};

const progressWords = ({ done, all, isWaiting }: Progress): string =>
  isWaiting
    ? `No answer. ${done} of ${all} families are done. It goes on as soon as the network is back.`
    : `${done} of ${all} families`;

interface Progress {
  readonly done: number;
  readonly all: number;
  readonly isWaiting: boolean;
}

const ShownProgress = ({ of, label }: { readonly of: Progress | undefined; readonly label: string }) =>
  of ? (
    <Stack gap="1">
      <Bar aria-label={label} value={of.done} max={of.all} />
      <Text role="status">{progressWords(of)}</Text>
    </Stack>
  ) : null;

/** Brings families from a file: the file first, its rows as they are understood, what would be done, and the import. */
export const ImportFamilies = () => {
  const [table, setTable] = useState<FileTable>();
  const [issue, setIssue] = useState<string>();
  const failure = 'Failed to open the file. Please choose it again';
  const opening = useSubmission({
    send: readFamilyFile,
    failure,
    onDone: (read) => (typeof read === 'string' ? setIssue(read) : setTable(read)),
  });
  return (
    <Card p={{ base: '4', md: '5' }}>
      <Stack gap="5">
        <Heading size="md">Bring your families</Heading>
        <FormField
          label="CSV file with your families"
          hint="A list of yours, or the export of another program: one row for each child or each family. Nothing is stored before “Import”, and nobody is mailed."
          error={issue}
        >
          {(control) => (
            <FileInput
              {...control}
              type="file"
              accept=".csv,.txt,.tsv,text/csv"
              onChange={({ target: { files } }) => {
                setTable(undefined);
                setIssue(undefined);
                if (files?.[0]) opening.submit(files[0]);
              }}
            />
          )}
        </FormField>
        <FailureNotice error={opening.error} failure={failure} />
        {table && <NamedTable key={JSON.stringify(table.heading) + table.rows.length} table={table} />}
        <Imports />
      </Stack>
    </Card>
  );
};

interface Checked {
  readonly importId: ImportId;
  readonly decided: readonly DecidedFamily[];
  readonly refused: readonly RefusedRow[];
}

/** The columns of a file, what the file leaves open, and the press that looks at its rows. */
const NamedTable = ({ table }: { readonly table: FileTable }) => {
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
  const exampleOf = (index: number) => table.rows.map((cells) => cells[index]).find((cell) => cell);
  return (
    <Stack gap="4">
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
      <Button
        type="button"
        alignSelf="start"
        disabled={!order || !canBeRead(columns) || looking.isPending}
        onClick={() => looking.submit(answers)}
      >
        {looking.isPending ? 'Looking...' : 'Look at the Rows'}
      </Button>
      {looking.isPending && <ShownProgress of={progress} label="Rows looked at" />}
      <Rows title="One family or two?" count={asked.length}>
        {asked.map(({ shared, lines, names }) => (
          <li key={shared}>
            <Text>
              Rows {listed(lines.map(String))} have {shared}, of{' '}
              {listed(names.map((name) => name || 'nobody'))}.
            </Text>
            {(['one', 'apart'] as const).map((answer) => (
              <Button
                key={answer}
                type="button"
                variant="outline"
                size="compact"
                me="2"
                onClick={() => {
                  const said = new Map([...answers, [shared, answer] as const]);
                  setAnswers(said);
                  looking.submit(said);
                }}
              >
                {answer === 'one' ? 'One Family' : 'Two Families'}
              </Button>
            ))}
          </li>
        ))}
      </Rows>
      {checked && !looking.isPending && (
        <CheckedFamilies
          key={checked.decided.length + checked.refused.length}
          checked={checked}
          table={table}
        />
      )}
    </Stack>
  );
};

/** What an import would do with each family, and the import. */
const CheckedFamilies = ({ checked, table }: { readonly checked: Checked; readonly table: FileTable }) => {
  const { importId, refused } = checked;
  const [decided, setDecided] = useState(checked.decided);
  const [progress, setProgress] = useState<Progress>();
  const [isDone, setIsDone] = useState(false);
  const signalNow = useEnd();
  const of = (state: DecidedFamily['decision']['state']) =>
    decided.filter(({ decision }) => decision.state === state);
  const isOpen = ({ decision }: DecidedFamily) => decision.state === 'new' || decision.state === 'changes';
  const toImport = decided.filter(isOpen);
  const bad = [
    ...refused,
    ...of('refused').flatMap(({ family, decision }) =>
      family.lines.map((line) => ({
        line,
        cells: table.rows[line - 1] ?? [],
        reason: decision.reason ?? '',
      })),
    ),
  ].toSorted((one, other) => one.line - other.line);
  const failure = 'Failed to import all families';
  const importing = useSubmission({
    send: (families: readonly DecidedFamily[]) =>
      sendFamilies(
        'importFamilies',
        importId,
        families.map(({ family }) => family),
        { signal: signalNow(), onProgress: setProgress },
      ),
    failure,
    changes: everyRead,
    onDone: (done) => {
      setIsDone(true);
      const byFamily = new Map(done.map((one) => [one.family.rows[0], one]));
      setDecided(decided.map((one) => byFamily.get(one.family.rows[0]) ?? one));
      const stored = done.filter(
        ({ decision }) => decision.state !== 'refused' && decision.state !== 'asked',
      );
      showToast({ type: 'success', title: `${counted(stored.length, 'family', 'families')} imported` });
    },
  });
  const say = (
    asked: DecidedFamily,
    name: string,
    is: NonNullable<DecidedFamily['family']['children'][number]['is']>,
  ) => {
    const children = asked.family.children.map((child) => (child.name === name ? { ...child, is } : child));
    const similar = asked.decision.similar.filter((one) => one.name !== name);
    const changed: DecidedFamily = {
      family: { ...asked.family, children },
      decision: {
        ...asked.decision,
        similar,
        ...(similar.length === 0 && {
          state: 'changes',
          changes: children.map((child) =>
            child.is === 'another' ? `New child: ${child.name}` : child.name,
          ),
        }),
      },
    };
    setDecided(decided.map((one) => (one === asked ? changed : one)));
  };
  const saveRefused = () =>
    saveFile(
      `${brand.name.toLowerCase()}-refused-rows-${businessToday()}.csv`,
      toCsv(
        [...table.heading, 'Row', 'Why it is refused'],
        bad.map(({ line, cells, reason }) => [
          ...table.heading.map((_, index) => cells[index] ?? ''),
          line,
          reason,
        ]),
      ),
      'text/csv',
    );
  return (
    <Stack gap="5">
      <Text fontWeight="semibold" role="status">
        {of('new').length} new, {of('changes').length} with changes, {of('same').length} the same,{' '}
        {counted(bad.length, 'row', 'rows')} refused
        {of('asked').length > 0 && `, ${of('asked').length} to be asked about`}
      </Text>
      <Rows title="Is it the same child?" count={of('asked').length}>
        {of('asked').flatMap((one) =>
          one.decision.similar.map(({ name, child_id, known_name }) => (
            <li key={`${one.family.rows[0]} ${name}`}>
              <Text>
                {name} in the file, {known_name} in {one.family.adult.full_name}’s family, born on the same
                day.
              </Text>
              <Button
                type="button"
                variant="outline"
                size="compact"
                me="2"
                onClick={() => say(one, name, child_id)}
              >
                The Same Child
              </Button>
              <Button
                type="button"
                variant="outline"
                size="compact"
                onClick={() => say(one, name, 'another')}
              >
                Another Child
              </Button>
            </li>
          )),
        )}
      </Rows>
      <Rows title="New families" count={of('new').length}>
        {of('new').map(({ family }) => (
          <li key={family.rows[0]}>{familyWords(family)}</li>
        ))}
      </Rows>
      <Rows title="Changes" count={of('changes').length}>
        {of('changes').map(({ family, decision }) => (
          <li key={family.rows[0]}>
            {family.adult.full_name}: {decision.changes.join('; ')}
          </li>
        ))}
      </Rows>
      <Rows title="The same already" count={of('same').length}>
        {of('same').map(({ family }) => (
          <li key={family.rows[0]}>{familyWords(family)}</li>
        ))}
      </Rows>
      <Rows title="Refused rows" count={bad.length}>
        {bad.map(({ line, cells, reason }) => (
          <li key={line}>
            <strong>Row {line}:</strong> {reason}.{' '}
            <Text as="span" color="fg.muted">
              {cells.filter(Boolean).join(', ')}
            </Text>
          </li>
        ))}
      </Rows>
      {bad.length > 0 && (
        <Button type="button" variant="outline" alignSelf="start" onClick={saveRefused}>
          <Download size="1.2em" aria-hidden />
          Save the Refused Rows
        </Button>
      )}
      <FailureNotice
        error={importing.error}
        failure={`${failure}. Those imported stay: press again, or choose the file again, to go on`}
      />
      {(importing.isPending || importing.error) && <ShownProgress of={progress} label="Families imported" />}
      {!isDone && toImport.length > 0 && (
        <Button
          type="button"
          variant="accent"
          alignSelf="start"
          disabled={importing.isPending}
          onClick={() => importing.submit(toImport)}
        >
          {importing.isPending ? 'Importing...' : `Import ${counted(toImport.length, 'Family', 'Families')}`}
        </Button>
      )}
      {isDone && (
        <Text>Nobody was mailed. “Invite the Families” below sends each that has an email a link.</Text>
      )}
    </Stack>
  );
};

/** The imports of the last days, each taken back in one press. */
const Imports = () => {
  const imports = useQuery(routeQuery(adminRoutes.listImports, {}, 'Failed to load the imports'));
  const [kept, setKept] = useState<Awaited<ReturnType<typeof undoWhole>>['kept']>([]);
  const [undone, setUndone] = useState(0);
  const signalNow = useEnd();
  const failure = 'Failed to take the import back';
  const undoing = useSubmission({
    send: (importId: ImportId) => undoWhole(importId, { signal: signalNow(), onProgress: setUndone }),
    failure,
    changes: everyRead,
    onDone: (result) => {
      setKept(result.kept);
      showToast({
        type: 'success',
        title: `${counted(result.undone, 'family', 'families')} taken back`,
      });
    },
  });
  const inviteFailure = 'Failed to invite all families. Please press again';
  const inviting = useSubmission({
    send: (importId: ImportId) => callRoute(adminRoutes.inviteImported, { params: { importId } }),
    failure: inviteFailure,
    changes: everyRead,
    onDone: ({ invited }) =>
      showToast({
        type: 'success',
        title:
          invited > 0
            ? `${counted(invited, 'family', 'families')} invited. The emails go out one after the other`
            : 'Nobody is left to invite: all have a login or an invitation, or no email',
      }),
  });
  const list = imports.data?.imports ?? [];
  if (list.length === 0 && kept.length === 0) return null;
  return (
    <Stack gap="3">
      <Rows title="Imports that can be taken back" count={list.length}>
        {list.map(({ import_id, started_at, started_by_name, families }) => (
          <li key={import_id}>
            <Text>
              {businessDate(started_at)}
              {started_by_name && `, by ${started_by_name}`}: {counted(families, 'family', 'families')}. Until{' '}
              {importLimits.undoDays} days after the import.
            </Text>
            <Button
              type="button"
              variant="outline"
              disabled={undoing.isPending}
              onClick={() => undoing.submit(import_id)}
            >
              {undoing.isPending ? `Taking back... ${undone}` : 'Take the Import Back'}
            </Button>{' '}
            <Button type="button" disabled={inviting.isPending} onClick={() => inviting.submit(import_id)}>
              {inviting.isPending ? 'Inviting...' : 'Invite the Families'}
            </Button>
          </li>
        ))}
      </Rows>
      <FailureNotice error={inviting.error} failure={inviteFailure} />
      <FailureNotice error={undoing.error} failure={failure} />
      <Rows title="Not taken back" count={kept.length}>
        {kept.map(({ parent_id, full_name, built }) => (
          <li key={parent_id}>
            {full_name} {built}
          </li>
        ))}
      </Rows>
    </Stack>
  );
};
