import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord, StreamRecord } from 'aws-lambda';
import { entityAttribute, type Item, joinedAttribute } from './dynamo/items.ts';

/** A record of the table's stream contains the item. */
const itemFromImage = (image: NonNullable<StreamRecord['NewImage']>): Item =>
  // The two types describe the same JSON; they differ in binary values, which no item has.
  unmarshall(image as Record<string, AttributeValue>);

export interface StreamedItem {
  readonly entity: unknown;
  readonly item: Item;
}

const streamed = (isWanted: boolean, image: DynamoDBRecord['dynamodb']): StreamedItem | undefined => {
  if (!isWanted || !image?.NewImage) return undefined;
  const item = itemFromImage(image.NewImage);
  return { entity: item[entityAttribute], item };
};

/** Undefined for a change or a deletion, and for an item that a join of families moved. */
export const readNewItem = ({ eventName, dynamodb }: DynamoDBRecord): StreamedItem | undefined => {
  const created = streamed(eventName === 'INSERT', dynamodb);
  return created?.item[joinedAttribute] === undefined ? created : undefined;
};

/** Undefined for a new item or a deletion. */
export const readChangedItem = ({ eventName, dynamodb }: DynamoDBRecord): StreamedItem | undefined =>
  streamed(eventName === 'MODIFY', dynamodb);
