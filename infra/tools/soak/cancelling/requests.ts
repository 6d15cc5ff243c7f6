import type { Table } from '#functions/data/table';

/** A request to the table, before the SDK writes it. */
export interface TableRequest {
  readonly operation: string;
  readonly input: object;
}

type Forward = (input: object) => Promise<unknown>;

/** Sees each request of the product to the table, and decides what is forwarded. */
export type Interceptor = (request: TableRequest, forward: Forward) => Promise<unknown>;

const name = 'interceptRequests';

/** Runs work while each request to the table passes through the interceptors, the first one outermost. */
export const intercepting = async <Result>(
  { client }: Table,
  interceptors: readonly Interceptor[],
  work: () => Promise<Result>,
): Promise<Result> => {
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        const operation = commandName.replace(/Command$/, '');
        const send = interceptors.reduceRight<Forward>(
          (forward, intercept) => (input) => intercept({ operation, input }, forward),
          (input) => next({ ...args, input: Object.assign({}, input) as typeof args.input }),
        );
        // The interceptors forward what the engine answers.
        return (await send(args.input)) as Awaited<ReturnType<typeof next>>;
      },
    { step: 'initialize', name },
  );
  try {
    return await work();
  } finally {
    client.middlewareStack.remove(name);
  }
};
