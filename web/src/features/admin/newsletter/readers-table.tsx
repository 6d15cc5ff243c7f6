import { useState } from 'react';
import type { Reader } from '#shared/schemas/newsletter';
import { DataTable } from '../tables/data-table.tsx';
import { readerColumns } from './reader-columns.tsx';
import { RemoveReaderDialog } from './remove-reader-dialog.tsx';

/** The readers of the newsletter, each with a button that removes it. */
export const ReadersTable = ({ readers }: { readonly readers: readonly Reader[] }) => {
  const [removing, setRemoving] = useState<Reader>();
  return (
    <>
      <DataTable
        label="Readers"
        columns={[
          ...readerColumns,
          {
            id: 'actions',
            header: 'Actions',
            kind: 'actions',
            cell: (reader) => (
              <button
                type="button"
                data-danger
                aria-label={`Remove ${reader.email}`}
                onClick={() => setRemoving(reader)}
              >
                Remove
              </button>
            ),
          },
        ]}
        rows={readers}
        rowKey={({ id }) => id}
        rowName={({ email }) => email}
        isWhole
      />
      <RemoveReaderDialog reader={removing} onClose={() => setRemoving(undefined)} />
    </>
  );
};
