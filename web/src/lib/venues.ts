import type { ClassSummary, VenueDetails } from '#shared/classes/class';
import { ascending } from '#shared/lib/text';

export const addressAndDirections = ({
  address,
  directions,
}: Pick<VenueDetails, 'address' | 'directions'>): string =>
  [address, ...(directions ? [directions] : [])].join('. ');

/** The venue's own link to a map, or a search for its address. */
export const mapUrlOf = (
  name: string,
  { map_url, address }: Pick<VenueDetails, 'map_url' | 'address'>,
): string =>
  map_url ?? `https://www.openstreetmap.org/search?query=${encodeURIComponent(`${name}, ${address}`)}`;

export const venuesOf = (
  classes: readonly Pick<ClassSummary, 'venue' | 'venue_details'>[],
): { readonly value: string; readonly name: string }[] =>
  [
    ...new Map(classes.map(({ venue, venue_details: { id } }) => [id, { value: id, name: venue }])).values(),
  ].toSorted((one, other) => ascending(one.name, other.name));
