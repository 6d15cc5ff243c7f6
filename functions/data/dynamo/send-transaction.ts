import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CancellationReason } from '@aws-sdk/client-dynamodb';
import { TransactionCanceledException, TransactionInProgressException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { conflictRetryMs } from '../../limits.ts';
import type { Table } from '../table.ts';

export type Write = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** A write whose condition did not hold, with the item it met where the write asked for it and there was one. */
export interface Refusal {
  readonly item?: Record<string, unknown>;
}

export type TransactionOutcome =
  | { readonly outcome: 'done' }
  /** Nothing was stored. One entry per write, in their order; undefined for those whose condition held. */
  | { readonly outcome: 'refused'; readonly refusals: readonly (Refusal | undefined)[] }
  /** Others wrote the same items all the time, or the database slowed requests down. Nothing was stored. */
  | { readonly outcome: 'busy' };

const shortestPauseMs = 10;
const longestPauseMs = 200;

const toRefusal = ({ Code, Item }: CancellationReason): Refusal | undefined => {
  if (Code !== 'ConditionalCheckFailed') return undefined;
  return Item ? { item: unmarshall(Item) } : {};
};

/** Why a transaction is cancelled that may go through a moment later. The SDK does not try again by itself. */
const transientCodes = new Set<string | undefined>([
  'TransactionConflict',
  'ThrottlingError',
  'ProvisionedThroughputExceeded',
]);

const isTransient = (error: TransactionCanceledException): boolean =>
  error.CancellationReasons?.some(({ Code }) => transientCodes.has(Code)) ?? false;

/**
 * Stores all of the writes or none. Write conflicts and throttling are tried again with full jitter for `retryMs`.
 * @throws whatever DynamoDB throws for another reason, and when it is still at it: it may yet store them
 */
export const sendTransaction = async (
  table: Table,
  writes: readonly Write[],
  retryMs: number = conflictRetryMs,
): Promise<TransactionOutcome> => {
  const giveUpAt = performance.now() + retryMs;
  let token = randomUUID();
  for (let pause = shortestPauseMs; ; pause = Math.min(pause * 2, longestPauseMs)) {
    let underWay: TransactionInProgressException | undefined;
    try {
      await table.client.send(
        new TransactWriteCommand({ TransactItems: [...writes], ClientRequestToken: token }),
      );
      return { outcome: 'done' };
    } catch (error) {
      if (error instanceof TransactionCanceledException) {
        const refusals = (error.CancellationReasons ?? []).map(toRefusal);
        if (refusals.some((refusal) => refusal !== undefined)) return { outcome: 'refused', refusals };
        if (!isTransient(error)) throw error;
        token = randomUUID();
      } else if (error instanceof TransactionInProgressException) {
        // An attempt whose answer was lost is still being carried out. Under another token, these writes would meet
        // what they store themselves, and be refused.
        underWay = error;
      } else throw error;
    }
    const wait = Math.random() * pause;
    if (performance.now() + wait > giveUpAt) {
      if (underWay) throw underWay;
      return { outcome: 'busy' };
    }
    await sleep(wait);
  }
};
