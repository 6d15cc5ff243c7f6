import { randomUUID } from 'node:crypto';
import type { CancellationReason } from '@aws-sdk/client-dynamodb';
import { TransactionCanceledException, TransactionInProgressException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { patienceMs } from '../../limits.ts';
import type { Table } from '../table.ts';
import { retryDelay } from './retry-delay.ts';

export type Write = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** A write whose condition did not hold, with the stored item where the write asked for it and there is one. */
export interface Refusal {
  readonly item?: Record<string, unknown>;
}

export type TransactionOutcome =
  | { readonly outcome: 'done' }
  /** Nothing was stored. One entry per write, in order; undefined where its condition held. */
  | { readonly outcome: 'refused'; readonly refusals: readonly (Refusal | undefined)[] }
  /** Contention or throttling persisted. Nothing was stored. */
  | { readonly outcome: 'busy' };

interface SendOptions {
  /** How long conflicts and throttling are retried. */
  readonly retryMs?: number | undefined;
  /** Called before the transaction is sent again after a conflict: where it resolves to false, it is not, and is busy. */
  readonly isWorthRetrying?: () => Promise<boolean>;
}

const toRefusal = ({ Code, Item }: CancellationReason): Refusal | undefined => {
  if (Code !== 'ConditionalCheckFailed') return undefined;
  return Item ? { item: unmarshall(Item) } : {};
};

/** Reasons for which a transaction was cancelled but may succeed on retry. The SDK does not retry these. */
const transientCodes = new Set<string | undefined>([
  'TransactionConflict',
  'ThrottlingError',
  'ProvisionedThroughputExceeded',
]);

const isTransient = (error: TransactionCanceledException): boolean =>
  error.CancellationReasons?.some(({ Code }) => transientCodes.has(Code)) ?? false;

/**
 * Stores all of the writes or none, in a request with a key together with the note of it. Write conflicts and throttling are
 * retried (`retryDelay`).
 * @throws SentBeforeError where something else was stored with the key; whatever DynamoDB throws for another reason; TransactionInProgressException when an earlier attempt is still
 *   being carried out, which may yet store the writes
 */
export const sendTransaction = async (
  table: Table,
  writes: readonly Write[],
  { retryMs = patienceMs, isWorthRetrying = async () => true }: SendOptions = {},
): Promise<TransactionOutcome> => {
  const waitToRetry = retryDelay(retryMs);
  const { noted, at } = table.request?.withNote(writes) ?? { noted: writes, at: undefined };
  let token = randomUUID();
  for (;;) {
    let underWay: TransactionInProgressException | undefined;
    try {
      await table.client.send(
        new TransactWriteCommand({ TransactItems: [...noted], ClientRequestToken: token }),
      );
      if (at !== undefined) table.request?.compare('done');
      return { outcome: 'done' };
    } catch (error) {
      if (error instanceof TransactionCanceledException) {
        const refusals = (error.CancellationReasons ?? []).map(toRefusal);
        if (refusals.some((refusal) => refusal !== undefined)) {
          if (at !== undefined) table.request?.compare(refusals[at]);
          return { outcome: 'refused', refusals: refusals.slice(0, writes.length) };
        }
        if (!isTransient(error)) throw error;
        token = randomUUID();
      } else if (error instanceof TransactionInProgressException) {
        // An attempt whose answer was lost is still being carried out. Under another token, these writes would find
        // the items they store themselves, and be refused.
        underWay = error;
      } else throw error;
    }
    const canRetry = await waitToRetry();
    if (underWay && !canRetry) throw underWay;
    if (!canRetry || !(underWay || (await isWorthRetrying()))) return { outcome: 'busy' };
  }
};
