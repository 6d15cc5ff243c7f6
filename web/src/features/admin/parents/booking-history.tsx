import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import type { BookingDetails } from '#shared/schemas/booking';
import { Heading } from '../../../components/heading.tsx';
import {
  ageColumn,
  amountColumn,
  bookedColumn,
  childColumn,
  classColumn,
  slotColumn,
  venueColumn,
} from '../booking-columns.tsx';
import type { Column } from '../tables/column.ts';
import { DataTable } from '../tables/data-table.tsx';

const columns: readonly Column<BookingDetails>[] = [
  classColumn,
  { ...venueColumn, line: 'detail' },
  slotColumn,
  childColumn,
  ageColumn,
  amountColumn,
  bookedColumn,
];

/** The bookings of a parent, newest first (ADM-59). */
export const BookingHistory = ({ bookings }: { readonly bookings: readonly BookingDetails[] }) => (
  <Stack gap="3">
    <Heading size="md">Booking History</Heading>
    {bookings.length === 0 ? (
      <Text color="fg.muted">No bookings yet</Text>
    ) : (
      <DataTable
        label="Booking History"
        columns={columns}
        rows={bookings}
        rowKey={({ id }) => id}
        rowName={({ child_name }) => `the booking of ${child_name}`}
        isWhole
        sortParam="bookings"
      />
    )}
  </Stack>
);
