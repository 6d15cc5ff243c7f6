import { DescribeTableCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DescribeStreamCommand,
  type DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  type _Record as StreamRecord,
} from '@aws-sdk/client-dynamodb-streams';
import type { DynamoDBRecord } from 'aws-lambda';
import { entityAttribute, ownerIndex } from '#functions/lib/dynamo/items';
import { duePartition } from '#functions/lib/dynamo/keys-of-classes';
import type { StreamSettings } from '#infra/cloud/service-settings';

interface RequestOptions {
  readonly abortSignal?: AbortSignal;
}

export const streamOf = async (client: DynamoDBClient, tableName: string): Promise<string> => {
  const { Table } = await client.send(new DescribeTableCommand({ TableName: tableName }));
  if (!Table?.LatestStreamArn) throw new Error(`The table ${tableName} has no stream`);
  return Table.LatestStreamArn;
};

export const listShards = async (
  client: DynamoDBStreamsClient,
  streamArn: string,
  options: RequestOptions = {},
): Promise<string[]> => {
  const command = new DescribeStreamCommand({ StreamArn: streamArn });
  const { StreamDescription } = await client.send(command, options);
  return (StreamDescription?.Shards ?? []).flatMap(({ ShardId }) => ShardId ?? []);
};

interface ShardPosition {
  readonly streamArn: string;
  readonly shardId: string;
  readonly after: string | undefined;
}

export const iteratorAfter = async (
  client: DynamoDBStreamsClient,
  { streamArn, shardId, after }: ShardPosition,
  options: RequestOptions = {},
): Promise<string | undefined> => {
  const { ShardIterator } = await client.send(
    new GetShardIteratorCommand({
      StreamArn: streamArn,
      ShardId: shardId,
      ...(after
        ? { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: after }
        : { ShardIteratorType: 'TRIM_HORIZON' }),
    }),
    options,
  );
  return ShardIterator;
};

export const readRecords = async (
  client: DynamoDBStreamsClient,
  iterator: string,
  options: RequestOptions = {},
): Promise<{ records: readonly StreamRecord[]; next: string | undefined }> => {
  const { Records = [], NextShardIterator } = await client.send(
    new GetRecordsCommand({ ShardIterator: iterator, Limit: 1_000 }),
    options,
  );
  return { records: Records, next: NextShardIterator };
};

export const readAfter = async (
  client: DynamoDBStreamsClient,
  position: ShardPosition,
): Promise<readonly StreamRecord[]> => {
  const iterator = await iteratorAfter(client, position);
  return iterator ? (await readRecords(client, iterator)).records : [];
};

export const isWanted =
  ({ filter, dueEntities = [] }: Pick<StreamSettings, 'filter' | 'dueEntities'>) =>
  ({ eventName, dynamodb }: StreamRecord): boolean => {
    const { [entityAttribute]: entity, [ownerIndex.partitionKey]: index } = dynamodb?.NewImage ?? {};
    if (eventName === filter.eventName) return filter.entities.includes(entity?.S ?? '');
    return (
      eventName === 'MODIFY' && dueEntities.includes(entity?.S ?? '') && index?.S === duePartition.GSI1PK
    );
  };

export const toLambdaRecord = (record: StreamRecord, streamArn: string): DynamoDBRecord => ({
  // The SDK's type and Lambda's describe the same wire format.
  ...(record as DynamoDBRecord),
  eventSourceARN: streamArn,
  dynamodb: {
    ...(record.dynamodb as DynamoDBRecord['dynamodb']),
    ApproximateCreationDateTime: (record.dynamodb?.ApproximateCreationDateTime?.getTime() ?? 0) / 1_000,
  },
});
