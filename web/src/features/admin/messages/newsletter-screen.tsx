import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageRoutes } from '#shared/messages/admin-routes';
import type { Reader } from '#shared/messages/newsletter';
import { AreaScreen } from '../../../components/screen.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { businessDate } from '../../../lib/time/today.ts';
import { EmailText } from '../cells.tsx';
import { ConfirmChange, type DialogProps } from '../dialogs.tsx';
import type { Column } from '../tables/column.ts';
import { CsvButton, type CsvColumn } from '../tables/csv.tsx';
import { DataTable } from '../tables/data-table.tsx';
import { ListBar, ListCount } from '../tables/list-bar.tsx';
import { Loaded, TableSkeleton } from '../tables/loaded.tsx';
import { RowButton } from '../tables/row-actions.tsx';

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

const RemoveReaderDialog = (dialog: DialogProps<Reader>) => (
  <ConfirmChange
    {...dialog}
    title={({ email }) => `Remove ${email}?`}
    action={['Remove Reader', 'Removing...']}
    send={({ id }) => callRoute(messageRoutes.removeReader, { params: { readerId: id } })}
    failure="Failed to remove the reader"
    done="Reader removed"
  >
    {() => <Text>The address gets no more news and is deleted. Its holder can join again on the site.</Text>}
  </ConfirmChange>
);

const ReadersTable = ({ readers }: { readonly readers: readonly Reader[] }) => {
  const [removing, setRemoving] = useState<Reader>();
  return (
    <>
      <DataTable
        label="Readers"
        empty="Nobody reads the newsletter yet"
        emptyHint="Visitors subscribe at the foot of your pages."
        columns={readerColumns}
        actions={(reader) => (
          <RowButton label={`Remove ${reader.email}`} isDanger onClick={() => setRemoving(reader)}>
            Remove
          </RowButton>
        )}
        rows={readers}
        rowKey={({ id }) => id}
        rowName={({ email }) => email}
        isWhole
      />
      <RemoveReaderDialog of={removing} onClose={() => setRemoving(undefined)} />
    </>
  );
};

const readersQuery = routeQuery(messageRoutes.listReaders, {}, 'Failed to load readers');

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
            <ReadersTable readers={data.readers} />
          </>
        )}
      </Loaded>
    </AreaScreen>
  );
};
