import { paginateQuery, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import type { Table } from './table.ts';

/** All items of one Query. One round trip per megabyte; every caller's partition fits in one. */
export const queryAll = async (
  table: Table,
  input: Omit<QueryCommandInput, 'TableName'>,
): Promise<Record<string, unknown>[]> => {
  const items: Record<string, unknown>[] = [];
  for await (const page of paginateQuery({ client: table.client }, { TableName: table.name, ...input })) {
    items.push(...(page.Items ?? []));
  }
  return items;
};
