import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { paymentRoutes } from '#shared/ledger/admin-routes';
import type { MoneyFigures } from '#shared/ledger/balance';
import type { OpenBalance, SearchOpenBalances } from '#shared/ledger/payments';
import { daysBetween } from '#shared/lib/calendar';
import { formatCents } from '#shared/lib/money';
import { counted } from '#shared/lib/text';
import { pageSizes } from '#shared/limits';
import { paths } from '#shared/paths';
import { EmptyPitch } from '../../../components/badge.tsx';
import { AreaScreen } from '../../../components/screen.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { Badge } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Link } from '../../../components/ui/link.tsx';
import { HStack, Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { loadChunk } from '../../../lib/browser/load-chunk.ts';
import { businessDate, businessToday } from '../../../lib/time/today.ts';
import { fromList } from '../back-link.tsx';
import { UnassignedRows } from '../bank/unassigned-rows.tsx';
import { Facts, memberColumns, orMissing } from '../cells.tsx';
import { AdultPhones } from '../notices.tsx';
import type { Column } from '../tables/column.ts';
import { adultColumns, CsvButton, type CsvColumn, centsColumn, readAllPages } from '../tables/csv.tsx';
import { DataTable } from '../tables/data-table.tsx';
import { ListBar, ListCount, SearchField } from '../tables/list-bar.tsx';
import { Loaded, TableSkeleton } from '../tables/loaded.tsx';
import { Pager, usePage } from '../tables/pager.tsx';
import { EntriesExport } from './entries-export.tsx';
import { type ChosenFamilies, chooseColumn, RemindDialog, useChosenFamilies } from './remind-dialog.tsx';
import { UnpaidBy } from './unpaid-by.tsx';

const MoneyFacts = ({ figures }: { readonly figures: MoneyFigures }) => (
  <Card.Root>
    <Card.Body>
      <Facts
        inOneLine
        facts={[
          ['Charged', formatCents(figures.charged)],
          ['Credited', formatCents(figures.credited)],
          ['Received', formatCents(figures.received)],
          ['Due', formatCents(figures.due)],
          ['Not yet due', formatCents(figures.not_yet_due)],
          ['In credit', formatCents(figures.in_credit)],
        ]}
      />
    </Card.Body>
  </Card.Root>
);

const daysOpen = ({ open_since }: OpenBalance): number | null =>
  open_since && daysBetween(open_since, businessToday());

const daysText = (balance: OpenBalance): string => {
  const days = daysOpen(balance);
  if (days === null) return 'Unknown';
  return counted(days, 'day', 'days');
};

const balanceColumns: readonly Column<OpenBalance>[] = [
  {
    id: 'name',
    header: 'Family',
    kind: 'title',
    line: 'lead',
    cell: ({ full_name }) => orMissing(full_name),
  },
  {
    id: 'due',
    header: 'Due',
    kind: 'number',
    line: 'leadEnd',
    cell: ({ due }) => formatCents(due),
  },
  {
    id: 'later',
    header: 'Not Yet Due',
    kind: 'number',
    cell: ({ not_yet_due }) => formatCents(not_yet_due),
  },
  { id: 'days', header: 'Days Open', kind: 'short', line: 'detailEnd', cell: daysText },
  { id: 'reference', header: 'Reference', kind: 'short', cell: ({ reference }) => reference ?? 'None yet' },
  memberColumns.email,
  { id: 'phone', header: 'Phone', cell: ({ adults }) => <AdultPhones adults={adults} /> },
  {
    id: 'reminded',
    header: 'Reminded',
    kind: 'short',
    cell: ({ reminded_at, do_not_remind }) =>
      do_not_remind ? <Badge>Do not remind</Badge> : reminded_at ? businessDate(reminded_at) : 'Never',
  },
  {
    id: 'actions',
    header: 'Actions',
    kind: 'actions',
    cell: ({ parent_id, full_name }) => (
      <RouterLink
        to={paths.adminParent(parent_id)}
        state={fromList}
        aria-label={`View the account of ${full_name}`}
      >
        View Account
      </RouterLink>
    ),
  },
];

const balanceCsvColumns: readonly CsvColumn<OpenBalance>[] = [
  { header: 'Family', value: ({ full_name }) => full_name },
  { header: 'Email', value: ({ email }) => email },
  ...adultColumns<OpenBalance>('Phone', ({ adults }) => adults),
  { header: 'Reference', value: ({ reference }) => reference },
  centsColumn('Due', ({ due }) => due),
  centsColumn('Not Yet Due', ({ not_yet_due }) => not_yet_due),
  { header: 'Next Due Date', value: ({ next_due }) => next_due },
  { header: 'Open Since', value: ({ open_since }) => open_since },
  { header: 'Days Open', value: daysOpen },
  { header: 'Last Reminder', value: ({ reminded_at }) => reminded_at && businessDate(reminded_at) },
];

const accountCsvColumns: readonly CsvColumn<OpenBalance>[] = [
  { header: 'Family', value: ({ full_name }) => full_name || 'Deleted account' },
  { header: 'Email', value: ({ email }) => email },
  { header: 'Reference', value: ({ reference }) => reference },
  centsColumn('Charged', ({ charged }) => charged),
  centsColumn('Credited', ({ credited }) => credited),
  centsColumn('Received', ({ received }) => received),
  centsColumn('Due', ({ due }) => due),
  centsColumn('Not Yet Due', ({ not_yet_due }) => not_yet_due),
  centsColumn('In Credit', ({ in_credit }) => in_credit),
];

interface BalancesTableProps {
  readonly families: readonly OpenBalance[];
  readonly isStale: boolean;
  readonly selection: ChosenFamilies;
}

const BalancesTable = ({ families, isStale, selection }: BalancesTableProps) => (
  <DataTable
    label="Open balances"
    columns={[
      ...balanceColumns,
      chooseColumn(selection, ({ full_name }: OpenBalance) => `Remind ${full_name}`),
    ]}
    rows={families}
    rowKey={({ parent_id }) => parent_id}
    rowName={({ full_name }) => full_name}
    isWhole={false}
    isStale={isStale}
    isWide
  />
);

interface OpenBalancesProps {
  readonly families: readonly OpenBalance[];
  readonly query: string;
  readonly isStale: boolean;
}

const OpenBalances = ({ families, query, isStale }: OpenBalancesProps) => {
  const selection = useChosenFamilies();
  const { chosen, choose } = selection;
  const [isReminding, setIsReminding] = useState(false);
  const shown = families.map(({ parent_id }) => parent_id);
  const onPage = shown.filter((id) => chosen.has(id));
  const isAll = onPage.length === shown.length;
  if (families.length === 0)
    return (
      <EmptyPitch>
        <Text fontSize="lg">
          {query ? `No open balance is found by “${query}”.` : 'Nobody owes anything that is due.'}
        </Text>
      </EmptyPitch>
    );
  return (
    <Stack gap="3">
      <HStack wrap="wrap" gap="3">
        <Button type="button" variant="outline" onClick={() => choose(new Set(isAll ? [] : shown))}>
          {isAll ? 'Choose None' : 'Choose All'}
        </Button>
        <Button type="button" disabled={onPage.length === 0} onClick={() => setIsReminding(true)}>
          {onPage.length === 0 ? 'Remind' : `Remind ${onPage.length}`}
        </Button>
      </HStack>
      <BalancesTable families={families} isStale={isStale} selection={selection} />
      <RemindDialog
        families={isReminding ? onPage : []}
        onClose={() => setIsReminding(false)}
        onSent={() => choose(new Set())}
      />
    </Stack>
  );
};

/** Only this screen needs the library that reads bank files. */
const ImportPayments = lazy(async () => ({
  default: (await loadChunk(() => import('../bank/import-payments.tsx'))).ImportPayments,
}));

type Sort = NonNullable<SearchOpenBalances['sort']>;

type Which = Pick<SearchOpenBalances, 'query' | 'sort' | 'which'>;

const readAll = (found: Which, onProgress: (count: number) => void) =>
  readAllPages(async (cursor: string | undefined) => {
    const body = { ...found, cursor, limit: pageSizes.most };
    const { families, next_cursor } = await callRoute(paymentRoutes.searchOpenBalances, { body });
    return { rows: families, next: next_cursor };
  }, onProgress);

export const PaymentsScreen = () => {
  const page = usePage();
  const [isImporting, setIsImporting] = useState(false);
  const [sort, setSort] = useState<Sort>('largest');
  const { query, cursor } = page;
  const [listed, setListed] = useState<ReadonlySet<string>>(new Set());
  const balances = useQuery({
    ...routeQuery(
      paymentRoutes.searchOpenBalances,
      { body: { query, sort, cursor, limit: pageSizes.usual } },
      'Failed to load payments',
    ),
    placeholderData: keepPreviousData,
  });
  return (
    <AreaScreen title="Payments">
      <ListBar>
        <SearchField label="Search by name, email, phone or reference" query={query} onSearch={page.find} />
        <SelectField
          label="Order"
          value={sort}
          onChange={({ target: { value } }) => {
            setSort(value === 'oldest' ? 'oldest' : 'largest');
            page.restart();
          }}
        >
          <option value="largest">Largest first</option>
          <option value="oldest">Oldest first</option>
        </SelectField>
        <ListCount total={balances.data?.total} one="open balance" many="open balances" />
        <CsvButton
          name="open-balances"
          columns={balanceCsvColumns}
          readRows={(onProgress) => readAll({ query, sort, which: 'due' }, onProgress)}
        />
      </ListBar>
      {isImporting ? (
        <Suspense fallback={<TableSkeleton />}>
          <ImportPayments onListed={setListed} />
        </Suspense>
      ) : (
        <HStack wrap="wrap" gap="3">
          <Button type="button" variant="outline" onClick={() => setIsImporting(true)}>
            Import Payments
          </Button>
          <Link asChild>
            <RouterLink to={paths.adminSettings}>How families pay</RouterLink>
          </Link>
        </HStack>
      )}
      <UnassignedRows listed={listed} />
      <Text color="fg.muted" fontSize="sm">
        Charged − credited − received = due + not yet due − in credit.
      </Text>
      <Loaded query={balances} skeleton={<TableSkeleton />}>
        {(data) => (
          <Stack gap="4">
            <MoneyFacts figures={data.figures} />
            <OpenBalances families={data.families} query={query} isStale={balances.isPlaceholderData} />
            <Pager page={page} next={data.next_cursor} />
            <UnpaidBy />
            <EntriesExport />
            <Card.Root>
              <Card.Body>
                <HStack wrap="wrap" justify="space-between" gap="3">
                  <Card.Title>All accounts of today</Card.Title>
                  <CsvButton
                    name="accounts"
                    columns={accountCsvColumns}
                    readRows={(onProgress) => readAll({ query: '', sort, which: 'every' }, onProgress)}
                  />
                </HStack>
              </Card.Body>
            </Card.Root>
          </Stack>
        )}
      </Loaded>
    </AreaScreen>
  );
};
