import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { classTypeName } from '#shared/domain/format';
import { formatCents } from '#shared/domain/money';
import type { BookingDetails } from '#shared/schemas/booking';
import { Heading } from '../../../components/heading.tsx';
import { businessDate } from '../../../lib/today.ts';
import { shortTimes } from '../short-times.ts';
import type { Column } from '../tables/column.ts';
import { DataTable } from '../tables/data-table.tsx';

const columns: readonly Column<BookingDetails>[] = [
  {
    id: 'class',
    header: 'Class Type',
    cell: ({ time_slot }) => classTypeName(time_slot.class.class_type),
    sortBy: ({ time_slot }) => time_slot.class.class_type,
  },
  {
    id: 'venue',
    header: 'Venue',
    cell: ({ time_slot }) => time_slot.class.venue,
    sortBy: ({ time_slot }) => time_slot.class.venue,
  },
  { id: 'slot', header: 'Time Slot', kind: 'short', cell: ({ time_slot }) => shortTimes(time_slot) },
  {
    id: 'child',
    header: 'Child Name',
    kind: 'title',
    cell: ({ child_name }) => child_name,
    sortBy: ({ child_name }) => child_name,
  },
  { id: 'age', header: 'Child Age', kind: 'number', cell: ({ child_age }) => child_age },
  {
    id: 'amount',
    header: 'Amount',
    kind: 'number',
    cell: ({ amount }) => formatCents(amount),
    sortBy: ({ amount }) => amount,
  },
  {
    id: 'booked',
    header: 'Booked On',
    kind: 'short',
    cell: ({ created_at }) => businessDate(created_at),
    sortBy: ({ created_at }) => created_at,
  },
];

/** What a parent has booked, newest first (ADM-59). */
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
        isWhole
        sortParam="bookings"
      />
    )}
  </Stack>
);
