import { AsyncLocalStorage } from 'node:async_hooks';
import { patienceMs } from '../limits.ts';
import { stretched } from './clock.ts';

/** How long requests of one kind to an AWS service may take, and how often each is tried. */
export interface RequestLimits {
  /** Time to get a connection, in milliseconds. */
  readonly connectionTimeout: number;
  /** Time without a byte from the service, in milliseconds. */
  readonly socketTimeout: number;
  readonly maxAttempts: number;
}

/**
 * The limits of every client. All attempts of one request together end before the function does: 15 s for a function that
 * answers a request, 30 s or more for one in the background. Without limits the SDK waits for ever for a service that
 * accepts a request and does not answer it. A person waits for less: `withinPatience`.
 */
export const requestLimits = {
  /** The table, in functions that answer a request. */
  answering: { connectionTimeout: 900, socketTimeout: 2_000, maxAttempts: 5 },
  /** The table, in functions that work in the background. */
  background: { connectionTimeout: 900, socketTimeout: 5_000, maxAttempts: 5 },
  /** The table and the user pool, in a trigger of the user pool, which waits for 5 seconds. */
  trigger: { connectionTimeout: 900, socketTimeout: 900, maxAttempts: 2 },
  /** The user pool, which hashes passwords. */
  userPool: { connectionTimeout: 900, socketTimeout: 4_000, maxAttempts: 3 },
  /** Mail. One attempt: the SDK would repeat a request whose answer was lost, and so send the email twice. */
  mail: { connectionTimeout: 3_000, socketTimeout: 10_000, maxAttempts: 1 },
  /** CodeDeploy, in the smoke check of a deployment; what the canary asks AWS. */
  deployment: { connectionTimeout: 900, socketTimeout: 5_000, maxAttempts: 2 },
  /** Work on one machine that nobody waits for, such as the start: a slow engine is no reason to end it. */
  unhurried: { connectionTimeout: 0, socketTimeout: 0, maxAttempts: 20 },
  /** The invocation of a new version by that check. It ends when the function has answered. */
  invocation: { connectionTimeout: 900, socketTimeout: 25_000, maxAttempts: 1 },
} as const satisfies Record<string, RequestLimits>;

/** The part of a client's configuration that limits its requests. */
export const limitedBy = ({ connectionTimeout, socketTimeout, maxAttempts }: RequestLimits) => ({
  maxAttempts,
  requestHandler: {
    connectionTimeout: stretched(connectionTimeout),
    socketTimeout: stretched(socketTimeout),
  },
});

/** Names and codes of errors with which a service does not answer, is too busy, or asks to be asked again. */
const busyNames: ReadonlySet<unknown> = new Set([
  // The client waited too long.
  ...['TimeoutError', 'RequestTimeout', 'RequestTimeoutException'],
  // Sockets.
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ECONNABORTED'],
  ...['EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN', 'ERR_SOCKET_CONNECTION_TIMEOUT'],
  // Throttling: of the table, of the account and of the user pool.
  ...['ProvisionedThroughputExceededException', 'RequestLimitExceeded', 'ThrottlingException', 'Throttling'],
  ...['ThrottledException', 'TooManyRequestsException', 'LimitExceededException', 'SlowDown'],
  'BandwidthLimitExceeded',
  // Items that transactions hold.
  ...['TransactionInProgressException', 'TransactionConflictException'],
  // A trigger of the user pool that failed.
  'UnexpectedLambdaException',
]);

/** A service gave no answer, or not a whole one, for as long as a request waits. */
export class UnavailableError extends Error {
  override readonly name = 'UnavailableError';

  /** The failure is named and is no `cause`: the SDK would try again after an error with such a cause. */
  constructor(failure: unknown) {
    super(failure instanceof Error ? failure.name : String(failure));
  }
}

/**
 * Whether an AWS service gave no answer to a request, or the answer that it cannot answer now. What the request was to store
 * may be stored: its answer may have been lost.
 */
