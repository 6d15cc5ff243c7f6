import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord, StreamRecord } from 'aws-lambda';
import { entityAttribute, type Item, joinedAttribute } from './dynamo/items.ts';

/** An item as a record of the table's stream holds it. */
const itemFromImage = (image: NonNullable<StreamRecord['NewImage']>): Item =>
  // Lambda's type and the SDK's describe the same JSON; they differ in binary values, which no item has.
  unmarshall(image as Record<string, AttributeValue>);

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

/**
 * The item that a record of the table's stream says was created; undefined for a change or a deletion, and for an item that two
 * families' join stored under another key.
 */
export const readNewItem = ({ eventName, dynamodb }: DynamoDBRecord): StreamedItem | undefined => {
  const created = streamed(eventName === 'INSERT', dynamodb);
  return created?.item[joinedAttribute] === undefined ? created : undefined;
};

/** The item that a record says was changed; undefined for a new one or a deletion. */
export const readChangedItem = ({ eventName, dynamodb }: DynamoDBRecord): StreamedItem | undefined =>
  streamed(eventName === 'MODIFY', dynamodb);
