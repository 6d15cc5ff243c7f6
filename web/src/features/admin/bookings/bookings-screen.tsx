import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { adminRoutes } from '#shared/contract/admin-routes';
import { pageSizes } from '#shared/limits';
import type { BookingPage, SearchBookings } from '#shared/schemas/booking-admin';
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
import { BookingsTable } from './bookings-table.tsx';

const readAll = (query: string, onProgress: (count: number) => void) =>
  readAllPages(async (cursor: SearchBookings['cursor']) => {
    const body = { query, cursor, limit: pageSizes.most };
    const { bookings, next_cursor } = await callRoute(adminRoutes.searchBookings, { body });
    return { rows: bookings, next: next_cursor };
  }, onProgress);

/** All bookings or those found by a search, newest first, in pages (ADM-39 to ADM-47). */
export const BookingsScreen = () => {
  const page = usePage();
  const rows = usePageSize(page);
  const cursor = bookingIdSchema.safeParse(page.cursor).data;
  const bookings = useQuery({
    ...routeQuery(
      adminRoutes.searchBookings,
      { body: { query: page.query, cursor, limit: rows.size } },
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
          readRows={(onProgress) => readAll(page.query, onProgress)}
        />
      </ListBar>
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
      <NoBookings query={page.query} isEnd={data.next_cursor === null} />
    ) : (
      <BookingsTable
        bookings={data.bookings}
        isStale={isStale}
        isWhole={page.isFirst && data.next_cursor === null}
      />
    )}
  </Stack>
);

const NoBookings = ({ query, isEnd }: { readonly query: string; readonly isEnd: boolean }) => {
  if (!isEnd) return <Text py="8">Nothing found on this page. The next one goes further back.</Text>;
  return (
    <EmptyPitch>
      <Text fontSize="lg">{query ? `No booking is found by “${query}”.` : 'No bookings yet'}</Text>
    </EmptyPitch>
  );
};
