import { Stack } from '@chakra-ui/react/stack';
import { formatCents } from '#shared/domain/pricing/money';
import { classTypeName } from '#shared/domain/text/format';
import type { EndReason } from '#shared/schemas/end-reason';
import type { EndedBooking } from '#shared/schemas/ended-booking';
import { Heading } from '../../../components/heading.tsx';
import { businessDate } from '../../../lib/time/today.ts';
import { ageColumn, amountColumn, bookedColumn, childColumn } from '../booking-columns.tsx';
import { isUndecided, LateEndingCard } from '../late-endings.tsx';
import { shortTimes } from '../short-times.ts';
import type { Column } from '../tables/column.ts';
import { DataTable } from '../tables/data-table.tsx';

const reasonTexts: Record<EndReason, string> = {
  cancelled: 'Cancelled by the parent',
  removed: 'Removed',
  moved: 'Moved',
  upgraded: 'Became a full program',
  'trial-over': 'Trial over',
  'class-deleted': 'Class deleted',
  'account-deleted': 'Account deleted',
};

const columns: readonly Column<EndedBooking>[] = [
  {
    id: 'class',
    line: 'leadEnd',
    header: 'Class Type',
    cell: ({ class_type }) => classTypeName(class_type),
    sortBy: ({ class_type }) => class_type,
  },
  { id: 'venue', line: 'detail', header: 'Venue', kind: 'text', cell: ({ venue }) => venue },
  { id: 'slot', line: 'detailEnd', header: 'Time Slot', kind: 'short', cell: shortTimes },
  childColumn,
  ageColumn,
  amountColumn,
  {
    id: 'credited',
    header: 'Credited',
    kind: 'number',
    cell: ({ credited }) => formatCents(credited),
    sortBy: ({ credited }) => credited,
  },
  {
    id: 'ended',
    header: 'Ended',
    cell: ({ ended }) => `${reasonTexts[ended.reason]}, ${businessDate(ended.at)}`,
    sortBy: ({ ended }) => ended.at,
  },
  bookedColumn,
];

/** The ended bookings of a parent, newest first, with what is to be decided (END-03, END-07). */
export const EndedBookings = ({ records }: { readonly records: readonly EndedBooking[] }) => {
  if (records.length === 0) return null;
  const undecided = records.filter(isUndecided);
  return (
    <Stack gap="3">
      <Heading size="md">Ended Bookings</Heading>
      {undecided.length > 0 && (
        <Stack as="ul" gap="3" listStyleType="none">
          {undecided.map((record) => (
            <LateEndingCard key={record.id} record={record} />
          ))}
        </Stack>
      )}
      <DataTable
        label="Ended Bookings"
        columns={columns}
        rows={records}
        rowKey={({ id }) => id}
        rowName={({ child_name }) => `the ended booking of ${child_name}`}
        isWhole
        sortParam="ended"
      />
    </Stack>
  );
};
