import type { _Record as StreamRecord } from '@aws-sdk/client-dynamodb-streams';
import type { DynamoDBRecord } from 'aws-lambda';
import { entityAttribute } from '#functions/data/dynamo/table-schema';
import { streamSettings } from '#infra/cloud/stream-settings';

const wantedEntities: ReadonlySet<string | undefined> = new Set(streamSettings.filter.entities);

/** Whether the filter of the event source mapping passes a record to the mailer. */
export const isWanted = ({ eventName, dynamodb }: StreamRecord): boolean =>
  eventName === streamSettings.filter.eventName &&
  wantedEntities.has(dynamodb?.NewImage?.[entityAttribute]?.S);

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
