import { setTimeout as sleep } from 'node:timers/promises';
import type { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda';
import { chunk } from '#functions/lib/dynamo/items';
import { mailerStreamSettings } from '#infra/cloud/service-settings';
import { randomOf } from '#infra/testing/random';
import { type SesAnswer, startSesEndpoint } from '#infra/testing/services/ses';
import { sesErrors } from '../../local/mail/ses-sink.ts';
import { deliverBatch } from '../../local/streams/deliver-batch.ts';
import { isWanted, readAfter, toLambdaRecord } from '../../local/streams/stream-reader.ts';

type Outcome =
  | 'accepted'
  | 'throttled'
  | 'down'
  /** The connection breaks, before or after SES accepts the message. The sender cannot tell which. */
  | 'broken-before'
  | 'broken-after'
  /** SES accepts the message, and a gateway in front of it answers with an error. */
  | 'gateway-error';

const unknownOutcomes: ReadonlySet<Outcome> = new Set(['broken-before', 'broken-after', 'gateway-error']);
const acceptedOutcomes: ReadonlySet<Outcome> = new Set(['accepted', 'broken-after', 'gateway-error']);

export interface Message {
  readonly id: string;
  readonly to: string;
  readonly isAccepted: boolean;
  /** The sender cannot know whether SES sends it. */
  readonly isOutcomeUnknown: boolean;
}

export interface MailSink {
  readonly endpoint: string;
  open(seed: number, recipients: readonly string[]): { readonly messages: readonly Message[]; close(): void };
  stop(): Promise<void>;
}

const faults: readonly Outcome[] = [
  ...(['throttled', 'throttled', 'down', 'broken-before', 'broken-after', 'gateway-error'] as const),
];

const answers: Readonly<Record<Exclude<Outcome, 'accepted'>, SesAnswer>> = {
  throttled: { kind: 'error', ...sesErrors.throttle },
  down: { kind: 'error', ...sesErrors.down },
  'broken-before': { kind: 'break' },
  'broken-after': { kind: 'break' },
  'gateway-error': { kind: 'page', status: 502, body: '<html>Bad gateway</html>' },
};

/** Every third message to a recipient is accepted. Messages that are refused for ever are tested with the mailer. */
const acceptedEvery = 3;

export const startMailSink = async (): Promise<MailSink> => {
  const boxes = new Map<string, { readonly seed: number; readonly messages: Message[] }>();
  let count = 0;
  const { url, stop } = await startSesEndpoint(({ to: [to = ''] }) => {
    const box = boxes.get(to);
    if (!box) return answers.down;
    const before = box.messages.filter((message) => message.to === to).length;
    const rate = randomOf(box.seed, 'mail').pick([0, 0.2, 0.5]);
    const random = randomOf(box.seed, 'mail', to, before);
    const isFaulty = before % acceptedEvery !== acceptedEvery - 1 && random.chance(rate);
    const outcome = isFaulty ? random.pick(faults) : 'accepted';
    count += 1;
    const id = `message-${count}`;
    box.messages.push({
      id,
      to,
      isAccepted: acceptedOutcomes.has(outcome),
      isOutcomeUnknown: unknownOutcomes.has(outcome),
    });
    return outcome === 'accepted' ? { kind: 'accept', id } : answers[outcome];
  });
  return {
    endpoint: url,
    stop,
    open: (seed, recipients) => {
      const box = { seed, messages: [] };
      for (const recipient of recipients) boxes.set(recipient, box);
      return {
        messages: box.messages,
        close: () => {
          for (const recipient of recipients) boxes.delete(recipient);
        },
      };
    },
  };
};

export interface StreamReading {
  readonly streams: DynamoDBStreamsClient;
  readonly streamArn: string;
  readonly shards: readonly string[];
  readonly positions: Map<string, string>;
}

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

const earlyRounds = 2;

/** By seed, records are delayed, and whole batches reordered, concurrent or repeated: a stream keeps the order of one item. */
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
    records: all,
    parked,
    start: async (): Promise<void> => {
      for (let early = 0; early < earlyRounds; early += 1) {
        await sleep(5 + randomOf(seed, 'mail', 'pause', early).below(30));
        await round({ delaysSome: true });
      }
    },
    finish: () => round({ delaysSome: false }),
  };
};
