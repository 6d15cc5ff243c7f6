import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { Venue } from '#shared/schemas/venue';
import { AreaScreen } from '../../../components/area-screen.tsx';
import { Button } from '../../../components/button.tsx';
import { EmptyPitch } from '../../../components/empty-pitch.tsx';
import { TextLink } from '../../../components/text-link.tsx';
import { mapUrlOf } from '../../../lib/venue-map.ts';
import { classesQuery } from '../classes/classes-query.ts';
import { Loaded } from '../loaded.tsx';
import { DataTable } from '../tables/data-table.tsx';
import { ListBar } from '../tables/list-bar.tsx';
import { ListCount } from '../tables/list-count.tsx';
import { RowActions } from '../tables/row-actions.tsx';
import { TableSkeleton } from '../tables/table-skeleton.tsx';
import { DeleteVenueDialog } from './delete-venue-dialog.tsx';
import { VenueDialog } from './venue-dialog.tsx';
import { venuesQuery } from './venues-query.ts';

/** The venues of the school, with the number of classes that meet there (SET-02). */
export const VenuesScreen = () => {
  const venues = useQuery(venuesQuery);
  const classes = useQuery(classesQuery).data?.classes ?? [];
  const [edited, setEdited] = useState<Venue['id'] | 'new'>();
  const [deleting, setDeleting] = useState<Venue>();
  const countOf = ({ id }: Venue) => classes.filter(({ venue_details }) => venue_details.id === id).length;
  return (
    <AreaScreen title="Venues">
      <Loaded query={venues} skeleton={<TableSkeleton />}>
        {(data) => (
          <>
            <ListBar>
              <ListCount total={data.venues.length} one="venue" many="venues" />
              <Button type="button" onClick={() => setEdited('new')}>
                <Plus size="1.2em" aria-hidden />
                New Venue
              </Button>
            </ListBar>
            {data.venues.length === 0 ? (
              <EmptyPitch>
                <Text fontSize="lg">There are no venues yet</Text>
              </EmptyPitch>
            ) : (
              <DataTable
                label="Venues"
                columns={[
                  { id: 'name', header: 'Name', kind: 'title', line: 'lead', cell: ({ name }) => name },
                  {
                    id: 'address',
                    header: 'Address',
                    kind: 'place',
                    line: 'detail',
                    cell: (venue) => venue.address,
                  },
                  {
                    id: 'directions',
                    header: 'Directions',
                    kind: 'place',
                    cell: ({ directions }) => directions ?? '',
                  },
                  {
                    id: 'map',
                    header: 'Map',
                    kind: 'short',
                    cell: (venue) => (
                      <TextLink
                        href={mapUrlOf(venue.name, venue)}
                        target="_blank"
                        rel="noopener noreferrer"
                        aria-label={`Map of ${venue.name}`}
                      >
                        Map
                      </TextLink>
                    ),
                  },
                  {
                    id: 'classes',
                    header: 'Classes',
                    kind: 'number',
                    line: 'leadEnd',
                    cell: (venue) => countOf(venue),
                  },
                  {
                    id: 'actions',
                    header: 'Actions',
                    kind: 'actions',
                    cell: (venue) => (
                      <RowActions
                        of={venue.name}
                        onEdit={() => setEdited(venue.id)}
                        onDelete={() => setDeleting(venue)}
                      />
                    ),
                  },
                ]}
                rows={data.venues}
                rowKey={({ id }) => id}
                rowName={({ name }) => name}
                isWhole
              />
            )}
            <VenueDialog
              isOpen={edited !== undefined}
              venue={data.venues.find(({ id }) => id === edited) ?? null}
              onClose={() => setEdited(undefined)}
            />
            <DeleteVenueDialog venue={deleting} onClose={() => setDeleting(undefined)} />
          </>
        )}
      </Loaded>
    </AreaScreen>
  );
};
