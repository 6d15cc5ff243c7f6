import { useState } from 'react';
import type { Reader } from '#shared/schemas/newsletter';
import { Button } from '../../../components/button.tsx';
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
              <Button
                type="button"
                variant="ghost"
                size="compact"
                color="danger.fg"
                aria-label={`Remove ${reader.email}`}
                onClick={() => setRemoving(reader)}
              >
                Remove
              </Button>
            ),
          },
        ]}
        rows={readers}
        rowKey={({ id }) => id}
        isWhole
      />
      <RemoveReaderDialog reader={removing} onClose={() => setRemoving(undefined)} />
    </>
  );
};
