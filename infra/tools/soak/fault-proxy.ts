import { once } from 'node:events';
import {
  Agent,
  createServer,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import * as z from 'zod/mini';
import { tableSchema } from '#functions/lib/dynamo/items';
import { type Random, randomOf } from '#infra/testing/random';
import { loopback } from '../../local/addresses.ts';
import type { Attempt, Fault, FaultPlan } from './fault-plan.ts';

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

export const wireAnswer = (status: number, content: object): WireAnswer => {
  const body = Buffer.from(JSON.stringify(content));
  return {
    status,
    headers: {
      'content-type': 'application/x-amz-json-1.0',
      'content-length': String(body.length),
      'x-amz-crc32': String(crc32(body)),
    },
    body,
  };
};

/** The namespaces of DynamoDB's errors and of AWS's shared front end. */
const dynamodb = 'com.amazonaws.dynamodb.v20120810';
const front = 'com.amazon.coral.availability';

const throttlings = [
  {
    __type: `${dynamodb}#ProvisionedThroughputExceededException`,
    message: 'The level of configured provisioned throughput for the table was exceeded.',
  },
  { __type: `${front}#ThrottlingException`, message: 'Rate of requests exceeds the allowed throughput.' },
  {
    __type: `${dynamodb}#RequestLimitExceeded`,
    message: 'Throughput exceeds the current throughput limit for your account.',
  },
] as const;

const throttled = (random: Random): WireAnswer => wireAnswer(400, random.pick(throttlings));

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

const keysSchema = z.looseObject({ Keys: z.array(z.unknown()) });
const itemsSchema = z.record(z.string(), z.union([keysSchema, z.array(z.unknown())]));
const answerSchema = z.looseObject({});

type Part = z.infer<typeof keysSchema> | unknown[];

const listOf = (part: Part): unknown[] => (Array.isArray(part) ? part : part.Keys);
const withList = (part: Part, list: unknown[]): Part =>
  Array.isArray(part) ? list : { ...part, Keys: list };

/** Executes half of a batch and reports the rest as unprocessed, as DynamoDB does with a throttled batch. */
const executeHalf = async (
  request: WireRequest,
  execute: (request: WireRequest) => Promise<WireAnswer>,
): Promise<WireAnswer> => {
  const items = itemsSchema.parse(request.body.RequestItems);
  const halves = Object.entries(items).map(([table, part]) => {
    const list = listOf(part);
    const middle = Math.ceil(list.length / 2);
    return { table, now: withList(part, list.slice(0, middle)), left: withList(part, list.slice(middle)) };
  });
  const RequestItems = Object.fromEntries(halves.map(({ table, now }) => [table, now]));
  const answer = await execute({ ...request, body: { ...request.body, RequestItems } });
  if (answer.status !== 200) return answer;
  const left = halves.filter((half) => listOf(half.left).length > 0);
  return wireAnswer(200, {
    ...answerSchema.parse(JSON.parse(answer.body.toString())),
    [request.operation === 'BatchGetItem' ? 'UnprocessedKeys' : 'UnprocessedItems']: Object.fromEntries(
      left.map((half) => [half.table, half.left]),
    ),
  });
};

export const callHeader = 'x-soak-call';

interface ProxiedRun {
  readonly plan: FaultPlan;
  readonly onRequest: (request: Attempt, fault: Fault['kind']) => void;
}

export interface FaultProxy {
  readonly endpoint: string;
  /** Handles the requests of a run by its plan until `close`, which waits for the requests in progress. */
  open(run: string, options: ProxiedRun): { close(): Promise<void> };
  stop(): Promise<void>;
}

interface OpenRun extends ProxiedRun {
  /** Tokens of executed transactions, and of those in progress. */
  readonly committed: Set<unknown>;
  readonly inFlight: Set<unknown>;
  readonly pending: Set<Promise<unknown>>;
}

const readAll = async (stream: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
};

const forwardTo = (endpoint: string) => {
  const { hostname, port } = new URL(endpoint);
  const agent = new Agent({ keepAlive: true });
  const forward = async ({ body, headers }: WireRequest): Promise<WireAnswer> => {
    const { authorization = '', 'x-amz-date': date = '', 'x-amz-target': target } = headers;
    const content = Buffer.from(JSON.stringify(body));
    const outgoing = httpRequest({
      agent,
      hostname,
      port,
      method: 'POST',
      headers: {
        authorization,
        'x-amz-date': date,
        'content-type': 'application/x-amz-json-1.0',
        'content-length': content.length,
        'x-amz-target': String(target),
      },
    }).end(content);
    const [incoming]: IncomingMessage[] = await once(outgoing, 'response');
    if (!incoming) throw new Error('The engine did not answer');
    const answer = await readAll(incoming);
    const { 'content-type': type = '', 'x-amz-crc32': checksum } = incoming.headers;
    return {
      status: incoming.statusCode ?? 0,
      headers: {
        'content-type': type,
        'content-length': String(answer.length),
        ...(typeof checksum === 'string' && { 'x-amz-crc32': checksum }),
      },
      body: answer,
    };
  };
  return { forward, stop: () => agent.destroy() };
};

/**
 * Injects faults by plan, as DynamoDB and the network fail.
 * @param hold how long a transaction holds its items; else none conflict
 */
export const startFaultProxy = async (
  engine: string,
  { hold }: { readonly hold?: Hold } = {},
): Promise<FaultProxy> => {
  const { forward, stop: stopForwarding } = forwardTo(engine);
  const send = hold ? withConflicts(hold, forward) : forward;
  const runs = new Map<string, OpenRun>();

  const reply = (response: ServerResponse, { status, headers, body }: WireAnswer): void => {
    response.writeHead(status, headers).end(body);
  };
  const cut = (response: ServerResponse): void => {
    response.socket?.destroy();
  };

  const serve = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { headers } = incoming;
    const [id = '', actor = '', call = ''] = String(headers[callHeader] ?? '').split('/');
    const run = runs.get(id);
    const body: Record<string, unknown> = JSON.parse((await readAll(incoming)).toString());
    const operation = String(headers['x-amz-target']).split('.')[1] ?? '';
    const request: WireRequest = { operation, body, headers };
    if (!run && id === '') return reply(response, await send(request));
    // A request that its client has abandoned may outlive the run.
    if (!run) return cut(response);

    const token = body.ClientRequestToken;
    const execute = async (asked = request): Promise<WireAnswer> => {
      const answer = await send(asked);
      if (token && answer.status === 200) run.committed.add(token);
      return answer;
    };
    if (token && run.inFlight.has(token)) return reply(response, inProgress);

    const attempt: Attempt = {
      actor,
      call: Number(call),
      attempt: Number(/attempt=(\d+)/.exec(String(headers['amz-sdk-request']))?.[1] ?? 1),
      operation,
      isCommitted: run.committed.has(token),
    };
    const fault = run.plan(attempt);
    run.onRequest(attempt, fault.kind);
    const random = randomOf(id, actor, call, attempt.attempt, 'shape');
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
        run.inFlight.add(token);
        cut(response);
        await sleep(fault.afterMs);
        await execute();
        run.inFlight.delete(token);
        return;
      case 'slow': {
        await sleep(fault.beforeMs);
        const answer = await execute();
        await sleep(fault.afterMs);
        return reply(response, answer);
      }
      case 'throttled':
        return reply(response, throttled(random));
      case 'internal-error':
        return reply(response, internalError);
      case 'unavailable':
        return reply(response, unavailable);
      case 'conflict': {
        const items = Array.isArray(body.TransactItems) ? body.TransactItems.length : 0;
        return reply(response, conflict([random.below(items)], items));
      }
      case 'partial-batch':
        return reply(response, await executeHalf(request, execute));
    }
  };

  const server = createServer({ keepAliveTimeout: 0 }, (incoming, response) => {
    const run = runs.get(String(incoming.headers[callHeader] ?? '').split('/')[0] ?? '');
    const served = serve(incoming, response).catch(() => cut(response));
    run?.pending.add(served);
    void served.then(() => run?.pending.delete(served));
  }).listen(0, loopback);
  await once(server, 'listening');
  // A server that listens on TCP has an AddressInfo; a string is for pipes.
  const { port } = server.address() as AddressInfo;

  return {
    endpoint: `http://${loopback}:${port}`,
    open: (id, options) => {
      const run: OpenRun = { ...options, committed: new Set(), inFlight: new Set(), pending: new Set() };
      runs.set(id, run);
      return {
        close: async () => {
          while (run.pending.size > 0) await Promise.all(run.pending);
          runs.delete(id);
        },
      };
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      stopForwarding();
    },
  };
};

/** A proxy that can hold requests: they arrive, and are never answered. */
export const startSilentProxy = async (engine: string) => {
  const { endpoint, open, stop } = await startFaultProxy(engine);
  let isSilent = false;
  let noteSwallowed = () => {};
  open('', {
    plan: () => ({ kind: isSilent ? 'unanswered' : 'none' }),
    onRequest: (_, kind) => {
      if (kind === 'unanswered') noteSwallowed();
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
