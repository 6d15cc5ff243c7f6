import { Download } from 'lucide-react';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { brand } from '#shared/brand';
import { omitsSomething, thingsImported } from '#shared/families/import-decision';
import { countThings } from '#shared/families/import-doubts';
import { toCsv } from '#shared/lib/csv';
import type { FileTable } from '#shared/lib/file-table';
import { formatCents, signedCentsSchema } from '#shared/lib/money';
import { counted } from '#shared/lib/text';
import { paths } from '#shared/paths';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Link } from '../../../components/ui/link.tsx';
import { Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { saveFile } from '../../../lib/browser/save-file.ts';
import { useSubmission } from '../../../lib/forms/use-submission.ts';
import { businessToday } from '../../../lib/time/today.ts';
import { showToast } from '../../../lib/toasts/toasts.ts';
import { FailureNotice } from '../notices.tsx';
import { everyRead } from '../queries.ts';
import { ChooseTable } from '../tables/choose-table.tsx';
import { type Checked, ImportColumns } from './import-columns.tsx';
import { type Progress, Rows, ShownProgress, useEnd } from './import-lists.tsx';
import { adultsOf, ChildQuestions, FamilyQuestions, familyWords } from './import-questions.tsx';
import { type DecidedFamily, familyReading, sendFamilies } from './import-run.ts';
import { Imports } from './past-imports.tsx';

const wordsOf = ({ balance, ...family }: DecidedFamily['family']): string => {
  const owes =
    balance === null
      ? ''
      : `. ${balance > 0 ? 'Owes' : 'In credit'} ${formatCents(signedCentsSchema.parse(Math.abs(balance)))}`;
  return `${familyWords({ adults: adultsOf(family), children: family.children })}${owes}`;
};

const StoredFamily = ({
  family,
  decision: { parent_id, parent_name },
  texts,
}: DecidedFamily & { readonly texts: readonly string[] }) => (
  <li>
    {parent_id ? (
      <Link asChild>
        <RouterLink to={paths.adminParent(parent_id)}>
          {parent_name || family.adult.full_name || 'No name'}
        </RouterLink>
      </Link>
    ) : (
      family.adult.full_name
    )}
    : {texts.join('; ')}
  </li>
);

export const ImportFamilies = () => (
  <Card.Root>
    <Card.Body gap="5">
      <Card.Title>Bring your families</Card.Title>
      <ChooseTable
        label="File with your families"
        hint="An Excel workbook or a CSV file: a list of yours, or the export of another program, with one row for each child or each family. Nothing is stored before “Import”, and nobody is mailed."
        reading={familyReading}
      >
        {(table, fileName) => (
          <ImportColumns table={table}>
            {(checked) => (
              <CheckedFamilies
                key={checked.decided.length + checked.refused.length}
                checked={checked}
                table={table}
                fileName={fileName}
              />
            )}
          </ImportColumns>
        )}
      </ChooseTable>
      <Imports />
    </Card.Body>
  </Card.Root>
);

interface BroughtProps {
  readonly decided: readonly DecidedFamily[];
  readonly leftOut: readonly string[];
  readonly refused: number;
  readonly askedRows: number;
}

/** One line for each kind of imported data, and for each kind that was left out (IMP-05). */
const Brought = ({ decided, leftOut, refused, askedRows }: BroughtProps) => {
  const stored = decided.filter(({ decision: { state } }) => state === 'new' || state === 'changes');
  const brought = [
    counted(stored.length, 'family', 'families'),
    ...countThings(stored.map(({ family, decision }) => thingsImported(family, decision))),
  ];
  const cut = decided.flatMap(({ family }) => family.beyond).length;
  const asked = decided.filter(({ decision }) => decision.state === 'asked').length;
  const known = decided.filter(({ family, decision }) => omitsSomething(family, decision)).length;
  const left = [
    ...(refused > 0 ? [counted(refused, 'refused row', 'refused rows')] : []),
    ...(asked > 0 ? [`${counted(asked, 'family', 'families')} with a question`] : []),
    ...(askedRows > 0 ? [`${counted(askedRows, 'row', 'rows')} with a question`] : []),
    ...(known > 0
      ? [
          `Health notes, contacts or second parents of ${counted(known, 'family that is', 'families that are')} stored already`,
        ]
      : []),
    ...(cut > 0 ? [`The rest of ${counted(cut, 'note that is', 'notes that are')} too long`] : []),
    ...leftOut,
  ];
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

interface CheckedFamiliesProps {
  readonly checked: Checked;
  readonly table: FileTable;
  readonly fileName: string;
}

const CheckedFamilies = ({ checked, table, fileName }: CheckedFamiliesProps) => {
  const { importId, refused, askedRows } = checked;
  const [decided, setDecided] = useState(checked.decided);
  const [progress, setProgress] = useState<Progress>();
  const [stored, setStored] = useState<ReadonlySet<string>>(new Set());
  const signalNow = useEnd();
  const idOf = ({ family }: DecidedFamily) => family.rows[0] ?? '';
  const of = (state: DecidedFamily['decision']['state']) =>
    decided.filter(({ decision }) => decision.state === state);
  const known = [...of('changes'), ...of('same')];
  const tooLong = [...of('new'), ...known].flatMap((one) =>
    one.family.beyond.map((text) => ({
      id: idOf(one),
      words: one.family.adult.full_name || 'No name',
      text,
    })),
  );
  const toImport = [...of('new'), ...of('changes')].filter((one) => !stored.has(idOf(one)));
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
  const replace = (done: readonly DecidedFamily[]) => {
    const byFamily = new Map(done.map((one) => [idOf(one), one]));
    setDecided((before) => before.map((one) => byFamily.get(idOf(one)) ?? one));
  };
  const failure = 'Failed to import all families';
  const importing = useSubmission({
    send: (families: readonly DecidedFamily[]) =>
      sendFamilies(
        'importFamilies',
        importId,
        families.map(({ family }) => family),
        { signal: signalNow(), onProgress: setProgress, fileName },
      ),
    failure,
    changes: everyRead,
    onDone: (done) => {
      replace(done);
      const imported = done.filter(
        ({ decision }) => decision.state !== 'refused' && decision.state !== 'asked',
      );
      setStored((before) => new Set([...before, ...imported.map(idOf)]));
      showToast({ type: 'success', title: `${counted(imported.length, 'family', 'families')} imported` });
    },
  });
  const answerFailure = 'Failed to look at the family again. Please press again';
  const answering = useSubmission({
    send: (family: DecidedFamily['family']) =>
      sendFamilies('lookUpFamilies', importId, [family], {
        signal: signalNow(),
        onProgress: () => undefined,
      }),
    failure: answerFailure,
    onDone: replace,
  });
  const questions = { asked: of('asked'), isPending: answering.isPending, onSay: answering.submit };
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
        {askedRows > 0 && `, ${counted(askedRows, 'row', 'rows')} with a question`}
      </Text>
      <FamilyQuestions {...questions} />
      <ChildQuestions {...questions} />
      <FailureNotice error={answering.error} failure={answerFailure} />
      <Rows title="New families" count={of('new').length}>
        {of('new').map((one) => (
          <li key={idOf(one)}>{wordsOf(one.family)}</li>
        ))}
      </Rows>
      {(
        [
          ['Changes', 'changes'],
          ['Completed', 'completed'],
          ['Different in the file, and not changed', 'differs'],
        ] as const
      ).map(([title, kind]) => {
        const families = known.filter(({ decision }) => decision[kind].length > 0);
        return (
          <Rows key={kind} title={title} count={families.length}>
            {families.map((one) => (
              <StoredFamily key={idOf(one)} {...one} texts={one.decision[kind]} />
            ))}
          </Rows>
        );
      })}
      <Rows title="The same already" count={of('same').length}>
        {of('same').map((one) => (
          <li key={idOf(one)}>{wordsOf(one.family)}</li>
        ))}
      </Rows>
      {decided.some(({ family, decision }) => omitsSomething(family, decision)) && (
        <Text color="fg.muted">
          Health notes, contacts and second parents are imported with new children alone. Of children who are
          stored already the family keeps them up to date.
        </Text>
      )}
      <Rows title="Too long for a note, and left out" count={tooLong.length}>
        {tooLong.map(({ id, words, text }) => (
          <li key={`${id} ${text}`}>
            <strong>{words}:</strong> {text}
          </li>
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
      {of('asked').length > 0 && (
        <Text>
          {counted(of('asked').length, 'family', 'families')} with a question above: not imported before you
          answer.
        </Text>
      )}
      {toImport.length > 0 && (
        <Button
          type="button"
          colorPalette="accent"
          alignSelf="start"
          disabled={importing.isPending || answering.isPending}
          onClick={() => importing.submit(toImport)}
        >
          {importing.isPending ? 'Importing...' : `Import ${counted(toImport.length, 'Family', 'Families')}`}
        </Button>
      )}
      {stored.size > 0 && toImport.length === 0 && (
        <Brought decided={decided} leftOut={checked.leftOut} refused={bad.length} askedRows={askedRows} />
      )}
      {stored.size > 0 && toImport.length === 0 && (
        <Text>Nobody was mailed. “Invite the Families” below sends each that has an email a link.</Text>
      )}
    </Stack>
  );
};
