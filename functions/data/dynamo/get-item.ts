import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Table } from '../table.ts';
import type { ItemRef } from './item-ref.ts';

interface ReadOptions {
  readonly consistent?: boolean;
  /** By default all. */
  readonly attributes?: readonly string[];
}

/** Reads one item, or undefined where there is none. */
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
