import { paginateQuery, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import type { Table } from '../table.ts';
import type { Item } from './item-ref.ts';

/** A Query of one partition; the table's name is added. */
export type Query = Omit<QueryCommandInput, 'TableName'>;

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
