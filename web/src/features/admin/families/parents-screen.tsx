import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { type ParentPage, parentRoutes } from '#shared/families/admin-routes';
import { pageSizes } from '#shared/limits';
import { paths } from '#shared/paths';
import { lateDialog } from '../../../components/modal.tsx';
import { AreaScreen } from '../../../components/screen.tsx';
import { Badge } from '../../../components/ui/badge.tsx';
import { Box } from '../../../components/ui/box.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Stack } from '../../../components/ui/stack.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { loadChunk } from '../../../lib/browser/load-chunk.ts';
import { businessDate } from '../../../lib/time/today.ts';
import { fromList } from '../back-link.tsx';
import { memberColumns } from '../cells.tsx';
import type { Column } from '../tables/column.ts';
import { CsvButton, type CsvColumn, phoneColumn, readAllPages } from '../tables/csv.tsx';
import { DataTable } from '../tables/data-table.tsx';
import { ListBar, ListCount, SearchField } from '../tables/list-bar.tsx';
import { Loaded, TableSkeleton } from '../tables/loaded.tsx';
import { Pager, usePage, usePageSize } from '../tables/pager.tsx';
import { RowActions } from '../tables/row-actions.tsx';
import type { AddFamilyDialogProps } from './add-family-dialog.tsx';
import { searchedIn } from './add-family-link.tsx';
import { DeleteParentDialog } from './delete-parent-dialog.tsx';

const AddFamilyDialog = lateDialog<'AddFamilyDialog', AddFamilyDialogProps>(
  () => import('./add-family-dialog.tsx'),
  'AddFamilyDialog',
);

type ParentRow = ParentPage['parents'][number];

const { name, email, phone, role, joined } = memberColumns;

const parentColumns: readonly Column<ParentRow>[] = [
  {
    ...name,
    cell: (parent) => (
      <>
        {name.cell(parent)} {!parent.has_login && <Badge>No login</Badge>}{' '}
        {parent.joined_into && (
          <Badge variant="solid" colorPalette="danger">
            Being joined
          </Badge>
        )}
        {parent.deleting && !parent.joined_into && (
          <Badge variant="solid" colorPalette="danger">
            Being deleted
          </Badge>
        )}
      </>
    ),
  },
  email,
  phone,
  role,
  {
    id: 'bookings',
    header: 'Bookings',
    kind: 'number',
    line: 'leadEnd',
    cell: ({ bookings_count }) => bookings_count,
    sortBy: ({ bookings_count }) => bookings_count,
  },
  joined,
];

const parentCsvColumns: readonly CsvColumn<ParentRow>[] = [
  { header: 'Name', value: ({ full_name }) => full_name },
  { header: 'Email', value: (parent) => parent.email },
  phoneColumn('Phone', ({ phone_number }) => phone_number),
  { header: 'Role', value: (parent) => parent.role },
  { header: 'Bookings', value: ({ bookings_count }) => bookings_count },
  { header: 'Joined', value: ({ created_at }) => businessDate(created_at) },
];

interface ParentsTableProps {
  readonly parents: readonly ParentRow[];
  readonly empty: string;
  readonly emptyHint: string;
  readonly isWhole: boolean;
  readonly isStale: boolean;
}

const ParentsTable = ({ parents, empty, emptyHint, isWhole, isStale }: ParentsTableProps) => {
  const [deleting, setDeleting] = useState<ParentRow>();
  const table = useRef<HTMLDivElement>(null);
  return (
    <Box ref={table} tabIndex={-1} outline="none">
      <DataTable
        label="Parents"
        empty={empty}
        emptyHint={emptyHint}
        columns={parentColumns}
        actions={(parent) => (
          <>
            <Link
              to={paths.adminParent(parent.id)}
              state={fromList}
              aria-label={`View details of ${parent.full_name}`}
            >
              View Details
            </Link>
            {parent.role === 'parent' && (
              <RowActions of={`the account of ${parent.full_name}`} onDelete={() => setDeleting(parent)} />
            )}
          </>
        )}
        rows={parents}
        rowKey={({ id }) => id}
        rowName={({ full_name }) => full_name}
        isWhole={isWhole}
        isStale={isStale}
      />
      <DeleteParentDialog
        of={deleting}
        bookings={deleting?.bookings_count ?? 0}
        onClose={() => setDeleting(undefined)}
        onDone={() => table.current?.focus()}
      />
    </Box>
  );
};

const readAll = (query: string, onProgress: (count: number) => void) =>
  readAllPages(async (cursor: string | undefined) => {
    const body = { query, cursor, limit: pageSizes.most };
    const { parents, next_cursor } = await callRoute(parentRoutes.searchParents, { body });
    return { rows: parents, next: next_cursor };
  }, onProgress);

const ImportFamilies = lazy(async () => ({
  default: (await loadChunk(() => import('./import-families.tsx'))).ImportFamilies,
}));

export const ParentsScreen = () => {
  const page = usePage();
  const [isImporting, setIsImporting] = useState(false);
  const rows = usePageSize(page);
  const { query, cursor } = page;
  const parents = useQuery({
    ...routeQuery(
      parentRoutes.searchParents,
      { body: { query, cursor, limit: rows.size } },
      'Failed to load members',
    ),
    placeholderData: keepPreviousData,
  });
  const navigate = useNavigate();
  const { state } = useLocation();
  const [adding, setAdding] = useState<string>();
  const close = () => {
    setAdding(undefined);
    // Otherwise a reload would open the form again.
    if (searchedIn(state) !== undefined) navigate('.', { replace: true, state: null });
  };
  return (
    <AreaScreen title="Manage Parents">
      <AddFamilyDialog
        of={adding ?? searchedIn(state)}
        onClose={close}
        onAdded={({ id }) => navigate(paths.adminParent(id), { replace: adding === undefined })}
      />
      <ListBar>
        <SearchField label="Search by name, email or phone" query={query} onSearch={page.find} />
        <ListCount total={parents.data?.total} one="parent" many="parents" />
        <Button type="button" onClick={() => setAdding('')}>
          Add a Family
        </Button>
        <CsvButton
          name="parents"
          columns={parentCsvColumns}
          readRows={(onProgress) => readAll(query, onProgress)}
        />
      </ListBar>
      {isImporting ? (
        <Suspense fallback={<TableSkeleton />}>
          <ImportFamilies />
        </Suspense>
      ) : (
        <Button type="button" variant="outline" alignSelf="start" onClick={() => setIsImporting(true)}>
          Bring Your Families
        </Button>
      )}
      <Loaded query={parents} skeleton={<TableSkeleton />}>
        {(data) => (
          <Stack gap="4">
            <ParentsTable
              parents={data.parents}
              empty={query ? `No parent is found by “${query}”.` : 'No parents yet'}
              emptyHint={query ? '' : 'Families sign up on your site.'}
              isStale={parents.isPlaceholderData}
              isWhole={page.isFirst && data.next_cursor === null}
            />
            {query && data.parents.length === 0 && !parents.isPlaceholderData && (
              <Button type="button" variant="outline" alignSelf="center" onClick={() => setAdding(query)}>
                No {query}. Add the family?
              </Button>
            )}
            <Pager page={page} next={data.next_cursor} rows={rows} />
          </Stack>
        )}
      </Loaded>
    </AreaScreen>
  );
};
