import type { VenueDetails } from '#shared/schemas/venue';

/** The page that shows a venue on a map: its own link, or a search for its address. */
export const mapUrlOf = (
  name: string,
  { map_url, address }: Pick<VenueDetails, 'map_url' | 'address'>,
): string =>
  map_url ?? `https://www.openstreetmap.org/search?query=${encodeURIComponent(`${name}, ${address}`)}`;
