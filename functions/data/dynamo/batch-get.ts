import { setTimeout as sleep } from 'node:timers/promises';
import { BatchGetCommand } from '@aws-sdk/lib-dynamodb';
import type { Key } from './keys.ts';
import type { Table } from './table.ts';

/** DynamoDB's limit of keys in one BatchGetItem. */
const keysPerRequest = 100;
const attempts = 5;

const keyText = ({ PK, SK }: Key): string => `${PK} ${SK}`;

const getChunk = async (table: Table, keys: readonly Key[], consistent: boolean) => {
  const items: Record<string, unknown>[] = [];
  let pending: Record<string, unknown>[] = keys.map(({ PK, SK }) => ({ PK, SK }));
  for (let attempt = 0; pending.length > 0; attempt += 1) {
    if (attempt === attempts) throw new Error('BatchGetItem left keys unprocessed');
    if (attempt > 0) await sleep(Math.random() * 50 * 2 ** attempt);
    const answer = await table.client.send(
      new BatchGetCommand({ RequestItems: { [table.name]: { Keys: pending, ConsistentRead: consistent } } }),
    );
    items.push(...(answer.Responses?.[table.name] ?? []));
    pending = answer.UnprocessedKeys?.[table.name]?.Keys ?? [];
  }
  return items;
};

/**
 * Reads items by key, 100 a round trip.
 * @returns a look-up by key; undefined where there is no item
 * @throws Error when DynamoDB leaves keys unprocessed five times in a row
 */
export const batchGet = async (
  table: Table,
  keys: readonly Key[],
  { consistent }: { consistent: boolean },
): Promise<(key: Key) => Record<string, unknown> | undefined> => {
  const distinct = [...new Map(keys.map((key) => [keyText(key), key])).values()];
  const chunks = Array.from({ length: Math.ceil(distinct.length / keysPerRequest) }, (_, index) =>
    distinct.slice(index * keysPerRequest, (index + 1) * keysPerRequest),
  );
  const items = (await Promise.all(chunks.map((chunk) => getChunk(table, chunk, consistent)))).flat();
  const byKey = new Map(items.map((item) => [`${item.PK} ${item.SK}`, item]));
  return (key) => byKey.get(keyText(key));
};
