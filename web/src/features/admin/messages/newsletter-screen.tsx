import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { adminRoutes } from '#shared/contract/admin-routes';
import type { Reader, ReaderId } from '#shared/messages/newsletter';
import { EmptyPitch } from '../../../components/badge.tsx';
import { ConfirmDialog } from '../../../components/modal.tsx';
import { AreaScreen } from '../../../components/screen.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { useSubmission } from '../../../lib/forms/use-submission.ts';
import { businessDate } from '../../../lib/time/today.ts';
import { showToast } from '../../../lib/toasts/toasts.ts';
import { EmailText } from '../cells.tsx';
import { everyRead } from '../queries.ts';
import type { Column } from '../tables/column.ts';
import { CsvButton, type CsvColumn } from '../tables/csv.tsx';
import { DataTable } from '../tables/data-table.tsx';
import { ListBar, ListCount } from '../tables/list-bar.tsx';
import { Loaded, TableSkeleton } from '../tables/loaded.tsx';

const readerColumns: readonly Column<Reader>[] = [
  {
    id: 'email',
    header: 'Email',
    kind: 'title',
    line: 'lead',
    cell: ({ email }) => <EmailText email={email} />,
    sortBy: ({ email }) => email,
  },
  {
    id: 'since',
    header: 'Confirmed On',
    kind: 'short',
    line: 'detail',
    cell: ({ consented_at }) => businessDate(consented_at),
    sortBy: ({ consented_at }) => consented_at,
  },
];

const readerCsvColumns: readonly CsvColumn<Reader>[] = [
  { header: 'Email', value: ({ email }) => email },
  { header: 'Confirmed At', value: ({ consented_at }) => consented_at },
  { header: 'Consent', value: ({ consent }) => consent },
];

interface RemoveReaderDialogProps {
  /** The dialog is open while this is set. */
  readonly reader: Reader | undefined;
  readonly onClose: () => void;
}

/** Confirms that a reader is taken off the newsletter's list. */
const RemoveReaderDialog = ({ reader, onClose }: RemoveReaderDialogProps) => {
  const removal = useSubmission({
    send: (readerId: ReaderId) => callRoute(adminRoutes.removeReader, { params: { readerId } }),
    failure: 'Failed to remove the reader',
    changes: everyRead,
    onDone: () => {
      showToast({ type: 'success', title: 'Reader removed' });
      onClose();
    },
    onFailed: onClose,
  });
  return (
    <ConfirmDialog
      title={`Remove ${reader?.email ?? 'this reader'}?`}
      isOpen={reader !== undefined}
      onClose={onClose}
      action={['Remove Reader', 'Removing...']}
      isPending={removal.isPending}
      onConfirm={() => reader && removal.submit(reader.id)}
    >
      <Text>The address gets no more news and is deleted. Its holder can join again on the site.</Text>
    </ConfirmDialog>
  );
};

/** The readers of the newsletter, each with a button that removes it. */
const ReadersTable = ({ readers }: { readonly readers: readonly Reader[] }) => {
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

const readersQuery = routeQuery(adminRoutes.listReaders, {}, 'Failed to load readers');

/** The readers of the newsletter: how many, export and removal (FRM-05). */
export const NewsletterScreen = () => {
  const readers = useQuery(readersQuery);
  return (
    <AreaScreen title="Newsletter">
      <Loaded query={readers} skeleton={<TableSkeleton />}>
        {(data) => (
          <>
            <ListBar>
              <ListCount total={data.readers.length} one="reader" many="readers" />
              <CsvButton name="readers" columns={readerCsvColumns} readRows={async () => data.readers} />
            </ListBar>
            {data.readers.length === 0 ? (
              <EmptyPitch>
                <Text fontSize="lg">Nobody reads the newsletter yet</Text>
              </EmptyPitch>
            ) : (
              <ReadersTable readers={data.readers} />
            )}
          </>
        )}
      </Loaded>
    </AreaScreen>
  );
};
