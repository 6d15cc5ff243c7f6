import { MapPin } from 'lucide-react';
import type { ClassSummary } from '#shared/classes/class';
import { css } from '#styled-system/css';
import { mapUrlOf } from '../lib/venues.ts';
import { IconLine } from './icon-line.tsx';
import { Link } from './ui/link.tsx';

type WithVenue = Pick<ClassSummary, 'venue' | 'venue_details'>;

/**
 * A venue with a link that opens a map (SET-02).
 * @param isShort on a phone: only the name and the link, in one line
 * @param isNameOnly also only the name and the link, where `VenueRest` has the rest
 */
export const VenueLine = ({
  of,
  isShort = false,
  isNameOnly = false,
}: {
  readonly of: WithVenue;
  readonly isShort?: boolean;
  readonly isNameOnly?: boolean;
}) => {
  const { venue, venue_details } = of;
  const inOneLine = isShort || isNameOnly;
  return (
    <IconLine icon={MapPin}>
      <span className={inOneLine ? shortName : name}>{venue}</span>
      {!isNameOnly && (
        <span className={inOneLine ? shortAddress : address}>
          {venue_details.address}
          {venue_details.directions && <span className={block}>{venue_details.directions}</span>}
        </span>
      )}
      <Link
        href={mapUrlOf(venue, venue_details)}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={`Map of ${venue}`}
        minHeight={inOneLine ? { base: 'touch', mdDown: '0' } : 'touch'}
      >
        Map
      </Link>
    </IconLine>
  );
};

/** For a card that shows the venue's name elsewhere. */
export const VenueRest = ({ of: { venue_details } }: { readonly of: WithVenue }) => (
  <IconLine icon={MapPin} flexBasis={{ smDown: 'full' }}>
    {venue_details.address}
    {venue_details.directions && <span className={address}>{venue_details.directions}</span>}
  </IconLine>
);

const block = css({ display: 'block' });
const name = css({ display: 'block', me: '2' });
const shortName = css({ display: { base: 'block', mdDown: 'inline' }, me: '2' });
const address = css({ display: 'block', color: 'fg.muted', fontSize: 'sm' });
const shortAddress = css({ display: { base: 'block', mdDown: 'none' }, color: 'fg.muted', fontSize: 'sm' });
