import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import {
  type BookingFilter,
  type BookingPage,
  bookingFilterSchema,
  bookingRoutes,
  type PaidBooking,
  type SearchBookings,
} from '#shared/booking/admin-routes';
import type { BookingDetails } from '#shared/booking/booking';
import { chargeStateText } from '#shared/ledger/balance';
import { classTypeName, formatDate } from '#shared/lib/format';
import { bookingIdSchema } from '#shared/lib/ids';
import { pageSizes } from '#shared/limits';
import { css } from '#styled-system/css';
import { EmptyPitch } from '../../../components/badge.tsx';
import { lateDialog } from '../../../components/modal.tsx';
import { AreaScreen } from '../../../components/screen.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { Box } from '../../../components/ui/box.tsx';
import { Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { businessDate } from '../../../lib/time/today.ts';
import { shortTimes } from '../cells.tsx';
import { classAndVenue, useKnownClasses } from '../classes/known-classes.ts';
import type { DialogProps } from '../dialogs.tsx';
import { PhoneLink } from '../notices.tsx';
import type { Column } from '../tables/column.ts';
import { CsvButton, type CsvColumn, centsColumn, phoneColumn, readAllPages } from '../tables/csv.tsx';
import { DataTable } from '../tables/data-table.tsx';
import { ListBar, ListCount, SearchField, VenueSelect } from '../tables/list-bar.tsx';
import { Loaded, TableSkeleton } from '../tables/loaded.tsx';
import { type Page, Pager, usePage, usePageSize } from '../tables/pager.tsx';
import { RowActions } from '../tables/row-actions.tsx';
import {
  ageColumn,
  amountColumn,
  bookedColumn,
  childColumn,
  classColumn,
  emailColumn,
  parentColumn,
  paymentColumn,
  slotColumn,
  venueColumn,
} from './booking-columns.tsx';
import { DeleteBookingDialog } from './delete-booking-dialog.tsx';

const EditBookingDialog = lateDialog<'EditBookingDialog', DialogProps<BookingDetails>>(
  () => import('./edit-booking-dialog.tsx'),
  'EditBookingDialog',
);

const bookingCsvColumns: readonly CsvColumn<PaidBooking>[] = [
  { header: 'Class Type', value: ({ time_slot }) => classTypeName(time_slot.class.class_type) },
  { header: 'Venue', value: ({ time_slot }) => time_slot.class.venue },
  { header: 'Time Slot', value: ({ time_slot }) => shortTimes(time_slot) },
  { header: 'Type', value: ({ is_trial }) => (is_trial ? 'Trial' : 'Full') },
  { header: 'Trial Date', value: ({ trial_date }) => trial_date },
  { header: 'Child Name', value: ({ child_name }) => child_name },
  { header: 'Age', value: ({ child_age }) => child_age },
  { header: 'Parent', value: ({ parent }) => parent.full_name },
  { header: 'Email', value: ({ parent }) => parent.email },
  phoneColumn('Phone', ({ parent }) => parent.phone_number),
  centsColumn('Amount', ({ amount }) => amount),
  { header: 'Payment', value: ({ payment, amount }) => chargeStateText({ ...payment, amount }) },
  { header: 'Booked On', value: ({ created_at }) => businessDate(created_at) },
];

const filterParams = { class_id: 'class', venue_id: 'venue', payment: 'payment', when: 'when' } as const;

const bookingFilterParams: readonly string[] = Object.values(filterParams);

// An unknown value filters nothing.
const bookingFilterOf = (page: Page): BookingFilter => {
  const { shape } = bookingFilterSchema;
  return {
    class_id: shape.class_id.safeParse(page.filter(filterParams.class_id)).data,
    venue_id: shape.venue_id.safeParse(page.filter(filterParams.venue_id)).data,
    payment: shape.payment.safeParse(page.filter(filterParams.payment)).data,
    when: shape.when.safeParse(page.filter(filterParams.when)).data,
  };
};

const filters = css({
  display: 'grid',
  gridTemplateColumns: { base: 'repeat(2, minmax(0, 1fr))', md: '2fr 1.5fr 1fr 1fr' },
  gap: '3',
  maxWidth: '[64rem]',
  '& > :nth-child(-n + 2)': { gridColumn: { base: '1 / -1', md: 'auto' } },
  _print: { display: 'none' },
});

const BookingFilters = ({ page }: { readonly page: Page }) => {
  const classes = useKnownClasses();
  const { class_id = '', venue_id = '', payment = '', when = '' } = bookingFilterOf(page);
  return (
    <fieldset aria-label="Filters" className={filters}>
      <SelectField
        label="Class"
        value={class_id}
        onChange={({ target }) => page.setFilter(filterParams.class_id, target.value)}
      >
        <option value="">All classes</option>
        {classes.map((cls) => (
          <option key={cls.id} value={cls.id}>
            {classAndVenue(cls)}
          </option>
        ))}
      </SelectField>
      <VenueSelect
        classes={classes}
        venueId={venue_id}
        onChoose={(chosen) => page.setFilter(filterParams.venue_id, chosen)}
      />
      <SelectField
        label="Payment"
        value={payment}
        onChange={({ target }) => page.setFilter(filterParams.payment, target.value)}
      >
        <option value="">Any payment</option>
        <option value="open">Open</option>
        <option value="settled">Paid or credited</option>
      </SelectField>
      <SelectField
        label="Sessions"
        value={when}
        onChange={({ target }) => page.setFilter(filterParams.when, target.value)}
      >
        <option value="">Past and coming</option>
        <option value="coming">Coming</option>
      </SelectField>
    </fieldset>
  );
};

// "Trial (Sep 6, 2025)", "Trial" or "Full" (ADM-41).
const typeText = ({ is_trial, trial_date }: BookingDetails): string => {
  if (!is_trial) return 'Full';
  return trial_date ? `Trial (${formatDate(trial_date)})` : 'Trial';
};

// The specification has this order (ADM-39).
const bookingColumns: readonly Column<PaidBooking>[] = [
  classColumn,
  venueColumn,
  slotColumn,
  { id: 'type', header: 'Type', kind: 'text', cell: typeText, sortBy: typeText },
  childColumn,
  { ...ageColumn, header: 'Age' },
  { ...parentColumn, line: 'detail' },
  emailColumn,
  {
    id: 'phone',
    header: 'Phone',
    cell: ({ parent }) => <PhoneLink phone={parent.phone_number} />,
  },
  amountColumn,
  paymentColumn,
  bookedColumn,
];

interface BookingsTableProps {
  readonly bookings: readonly PaidBooking[];
  readonly isWhole: boolean;
  readonly isStale: boolean;
}

const BookingsTable = ({ bookings, isWhole, isStale }: BookingsTableProps) => {
  const [editing, setEditing] = useState<BookingDetails>();
  const [deleting, setDeleting] = useState<BookingDetails>();
  const table = useRef<HTMLDivElement>(null);
  return (
    <Box ref={table} tabIndex={-1} outline="none">
      <DataTable
        label="Bookings"
        columns={bookingColumns}
        actions={(booking) => (
          <RowActions
            of={`the booking of ${booking.child_name}`}
            onEdit={() => setEditing(booking)}
            onDelete={() => setDeleting(booking)}
          />
        )}
        rows={bookings}
        rowKey={({ id }) => id}
        rowName={({ child_name }) => `the booking of ${child_name}`}
        isWhole={isWhole}
        isStale={isStale}
        isWide
      />
      <EditBookingDialog of={editing} onClose={() => setEditing(undefined)} />
      <DeleteBookingDialog
        of={deleting}
        onClose={() => setDeleting(undefined)}
        // The focused button is removed with the row.
        onDone={() => table.current?.focus()}
      />
    </Box>
  );
};

const readAll = (
  search: Pick<SearchBookings, 'query'> & BookingFilter,
  onProgress: (count: number) => void,
) =>
  readAllPages(async (cursor: SearchBookings['cursor']) => {
    const body = { ...search, cursor, limit: pageSizes.most };
    const { bookings, next_cursor } = await callRoute(bookingRoutes.searchBookings, { body });
    return { rows: bookings, next: next_cursor };
  }, onProgress);

/** Newest first, in pages (ADM-39 to ADM-47). */
export const BookingsScreen = () => {
  const page = usePage(bookingFilterParams);
  const rows = usePageSize(page);
  const search = { query: page.query, ...bookingFilterOf(page) };
  const cursor = bookingIdSchema.safeParse(page.cursor).data;
  const bookings = useQuery({
    ...routeQuery(
      bookingRoutes.searchBookings,
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

const noneYet = 'No bookings yet';

const emptyText = (page: Page): string => {
  const isFiltered = Object.values(bookingFilterOf(page)).some((value) => value !== undefined);
  if (page.query) return `No booking is found by “${page.query}”${isFiltered ? ' with these filters' : ''}.`;
  return isFiltered ? 'No booking matches these filters.' : noneYet;
};

const NoBookings = ({ page, isEnd }: { readonly page: Page; readonly isEnd: boolean }) =>
  isEnd ? (
    <EmptyPitch>
      <Text fontSize="lg">{emptyText(page)}</Text>
      {emptyText(page) === noneYet && (
        <Text color="fg.muted">Families book the classes that you publish.</Text>
      )}
    </EmptyPitch>
  ) : (
    <Text py="8">Nothing found on this page. The next one goes further back.</Text>
  );
