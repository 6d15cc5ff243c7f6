import { useState } from 'react';
import { paymentRoutes } from '#shared/ledger/admin-routes';
import { amountIn, endingLineId, type LedgerLine, ledgerLines } from '#shared/ledger/ledger-lines';
import type { EntryPage } from '#shared/ledger/payments';
import type { ManagedStatement } from '#shared/ledger/statement';
import { addDays } from '#shared/lib/calendar';
import type { FamilyId } from '#shared/lib/ids';
import { type CalendarDate, calendarDateSchema } from '#shared/lib/values';
import { TextField } from '../../../components/fields.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { HStack } from '../../../components/ui/stack.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { businessToday } from '../../../lib/time/today.ts';
import { CsvButton, type CsvColumn, centsColumn, readAllPages } from '../tables/csv.tsx';

export const lineMakers = ({
  charges,
  entries,
}: Pick<ManagedStatement, 'charges' | 'entries'>): ReadonlyMap<string, string> => {
  const makers: readonly (readonly [string, string | null])[] = [
    ...charges.map(({ booking_id, ended_by_name }) => [endingLineId(booking_id), ended_by_name] as const),
    ...entries.map(({ key, made_by_name }) => [key, made_by_name] as const),
  ];
  return new Map(makers.flatMap(([id, name]) => (name === null ? [] : [[id, name]])));
};

type FamilyEntries = EntryPage['families'][number];

interface EntryRow {
  readonly family: Pick<FamilyEntries, 'full_name' | 'email' | 'reference'>;
  readonly line: LedgerLine;
  readonly madeBy: string | null;
}

/** A family's lines in a period, the latest first. The API answers a charge with its ending, which may be of another day. */
export const entryRowsOf = (
  family: FamilyEntries,
  { from, until }: { readonly from: CalendarDate; readonly until: CalendarDate },
): EntryRow[] => {
  const makers = lineMakers(family);
  return ledgerLines(family)
    .filter(({ day }) => day >= from && day <= until)
    .map((line) => ({ family, line, madeBy: makers.get(line.id) ?? null }));
};

const moneyWords = [
  ['Charged', 'charged'],
  ['Credited', 'credited'],
  ['Received', 'received'],
] as const;

const entryCsvColumns: readonly CsvColumn<EntryRow>[] = [
  { header: 'Date', value: ({ line }) => line.day },
  { header: 'Family', value: ({ family }) => family.full_name },
  { header: 'Email', value: ({ family }) => family.email },
  { header: 'Reference', value: ({ family }) => family.reference },
  { header: 'Entry', value: ({ line }) => line.text },
  ...moneyWords.map(([name, figure]) => centsColumn<EntryRow>(name, ({ line }) => amountIn(line, figure))),
  centsColumn('Adds to Balance', ({ line }) => line.amount),
  { header: 'Due', value: ({ line }) => line.dueDates },
  { header: 'Note', value: ({ line }) => line.note },
  { header: 'Recorded By', value: ({ madeBy }) => madeBy },
];

const presetDays = 30;

const readEntries = (from: CalendarDate, until: CalendarDate, onProgress: (count: number) => void) =>
  readAllPages<EntryRow, FamilyId>(async (cursor) => {
    const { families, next_cursor } = await callRoute(paymentRoutes.listEntries, {
      body: { from, until, cursor },
    });
    return { rows: families.flatMap((family) => entryRowsOf(family, { from, until })), next: next_cursor };
  }, onProgress);

export const EntriesExport = () => {
  const [from, setFrom] = useState<string>(() => addDays(businessToday(), -presetDays));
  const [until, setUntil] = useState<string>(() => businessToday());
  const [first, last] = [calendarDateSchema.safeParse(from), calendarDateSchema.safeParse(until)];
  return (
    <Card.Root>
      <Card.Body gap="3">
        <Card.Title>All entries of a period</Card.Title>
        <HStack wrap="wrap" gap="4" align="end">
          <TextField
            label="From"
            type="date"
            value={from}
            error={first.error?.issues[0]?.message}
            onChange={({ target: { value } }) => setFrom(value)}
          />
          <TextField
            label="Until"
            type="date"
            value={until}
            error={last.error?.issues[0]?.message}
            onChange={({ target: { value } }) => setUntil(value)}
          />
          {first.success && last.success && (
            <CsvButton
              name={`entries-${first.data}-${last.data}`}
              columns={entryCsvColumns}
              readRows={(onProgress) => readEntries(first.data, last.data, onProgress)}
            />
          )}
        </HStack>
      </Card.Body>
    </Card.Root>
  );
};
