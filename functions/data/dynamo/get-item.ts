import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Table } from '../table.ts';
import type { ItemRef } from './item-ref.ts';

/** Reads one item, or undefined where there is none. */
export const getItem = async <Entity>(
  table: Table,
  { key, fromItem }: ItemRef<Entity>,
  { consistent } = { consistent: true },
): Promise<Entity | undefined> => {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: key, ConsistentRead: consistent }),
  );
  return Item && fromItem(Item);
};
