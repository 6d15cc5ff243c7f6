import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/** A request of the product to the table, before the SDK writes it. */
export interface TableRequest {
  /** `TransactWriteItems`, `Query` … */
  readonly operation: string;
  readonly input: object;
}

type Forward = (input: object) => Promise<unknown>;

/** Sees each request of the product to the table, and decides what is forwarded. */
export type Interceptor = (request: TableRequest, forward: Forward) => Promise<unknown>;

/** What the SDK gets for a request that is not executed. */
export const done = { output: {}, response: undefined };

const name = 'interceptRequests';

/** Lets each request of a client pass through the interceptors, the first one outermost. Returns a stop function. */
export const intercept = (
  client: DynamoDBDocumentClient,
  interceptors: readonly Interceptor[],
): (() => void) => {
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        const operation = commandName.replace(/Command$/, '');
        const send = interceptors.reduceRight<Forward>(
          (forward, handle) => (input) => handle({ operation, input }, forward),
          (input) => next({ ...args, input: Object.assign({}, input) as typeof args.input }),
        );
        // The interceptors forward what the engine answers.
        return (await send(args.input)) as Awaited<ReturnType<typeof next>>;
      },
    { step: 'initialize', name },
  );
  return () => void client.middlewareStack.remove(name);
};

/** Runs work while each request to the table passes through the interceptors. */
export const intercepting = async <Result>(
  { client }: { readonly client: DynamoDBDocumentClient },
  interceptors: readonly Interceptor[],
  work: () => Promise<Result>,
): Promise<Result> => {
  const stop = intercept(client, interceptors);
  try {
    return await work();
  } finally {
    stop();
  }
};

export class InjectedFault extends Error {
  override readonly name = 'InjectedFault';
}

/** Lets requests fail before they are executed, or lose their answers. */
export const failing =
  (isFaulty: () => boolean): Interceptor =>
  async ({ input }, forward) => {
    if (isFaulty()) throw new InjectedFault('The request failed');
    const answer = await forward(input);
    if (isFaulty()) throw new InjectedFault('The answer was lost');
    return answer;
  };
