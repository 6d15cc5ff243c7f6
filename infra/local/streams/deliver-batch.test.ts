import type { DynamoDBRecord } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { type Delivery, deliverBatch } from './deliver-batch.ts';

const settings = { retryAttempts: 2, maxRecordAgeSeconds: 60 };
const now = new Date('2026-09-05T10:00:00Z');
const seconds = now.getTime() / 1_000;

const record = (sequenceNumber: string, createdAt = seconds): DynamoDBRecord => ({
  dynamodb: { SequenceNumber: sequenceNumber, ApproximateCreationDateTime: createdAt },
});

const numbers = (records: readonly DynamoDBRecord[]): string =>
  records.map(({ dynamodb }) => dynamodb?.SequenceNumber).join('');

type Answer = Awaited<ReturnType<Delivery['invoke']>>;

/** Delivers records 1, 2, 3 ... to a function with given answers, and records all calls. */
const deliver = async (
  answer: (batch: string) => Answer,
  records = ['1', '2', '3', '4'].map((n) => record(n)),
) => {
  const log: string[] = [];
  await deliverBatch(records, settings, {
    invoke: async (batch) => {
      log.push(`invoke ${numbers(batch)}`);
      return answer(numbers(batch));
    },
    pause: async (retry) => void log.push(`pause ${retry}`),
    checkpoint: async (last) => void log.push(`settle ${numbers([last])}`),
    park: async (batch, reason) => void log.push(`park ${numbers(batch)} ${reason}`),
    now: () => now,
  });
  return log;
};

const failing = (...identifiers: string[]): Answer => ({
  batchItemFailures: identifiers.map((itemIdentifier) => ({ itemIdentifier })),
});

describe('deliverBatch', () => {
  it.each([
    ['no answer', undefined],
    ['an empty list of failures', failing()],
  ])('settles the whole batch on %s', async (_, answer) => {
    expect(await deliver(() => answer)).toEqual(['invoke 1234', 'settle 4']);
  });

  it('settles the records before the first reported failure and retries the rest', async () => {
    const log = await deliver((batch) => (batch === '1234' ? failing('4', '3') : undefined));
    expect(log).toEqual(['invoke 1234', 'settle 2', 'invoke 34', 'settle 4']);
  });

  it('halves a batch on which the function throws down to the bad record, and parks it', async () => {
    const log = await deliver((batch) => {
      if (batch.includes('3')) throw new Error('poison');
      return undefined;
    });
    expect(log).toEqual([
      'invoke 1234',
      'invoke 12',
      'settle 2',
      'invoke 34',
      'invoke 3',
      'pause 1',
      'invoke 3',
      'pause 2',
      'invoke 3',
      'park 3 RetryAttemptsExhausted',
      'settle 3',
      'invoke 4',
      'settle 4',
    ]);
  });

  it('parks records that are too old without calling the function', async () => {
    const log = await deliver(() => undefined, [record('1', seconds - 61), record('2', seconds - 60)]);
    expect(log).toEqual(['park 1 RecordAgeExceeded', 'settle 1', 'invoke 2', 'settle 2']);
  });
});
