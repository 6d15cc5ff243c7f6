import * as z from 'zod/mini';
import { ascending } from '#shared/domain/lists/ascending';
import { instantOf } from '#shared/domain/time/instant-of';
import type { ReaderId } from '#shared/schemas/newsletter';
import { readerSchema } from '#shared/schemas/newsletter';
import type { Instant } from '#shared/schemas/values';
import { getItem } from '../dynamo/get-item.ts';
import type { Item } from '../dynamo/item-ref.ts';
import { newsletterPartition, readerIdOf, readerKey } from '../dynamo/keys/newsletter.ts';
import { inPartition, queryAll } from '../dynamo/query.ts';
import { sendTransaction, type Write } from '../dynamo/send-transaction.ts';
import { entityAttribute } from '../dynamo/table-schema.ts';
import { updateItem } from '../dynamo/write-item.ts';
import type { ExtraWrites } from '../extra-writes.ts';
import type { Table } from '../table.ts';

/**
 * A reader with the secret of the link that every newsletter email has. The secret is stored as it is, since each email
 * needs it; it can take this reader off the list and nothing else.
 */
const storedReaderSchema = z.extend(readerSchema, { leave_secret: z.string() });
export type StoredReader = z.infer<typeof storedReaderSchema>;

const readerFromItem = (item: Item): StoredReader => storedReaderSchema.parse({ ...item, id: item.SK });

/** An item without an address is of somebody who left: only the hash of the address and the link's secret stay. */
const isReader = 'attribute_exists(email)';

/** All readers, by address. One Query. */
export const listReaders = async (table: Table): Promise<StoredReader[]> => {
  const items = await queryAll(table, {
    ...inPartition(newsletterPartition),
    FilterExpression: isReader,
  });
  return items.map(readerFromItem).toSorted((one, other) => ascending(one.email, other.email));
};

/** Whether somebody is on the list now. */
export const isOnList = async (table: Table, id: ReaderId): Promise<boolean> =>
  (await getItem(table, { key: readerKey(id), fromItem: (item) => item.email !== undefined })) ?? false;

interface Consent {
  readonly email: string;
  readonly wording: string;
  readonly at: Instant;
  /** For a reader who is new. Who joins again keeps the old one: links in older emails go on working. */
  readonly leaveSecret: string;
}

/** The write that puts an address on the list with its consent. */
export const readerWrite = (table: Table, { email, wording, at, leaveSecret }: Consent): Write => ({
  Update: {
    TableName: table.name,
    Key: readerKey(readerIdOf(email)),
    UpdateExpression:
      'SET #entity = :entity, email = :email, consent = :wording, consented_at = :at, ' +
      'leave_secret = if_not_exists(leave_secret, :secret) REMOVE left_at',
    ExpressionAttributeNames: { '#entity': entityAttribute },
    ExpressionAttributeValues: {
      ':entity': 'newsletter-reader',
      ':email': email,
      ':wording': wording,
      ':at': at,
      ':secret': leaveSecret,
    },
  },
});

/** What leaving writes: the address and the consent go, the hash of the address stays (MSG-07). */
const leaving = (table: Table, id: ReaderId, now: Date) => ({
  TableName: table.name,
  Key: readerKey(id),
  UpdateExpression: 'SET left_at = if_not_exists(left_at, :now) REMOVE email, consent, consented_at',
  ExpressionAttributeValues: { ':now': instantOf(now) },
});

/**
 * Takes a reader off the list by the secret of the link. Idempotent: who left before has left.
 * @returns false for a secret that is not the reader's
 */
export const leaveList = async (
  table: Table,
  { reader, secret, now }: { reader: ReaderId; secret: string; now: Date },
): Promise<boolean> => {
  const update = leaving(table, reader, now);
  const { outcome } = await updateItem(table, {
    ...update,
    ConditionExpression: 'leave_secret = :secret',
    ExpressionAttributeValues: { ...update.ExpressionAttributeValues, ':secret': secret },
  });
  return outcome === 'done';
};

/** Takes a reader off the list, with extra writes in the same transaction. */
export const removeReader = async (
  table: Table,
  id: ReaderId,
  now: Date,
  extraWrites: ExtraWrites,
): Promise<'removed' | 'not-on-list' | 'busy'> => {
  const { outcome } = await sendTransaction(table, [
    { Update: { ...leaving(table, id, now), ConditionExpression: isReader } },
    ...extraWrites,
  ]);
  if (outcome === 'done') return 'removed';
  return outcome === 'refused' ? 'not-on-list' : 'busy';
};
