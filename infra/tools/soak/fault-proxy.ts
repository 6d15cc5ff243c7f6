import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import type { RequestLimits } from '#functions/lib/aws-requests';
import { tableSchema } from '#functions/lib/dynamo/items';
import { connectTable, type Table } from '#functions/lib/table';
import { loopback } from '../../local/addresses.ts';

export type Fault =
  | { readonly kind: 'none' }
  /** The connection breaks before the request arrives. */
  | { readonly kind: 'reset' }
  /** The request is executed, and the connection breaks before the answer. */
  | { readonly kind: 'answer-lost' }
  /** The request is executed, and the answer is an internal error. */
  | { readonly kind: 'failed-after-commit' }
  /** The connection breaks at once, and the request is executed later. */
  | { readonly kind: 'late'; readonly afterMs: number }
  /** The request arrives, and is neither executed nor answered. */
  | { readonly kind: 'unanswered' }
  | { readonly kind: 'slow'; readonly beforeMs: number }
  | { readonly kind: 'throttled' }
  | { readonly kind: 'internal-error' }
  | { readonly kind: 'unavailable' }
  /** The transaction conflicts with another one. */
  | { readonly kind: 'conflict' };

interface WireRequest {
  readonly operation: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: IncomingHttpHeaders;
}

interface WireAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export const wireAnswer = (status: number, content: object): WireAnswer => ({
  status,
  headers: { 'content-type': 'application/x-amz-json-1.0' },
  body: Buffer.from(JSON.stringify(content)),
});

/** The namespaces of DynamoDB's errors and of AWS's shared front end. */
const dynamodb = 'com.amazonaws.dynamodb.v20120810';
const front = 'com.amazon.coral.availability';

const throttled = wireAnswer(400, {
  __type: `${dynamodb}#ProvisionedThroughputExceededException`,
  message: 'The level of configured provisioned throughput for the table was exceeded.',
});

const internalError = wireAnswer(500, {
  __type: `${dynamodb}#InternalServerError`,
  message: 'Internal server error',
});

const unavailable = wireAnswer(503, {
  __type: `${front}#ServiceUnavailableException`,
  message: 'Service is temporarily unavailable',
});

const inProgress = wireAnswer(400, {
  __type: `${dynamodb}#TransactionInProgressException`,
  Message: 'Transaction with client token is in progress.',
});

const singleConflict = wireAnswer(400, {
  __type: `${dynamodb}#TransactionConflictException`,
  message: 'Transaction is ongoing for the item',
});

const conflict = (at: readonly number[], items: number): WireAnswer => {
  const codes = Array.from({ length: items }, (_, index) =>
    at.includes(index) ? 'TransactionConflict' : 'None',
  );
  return wireAnswer(400, {
    __type: `${dynamodb}#TransactionCanceledException`,
    Message: `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes.join(', ')}]`,
    CancellationReasons: codes.map((Code) =>
      Code === 'None' ? { Code } : { Code, Message: 'Transaction is ongoing for the item' },
    ),
  });
};

const attributesSchema = z.record(z.string(), z.unknown());
const writeSchema = z.partial(
  z.object({ TableName: z.string(), Key: attributesSchema, Item: attributesSchema }),
);
const transactionSchema = z.object({
  TransactItems: z.array(z.record(z.string(), writeSchema)),
  ClientRequestToken: z.optional(z.string()),
});

const singleWrites: ReadonlySet<string> = new Set(['PutItem', 'UpdateItem', 'DeleteItem']);

const itemOf = ({ TableName, Key, Item }: z.infer<typeof writeSchema>): string => {
  const key = Key ?? Item ?? {};
  return JSON.stringify([TableName, key[tableSchema.partitionKey], key[tableSchema.sortKey]]);
};

export type Execute = (request: WireRequest) => Promise<WireAnswer>;

/** For how long a transaction holds its items at least. @param executed ends with its execution */
type Hold = (executed: Promise<unknown>) => Promise<unknown>;

/** DynamoDB's conflicts: transactions hold their items until they end and `hold` is over; reads and single writes hold none. */
export const withConflicts = (hold: Hold, execute: Execute): Execute => {
  const held = new Set<string>();
  const stored = new Set<string | undefined>();
  return async (request) => {
    if (singleWrites.has(request.operation))
      return held.has(itemOf(writeSchema.parse(request.body))) ? singleConflict : execute(request);
    if (request.operation !== 'TransactWriteItems') return execute(request);
    const { TransactItems, ClientRequestToken: token } = transactionSchema.parse(request.body);
    if (token !== undefined && stored.has(token)) return execute(request);
    const items = TransactItems.flatMap((write) => Object.values(write).map(itemOf));
    if (items.some((item) => held.has(item)))
      return conflict(
        items.flatMap((item, index) => (held.has(item) ? index : [])),
        items.length,
      );
    for (const item of items) held.add(item);
    try {
      const executed = execute(request);
      const [answer] = await Promise.all([executed, hold(executed)]);
      if (answer.status === 200) stored.add(token);
      return answer;
    } finally {
      for (const item of items) held.delete(item);
    }
  };
};

