import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { StreamRecord } from 'aws-lambda';
import type { Item } from './item-ref.ts';

/** An item as a record of the table's stream holds it. */
export const itemFromImage = (image: NonNullable<StreamRecord['NewImage']>): Item =>
  // Lambda's type and the SDK's describe the same JSON; they differ in binary values, which no item has.
  unmarshall(image as Record<string, AttributeValue>);
