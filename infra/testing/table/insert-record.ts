import { marshall } from '@aws-sdk/util-dynamodb';
import type { AttributeValue, DynamoDBRecord } from 'aws-lambda';

/** The stream's record of an item that was put for the first time. */
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
