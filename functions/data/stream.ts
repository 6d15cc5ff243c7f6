import type { DynamoDBRecord } from 'aws-lambda';
import { itemFromImage } from './dynamo/image.ts';
import type { Item } from './dynamo/item-ref.ts';
import { entityAttribute } from './dynamo/table-schema.ts';

/** An item that was created or changed, with the name of its entity. */
export interface StreamedItem {
  readonly entity: unknown;
  readonly item: Item;
}

const streamed = (isWanted: boolean, image: DynamoDBRecord['dynamodb']): StreamedItem | undefined => {
  if (!isWanted || !image?.NewImage) return undefined;
  const item = itemFromImage(image.NewImage);
  return { entity: item[entityAttribute], item };
};

/** The item that a record of the table's stream says was created; undefined for a change or a deletion. */
export const readNewItem = ({ eventName, dynamodb }: DynamoDBRecord): StreamedItem | undefined =>
  streamed(eventName === 'INSERT', dynamodb);

/** The item that a record says was changed; undefined for a new one or a deletion. */
export const readChangedItem = ({ eventName, dynamodb }: DynamoDBRecord): StreamedItem | undefined =>
  streamed(eventName === 'MODIFY', dynamodb);
