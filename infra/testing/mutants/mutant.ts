import { setTimeout as sleep } from 'node:timers/promises';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { ContentionError } from '#functions/lib/contention';
import type { UserPool } from '#functions/lib/identity/users';
import type { Table } from '#functions/lib/table';

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
const done = { output: {}, response: undefined };

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

/** Whether work was interrupted by a fault, or by other work that persisted on the same item. */
export const isInterruption = (error: unknown): boolean =>
  error instanceof InjectedFault || error instanceof ContentionError;

/** Lets requests fail before they are executed, or lose their answers. */
export const failing =
  (isFaulty: () => boolean): Interceptor =>
  async ({ input }, forward) => {
    if (isFaulty()) throw new InjectedFault('The request failed');
    const answer = await forward(input);
    if (isFaulty()) throw new InjectedFault('The answer was lost');
    return answer;
  };

/**
 * Table, user pool and any other service for a function that is interrupted at its n-th request, counted from 0 over all. It is
 * interrupted before the request is sent, or after the request was executed and before its response arrives.
 */
export const interruptAt = (n: number, when: 'before' | 'after') => {
  let requests = 0;
  const ask = async <Answer>(send: () => Promise<Answer>): Promise<Answer> => {
    const number = requests;
    requests += 1;
    if (number > n || (number === n && when === 'before'))
      throw new InjectedFault('The function was interrupted');
    const answer = await send();
    if (number === n) throw new InjectedFault('The function was interrupted');
    return answer;
  };
  const cut = <Client extends { send: (...args: never) => unknown }>(client: Client): Client => {
    const send = (...args: unknown[]): Promise<unknown> =>
      ask(async () => Reflect.apply(client.send, client, args));
    return new Proxy(client, {
      get: (target, property) => (property === 'send' ? send : Reflect.get(target, property, target)),
    });
  };
  return {
    table: ({ name, client }: Table): Table => ({ name, client: cut(client) }),
    userPool: ({ id, client }: UserPool): UserPool => ({ id, client: cut(client) }),
    ask,
    count: () => requests,
  };
};

/** The text of a request or of one of its writes, with the members of sets. */
export const textOf = (part: object): string =>
  JSON.stringify(part, (_, value: unknown) => (value instanceof Set ? [...value] : value));

/** One write of a transaction, as the document client takes it: `{ Put: … }`, `{ Update: … }`. */
export type Write = Readonly<Record<string, object>>;

/** The writes of a transaction; none for any other request. */
const writesOf = ({ input }: TableRequest): readonly Write[] => {
  const writes: unknown = Reflect.get(input, 'TransactItems');
  return Array.isArray(writes) ? writes : [];
};

/** Whether a write has all of some texts, such as the name of its entity or a part of its expression. */
export const has =
  (...texts: readonly string[]) =>
  (write: Write): boolean =>
    texts.every((text) => textOf(write).includes(text));

type IsTarget = (request: TableRequest) => boolean;

export const inTransaction =
  (...texts: readonly string[]): IsTarget =>
  (request) =>
    writesOf(request).length > 0 && texts.every((text) => textOf(request.input).includes(text));

export const inWrite =
  (...texts: readonly string[]): IsTarget =>
  (request) =>
    writesOf(request).some(has(...texts));

const replaceIn = (value: unknown, from: string, to: string): unknown => {
  if (typeof value === 'string') return value.replaceAll(from, to);
  if (Array.isArray(value)) return value.map((part) => replaceIn(part, from, to));
  if (typeof value !== 'object' || value === null || value instanceof Set) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, replaceIn(part, from, to)]));
};

/** Changes the expressions of one kind of request. DynamoDB requires that the result still uses every placeholder. */
export const rewritten =
  (isTarget: IsTarget, from: string, to: string) => (): Interceptor => (request, forward) =>
    forward(isTarget(request) ? Object(replaceIn(request.input, from, to)) : request.input);

const opposites = [
  [' = ', ' <> '],
  [' <= ', ' > '],
  [' < ', ' >= '],
  ['attribute_not_exists', 'attribute_exists'],
  ['NOT contains', 'contains'],
] as const;

export const ignoring = (isTarget: IsTarget, condition: string) => {
  const [word, opposite] = opposites.find(([part]) => condition.includes(part)) ?? ['', ''];
  return rewritten(isTarget, condition, `(${condition} OR ${condition.replace(word, opposite)})`);
};

export const together = (parts: readonly (() => Interceptor)[]) => (): Interceptor => {
  const interceptors = parts.map((create) => create());
  return ({ operation, input }, forward) =>
    interceptors.reduceRight<(input: object) => Promise<unknown>>(
      (next, handle) => (changed) => handle({ operation, input: changed }, next),
      forward,
    )(input);
};

export const withWrites =
  (isTarget: IsTarget, change: (writes: readonly Write[]) => readonly object[]) =>
  (): Interceptor =>
  (request, forward) =>
    forward(
      isTarget(request) ? { ...request.input, TransactItems: change(writesOf(request)) } : request.input,
    );

/** An update with another value or name where it has the placeholder. */
export const withPart =
  (part: 'ExpressionAttributeNames' | 'ExpressionAttributeValues', placeholder: string, value: unknown) =>
  (write: object): object => {
    const { Update } = Object(write);
    const parts: unknown = Update?.[part];
    if (typeof parts !== 'object' || parts === null || !(placeholder in parts)) return write;
    return { Update: { ...Update, [part]: { ...parts, [placeholder]: value } } };
  };

export const leftOut = (isTarget: IsTarget, isLeftOut: (write: Write) => boolean) =>
  withWrites(isTarget, (writes) => writes.filter((write) => !isLeftOut(write)));

const always = 'attribute_exists(PK) OR attribute_not_exists(PK)';

export const unconditional = (isTarget: IsTarget) =>
  withWrites(isTarget, (writes) =>
    writes.map((write) =>
      Object.fromEntries(
        Object.entries(write).map(([kind, content]) => {
          const condition: unknown = Reflect.get(content, 'ConditionExpression');
          const open = condition ? { ConditionExpression: `(${String(condition)}) OR ${always}` } : {};
          return [kind, { ...content, ...open }];
        }),
      ),
    ),
  );

/** Answers every `every`th of one kind of request as done without executing it. */
export const lost =
  (isTarget: IsTarget, every = 1) =>
  (): Interceptor => {
    let count = 0;
    return async (request, forward) => {
      if (!isTarget(request)) return forward(request.input);
      count += 1;
      return count % every === 0 ? done : forward(request.input);
    };
  };

/**
 * Executes the writes of one kind of transaction one after the other until one is refused.
 * @param pauseMs between them
 */
export const split =
  (isTarget: IsTarget, pauseMs = 0) =>
  (): Interceptor =>
  async (request, forward) => {
    if (!isTarget(request)) return forward(request.input);
    const token = String(Reflect.get(request.input, 'ClientRequestToken'));
    for (const [index, item] of writesOf(request).entries()) {
      if (index > 0 && pauseMs > 0) await sleep(pauseMs);
      await forward({ TransactItems: [item], ClientRequestToken: `${index}${token}`.slice(0, 36) });
    }
    return done;
  };
