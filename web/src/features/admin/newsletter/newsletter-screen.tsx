import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { adminRoutes } from '#shared/contract/admin-routes';
import { AreaScreen } from '../../../components/area-screen.tsx';
import { EmptyPitch } from '../../../components/empty-pitch.tsx';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { Loaded } from '../loaded.tsx';
import { CsvButton } from '../tables/csv-button.tsx';
import { ListBar } from '../tables/list-bar.tsx';
import { ListCount } from '../tables/list-count.tsx';
import { TableSkeleton } from '../tables/table-skeleton.tsx';
import { readerCsvColumns } from './reader-columns.tsx';
import { ReadersTable } from './readers-table.tsx';

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
