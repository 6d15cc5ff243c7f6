import type { VenueId } from '#shared/schemas/ids';
import { removesFromIndex } from '../dynamo/index-keys.ts';
import { classKey } from '../dynamo/keys/classes.ts';
import { venueKey } from '../dynamo/keys/venues.ts';
import { updateItem } from '../dynamo/write-item.ts';
import type { Table } from '../table.ts';
import { asVenue, getVenue, venueOfClass } from '../venues/venues.ts';
import { listManagedClasses } from './managed-classes.ts';

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
      updateItem(table, {
        TableName: table.name,
        Key: classKey(cls.id),
        ConditionExpression: 'venue_details.id = :id AND venue_details.#version < :version',
        UpdateExpression: 'SET venue = :name, venue_details = :details',
        ExpressionAttributeNames: { '#version': 'version' },
        ExpressionAttributeValues: {
          ':id': id,
          ':version': present.version,
          ':name': name,
          ':details': details,
        },
      }),
    ),
  );
  await updateItem(table, {
    TableName: table.name,
    Key: venueKey(id),
    ConditionExpression: '#version = :version',
    UpdateExpression: removesFromIndex,
    ExpressionAttributeNames: { '#version': 'version' },
    ExpressionAttributeValues: { ':version': present.version },
  });
};
