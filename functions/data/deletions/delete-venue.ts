import { randomUUID } from 'node:crypto';
import type { Venue } from '#shared/schemas/venue';
import { countDraftsAt } from '../classes/drafts.ts';
import { listManagedClasses } from '../classes/managed-classes.ts';
import { venueKey } from '../dynamo/keys/venues.ts';
import { sendTransaction } from '../dynamo/send-transaction.ts';
import { updateItem } from '../dynamo/write-item.ts';
import type { ExtraWrites } from '../extra-writes.ts';
import type { Table } from '../table.ts';
import { nameDelete } from '../venues/venues.ts';

type DeleteVenueOutcome =
  | { readonly outcome: 'done' }
  /** So many classes name the venue. It stays. */
  | { readonly outcome: 'in-use'; readonly classes: number }
  /** The venue was changed meanwhile, or contention persisted. It stays. */
  | { readonly outcome: 'busy' };

/** The classes that name a venue, drafts included. */
const countClasses = async (table: Table, { id }: Venue): Promise<number> => {
  const [classes, drafts] = await Promise.all([
    listManagedClasses(table, { consistent: true }),
    countDraftsAt(table, id),
  ]);
  return classes.filter(({ venue_details }) => venue_details.id === id).length + drafts;
};

const setMark = (table: Table, { id, version }: Venue, mark: string) =>
  updateItem(table, {
    TableName: table.name,
    Key: venueKey(id),
    ConditionExpression: '#version = :version',
    UpdateExpression: 'SET deleting = :mark',
    ExpressionAttributeNames: { '#version': 'version' },
    ExpressionAttributeValues: { ':version': version, ':mark': mark },
  });

const removeMark = (table: Table, { id }: Venue, mark: string) =>
  updateItem(table, {
    TableName: table.name,
    Key: venueKey(id),
    ConditionExpression: 'deleting = :mark',
    UpdateExpression: 'REMOVE deleting',
    ExpressionAttributeValues: { ':mark': mark },
  });

/**
 * Deletes a venue that no class names, and stores the extra writes. A venue that is marked is named by no further class, so
 * that the classes are counted after the mark: a class that was created at the same moment is among them, or was refused. An
 * interrupted deletion leaves the mark, which the next deletion or change of the venue removes.
 */
export const deleteVenue = async (
  table: Table,
  venue: Venue,
  extraWrites: ExtraWrites,
): Promise<DeleteVenueOutcome> => {
  // Most refusals are found before the mark, which would refuse classes for a moment.
  const before = await countClasses(table, venue);
  if (before > 0) return { outcome: 'in-use', classes: before };
  const mark = randomUUID();
  const marked = await setMark(table, venue, mark);
  if (marked.outcome === 'refused') return { outcome: 'busy' };
  const classes = await countClasses(table, venue);
  if (classes > 0) {
    await removeMark(table, venue, mark);
    return { outcome: 'in-use', classes };
  }
  const { outcome } = await sendTransaction(table, [
    {
      Delete: {
        TableName: table.name,
        Key: venueKey(venue.id),
        // A change of the venue removes the mark, and another deletion replaces it: then classes may have been added since.
        ConditionExpression: 'deleting = :mark',
        ExpressionAttributeValues: { ':mark': mark },
      },
    },
    nameDelete(table, venue),
    ...extraWrites,
  ]);
  return { outcome: outcome === 'done' ? 'done' : 'busy' };
};
