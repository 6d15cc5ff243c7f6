import { patienceMs } from '../../limits.ts';
import { retryDelay } from '../dynamo/retry-delay.ts';
import { sendTransaction, type Write } from '../dynamo/send-transaction.ts';
import type { Table } from '../table.ts';

/** A change that was decided from what was read. Its writes have conditions: they fail if that has changed since. */
export interface DecidedChange<Result> {
  readonly writes: readonly Write[];
  readonly result: Result;
}

/**
 * Reads, decides and stores a change. If something changed between the read and the transaction, it starts again, for
 * at most `patienceMs`.
 * @param decide gives the change, or a result for which nothing is to be stored
 * @returns undefined if contention persisted; then nothing was stored
 * @throws what `decide` throws
 */
export const changeDecided = async <Result>(
  table: Table,
  decide: () => Promise<DecidedChange<Result>>,
): Promise<Result | undefined> => {
  const waitToRetry = retryDelay(patienceMs);
  for (;;) {
    const { writes, result } = await decide();
    if (writes.length === 0) return result;
    const { outcome } = await sendTransaction(table, writes);
    if (outcome === 'done') return result;
    if (outcome === 'busy' || !(await waitToRetry())) return undefined;
  }
};
