import { setTimeout as sleep } from 'node:timers/promises';
import { BatchGetCommand } from '@aws-sdk/lib-dynamodb';
import { UnavailableError } from '../../aws-requests.ts';
import type { Table } from '../table.ts';
import { chunk } from './chunk.ts';
import type { Item, ItemRef } from './item-ref.ts';
import { type Key, keyText } from './keys/key.ts';

/** DynamoDB's limit of keys in one BatchGetItem. */
const keysPerRequest = 100;
const attempts = 5;

const getChunk = async (table: Table, keys: readonly Key[], consistent: boolean) => {
  const items: Item[] = [];
  let pending: Record<string, unknown>[] = keys.map(({ PK, SK }) => ({ PK, SK }));
  for (let attempt = 0; pending.length > 0; attempt += 1) {
    if (attempt === attempts) throw new UnavailableError('BatchGetItem left keys unprocessed');
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
 * @throws UnavailableError when DynamoDB leaves keys unprocessed five times in a row
 */
export const batchGet = async (
  table: Table,
  keys: readonly Key[],
  { consistent }: { consistent: boolean },
): Promise<(key: Key) => Item | undefined> => {
  const distinct = [...new Map(keys.map((key) => [keyText(key), key])).values()];
  const chunks = chunk(distinct, keysPerRequest);
  const items = (await Promise.all(chunks.map((part) => getChunk(table, part, consistent)))).flat();
  const byKey = new Map(items.map((item) => [keyText(item), item]));
  return (key) => byKey.get(keyText(key));
};

/** A look-up of entities that were read together. */
export type ReadEntity = <Entity>(ref: ItemRef<Entity>) => Entity | undefined;

/**
 * Reads entities, 100 a round trip. The look-up takes the same references; it parses what it is asked for.
 * @throws UnavailableError as `batchGet` does
 */
export const batchRead = async (
  table: Table,
  refs: readonly ItemRef<unknown>[],
  options: { consistent: boolean },
): Promise<ReadEntity> => {
  const itemOf = await batchGet(
    table,
    refs.map(({ key }) => key),
    options,
  );
  return ({ key, fromItem }) => {
    const item = itemOf(key);
    return item && fromItem(item);
  };
};
