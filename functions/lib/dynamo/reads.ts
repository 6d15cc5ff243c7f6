import { setTimeout as sleep } from 'node:timers/promises';
import { BatchGetCommand, GetCommand, paginateQuery, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import { UnavailableError } from '../aws-requests.ts';
import type { Table } from '../table.ts';
import { chunk, type Item, type ItemRef, type Key, keyText, tableSchema } from './items.ts';

interface ReadOptions {
  readonly consistent?: boolean;
  readonly attributes?: readonly string[];
}

export const getItem = async <Entity>(
  table: Table,
  { key, fromItem }: ItemRef<Entity>,
  { consistent = true, attributes }: ReadOptions = {},
): Promise<Entity | undefined> => {
  const { Item } = await table.client.send(
    new GetCommand({
      TableName: table.name,
      Key: key,
      ConsistentRead: consistent,
      ...(attributes && { ProjectionExpression: attributes.join(', ') }),
    }),
  );
  return Item && fromItem(Item);
};

export type Query = Omit<QueryCommandInput, 'TableName'>;

type PartitionKey = typeof tableSchema.partitionKey | (typeof tableSchema.indexes)[number]['partitionKey'];
type Partition = { [Key in PartitionKey]: Readonly<Record<Key, string>> }[PartitionKey];

/** Items of a partition by sort key: one of these. */
interface SortKeys {
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  readonly from?: string | undefined;
  readonly beginning?: string | undefined;
  readonly is?: string | undefined;
}

const conditionOf = {
  before: (key: string) => `${key} < :sort`,
  after: (key: string) => `${key} > :sort`,
  from: (key: string) => `${key} >= :sort`,
  beginning: (key: string) => `begins_with(${key}, :sort)`,
  is: (key: string) => `${key} = :sort`,
} as const satisfies Record<keyof SortKeys, (key: string) => string>;

/** The part of a Query that selects items of one partition. */
export const inPartition = (partition: Partition, sortKeys: SortKeys = {}) => {
  // The cast widens the key's name, which the partition is asked for.
  const [[name, value] = ['', '']] = Object.entries(partition).filter(([key]) => key.endsWith('PK'));
  const index = tableSchema.indexes.find(({ partitionKey }) => partitionKey === name);
  const { sortKey } = index ?? tableSchema;
  const ranges = Object.entries(conditionOf).flatMap(([range, condition]) => {
    const sort = sortKeys[range as keyof SortKeys];
    return sort ? [{ condition: condition(sortKey), sort }] : [];
  });
  return {
    ...(index && { IndexName: index.name }),
    KeyConditionExpression: [`${name} = :partition`, ...ranges.map(({ condition }) => condition)].join(
      ' AND ',
    ),
    ExpressionAttributeValues: {
      ':partition': value,
      ...Object.fromEntries(ranges.map(({ sort }) => [':sort', sort])),
    },
  };
};

/** Each page, of at most `pageSize` items or one megabyte, is read when asked for. */
export async function* queryPages(table: Table, query: Query, pageSize?: number): AsyncGenerator<Item[]> {
  const pages = paginateQuery(
    { client: table.client, ...(pageSize && { pageSize }) },
    { TableName: table.name, ...query },
  );
  for await (const { Items = [] } of pages) yield Items;
}

/** One round trip per megabyte; every caller's partition fits in one. */
export const queryAll = async (table: Table, query: Query): Promise<Item[]> => {
  const items: Item[] = [];
  for await (const page of queryPages(table, query)) items.push(...page);
  return items;
};

export const queryAs = async <Entity>(
  table: Table,
  fromItem: ItemRef<Entity>['fromItem'],
  query: Query,
): Promise<Entity[]> => (await queryAll(table, query)).map((item) => fromItem(item));

/** The first items of several Queries in series, at most `limit`. Sends a Query only when those before gave too few. */
export const queryFirst = async (table: Table, queries: Iterable<Query>, limit: number): Promise<Item[]> => {
  const items: Item[] = [];
  for (const query of queries) {
    for await (const page of queryPages(table, query, limit - items.length)) {
      items.push(...page);
      if (items.length >= limit) return items.slice(0, limit);
    }
  }
  return items;
};

/** Reads the items, and returns only their number. */
export const countItems = async (table: Table, query: Query): Promise<number> => {
  const pages = paginateQuery({ client: table.client }, { TableName: table.name, ...query, Select: 'COUNT' });
  let count = 0;
  for await (const { Count = 0 } of pages) count += Count;
  return count;
};

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

/** 100 a round trip; undefined for absent items. @throws UnavailableError for keys left unprocessed five times in a row */
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

export type ReadEntity = <Entity>(ref: ItemRef<Entity>) => Entity | undefined;

/** Reads entities, 100 a round trip. Takes and parses by the same references. @throws UnavailableError as `batchGet` does */
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
