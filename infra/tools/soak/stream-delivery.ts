import { setTimeout as sleep } from 'node:timers/promises';
import type { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda';
import { chunk } from '#functions/data/dynamo/chunk';
import { mailerStreamSettings } from '#infra/cloud/stream-settings';
import { deliverBatch } from '../../local/streams/deliver-batch.ts';
import { readAfter } from '../../local/streams/stream-reader.ts';
import { isWanted, toLambdaRecord } from '../../local/streams/stream-records.ts';
import { randomOf } from './random.ts';

/** The reading position in a table's stream. The next run continues there. */
export interface StreamReading {
  readonly streams: DynamoDBStreamsClient;
  readonly streamArn: string;
  readonly shards: readonly string[];
  readonly positions: Map<string, string>;
}

/** Handles a batch of records. */
export type Mailer = (records: readonly DynamoDBRecord[]) => Promise<DynamoDBBatchResponse>;

const readNew = async ({
  streams,
  streamArn,
  shards,
  positions,
}: StreamReading): Promise<DynamoDBRecord[]> => {
  const found: DynamoDBRecord[] = [];
  for (const shardId of shards) {
    for (;;) {
      const records = await readAfter(streams, { streamArn, shardId, after: positions.get(shardId) });
      const last = records.at(-1)?.dynamodb?.SequenceNumber;
      if (!last) break;
      positions.set(shardId, last);
      found.push(
        ...records.filter(isWanted(mailerStreamSettings)).map((record) => toLambdaRecord(record, streamArn)),
      );
    }
  }
  return found;
};

/** The mailer sets aside what fails for some seconds. Here every failure is left to the stream, however slow the machine is. */
const withoutAge = ({ dynamodb = {}, ...record }: DynamoDBRecord): DynamoDBRecord => {
  const { ApproximateCreationDateTime: _, ...image } = dynamodb;
  return { ...record, dynamodb: image };
};

/** Delivery rounds while clients are active. */
const earlyRounds = 2;

/**
 * Delivers the stream of a run to the mailer. By seed, records are delayed, and batches are reordered, concurrent or
 * repeated, and their answers are lost. Only whole batches are reordered: a stream keeps the order of one item's records.
 */
export const createStreamDelivery = (seed: number, reading: StreamReading, mailer: Mailer) => {
  const all: DynamoDBRecord[] = [];
  const waiting: DynamoDBRecord[] = [];
  const parked: DynamoDBRecord[] = [];
  let rounds = 0;

  const deliver = async (batch: readonly DynamoDBRecord[], label: string): Promise<void> => {
    let deliveries = 0;
    await deliverBatch(batch, mailerStreamSettings, {
      invoke: async (records) => {
        deliveries += 1;
        const response = await mailer(records.map(withoutAge));
        // The mailer ran, and its caller gets no answer.
        if (deliveries < 4 && randomOf(seed, label, deliveries, 'lost').chance(0.06)) {
          throw new Error('The answer was lost');
        }
        return response;
      },
      pause: (retry) => sleep(Math.min(retry, 5)),
      checkpoint: async () => {},
      park: async (records) => {
        parked.push(...records);
      },
      now: () => new Date(),
    });
  };

  const round = async ({ delaysSome }: { delaysSome: boolean }): Promise<void> => {
    rounds += 1;
    const random = randomOf(seed, 'mail', 'round', rounds);
    const fresh = await readNew(reading);
    all.push(...fresh);
    waiting.push(...fresh);
    const count = delaysSome ? random.below(waiting.length + 1) : waiting.length;
    const batches = random.shuffled(chunk(waiting.splice(0, count), 1 + random.below(4)));
    const repeated = batches.filter(() => random.chance(0.25));
    // A repeated batch is delivered concurrently or afterwards.
    const concurrent = repeated.filter(() => random.chance(0.5));
    const afterwards = repeated.filter((batch) => !concurrent.includes(batch));
    for (const [turn, set] of [[...batches, ...concurrent], afterwards].entries()) {
      await Promise.all(set.map((batch, index) => deliver(batch, `${rounds}-${turn}-${index}`)));
    }
  };

  return {
    /** Every record for the mailer. */
    records: all,
    /** Records whose delivery was given up. */
    parked,
    /** Delivers part of the records while clients are active. */
    start: async (): Promise<void> => {
      for (let early = 0; early < earlyRounds; early += 1) {
        await sleep(5 + randomOf(seed, 'mail', 'pause', early).below(30));
        await round({ delaysSome: true });
      }
    },
    /** Delivers the remaining records. */
    finish: () => round({ delaysSome: false }),
  };
};
