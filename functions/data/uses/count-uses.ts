import { type UseCounterKind, useCounterKey } from '../dynamo/keys/use-counters.ts';
import { sendTransaction, type Write } from '../dynamo/send-transaction.ts';
import { entityAttribute, tableSchema } from '../dynamo/table-schema.ts';
import type { Table } from '../table.ts';
import { periodOf } from './period.ts';

/** At most `most` uses by a subject in each period. */
export interface UseLimit {
  readonly kind: UseCounterKind;
  /** Whose uses are counted. The key holds its hash only. */
  readonly subject: string;
  readonly most: number;
  readonly periodSeconds: number;
}

/** The write that counts one use in the present period; refused when the limit is reached. */
export const useWrite = (
  table: Table,
  { kind, subject, most, periodSeconds }: UseLimit,
  now: Date,
): Write => {
  const { start, expiresAt } = periodOf(now, periodSeconds);
  return {
    Update: {
      TableName: table.name,
      Key: useCounterKey(kind, subject, start),
      ConditionExpression: 'attribute_not_exists(uses) OR uses < :most',
      UpdateExpression: 'ADD uses :one SET #entity = :entity, #expiry = :end',
      ExpressionAttributeNames: { '#entity': entityAttribute, '#expiry': tableSchema.timeToLiveAttribute },
      ExpressionAttributeValues: {
        ':one': 1,
        ':most': most,
        ':entity': 'use-counter',
        ':end': expiresAt,
      },
    },
  };
};

/** Counts one use against every limit, or against none where one of them is reached. */
export const countUse = async (
  table: Table,
  useLimits: readonly UseLimit[],
  now: Date,
): Promise<'counted' | 'limited' | 'busy'> => {
  const { outcome } = await sendTransaction(
    table,
    useLimits.map((limit) => useWrite(table, limit, now)),
  );
  if (outcome === 'done') return 'counted';
  return outcome === 'refused' ? 'limited' : 'busy';
};
