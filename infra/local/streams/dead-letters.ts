import { join } from 'node:path';
import type { DynamoDBRecord } from 'aws-lambda';
import * as z from 'zod/mini';
import { createJsonWriter, readOrSetAside } from '../json-file.ts';
import type { ParkReason } from './deliver-batch.ts';

/** The object that Lambda writes for records it gives up: their position in the stream, and the event. */
interface DeadLetter {
  readonly timestamp: string;
  readonly requestContext: { readonly condition: ParkReason };
  readonly DDBStreamBatchInfo: {
    readonly streamArn: string;
    readonly startSequenceNumber: string;
    readonly endSequenceNumber: string;
    readonly batchSize: number;
  };
  /** The event, as text. */
  readonly payload: string;
}

export interface DeadLetters {
  list(): readonly DeadLetter[];
  add(records: readonly DynamoDBRecord[], reason: ParkReason): Promise<void>;
}

/** Written by this file only. */
const deadLetterSchema = z.custom<DeadLetter>(
  (value) => typeof value === 'object' && value !== null && 'payload' in value,
);

/** Opens the list of undelivered records in `dataDir`. */
export const openDeadLetters = async (dataDir: string): Promise<DeadLetters> => {
  const path = join(dataDir, 'dead-letters.json');
  const letters = (await readOrSetAside(path, z.array(deadLetterSchema))) ?? [];
  const save = createJsonWriter(path, () => letters);
  return {
    list: () => letters,
    add: async (records, condition) => {
      letters.push({
        timestamp: new Date().toISOString(),
        requestContext: { condition },
        DDBStreamBatchInfo: {
          streamArn: records[0]?.eventSourceARN ?? '',
          startSequenceNumber: records[0]?.dynamodb?.SequenceNumber ?? '',
          endSequenceNumber: records.at(-1)?.dynamodb?.SequenceNumber ?? '',
          batchSize: records.length,
        },
        payload: JSON.stringify({ Records: records }),
      });
      await save();
    },
  };
};