/** One attempt of the SDK to send a request. */
export interface Attempt {
  /** The same for all attempts of a request. */
  readonly call: string;
  /** From 1. */
  readonly number: number;
  readonly operation: string;
}

interface ProxyOptions {
  readonly faultOf?: (attempt: Attempt) => Fault;
  /** How long a transaction holds its items; else none conflict. */
  readonly hold?: Hold;
}

export interface FaultProxy {
  readonly endpoint: string;
  /** Resolves when nothing is in progress, also of what is executed late. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

/** Injects faults as DynamoDB and the network fail. */
export const startFaultProxy = async (
  engine: string,
  { faultOf = () => ({ kind: 'none' }), hold }: ProxyOptions = {},
): Promise<FaultProxy> => {
  const forward: Execute = async ({ body, headers }) => {
    const { authorization = '', 'x-amz-date': date, 'x-amz-target': target } = headers;
    const answer = await fetch(engine, {
      method: 'POST',
      headers: {
        authorization,
        'x-amz-date': String(date),
        'x-amz-target': String(target),
        'content-type': 'application/x-amz-json-1.0',
      },
      body: JSON.stringify(body),
    });
    return {
      status: answer.status,
      headers: { 'content-type': String(answer.headers.get('content-type')) },
      body: Buffer.from(await answer.arrayBuffer()),
    };
  };
  const send = hold ? withConflicts(hold, forward) : forward;
  /** Tokens of the transactions that are executed late. */
  const inFlight = new Set<unknown>();
  const pending = new Set<Promise<unknown>>();

  const reply = (response: ServerResponse, { status, headers, body }: WireAnswer): void => {
    response.writeHead(status, headers).end(body);
  };
  const cut = (response: ServerResponse): void => {
    response.socket?.destroy();
  };

  const serve = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { headers } = incoming;
    const body: Record<string, unknown> = JSON.parse(String(await buffer(incoming)));
    const operation = String(headers['x-amz-target']).split('.')[1] ?? '';
    const token = body.ClientRequestToken;
    const execute = () => send({ operation, body, headers });
    if (token && inFlight.has(token)) return reply(response, inProgress);
    const fault = faultOf({
      call: String(headers['amz-sdk-invocation-id']),
      number: Number(/attempt=(\d+)/.exec(String(headers['amz-sdk-request']))?.[1] ?? 1),
      operation,
    });
    switch (fault.kind) {
      case 'none':
        return reply(response, await execute());
      case 'reset':
        return cut(response);
      case 'unanswered':
        return;
      case 'answer-lost':
        await execute();
        return cut(response);
      case 'failed-after-commit':
        await execute();
        return reply(response, internalError);
      case 'late':
        inFlight.add(token);
        cut(response);
        await sleep(fault.afterMs);
        await execute();
        inFlight.delete(token);
        return;
      case 'slow':
        await sleep(fault.beforeMs);
        return reply(response, await execute());
      case 'throttled':
        return reply(response, throttled);
      case 'internal-error':
        return reply(response, internalError);
      case 'unavailable':
        return reply(response, unavailable);
      case 'conflict':
        return reply(response, conflict([0], transactionSchema.parse(body).TransactItems.length));
    }
  };

  const server = createServer({ keepAliveTimeout: 0 }, (incoming, response) => {
    const served = serve(incoming, response).catch(() => cut(response));
    pending.add(served);
    void served.then(() => pending.delete(served));
  }).listen(0, loopback);
  await once(server, 'listening');
  // A server that listens on TCP has an AddressInfo; a string is for pipes.
  const { port } = server.address() as AddressInfo;

  return {
    endpoint: `http://${loopback}:${port}`,
    settled: async () => {
      while (pending.size > 0) await Promise.all(pending);
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};

/** A proxy that can hold requests: they arrive, and are never answered. */
export const startSilentProxy = async (engine: string) => {
  let isSilent = false;
  let noteSwallowed = () => {};
  const { endpoint, stop } = await startFaultProxy(engine, {
    faultOf: () => {
      if (!isSilent) return { kind: 'none' };
      noteSwallowed();
      return { kind: 'unanswered' };
    },
  });
  return {
    endpoint,
    stop,
    /** From now on requests are held. Resolves when one has been. */
    swallow: (): Promise<void> => {
      isSilent = true;
      return new Promise((resolve) => {
        noteSwallowed = resolve;
      });
    },
    answer: () => {
      isSilent = false;
    },
  };
};
export type SilentProxy = Awaited<ReturnType<typeof startSilentProxy>>;

/** The product's connection with the SDK's retries, which are 1 ms apart. The endpoint comes from the environment. */
export const connectWithoutBackoff = async (name: string, limits?: RequestLimits): Promise<Table> => {
  const table = connectTable(name, limits);
  const strategy = await table.client.config.retryStrategy();
  // The SDK can only replace the whole strategy, and the default strategy is under test.
  Reflect.set(strategy, 'retryBackoffStrategy', {
    setDelayBase: () => {},
    computeNextBackoffDelay: () => 1,
  });
  // A client gives its retries up after many failures, as those of all runs are.
  Object.defineProperty(strategy, 'capacity', { get: () => 500, set: () => {} });
  return table;
};
