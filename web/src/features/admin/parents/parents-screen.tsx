import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { adminRoutes } from '#shared/contract/admin-routes';
import { pageSizes } from '#shared/limits';
import type { ParentPage } from '#shared/schemas/managed-profile';
import { AreaScreen } from '../../../components/area-screen.tsx';
import { EmptyPitch } from '../../../components/empty-pitch.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { Loaded } from '../loaded.tsx';
import { CsvButton } from '../tables/csv-button.tsx';
import { ListBar } from '../tables/list-bar.tsx';
import { ListCount } from '../tables/list-count.tsx';
import { Pager } from '../tables/pager.tsx';
import { readAllPages } from '../tables/read-all-pages.ts';
import { SearchField } from '../tables/search-field.tsx';
import { TableSkeleton } from '../tables/table-skeleton.tsx';
import { type Page, usePage } from '../tables/use-page.ts';
import { usePageSize } from '../tables/use-page-size.ts';
import { parentCsvColumns } from './parent-columns.tsx';
import { ParentsTable } from './parents-table.tsx';

const readAll = (query: string, onProgress: (count: number) => void) =>
  readAllPages(async (cursor: string | undefined) => {
    const body = { query, cursor, limit: pageSizes.most };
    const { parents, next_cursor } = await callRoute(adminRoutes.searchParents, { body });
    return { rows: parents, next: next_cursor };
  }, onProgress);

/** Families, newest first (ADM-48 to ADM-52). */
export const ParentsScreen = () => {
  const page = usePage();
  const rows = usePageSize(page);
  const { query, cursor } = page;
  const parents = useQuery({
    ...routeQuery(
      adminRoutes.searchParents,
      { body: { query, cursor, limit: rows.size } },
      'Failed to load members',
    ),
    placeholderData: keepPreviousData,
  });
  return (
    <AreaScreen title="Manage Parents">
      <ListBar>
        <SearchField label="Search by name, email or phone" query={query} onSearch={page.find} />
        <ListCount total={parents.data?.total} one="parent" many="parents" />
        <CsvButton
          name="parents"
          columns={parentCsvColumns}
          readRows={(onProgress) => readAll(query, onProgress)}
        />
      </ListBar>
      <Loaded query={parents} skeleton={<TableSkeleton />}>
        {(data) => (
          <Stack gap="4">
            <ParentsPage data={data} page={page} isStale={parents.isPlaceholderData} />
            <Pager page={page} next={data.next_cursor} rows={rows} />
          </Stack>
        )}
      </Loaded>
    </AreaScreen>
  );
};

interface ParentsPageProps {
  readonly data: ParentPage;
  readonly page: Page;
  readonly isStale: boolean;
}

const ParentsPage = ({ data, page, isStale }: ParentsPageProps) => (
  <Stack gap="4">
    {data.parents.length === 0 ? (
      <EmptyPitch>
        <Text fontSize="lg">{page.query ? `No parent is found by “${page.query}”.` : 'No parents yet'}</Text>
      </EmptyPitch>
    ) : (
      <ParentsTable
        parents={data.parents}
        isStale={isStale}
        isWhole={page.isFirst && data.next_cursor === null}
      />
    )}
  </Stack>
);
