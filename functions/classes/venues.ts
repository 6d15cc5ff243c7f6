import * as z from 'zod/mini';
import { type Venue, type VenueDetails, venueSchema } from '#shared/classes/class';
import type { VenueId } from '#shared/lib/ids';
import { absent, below, checkWrite, deleteWrite, isNew, putWrite } from '../lib/dynamo/expressions.ts';
import { entityAttribute, type Item, type ItemRef, indexKeys, itemParser } from '../lib/dynamo/items.ts';
import type { Write } from '../lib/dynamo/keyed-request.ts';
import {
  classKey,
  venueKey,
  venueNameKey,
  venuePrefix,
  venuesPartition,
} from '../lib/dynamo/keys-of-classes.ts';
import { getItem, inPartition, queryAll } from '../lib/dynamo/reads.ts';
import { updateItem } from '../lib/dynamo/writes.ts';
import type { Table } from '../lib/table.ts';
import { listManagedClasses } from './classes.ts';

export const venueEntity = 'venue';

export const storedVenueSchema = z.extend(venueSchema, {
  /** Names the deletion whose first step set it: meanwhile no further class may name the venue. */
  deleting: z.optional(z.string()),
});
export type StoredVenue = z.infer<typeof storedVenueSchema>;

export const asVenue = ({ deleting: _, ...venue }: StoredVenue): Venue => venue;

export const venueOfClass = ({
  name,
  ...details
}: Venue): { readonly venue: string; readonly venue_details: VenueDetails } => ({
  venue: name,
  venue_details: details,
});

export const venueItem = (venue: Venue): Item => ({
  ...venueKey(venue.id),
  [entityAttribute]: venueEntity,
  ...venueSchema.parse(venue),
});

export const venueNameItem = ({ id, name }: Venue): Item => ({
  ...venueNameKey(name),
  [entityAttribute]: 'venue-name',
  venue_id: id,
});

/** Refused where another venue has the name. */
export const namePut = (table: Table, venue: Venue): Write =>
  putWrite(table, venueNameItem(venue), { if: isNew });

export const nameDelete = (table: Table, { name }: Venue): Write => deleteWrite(table, venueNameKey(name));

export const venuePuts = (table: Table, venue: Venue): Write[] => [
  namePut(table, venue),
  putWrite(table, venueItem(venue), { if: isNew }),
];

/** By name. One consistent Query. */
export const listVenues = async (table: Table): Promise<Venue[]> => {
  const items = await queryAll(table, {
    ...inPartition(venuesPartition, { beginning: venuePrefix }),
    ConsistentRead: true,
  });
  return items
    .map((item) => asVenue(itemParser(storedVenueSchema)(item)))
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en', { numeric: true }));
};

export const venueRef = (id: VenueId): ItemRef<StoredVenue> => ({
  key: venueKey(id),
  fromItem: itemParser(storedVenueSchema),
});

/** Also while the venue is being deleted. One consistent read. */
export const getVenue = (table: Table, id: VenueId): Promise<StoredVenue | undefined> =>
  getItem(table, venueRef(id));

export const sameVenue = (table: Table, { id, version }: Venue): Write =>
  checkWrite(table, venueKey(id), { if: { version, deleting: absent } });

/**
 * Gives all classes that name a venue its present name and details: one consistent Query of the classes, and one write for
 * each. It may be interrupted, repeated, and run twice at once: a class never gets an older copy, and the venue stays due
 * until all have the present one. A class that is given the venue meanwhile has the present copy, or is refused.
 */
export const copyToClasses = async (table: Table, id: VenueId): Promise<void> => {
  const venue = await getVenue(table, id);
  if (!venue) return;
  const present = asVenue(venue);
  const { venue: name, venue_details: details } = venueOfClass(present);
  const classes = await listManagedClasses(table, { consistent: true });
  const outdated = classes.filter(
    ({ venue_details: copy }) => copy.id === id && copy.version < present.version,
  );
  await Promise.all(
    outdated.map((cls) =>
      // The class keeps its version: an edit that is under way does not change the copy.
      updateItem(table, classKey(cls.id), {
        set: { venue: name, venue_details: details },
        if: { 'venue_details.id': id, 'venue_details.version': below(present.version) },
      }),
    ),
  );
  await updateItem(table, venueKey(id), { remove: indexKeys, if: { version: present.version } });
};
