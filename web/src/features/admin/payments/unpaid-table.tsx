import { useRef, useState } from 'react';
import type { BookingDetails } from '#shared/schemas/booking';
import type { UserId } from '#shared/schemas/ids';
import type { UnpaidCharge } from '#shared/schemas/payments';
import { DeleteBookingDialog } from '../bookings/delete-booking-dialog.tsx';
import { DataTable } from '../tables/data-table.tsx';
import { RowActions } from '../tables/row-actions.tsx';
import { unpaidColumns } from './unpaid-columns.tsx';

interface UnpaidTableProps {
  readonly charges: readonly UnpaidCharge[];
  readonly isStale: boolean;
  readonly chosen: ReadonlySet<UserId>;
  readonly onChoose: (parentId: UserId) => void;
}

/** Unpaid charges, each with a box that chooses its family for a reminder, and a button that ends a live booking. */
export const UnpaidTable = ({ charges, isStale, chosen, onChoose }: UnpaidTableProps) => {
  const [ending, setEnding] = useState<BookingDetails>();
  const table = useRef<HTMLDivElement>(null);
  return (
    <div ref={table} tabIndex={-1} style={{ outline: 'none' }}>
      <DataTable
        label="Unpaid"
        columns={[
          ...unpaidColumns,
          {
            id: 'actions',
            header: 'Actions',
            kind: 'actions',
            cell: ({ place, child_name }) =>
              place && <RowActions of={`the booking of ${child_name}`} onDelete={() => setEnding(place)} />,
          },
          {
            id: 'choose',
            header: 'Remind',
            kind: 'contact',
            line: 'reach',
            cell: ({ parent_id, full_name, child_name }) => (
              <label>
                <input
                  type="checkbox"
                  aria-label={`Remind ${full_name} of ${child_name}`}
                  checked={chosen.has(parent_id)}
                  onChange={() => onChoose(parent_id)}
                />
              </label>
            ),
          },
        ]}
        rows={charges}
        rowKey={({ booking_id }) => booking_id}
        rowName={({ child_name }) => `the booking of ${child_name}`}
        isWhole={false}
        isStale={isStale}
        isWide
      />
      <DeleteBookingDialog
        booking={ending}
        onClose={() => setEnding(undefined)}
        // The focused button is removed with the row.
        onDeleted={() => table.current?.focus()}
      />
    </div>
  );
};
