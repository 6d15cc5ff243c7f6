import type { _Record as StreamRecord } from '@aws-sdk/client-dynamodb-streams';
import type { DynamoDBRecord } from 'aws-lambda';
import { duePartition } from '#functions/data/dynamo/keys/due-work';
import { entityAttribute, ownerIndex } from '#functions/data/dynamo/table-schema';
import type { StreamSettings } from '#infra/cloud/stream-settings';

/** Whether the filters of an event source mapping pass a record on. */
export const isWanted =
  ({ filter, dueEntities = [] }: Pick<StreamSettings, 'filter' | 'dueEntities'>) =>
  ({ eventName, dynamodb }: StreamRecord): boolean => {
    const { [entityAttribute]: entity, [ownerIndex.partitionKey]: index } = dynamodb?.NewImage ?? {};
    if (eventName === filter.eventName) return filter.entities.includes(entity?.S ?? '');
    return (
      eventName === 'MODIFY' && dueEntities.includes(entity?.S ?? '') && index?.S === duePartition.GSI1PK
    );
  };

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
