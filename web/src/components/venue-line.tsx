import { chakra } from '@chakra-ui/react/styled-system';
import { MapPin } from 'lucide-react';
import type { ClassSummary } from '#shared/classes/class';
import { mapUrlOf } from '../lib/venues.ts';
import { IconLine } from './card.tsx';

type Place = Pick<ClassSummary, 'venue' | 'venue_details'>;

/**
 * A venue with its address and directions, and a link that opens a map (SET-02).
 * @param isShort on a phone: only the name and the link, in one line
 */
export const VenueLine = ({
  place,
  isShort = false,
}: {
  readonly place: Place;
  readonly isShort?: boolean;
}) => {
  const { venue, venue_details } = place;
  return (
    <IconLine icon={MapPin}>
      <chakra.span display={isShort ? { base: 'inline', md: 'block' } : 'block'} me="2">
        {venue}
      </chakra.span>
      <chakra.span display={isShort ? { base: 'none', md: 'block' } : 'block'} color="fg.muted" fontSize="sm">
        {venue_details.address}
        {venue_details.directions && <chakra.span display="block">{venue_details.directions}</chakra.span>}
      </chakra.span>
      <MapLink
        href={mapUrlOf(venue, venue_details)}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={`Map of ${venue}`}
        minHeight={isShort ? { base: '0', md: 'touch' } : 'touch'}
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
    fontWeight: 'semibold',
    textDecoration: 'underline',
    textUnderlineOffset: '4px',
  },
});
