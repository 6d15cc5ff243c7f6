import { paginateQuery, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import type { Table } from '../table.ts';
import type { Item } from './item-ref.ts';
import { tableSchema } from './table-schema.ts';

/** A Query of one partition; the table's name is added. */
export type Query = Omit<QueryCommandInput, 'TableName'>;

type PartitionKey = typeof tableSchema.partitionKey | (typeof tableSchema.indexes)[number]['partitionKey'];
/** The partition key of the table or of an index. */
type Partition = { [Key in PartitionKey]: Readonly<Record<Key, string>> }[PartitionKey];

/** Which items of a partition, by their sort key; one of these. */
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

/** The part of a Query that says which items it reads: those of a partition of the table or of one index. */
export const inPartition = (partition: Partition, sortKeys: SortKeys = {}) => {
  // The cast widens the type of the key's name, which the partition is asked for.
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

/** The pages of one Query, each read when it is asked for: at most `pageSize` items, or one megabyte. */
export async function* queryPages(table: Table, query: Query, pageSize?: number): AsyncGenerator<Item[]> {
  const pages = paginateQuery(
    { client: table.client, ...(pageSize && { pageSize }) },
    { TableName: table.name, ...query },
  );
  for await (const { Items = [] } of pages) yield Items;
}

/** All items of one Query. One round trip per megabyte; every caller's partition fits in one. */
export const queryAll = async (table: Table, query: Query): Promise<Item[]> => {
  const items: Item[] = [];
  for await (const page of queryPages(table, query)) items.push(...page);
  return items;
};

/**
 * The first items of several Queries, one after the other, at most `limit`. Reads no more items than it gives, and
 * sends a Query only when those before it gave too few.
 */
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

/** How many items a Query has. Reads them, and gives only their number. */
export const countItems = async (table: Table, query: Query): Promise<number> => {
  const pages = paginateQuery({ client: table.client }, { TableName: table.name, ...query, Select: 'COUNT' });
  let count = 0;
  for await (const { Count = 0 } of pages) count += Count;
  return count;
};
