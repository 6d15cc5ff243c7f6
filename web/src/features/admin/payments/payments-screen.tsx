import { Stack } from '@chakra-ui/react/stack';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { adminRoutes } from '#shared/contract/admin-routes';
import { pageSizes } from '#shared/limits';
import type { SearchOpenBalances } from '#shared/schemas/payments';
import { AreaScreen } from '../../../components/area-screen.tsx';
import { Button } from '../../../components/button.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { loadChunk } from '../../../lib/browser/load-chunk.ts';
import { Loaded } from '../loaded.tsx';
import { CsvButton } from '../tables/csv-button.tsx';
import { ListBar } from '../tables/list-bar.tsx';
import { ListCount } from '../tables/list-count.tsx';
import { Pager } from '../tables/pager.tsx';
import { readAllPages } from '../tables/read-all-pages.ts';
import { SearchField } from '../tables/search-field.tsx';
import { TableSkeleton } from '../tables/table-skeleton.tsx';
import { usePage } from '../tables/use-page.ts';
import { balanceCsvColumns } from './balance-columns.tsx';
import { EntriesExport } from './entries-export.tsx';
import { MoneyFacts } from './money-facts.tsx';
import { OpenBalances } from './open-balances.tsx';
import { UnassignedRows } from './unassigned/unassigned-rows.tsx';
import { UnpaidBy } from './unpaid-by.tsx';

/** With the library that reads files of banks, which no other screen needs. */
const ImportPayments = lazy(async () => ({
  default: (await loadChunk(() => import('./import/import-payments.tsx'))).ImportPayments,
}));

type Sort = NonNullable<SearchOpenBalances['sort']>;

const readAll = (query: string, sort: Sort, onProgress: (count: number) => void) =>
  readAllPages(async (cursor: string | undefined) => {
    const body = { query, sort, cursor, limit: pageSizes.most };
    const { families, next_cursor } = await callRoute(adminRoutes.searchOpenBalances, { body });
    return { rows: families, next: next_cursor };
  }, onProgress);

/** What families were charged and have paid, those who owe something, and reminders (PAY-07, PAY-08). */
export const PaymentsScreen = () => {
  const page = usePage();
  const [isImporting, setIsImporting] = useState(false);
  const [sort, setSort] = useState<Sort>('largest');
  const { query, cursor } = page;
  const balances = useQuery({
    ...routeQuery(
      adminRoutes.searchOpenBalances,
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
          readRows={(onProgress) => readAll(query, sort, onProgress)}
        />
      </ListBar>
      {isImporting ? (
        <Suspense fallback={<TableSkeleton />}>
          <ImportPayments />
        </Suspense>
      ) : (
        <Button type="button" alignSelf="start" variant="outline" onClick={() => setIsImporting(true)}>
          Import Payments
        </Button>
      )}
      <UnassignedRows />
      <Loaded query={balances} skeleton={<TableSkeleton />}>
        {(data) => (
          <Stack gap="4">
            <MoneyFacts figures={data.figures} />
            <OpenBalances families={data.families} query={query} isStale={balances.isPlaceholderData} />
            <Pager page={page} next={data.next_cursor} />
            <UnpaidBy />
            <EntriesExport />
          </Stack>
        )}
      </Loaded>
    </AreaScreen>
  );
};
