import { isSameText } from '#shared/domain/text/fold-text';
import type { Venue } from '#shared/schemas/venue';
import { dueIndexKeys } from '../dynamo/keys/due-work.ts';
import { sendTransaction } from '../dynamo/send-transaction.ts';
import type { ExtraWrites } from '../extra-writes.ts';
import type { Table } from '../table.ts';
import { nameDelete, namePut, venueItem } from './venues.ts';

type ChangeVenueOutcome =
  | 'done'
  /** The venue was changed or deleted since it was read. Nothing was stored. */
  | 'changed'
  /** Another venue has the name. Nothing was stored. */
  | 'name-taken'
  | 'busy';

/**
 * Stores a changed venue and the extra writes, all or nothing. The classes that name the venue have copies of it: it is due
 * until `copyToClasses` has changed them. A venue that is being deleted stays.
 */
export const changeVenue = async (
  table: Table,
  before: Venue,
  next: Venue,
  extraWrites: ExtraWrites,
): Promise<ChangeVenueOutcome> => {
  const isRenamed = !isSameText(before.name, next.name);
  const result = await sendTransaction(table, [
    {
      Put: {
        TableName: table.name,
        Item: { ...venueItem(next), ...dueIndexKeys(next.changed_at, next.id) },
        ConditionExpression: '#version = :seen',
        ExpressionAttributeNames: { '#version': 'version' },
        ExpressionAttributeValues: { ':seen': before.version },
      },
    },
    ...(isRenamed ? [namePut(table, next), nameDelete(table, before)] : []),
    ...extraWrites,
  ]);
  if (result.outcome !== 'refused') return result.outcome;
  return result.refusals[0] ? 'changed' : 'name-taken';
};
