import { paginateScan } from '@aws-sdk/lib-dynamodb';
import type { Table } from '#functions/data/table';

/** All items of a table, or only their keys, in no order. */
export const readAllItems = async (
  { name, client }: Pick<Table, 'name' | 'client'>,
  { keysOnly = false } = {},
): Promise<Record<string, unknown>[]> => {
  const found: Record<string, unknown>[] = [];
  const pages = paginateScan(
    { client },
    { TableName: name, ConsistentRead: true, ...(keysOnly && { ProjectionExpression: 'PK, SK' }) },
  );
  for await (const { Items = [] } of pages) found.push(...Items);
  return found;
};
