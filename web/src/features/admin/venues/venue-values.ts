import type { Venue } from '#shared/schemas/venue';

/** The values of the venue form: all text. */
export interface VenueValues {
  readonly name: string;
  readonly address: string;
  readonly map_url: string;
  readonly directions: string;
}

export const valuesOfVenue = (venue: Venue | null): VenueValues => ({
  name: venue?.name ?? '',
  address: venue?.address ?? '',
  map_url: venue?.map_url ?? '',
  directions: venue?.directions ?? '',
});

const fields: readonly [name: string, field: keyof VenueValues][] = [
  ['Name', 'name'],
  ['Address', 'address'],
  ['Map Link', 'map_url'],
  ['Directions', 'directions'],
];

/** The fields in which two versions of a venue differ, with their values as text. */
export const venueChanges = (before: Venue, now: Venue) =>
  fields
    .map(([name, field]) => ({
      field: name,
      before: before[field] ?? 'none',
      now: now[field] ?? 'none',
    }))
    .filter((change) => change.before !== change.now);
