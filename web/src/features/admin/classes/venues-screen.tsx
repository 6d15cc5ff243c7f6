import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { venueRoutes } from '#shared/classes/admin-routes';
import type { Venue } from '#shared/classes/class';
import { AreaScreen } from '../../../components/screen.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Link } from '../../../components/ui/link.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { mapUrlOf } from '../../../lib/venues.ts';
import { ConfirmChange, type DialogProps } from '../dialogs.tsx';
import { DataTable } from '../tables/data-table.tsx';
import { ListBar, ListCount } from '../tables/list-bar.tsx';
import { Loaded, TableSkeleton } from '../tables/loaded.tsx';
import { RowActions } from '../tables/row-actions.tsx';
import { classesQuery, venuesQuery } from './queries.ts';
import { VenueDialog } from './venue-dialog.tsx';

// The API refuses a venue that classes name, and says how many do.
const DeleteVenueDialog = (dialog: DialogProps<Venue>) => (
  <ConfirmChange
    {...dialog}
    title={({ name }) => `Delete ${name}?`}
    action={['Delete Venue', 'Deleting...']}
    send={({ id: venueId }, keyOf) =>
      callRoute(venueRoutes.deleteVenue, { params: { venueId }, idempotencyKey: keyOf({ venueId }) })
    }
    failure="Failed to delete venue"
    done="Venue deleted successfully"
  >
    {() => <Text>It is no longer offered for classes. A venue that a class names stays.</Text>}
  </ConfirmChange>
);

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
            <DataTable
              label="Venues"
              empty="There are no venues yet"
              emptyHint="Add one here, or together with your first class."
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
                    <Link
                      href={mapUrlOf(venue.name, venue)}
                      target="_blank"
                      rel="noopener noreferrer"
                      aria-label={`Map of ${venue.name}`}
                    >
                      Map
                    </Link>
                  ),
                },
                {
                  id: 'classes',
                  header: 'Classes',
                  kind: 'number',
                  line: 'leadEnd',
                  cell: (venue) => countOf(venue),
                },
              ]}
              actions={(venue) => (
                <RowActions
                  of={venue.name}
                  onEdit={() => setEdited(venue.id)}
                  onDelete={() => setDeleting(venue)}
                />
              )}
              rows={data.venues}
              rowKey={({ id }) => id}
              rowName={({ name }) => name}
              isWhole
            />
            <VenueDialog
              isOpen={edited !== undefined}
              venue={data.venues.find(({ id }) => id === edited) ?? null}
              onClose={() => setEdited(undefined)}
            />
            <DeleteVenueDialog of={deleting} onClose={() => setDeleting(undefined)} />
          </>
        )}
      </Loaded>
    </AreaScreen>
  );
};
