import { chakra } from '@chakra-ui/react/styled-system';
import { MapPin } from 'lucide-react';
import type { ClassSummary } from '#shared/schemas/class';
import { mapUrlOf } from '../lib/venue-map.ts';
import { IconLine } from './icon-line.tsx';

type Place = Pick<ClassSummary, 'venue' | 'venue_details'>;

/** A venue with its address and directions, and a link that opens a map (SET-02). */
export const VenueLine = ({ place }: { readonly place: Place }) => {
  const { venue, venue_details } = place;
  return (
    <IconLine icon={MapPin}>
      <chakra.span display="block">{venue}</chakra.span>
      <chakra.span display="block" color="fg.muted" fontSize="sm">
        {venue_details.address}
        {venue_details.directions && <chakra.span display="block">{venue_details.directions}</chakra.span>}
      </chakra.span>
      <MapLink
        href={mapUrlOf(venue, venue_details)}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={`Map of ${venue}`}
      >
        Map
      </MapLink>
    </IconLine>
  );
};

const MapLink = chakra('a', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    minHeight: 'touch',
    fontWeight: 'semibold',
    textDecoration: 'underline',
    textUnderlineOffset: '4px',
  },
});
