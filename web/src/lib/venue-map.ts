import type { VenueDetails } from '#shared/schemas/venue';

/** "12 Riverside Road, London. Gate B, behind the school": where a venue is. */
export const addressAndDirections = ({
  address,
  directions,
}: Pick<VenueDetails, 'address' | 'directions'>): string =>
  [address, ...(directions ? [directions] : [])].join('. ');

/** The page that shows a venue on a map: its own link, or a search for its address. */
export const mapUrlOf = (
  name: string,
  { map_url, address }: Pick<VenueDetails, 'map_url' | 'address'>,
): string =>
  map_url ?? `https://www.openstreetmap.org/search?query=${encodeURIComponent(`${name}, ${address}`)}`;
