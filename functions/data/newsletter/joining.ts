import * as z from 'zod/mini';
import { instantOf } from '#shared/domain/time/instant-of';
import { hourMs } from '#shared/domain/time/milliseconds';
import { limits } from '#shared/limits';
import { readerIdSchema } from '#shared/schemas/newsletter';
import { instantSchema } from '#shared/schemas/values';
import { getItem } from '../dynamo/get-item.ts';
import { keyOfItem } from '../dynamo/keys/key.ts';
import { joiningIndexKeys, joiningKey, joiningsPartition, readerIdOf } from '../dynamo/keys/newsletter.ts';
import { inPartition, queryAll } from '../dynamo/query.ts';
import { sendTransaction } from '../dynamo/send-transaction.ts';
import { entityAttribute, ownerIndex, tableSchema, toEpochSeconds } from '../dynamo/table-schema.ts';
import { deleteItem, putItem } from '../dynamo/write-item.ts';
import { newSecret } from '../new-secret.ts';
import type { Table } from '../table.ts';
import { isOnList, readerWrite } from './readers.ts';

/** An address that waits for its confirmation. The confirmation removes the address; the rest is kept until the end. */
const joiningSchema = z.object({
  reader_id: readerIdSchema,
  email: z.optional(z.string()),
  valid_until: instantSchema,
});

/**
 * Stores an address that waits for its confirmation, under the hash of a new token.
 * @returns the token of 256 random bits, which is stored nowhere
 */
export const createJoining = async (table: Table, email: string, now: Date): Promise<string> => {
  const token = newSecret('newsletter-confirmation');
  const end = new Date(now.getTime() + limits.newsletterLinkHours * hourMs);
  await putItem(table, {
    TableName: table.name,
    Item: {
      ...joiningKey(token),
      ...joiningIndexKeys(email, instantOf(now)),
      [entityAttribute]: 'newsletter-joining',
      reader_id: readerIdOf(email),
      email,
      valid_until: instantOf(end),
      [tableSchema.timeToLiveAttribute]: toEpochSeconds(end),
    },
  });
  return token;
};

/**
 * Puts the address of a token on the list, with the time and the wording of the consent. A repeated confirmation finds
 * the reader on the list. An expired token is unknown, also before the table deletes it.
 */
export const confirmJoining = async (
  table: Table,
  { token, wording, now }: { token: string; wording: string; now: Date },
): Promise<'on-list' | 'unknown' | 'busy'> => {
  const key = joiningKey(token);
  const joining = await getItem(table, { key, fromItem: (item) => joiningSchema.parse(item) });
  const at = instantOf(now);
  if (!joining || joining.valid_until <= at) return 'unknown';
  const { email, reader_id } = joining;
  if (email !== undefined) {
    const use = {
      TableName: table.name,
      Key: key,
      ConditionExpression: 'attribute_exists(email)',
      UpdateExpression: `REMOVE email, ${ownerIndex.partitionKey}, ${ownerIndex.sortKey}`,
    };
    const { outcome } = await sendTransaction(table, [
      { Update: use },
      readerWrite(table, { email, wording, at, leaveSecret: newSecret('newsletter-leave') }),
    ]);
    if (outcome !== 'refused') return outcome === 'done' ? 'on-list' : 'busy';
  }
  return (await isOnList(table, reader_id)) ? 'on-list' : 'unknown';
};

/** Deletes what waits for the confirmation of an address whose family is erased (EME-07). */
export const deleteJoinings = async (table: Table, email: string): Promise<void> => {
  const items = await queryAll(table, inPartition(joiningsPartition(email)));
  for (const item of items) await deleteItem(table, { TableName: table.name, Key: keyOfItem(item) });
};
