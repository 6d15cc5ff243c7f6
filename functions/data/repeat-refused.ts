import { ContentionError } from '../contention-error.ts';
import { patienceMs } from '../limits.ts';
import { retryDelay } from './dynamo/retry-delay.ts';

/**
 * Repeats a read and its transaction while a change between the two has the transaction refused. No repetition begins after
 * `patienceMs`.
 * @param attempt resolves to undefined where the transaction was refused
 * @throws ContentionError where contention persisted
 */
export const repeatRefused = async <Result>(attempt: () => Promise<Result | undefined>): Promise<Result> => {
  const waitToRetry = retryDelay(patienceMs);
  for (;;) {
    const result = await attempt();
    if (result !== undefined) return result;
    if (!(await waitToRetry())) throw new ContentionError('Changes since the read persisted');
  }
};
