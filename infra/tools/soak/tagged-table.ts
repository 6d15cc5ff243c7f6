import { AsyncLocalStorage } from 'node:async_hooks';
import type { RequestLimits } from '#functions/aws-requests';
import { connectTable, type Table } from '#functions/data/table';
import { callHeader } from './fault-proxy.ts';

/** Identifies the calls of one request or of the mailer to the database. */
interface Caller {
  readonly run: string;
  readonly actor: string;
  /** Calls made so far. */
  calls: number;
}

const callers = new AsyncLocalStorage<Caller>();

/** Runs work and tags its calls to a tagged table with the caller and a running number. */
export const runAs = <Result>(caller: Caller, work: () => Promise<Result>): Promise<Result> =>
  callers.run(caller, work);

/**
 * The product's own connection with the SDK's retries. Each request names its call in a header, for the fault proxy.
 * Delays between retries are 1 ms: the soak tests what is retried, not when.
 */
export const connectTaggedTable = async (name: string, limits?: RequestLimits): Promise<Table> => {
  const table = connectTable(name, limits);
  table.client.middlewareStack.add(
    (next) => (args) => {
      const caller = callers.getStore();
      if (caller) {
        const headers: Record<string, string> = Reflect.get(Object(args.request), 'headers');
        headers[callHeader] = `${caller.run}/${caller.actor}/${caller.calls}`;
        caller.calls += 1;
      }
      return next(args);
    },
    { step: 'build', name: 'soakCall' },
  );
  const strategy = await table.client.config.retryStrategy();
  // The SDK can only replace the whole strategy, and the default strategy is under test.
  Reflect.set(strategy, 'retryBackoffStrategy', {
    setDelayBase: () => {},
    computeNextBackoffDelay: () => 1,
  });
  return table;
};
