import { AsyncLocalStorage } from 'node:async_hooks';
import { connectTable, type Table } from '#functions/data/table';
import { callHeader } from './fault-proxy.ts';

/** Who calls the database, and how often so far. */
interface Caller {
  readonly run: string;
  readonly actor: string;
  calls: number;
}

const callers = new AsyncLocalStorage<Caller>();

/** Runs work whose calls to a called table are an actor's, counted from where the counter stands. */
export const callAs = <Result>(caller: Caller, work: () => Promise<Result>): Promise<Result> =>
  callers.run(caller, work);

/**
 * The product's own connection, with its own retries, whose requests say which call they belong to. The pauses between
 * retries are short: what counts here is what is repeated, not when.
 */
export const connectCalledTable = async (name: string): Promise<Table> => {
  const table = connectTable(name);
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
  // The SDK has no setting for it short of another strategy, and this one is what is tried.
  Reflect.set(strategy, 'retryBackoffStrategy', {
    setDelayBase: () => {},
    computeNextBackoffDelay: () => 1,
  });
  return table;
};
