import { DescribeTableCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DescribeStreamCommand,
  type DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  type _Record as StreamRecord,
} from '@aws-sdk/client-dynamodb-streams';

/** The ARN of a table's stream. */
export const streamOf = async (client: DynamoDBClient, tableName: string): Promise<string> => {
  const { Table } = await client.send(new DescribeTableCommand({ TableName: tableName }));
  if (!Table?.LatestStreamArn) throw new Error(`The table ${tableName} has no stream`);
  return Table.LatestStreamArn;
};

/** The shards of a stream, oldest first. */
export const listShards = async (client: DynamoDBStreamsClient, streamArn: string): Promise<string[]> => {
  const { StreamDescription } = await client.send(new DescribeStreamCommand({ StreamArn: streamArn }));
  return (StreamDescription?.Shards ?? []).flatMap(({ ShardId }) => ShardId ?? []);
};

/** The next records of a shard after a sequence number, or from its beginning; empty if there are none yet. */
export const readAfter = async (
  client: DynamoDBStreamsClient,
  { streamArn, shardId, after }: { streamArn: string; shardId: string; after: string | undefined },
): Promise<StreamRecord[]> => {
  const { ShardIterator } = await client.send(
    new GetShardIteratorCommand({
      StreamArn: streamArn,
      ShardId: shardId,
      ...(after
        ? { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: after }
        : { ShardIteratorType: 'TRIM_HORIZON' }),
    }),
  );
  const { Records } = await client.send(new GetRecordsCommand({ ShardIterator, Limit: 1_000 }));
  return Records ?? [];
};
