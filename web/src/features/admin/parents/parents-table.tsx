import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '#shared/paths';
import { fromList } from '../back-link.tsx';
import { DataTable } from '../tables/data-table.tsx';
import { RowActions } from '../tables/row-actions.tsx';
import { DeleteParentDialog } from './delete-parent-dialog.tsx';
import { type ParentRow, parentColumns } from './parent-columns.tsx';

interface ParentsTableProps {
  readonly parents: readonly ParentRow[];
  readonly isWhole: boolean;
  readonly isStale: boolean;
}

/** Parents, each with buttons to view and delete the account. */
export const ParentsTable = ({ parents, isWhole, isStale }: ParentsTableProps) => {
  const [deleting, setDeleting] = useState<ParentRow>();
  const table = useRef<HTMLDivElement>(null);
  return (
    <div ref={table} tabIndex={-1} style={{ outline: 'none' }}>
      <DataTable
        label="Parents"
        columns={[
          ...parentColumns,
          {
            id: 'actions',
            header: 'Actions',
            kind: 'actions',
            cell: (parent) => (
              <>
                <Link
                  to={paths.adminParent(parent.id)}
                  state={fromList}
                  aria-label={`View details of ${parent.full_name}`}
                >
                  View Details
                </Link>
                {parent.role === 'parent' && (
                  <RowActions
                    of={`the account of ${parent.full_name}`}
                    onDelete={() => setDeleting(parent)}
                  />
                )}
              </>
            ),
          },
        ]}
        rows={parents}
        rowKey={({ id }) => id}
        rowName={({ full_name }) => full_name}
        isWhole={isWhole}
        isStale={isStale}
      />
      <DeleteParentDialog
        parent={deleting}
        bookings={deleting?.bookings_count ?? 0}
        onClose={() => setDeleting(undefined)}
        // The focused button is removed with the row.
        onDeleted={() => table.current?.focus()}
      />
    </div>
  );
};
