import { setTimeout as sleep } from 'node:timers/promises';
import {
  type CancellationReason,
  TransactionCanceledException,
  TransactionInProgressException,
} from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { limits } from '#shared/limits';
import type { Table } from './table.ts';

export type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

export type TransactOutcome =
  | { readonly outcome: 'written' }
  /** A condition failed: nothing was written. One reason per item, in their order. */
  | { readonly outcome: 'refused'; readonly reasons: readonly CancellationReason[] }
  /** Others wrote the same items all the time. Nothing was written. */
  | { readonly outcome: 'busy' };

const shortestPauseMs = 10;
const longestPauseMs = 200;

/** Whether an item's condition failed. */
export const isRefused = (reason: CancellationReason | undefined): reason is CancellationReason =>
  reason?.Code === 'ConditionalCheckFailed';

const isConflict = (reasons: readonly CancellationReason[]): boolean =>
  reasons.some(({ Code }) => Code === 'TransactionConflict');

/**
 * Runs a transaction. Write conflicts are tried again with full jitter for `retryMs`.
 * @throws whatever DynamoDB throws for another reason; what was written is unknown then
 */
export const transact = async (
  table: Table,
  items: readonly TransactItem[],
  retryMs: number = limits.bookingConflictRetryMs,
): Promise<TransactOutcome> => {
  const giveUpAt = performance.now() + retryMs;
  for (let pause = shortestPauseMs; ; pause = Math.min(pause * 2, longestPauseMs)) {
    try {
      await table.client.send(new TransactWriteCommand({ TransactItems: [...items] }));
      return { outcome: 'written' };
    } catch (error) {
      if (error instanceof TransactionCanceledException) {
        const reasons = error.CancellationReasons ?? [];
        if (reasons.some(isRefused)) return { outcome: 'refused', reasons };
        if (!isConflict(reasons)) throw error;
      } else if (!(error instanceof TransactionInProgressException)) throw error;
    }
    const wait = Math.random() * pause;
    if (performance.now() + wait > giveUpAt) return { outcome: 'busy' };
    await sleep(wait);
  }
};
