import type { DynamoDBRecord } from 'aws-lambda';
import { itemFromImage } from './dynamo/image.ts';
import type { Item } from './dynamo/item-ref.ts';
import { entityAttribute } from './dynamo/table-schema.ts';

/** An item that was created, with the name of its entity. */
export interface NewItem {
  readonly entity: unknown;
  readonly item: Item;
}

/** The item that a record of the table's stream says was created; undefined for a change or a deletion. */
export const readNewItem = ({ eventName, dynamodb }: DynamoDBRecord): NewItem | undefined => {
  if (eventName !== 'INSERT' || !dynamodb?.NewImage) return undefined;
  const item = itemFromImage(dynamodb.NewImage);
  return { entity: item[entityAttribute], item };
};
