import { join } from 'node:path';
import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda';
import * as z from 'zod/mini';
import type { StreamSettings } from '#infra/cloud/service-settings';
import { createJsonWriter, readOrSetAside } from '../json-file.ts';

type ParkReason = 'RetryAttemptsExhausted' | 'RecordAgeExceeded';

export interface Delivery {
  invoke(records: readonly DynamoDBRecord[]): Promise<DynamoDBBatchResponse | undefined>;
  pause(retry: number): Promise<void>;
  /** All records up to this one, inclusive, are settled. */
  checkpoint(last: DynamoDBRecord): Promise<void>;
  park(records: readonly DynamoDBRecord[], reason: ParkReason): Promise<void>;
  now(): Date;
}

const responseSchema = z.object({
  batchItemFailures: z.optional(z.nullable(z.array(z.object({ itemIdentifier: z.string() })))),
});

const sequenceNumberOf = (record: DynamoDBRecord | undefined): string =>
  record?.dynamodb?.SequenceNumber ?? '';

const invoke = async (
  records: readonly DynamoDBRecord[],
  delivery: Delivery,
): Promise<number | undefined> => {
  try {
    const response = await delivery.invoke(records);
    const failures = responseSchema.parse(response ?? {}).batchItemFailures ?? [];
    if (failures.length === 0) return records.length;
    const places = failures.map(({ itemIdentifier }) =>
      records.findIndex((record) => sequenceNumberOf(record) === itemIdentifier),
    );
    // An identifier of no record in the batch counts as a failure of the whole batch.
    return places.includes(-1) ? undefined : Math.min(...places);
  } catch {
    return undefined;
  }
};

/** Works as Lambda, with partial responses and bisecting. A record that keeps failing, or is too old, is parked. */
export const deliverBatch = async (
  records: readonly DynamoDBRecord[],
  settings: Pick<StreamSettings, 'retryAttempts' | 'maxRecordAgeSeconds'>,
  delivery: Delivery,
): Promise<void> => {
  let rest = records;
  const settle = async (count: number): Promise<void> => {
    const last = rest[count - 1];
    if (!last) return;
    rest = rest.slice(count);
    await delivery.checkpoint(last);
  };
  const isTooOld = (record: DynamoDBRecord): boolean => {
    const createdAt = record.dynamodb?.ApproximateCreationDateTime ?? 0;
    return delivery.now().getTime() / 1_000 - createdAt > settings.maxRecordAgeSeconds;
  };

  for (let retry = 0; rest.length > 0; ) {
    const firstFresh = rest.findIndex((record) => !isTooOld(record));
    const expired = firstFresh === -1 ? rest : rest.slice(0, firstFresh);
    if (expired.length > 0) {
      await delivery.park(expired, 'RecordAgeExceeded');
      await settle(expired.length);
      continue;
    }
    const succeeded = await invoke(rest, delivery);
    if (succeeded === undefined && rest.length > 1) {
      const middle = Math.ceil(rest.length / 2);
      await deliverBatch(rest.slice(0, middle), settings, delivery);
      await deliverBatch(rest.slice(middle), settings, delivery);
      return;
    }
    if (succeeded) {
      await settle(succeeded);
      retry = 0;
    } else if (retry === settings.retryAttempts) {
      await delivery.park(rest, 'RetryAttemptsExhausted');
      await settle(rest.length);
    } else {
      retry += 1;
      await delivery.pause(retry);
    }
  }
};

const deadLetterSchema = z.looseObject({ payload: z.string() });

export const openDeadLetters = async (dataDir: string) => {
  const path = join(dataDir, 'dead-letters.json');
  const letters = (await readOrSetAside(path, z.array(deadLetterSchema))) ?? [];
  const save = createJsonWriter(path, () => letters);
  return {
    list: () => letters,
    add: async (records: readonly DynamoDBRecord[], condition: ParkReason): Promise<void> => {
      letters.push({
        timestamp: new Date().toISOString(),
        requestContext: { condition },
        DDBStreamBatchInfo: {
          streamArn: records[0]?.eventSourceARN ?? '',
          startSequenceNumber: sequenceNumberOf(records[0]),
          endSequenceNumber: sequenceNumberOf(records.at(-1)),
          batchSize: records.length,
        },
        payload: JSON.stringify({ Records: records }),
      });
      await save();
    },
  };
};

export type DeadLetters = Awaited<ReturnType<typeof openDeadLetters>>;
