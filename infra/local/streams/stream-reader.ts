import { DescribeTableCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DescribeStreamCommand,
  type DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  type _Record as StreamRecord,
} from '@aws-sdk/client-dynamodb-streams';

/** A signal that ends a request which is not answered. */
interface RequestOptions {
  readonly abortSignal?: AbortSignal;
}

/** The ARN of a table's stream. */
export const streamOf = async (client: DynamoDBClient, tableName: string): Promise<string> => {
  const { Table } = await client.send(new DescribeTableCommand({ TableName: tableName }));
  if (!Table?.LatestStreamArn) throw new Error(`The table ${tableName} has no stream`);
  return Table.LatestStreamArn;
};

/** The shards of a stream, oldest first. */
export const listShards = async (
  client: DynamoDBStreamsClient,
  streamArn: string,
  options: RequestOptions = {},
): Promise<string[]> => {
  const command = new DescribeStreamCommand({ StreamArn: streamArn });
  const { StreamDescription } = await client.send(command, options);
  return (StreamDescription?.Shards ?? []).flatMap(({ ShardId }) => ShardId ?? []);
};

/** A place in a shard: after a sequence number, or its beginning. */
interface ShardPosition {
  readonly streamArn: string;
  readonly shardId: string;
  readonly after: string | undefined;
}

/** The iterator with which reading begins at a position. It expires after 15 minutes. */
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

/** The next records of a shard, none if there are none yet, and where to continue; a closed shard has no next iterator. */
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

/** The next records of a shard after a position; empty if there are none yet. */
export const readAfter = async (
  client: DynamoDBStreamsClient,
  position: ShardPosition,
): Promise<readonly StreamRecord[]> => {
  const iterator = await iteratorAfter(client, position);
  return iterator ? (await readRecords(client, iterator)).records : [];
};
