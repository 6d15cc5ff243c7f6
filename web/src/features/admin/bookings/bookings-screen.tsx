import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { adminRoutes } from '#shared/contract/admin-routes';
import { pageSizes } from '#shared/limits';
import type { BookingFilter, BookingPage, SearchBookings } from '#shared/schemas/booking-admin';
import { bookingIdSchema } from '#shared/schemas/ids';
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
import { bookingCsvColumns } from './booking-csv.ts';
import { BookingFilters, bookingFilterOf, bookingFilterParams } from './booking-filters.tsx';
import { BookingsTable } from './bookings-table.tsx';

const readAll = (
  search: Pick<SearchBookings, 'query'> & BookingFilter,
  onProgress: (count: number) => void,
) =>
  readAllPages(async (cursor: SearchBookings['cursor']) => {
    const body = { ...search, cursor, limit: pageSizes.most };
    const { bookings, next_cursor } = await callRoute(adminRoutes.searchBookings, { body });
    return { rows: bookings, next: next_cursor };
  }, onProgress);

/** All bookings or those found by a search, newest first, in pages (ADM-39 to ADM-47). */
export const BookingsScreen = () => {
  const page = usePage(bookingFilterParams);
  const rows = usePageSize(page);
  const search = { query: page.query, ...bookingFilterOf(page) };
  const cursor = bookingIdSchema.safeParse(page.cursor).data;
  const bookings = useQuery({
    ...routeQuery(
      adminRoutes.searchBookings,
      { body: { ...search, cursor, limit: rows.size } },
      'Failed to load bookings',
    ),
    placeholderData: keepPreviousData,
  });
  return (
    <AreaScreen title="Manage Bookings">
      <ListBar>
        <SearchField
          label="Search by child, parent, email or venue"
          query={page.query}
          onSearch={page.find}
        />
        <ListCount total={bookings.data?.total} one="booking" many="bookings" />
        <CsvButton
          name="bookings"
          columns={bookingCsvColumns}
          readRows={(onProgress) => readAll(search, onProgress)}
        />
      </ListBar>
      <BookingFilters page={page} />
      <Loaded query={bookings} skeleton={<TableSkeleton />}>
        {(data) => (
          <Stack gap="4">
            <BookingsPage data={data} page={page} isStale={bookings.isPlaceholderData} />
            <Pager page={page} next={data.next_cursor} rows={rows} />
          </Stack>
        )}
      </Loaded>
    </AreaScreen>
  );
};

interface BookingsPageProps {
  readonly data: BookingPage;
  readonly page: Page;
  readonly isStale: boolean;
}

const BookingsPage = ({ data, page, isStale }: BookingsPageProps) => (
  <Stack gap="4">
    {data.bookings.length === 0 ? (
      <NoBookings page={page} isEnd={data.next_cursor === null} />
    ) : (
      <BookingsTable
        bookings={data.bookings}
        isStale={isStale}
        isWhole={page.isFirst && data.next_cursor === null}
      />
    )}
  </Stack>
);

const emptyText = (page: Page): string => {
  const isFiltered = Object.values(bookingFilterOf(page)).some((value) => value !== undefined);
  if (page.query) return `No booking is found by “${page.query}”${isFiltered ? ' with these filters' : ''}.`;
  return isFiltered ? 'No booking matches these filters.' : 'No bookings yet';
};

const NoBookings = ({ page, isEnd }: { readonly page: Page; readonly isEnd: boolean }) =>
  isEnd ? (
    <EmptyPitch>
      <Text fontSize="lg">{emptyText(page)}</Text>
    </EmptyPitch>
  ) : (
    <Text py="8">Nothing found on this page. The next one goes further back.</Text>
  );
