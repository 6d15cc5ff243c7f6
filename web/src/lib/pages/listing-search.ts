import { paths } from '#shared/paths';
import type { ProgrammeId } from '#shared/programmes';

/** How the address of a listing names its filters and its order; what is left out is not asked for. */
export const listingParams = { programme: 'program', day: 'day', places: 'places', sort: 'sort' } as const;

/** The public listing with the classes of one programme. */
export const listingOf = (programme: ProgrammeId): string =>
  `${paths.bookCamp}?${new URLSearchParams({ [listingParams.programme]: programme })}`;
