import { textKey } from '#shared/domain/text/fold-text';
import type { VenueId } from '#shared/schemas/ids';
import { type Key, sha256 } from './key.ts';

/** All venues: a school has some dozens. */
export const venuesPartition = { PK: 'VENUES' } as const;

export const venuePrefix = 'ven_';

export const venueKey = (id: VenueId): Key => ({ ...venuesPartition, SK: id });

/** One for each name of a venue, so that no two venues have the same. */
export const venueNameKey = (name: string): Key => ({
  ...venuesPartition,
  SK: `NAME#${sha256(textKey(name))}`,
});