export const isUnavailable = (error: unknown): boolean => {
  if (error instanceof UnavailableError) return true;
  if (!(error instanceof Error)) return false;
  // Fields of the SDK's errors (`$`) and of those of sockets (`code`).
  const [code, fault, metadata] = ['code', '$fault', '$metadata'].map((name) => Reflect.get(error, name));
  const status = Number(Reflect.get(Object(metadata), 'httpStatusCode') ?? 0);
  return (
    busyNames.has(error.name) ||
    busyNames.has(code) ||
    fault === 'server' ||
    status >= 500 ||
    status === 429 ||
    isUnavailable(error.cause)
  );
};

const patience = new AsyncLocalStorage<{ readonly ends: number }>();

/**
 * Does work that a person waits for. After `patienceMs` nothing that failed is tried again, neither by the clients nor after
 * a conflict: the longest answer is that time and the limits of one more attempt.
 */
export const withinPatience = <Result>(work: () => Promise<Result>): Promise<Result> =>
  patience.run({ ends: performance.now() + patienceMs }, work);

/**
 * Does work that nobody waits for: sample data, set-ups, commands. Conflicts are tried again until they end, however long
 * that takes.
 */
export const withoutDeadline = <Result>(work: () => Promise<Result>): Promise<Result> =>
  patience.run({ ends: Number.POSITIVE_INFINITY }, work);

/** Whether the work under way is done `withoutDeadline`. */
export const hasNoDeadline = (): boolean => patience.getStore()?.ends === Number.POSITIVE_INFINITY;

/** Whether a person waits for the work under way, for so long that nothing is tried again after a pause. */
export const isOutOfPatience = (pauseMs = 0): boolean =>
  performance.now() + pauseMs > (patience.getStore()?.ends ?? Number.POSITIVE_INFINITY);

/**
 * Middleware of each attempt of a client, which sends none again once nobody waits for it any more (`withinPatience`). The SDK
 * repeats none that fails with an error of another kind.
 */
export const endWithPatience = <Args, Result>(next: (args: Args) => Promise<Result>) => {
  let failed: unknown;
  return async (args: Args): Promise<Result> => {
    if (failed !== undefined && isOutOfPatience()) throw new UnavailableError(failed);
    try {
      return await next(args);
    } catch (error) {
      failed = error;
      throw isUnavailable(error) && isOutOfPatience() ? new UnavailableError(error) : error;
    }
  };
};

/** Where `endWithPatience` stands in a client: within the retries of the SDK. */
export const onEachAttempt = { step: 'finalizeRequest', priority: 'low', name: 'endWithPatience' } as const;

/** A request of a client: the client's name, such as `DynamoDBClient`, the command, such as `PutItem`, and its input. */
interface CheckedRequest {
  readonly client: string;
  readonly command: string;
  readonly input: object;
}

/** Sends a request, or throws to refuse it. */
export type RequestCheck = <Result>(request: CheckedRequest, send: () => Promise<Result>) => Promise<Result>;

let check: RequestCheck | undefined;

/** Has every request of this process looked at. Only the local system does, in place of IAM. */
export const checkRequests = (by: RequestCheck): void => {
  check = by;
};

/** Middleware of each request of a client, which the check of `checkRequests` may refuse. */
export const askCheck =
  <Args extends { readonly input: object }, Result>(
    next: (args: Args) => Promise<Result>,
    { clientName: client = '', commandName = '' }: { clientName?: string; commandName?: string },
  ) =>
  (args: Args): Promise<Result> => {
    if (!check) return next(args);
    return check({ client, command: commandName.replace(/Command$/, ''), input: args.input }, () =>
      next(args),
    );
  };

/** Where `askCheck` stands in a client: before everything else. */
export const beforeRequest = { step: 'initialize', priority: 'high', name: 'askCheck' } as const;
