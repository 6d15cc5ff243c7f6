import type { _Record as StreamRecord } from '@aws-sdk/client-dynamodb-streams';
import type { DynamoDBRecord } from 'aws-lambda';
import { entityAttribute } from '#functions/data/dynamo/table-schema';
import type { StreamSettings } from '#infra/cloud/stream-settings';

/** Whether the filter of an event source mapping passes a record on. */
export const isWanted =
  ({ filter }: Pick<StreamSettings, 'filter'>) =>
  ({ eventName, dynamodb }: StreamRecord): boolean =>
    eventName === filter.eventName &&
    filter.entities.includes(dynamodb?.NewImage?.[entityAttribute]?.S ?? '');

/** A record in Lambda's format: the same JSON, with the time in seconds and the ARN of the stream. */
export const toLambdaRecord = (record: StreamRecord, streamArn: string): DynamoDBRecord => ({
  // The SDK's type and Lambda's describe the same wire format.
  ...(record as DynamoDBRecord),
  eventSourceARN: streamArn,
  dynamodb: {
    ...(record.dynamodb as DynamoDBRecord['dynamodb']),
    ApproximateCreationDateTime: (record.dynamodb?.ApproximateCreationDateTime?.getTime() ?? 0) / 1_000,
  },
});
