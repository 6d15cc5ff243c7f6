import { paths } from '#shared/paths';
import type { ProgrammeId } from '#shared/programmes';

/** Query parameters of a class listing: filters and order. */
export const listingParams = {
  programme: 'program',
  day: 'day',
  venue: 'venue',
  places: 'places',
  sort: 'sort',
} as const;

/** Path of the public listing, filtered by one programme. */
export const listingOf = (programme: ProgrammeId): string =>
  `${paths.bookCamp}?${new URLSearchParams({ [listingParams.programme]: programme })}`;
