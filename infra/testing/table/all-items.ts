import { paginateScan } from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { AttributeValue, DynamoDBRecord } from 'aws-lambda';
import type { Table } from '#functions/lib/table';

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

export const insertRecord = (
  item: Readonly<Record<string, unknown>>,
  sequenceNumber = '1',
): DynamoDBRecord => ({
  eventName: 'INSERT',
  dynamodb: {
    SequenceNumber: sequenceNumber,
    // The SDK's type and Lambda's describe the same JSON.
    NewImage: marshall(item, { removeUndefinedValues: true }) as Record<string, AttributeValue>,
  },
});
