import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { brand } from '#shared/brand';
import { broughtBy, leavesSomethingOut } from '#shared/families/import-decision';
import { countThings } from '#shared/families/import-doubts';
import { toCsv } from '#shared/lib/csv';
import type { FileTable } from '#shared/lib/file-table';
import { formatDate } from '#shared/lib/format';
import { formatCents, signedCentsSchema } from '#shared/lib/money';
import { counted, listed } from '#shared/lib/text';
import { Card } from '../../../components/card.tsx';
import { Button } from '../../../components/controls.tsx';
import { Heading } from '../../../components/screen.tsx';
import { StyledButton } from '../../../components/styled.tsx';
import { saveFile } from '../../../lib/browser/save-file.ts';
import { useSubmission } from '../../../lib/forms/use-submission.ts';
import { businessToday } from '../../../lib/time/today.ts';
import { showToast } from '../../../lib/toasts/toasts.ts';
import { FailureNotice } from '../notices.tsx';
import { everyRead } from '../queries.ts';
import { ChooseTable } from '../tables/choose-table.tsx';
import { type Checked, ImportColumns } from './import-columns.tsx';
import { type Progress, Rows, ShownProgress, useEnd } from './import-parts.tsx';
import { type DecidedFamily, familyReading, sendFamilies } from './import-run.ts';
import { Imports } from './past-imports.tsx';

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

/** Brings families from a file: the file first, its rows as they are understood, what would be done, and the import. */
export const ImportFamilies = () => (
  <Card p={{ base: '4', md: '5' }}>
    <Stack gap="5">
      <Heading size="md">Bring your families</Heading>
      <ChooseTable
        label="File with your families"
        hint="An Excel workbook or a CSV file: a list of yours, or the export of another program, with one row for each child or each family. Nothing is stored before “Import”, and nobody is mailed."
        reading={familyReading}
      >
        {(table) => (
          <ImportColumns table={table}>
            {(checked) => (
              <CheckedFamilies
                key={checked.decided.length + checked.refused.length}
                checked={checked}
                table={table}
              />
            )}
          </ImportColumns>
        )}
      </ChooseTable>
      <Imports />
    </Stack>
  </Card>
);

interface BroughtProps {
  readonly decided: readonly DecidedFamily[];
  readonly leftOut: readonly string[];
  readonly refused: number;
}

/** One line for each kind of thing that an import brought, and for each that it left out (IMP-05). */
const Brought = ({ decided, leftOut, refused }: BroughtProps) => {
  const stored = decided.filter(({ decision: { state } }) => state === 'new' || state === 'changes');
  const brought = [
    counted(stored.length, 'family', 'families'),
    ...countThings(stored.map(({ family, decision }) => broughtBy(family, decision))),
  ];
  const left = [...(refused > 0 ? [counted(refused, 'row', 'rows')] : []), ...leftOut];
  return (
    <>
      <Rows title="Brought" count={brought.length}>
        {brought.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </Rows>
      <Rows title="Left out" count={left.length}>
        {left.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </Rows>
    </>
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
        cells: table.rows.find((row) => row.line === line)?.cells ?? [],
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
              <StyledButton
                type="button"
                variant="outline"
                size="compact"
                me="2"
                onClick={() => say(one, name, child_id)}
              >
                The Same Child
              </StyledButton>
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
      {decided.some(({ family, decision }) => leavesSomethingOut(family, decision)) && (
        <Text color="fg.muted">
          Notes, contacts and second parents are imported with new children alone. Of children who are stored
          already the family keeps them up to date.
        </Text>
      )}
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
        <StyledButton type="button" variant="outline" alignSelf="start" onClick={saveRefused}>
          <Download size="1.2em" aria-hidden />
          Save the Refused Rows
        </StyledButton>
      )}
      <FailureNotice
        error={importing.error}
        failure={`${failure}. Those imported stay: press again, or choose the file again, to go on`}
      />
      {(importing.isPending || importing.error) && <ShownProgress of={progress} label="Families imported" />}
      {!isDone && toImport.length > 0 && (
        <StyledButton
          type="button"
          variant="accent"
          alignSelf="start"
          disabled={importing.isPending}
          onClick={() => importing.submit(toImport)}
        >
          {importing.isPending ? 'Importing...' : `Import ${counted(toImport.length, 'Family', 'Families')}`}
        </StyledButton>
      )}
      {isDone && <Brought decided={decided} leftOut={checked.leftOut} refused={bad.length} />}
      {isDone && (
        <Text>Nobody was mailed. “Invite the Families” below sends each that has an email a link.</Text>
      )}
    </Stack>
  );
};
