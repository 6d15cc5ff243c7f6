import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient, type _Record as StreamRecord } from '@aws-sdk/client-dynamodb-streams';
import type { Context, DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import * as z from 'zod/mini';
import type { FunctionName } from '#functions/functions';
import { limitRequests, requestLimits } from '#functions/lib/aws-requests';
import { chunk } from '#functions/lib/dynamo/items';
import type { StreamSettings } from '#infra/cloud/service-settings';
import { lambdaContext } from '../api-gateway/api-gateway.ts';
import { localAws } from '../dynamodb.ts';
import { createJsonWriter, readOrSetAside } from '../json-file.ts';
import { type DeadLetters, deliverBatch } from './deliver-batch.ts';
import {
  isWanted,
  iteratorAfter,
  listShards,
  readAfter,
  readRecords,
  streamOf,
  toLambdaRecord,
} from './stream-reader.ts';

const positionsSchema = z.object({ streamArn: z.string(), shards: z.record(z.string(), z.string()) });

/** The next start continues there. Where it is lost, delivery begins again: what was sent has its lease. */
const openStreamPosition = async (dataDir: string, streamArn: string) => {
  const path = join(dataDir, 'position.json');
  const firstPath = join(dataDir, 'first-position.json');
  const stored =
    (await readOrSetAside(path, positionsSchema)) ?? (await readOrSetAside(firstPath, positionsSchema));
  // Sequence numbers of another stream are unrelated.
  const shards = new Map(Object.entries(stored?.streamArn === streamArn ? stored.shards : {}));
  const positions = () => ({ streamArn, shards: Object.fromEntries(shards) });
  const save = createJsonWriter(path, positions);
  return {
    settledIn: (shardId: string) => shards.get(shardId),
    settle: async (shardId: string, sequenceNumber: string): Promise<void> => {
      shards.set(shardId, sequenceNumber);
      await save();
    },
    /** Makes the present position the first one: what came before it is never delivered, also after a loss. */
    keepAsFirst: createJsonWriter(firstPath, positions),
  };
};

export type StreamHandler = (
  event: DynamoDBStreamEvent,
  context: Context,
) => Promise<DynamoDBBatchResponse | undefined>;

interface StreamPumpOptions {
  readonly endpoint: string;
  readonly tableName: string;
  readonly dataDir: string;
  readonly name: FunctionName;
  readonly settings: StreamSettings;
  readonly deadLetters: DeadLetters;
  readonly handler: () => Promise<StreamHandler>;
  readonly isPaused?: () => boolean;
  readonly firstRetryAfterMs?: number;
}

const pollEveryMs = 250;
const longestPauseMs = 60_000;

interface OpenShard {
  readonly shardId: string;
  iterator: string | undefined;
}

const findStream = async (endpoint: string, tableName: string): Promise<string> => {
  const tables = new DynamoDBClient({ ...localAws, endpoint });
  try {
    return await streamOf(tables, tableName);
  } finally {
    tables.destroy();
  }
};

/** Marks all records of the stream as delivered, so that sample bookings get no confirmations. */
export const skipStream = async ({
  endpoint,
  tableName,
  dataDir,
}: Pick<StreamPumpOptions, 'endpoint' | 'tableName' | 'dataDir'>): Promise<void> => {
  const streamArn = await findStream(endpoint, tableName);
  const streams = new DynamoDBStreamsClient({ ...localAws, endpoint });
  const position = await openStreamPosition(dataDir, streamArn);
  for (const shardId of await listShards(streams, streamArn)) {
    for (;;) {
      const records = await readAfter(streams, { streamArn, shardId, after: position.settledIn(shardId) });
      const last = records.at(-1)?.dynamodb?.SequenceNumber;
      if (!last) break;
      await position.settle(shardId, last);
    }
  }
  await position.keepAsFirst();
  streams.destroy();
};

export const startStreamPump = async ({
  endpoint,
  tableName,
  dataDir,
  name,
  settings,
  deadLetters,
  handler,
  isPaused = () => false,
  firstRetryAfterMs = 250,
}: StreamPumpOptions) => {
  const streamArn = await findStream(endpoint, tableName);
  const limits = limitRequests(requestLimits.background);
  const streams = new DynamoDBStreamsClient({ ...localAws, ...limits, endpoint });
  const position = await openStreamPosition(dataDir, streamArn);
  const stopping = new AbortController();
  const { signal } = stopping;

  const deliver = async (shardId: string, records: readonly StreamRecord[]): Promise<void> => {
    const settle = (record: StreamRecord | DynamoDBRecord) =>
      position.settle(shardId, record.dynamodb?.SequenceNumber ?? '');
    const wanted = records.filter(isWanted(settings)).map((record) => toLambdaRecord(record, streamArn));
    for (const batch of chunk(wanted, settings.batchSize)) {
      await deliverBatch(batch, settings, {
        invoke: async (Records) =>
          (await handler())({ Records: [...Records] }, lambdaContext(name)).catch((error: unknown) => {
            console.error(error);
            throw error;
          }),
        pause: (retry) =>
          sleep(Math.min(firstRetryAfterMs * 2 ** (retry - 1), longestPauseMs), undefined, { signal }),
        checkpoint: settle,
        park: deadLetters.add,
        now: () => new Date(),
      });
      signal.throwIfAborted();
    }
    const last = records.at(-1);
    if (last) await settle(last);
  };

  const openShards = async (): Promise<OpenShard[]> => {
    const shards: OpenShard[] = [];
    for (const shardId of await listShards(streams, streamArn, { abortSignal: signal })) {
      const after = position.settledIn(shardId);
      const iterator = await iteratorAfter(streams, { streamArn, shardId, after }, { abortSignal: signal });
      shards.push({ shardId, iterator });
    }
    return shards;
  };

  /** Empty at the start, after a failure, and after a shard was closed, which another shard then continues. */
  let shards: OpenShard[] = [];
  const pumpOnce = async (): Promise<void> => {
    if (shards.length === 0) shards = await openShards();
    for (const shard of shards) {
      if (!shard.iterator) continue;
      const { records, next } = await readRecords(streams, shard.iterator, { abortSignal: signal });
      await deliver(shard.shardId, records);
      shard.iterator = next;
    }
    if (shards.some(({ iterator }) => !iterator)) shards = [];
  };

  const run = async (): Promise<void> => {
    let wasFailing = false;
    while (!signal.aborted) {
      try {
        if (isPaused()) shards = [];
        else await pumpOnce();
        wasFailing = false;
      } catch (error) {
        if (signal.aborted) return;
        shards = [];
        if (!wasFailing) console.error(error);
        wasFailing = true;
      }
      await sleep(pollEveryMs, undefined, { signal }).catch(() => {});
    }
  };

  const running = run();
  return {
    /** Ends after the current batch. Unsettled records are delivered again after the next start. */
    stop: async (): Promise<void> => {
      stopping.abort();
      await running;
      streams.destroy();
    },
  };
};
