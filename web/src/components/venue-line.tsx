import { MapPin } from 'lucide-react';
import type { ClassSummary } from '#shared/classes/class';
import { mapUrlOf } from '../lib/venues.ts';
import styles from './card.module.css';
import { IconLine } from './card.tsx';

type Place = Pick<ClassSummary, 'venue' | 'venue_details'>;

/**
 * A venue with its address and directions, and a link that opens a map (SET-02).
 * @param isShort on a phone: only the name and the link, in one line
 * @param isNameOnly the same, where `VenueRest` has the rest
 */
export const VenueLine = ({
  place,
  isShort = false,
  isNameOnly = false,
}: {
  readonly place: Place;
  readonly isShort?: boolean;
  readonly isNameOnly?: boolean;
}) => {
  const { venue, venue_details } = place;
  return (
    <IconLine icon={MapPin} className={isShort || isNameOnly ? styles.short : undefined}>
      <span className={styles.venue}>{venue}</span>
      {!isNameOnly && (
        <span className={styles.address}>
          {venue_details.address}
          {venue_details.directions && <span>{venue_details.directions}</span>}
        </span>
      )}
      <a
        href={mapUrlOf(venue, venue_details)}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={`Map of ${venue}`}
        className={styles.map}
      >
        Map
      </a>
    </IconLine>
  );
};

/** The address and the directions of a venue whose name stands elsewhere on a card. */
export const VenueRest = ({ place: { venue_details } }: { readonly place: Place }) => (
  <IconLine icon={MapPin} look={['whole']}>
    {venue_details.address}
    {venue_details.directions && <span className={styles.address}>{venue_details.directions}</span>}
  </IconLine>
);
