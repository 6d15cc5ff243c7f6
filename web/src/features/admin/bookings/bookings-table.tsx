import { useRef, useState } from 'react';
import type { BookingDetails } from '#shared/schemas/booking';
import { DataTable } from '../tables/data-table.tsx';
import { RowActions } from '../tables/row-actions.tsx';
import { bookingColumns } from './booking-columns.tsx';
import { DeleteBookingDialog } from './delete-booking-dialog.tsx';
import { EditBookingDialog } from './edit-booking-dialog.tsx';

interface BookingsTableProps {
  readonly bookings: readonly BookingDetails[];
  readonly isWhole: boolean;
}

/** Bookings with what can be done with each: edit and delete. */
export const BookingsTable = ({ bookings, isWhole }: BookingsTableProps) => {
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
        isWhole={isWhole}
      />
      <EditBookingDialog booking={editing} onClose={() => setEditing(undefined)} />
      <DeleteBookingDialog
        booking={deleting}
        onClose={() => setDeleting(undefined)}
        // The button that had the focus goes with the row.
        onDeleted={() => table.current?.focus()}
      />
    </div>
  );
};
