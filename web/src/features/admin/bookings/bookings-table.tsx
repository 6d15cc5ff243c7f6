import { useRef, useState } from 'react';
import { formatDate } from '#shared/domain/text/format';
import type { BookingDetails } from '#shared/schemas/booking';
import type { PaidBooking } from '#shared/schemas/booking-admin';
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
} from '../booking-columns.tsx';
import { PhoneLink } from '../phone-link.tsx';
import type { Column } from '../tables/column.ts';
import { DataTable } from '../tables/data-table.tsx';
import { RowActions } from '../tables/row-actions.tsx';
import { DeleteBookingDialog } from './delete-booking-dialog.tsx';
import { EditBookingDialog } from './edit-booking-dialog.tsx';

/** "Trial (Sep 6, 2025)", "Trial" or "Full" (ADM-41). */
const typeText = ({ is_trial, trial_date }: BookingDetails): string => {
  if (!is_trial) return 'Full';
  return trial_date ? `Trial (${formatDate(trial_date)})` : 'Trial';
};

/** Columns in the order of the specification (ADM-39). */
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

/** Bookings, each with buttons to edit and delete it. */
export const BookingsTable = ({ bookings, isWhole, isStale }: BookingsTableProps) => {
  const [editing, setEditing] = useState<BookingDetails>();
  const [deleting, setDeleting] = useState<BookingDetails>();
  const table = useRef<HTMLDivElement>(null);
  return (
    <div ref={table} tabIndex={-1} style={{ outline: 'none' }}>
      <DataTable
        label="Bookings"
        columns={[
          ...bookingColumns,
          {
            id: 'actions',
            header: 'Actions',
            kind: 'actions',
            cell: (booking) => (
              <RowActions
                of={`the booking of ${booking.child_name}`}
                onEdit={() => setEditing(booking)}
                onDelete={() => setDeleting(booking)}
              />
            ),
          },
        ]}
        rows={bookings}
        rowKey={({ id }) => id}
        rowName={({ child_name }) => `the booking of ${child_name}`}
        isWhole={isWhole}
        isStale={isStale}
        isWide
      />
      <EditBookingDialog booking={editing} onClose={() => setEditing(undefined)} />
      <DeleteBookingDialog
        booking={deleting}
        onClose={() => setDeleting(undefined)}
        // The focused button is removed with the row.
        onDeleted={() => table.current?.focus()}
      />
    </div>
  );
};
