import { AsyncLocalStorage } from 'node:async_hooks';
import { patienceMs } from '../limits.ts';
import { stretched } from './clock.ts';

/** Limits of requests of one kind to an AWS service. */
export interface RequestLimits {
  readonly connectionTimeout: number;
  readonly socketTimeout: number;
  readonly maxAttempts: number;
}

/**
 * All attempts of one request end before the function does: 15 s for a function that answers a request, 30 s or more in the
 * background. Without limits the SDK waits for ever for a service that does not answer. A person waits for less:
 * `withinPatience`.
 */
export const requestLimits = {
  answering: { connectionTimeout: 900, socketTimeout: 2_000, maxAttempts: 5 },
  background: { connectionTimeout: 900, socketTimeout: 5_000, maxAttempts: 5 },
  /** Table and user pool in a trigger of the user pool, which waits for 5 seconds. */
  trigger: { connectionTimeout: 900, socketTimeout: 900, maxAttempts: 2 },
  /** The user pool hashes passwords. */
  userPool: { connectionTimeout: 900, socketTimeout: 4_000, maxAttempts: 3 },
  /** One attempt: the SDK would repeat a request whose answer was lost, and so send the email twice. */
  mail: { connectionTimeout: 3_000, socketTimeout: 10_000, maxAttempts: 1 },
  /** CodeDeploy in the smoke check, and what the canary asks AWS. */
  deployment: { connectionTimeout: 900, socketTimeout: 5_000, maxAttempts: 2 },
  /** Work on one machine that nobody waits for: a slow engine does not end it. */
  unhurried: { connectionTimeout: 0, socketTimeout: 0, maxAttempts: 20 },
  /** The smoke check's invocation of a new version, which ends when the function has answered. */
  invocation: { connectionTimeout: 900, socketTimeout: 25_000, maxAttempts: 1 },
} as const satisfies Record<string, RequestLimits>;

export const limitRequests = ({ connectionTimeout, socketTimeout, maxAttempts }: RequestLimits) => ({
  maxAttempts,
  requestHandler: {
    connectionTimeout: stretched(connectionTimeout),
    socketTimeout: stretched(socketTimeout),
  },
});

/** Errors of a service that does not answer, is too busy, or asks to be asked again. */
const namesOfBusyErrors: ReadonlySet<unknown> = new Set([
  ...['TimeoutError', 'RequestTimeout', 'RequestTimeoutException'],
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ECONNABORTED'],
  ...['EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN', 'ERR_SOCKET_CONNECTION_TIMEOUT'],
  // Throttling of table, account and user pool.
  ...['ProvisionedThroughputExceededException', 'RequestLimitExceeded', 'ThrottlingException', 'Throttling'],
  ...['ThrottledException', 'TooManyRequestsException', 'LimitExceededException', 'SlowDown'],
  'BandwidthLimitExceeded',
  // A transaction has the items.
  ...['TransactionInProgressException', 'TransactionConflictException'],
  // A trigger of the user pool failed.
  'UnexpectedLambdaException',
]);

/** A service gave no whole answer in the time of a request. */
export class UnavailableError extends Error {
  override readonly name = 'UnavailableError';

  /** The failure is no `cause`, since the SDK would try again after an error with such a cause. */
  constructor(failure: unknown) {
    super(failure instanceof Error ? failure.name : String(failure));
  }
}

/** Whether an AWS service gave no answer, or none yet. The request may have been carried out. */
export const isUnavailable = (error: unknown): boolean => {
  if (error instanceof UnavailableError) return true;
  if (!(error instanceof Error)) return false;
  // Fields of the SDK's errors (`$`) and of sockets (`code`).
  const [code, fault, metadata] = ['code', '$fault', '$metadata'].map((name) => Reflect.get(error, name));
  const status = Number(Reflect.get(Object(metadata), 'httpStatusCode') ?? 0);
  return (
    namesOfBusyErrors.has(error.name) ||
    namesOfBusyErrors.has(code) ||
    fault === 'server' ||
    status >= 500 ||
    status === 429 ||
    isUnavailable(error.cause)
  );
};

const patience = new AsyncLocalStorage<{ readonly ends: number }>();

/** After `patienceMs` nothing is tried again: the longest answer takes this time and the limits of one more attempt. */
export const withinPatience = <Result>(work: () => Promise<Result>): Promise<Result> =>
  patience.run({ ends: performance.now() + patienceMs }, work);

/** For work that nobody waits for: sample data, set-ups, commands. Conflicts are tried again without an end. */
export const withoutDeadline = <Result>(work: () => Promise<Result>): Promise<Result> =>
  patience.run({ ends: Number.POSITIVE_INFINITY }, work);

/** Whether the work under way is done `withoutDeadline`. */
export const hasNoDeadline = (): boolean => patience.getStore()?.ends === Number.POSITIVE_INFINITY;

/** Whether the waiting person's patience ends before a pause does. */
export const isOutOfPatience = (pauseMs = 0): boolean =>
  performance.now() + pauseMs > (patience.getStore()?.ends ?? Number.POSITIVE_INFINITY);

/** Middleware of each attempt: ends the SDK's retries once nobody waits (`withinPatience`). */
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

/** Within the retries of the SDK. */
export const onEachAttempt = { step: 'finalizeRequest', priority: 'low', name: 'endWithPatience' } as const;

interface CheckedRequest {
  readonly client: string;
  readonly command: string;
  readonly input: object;
}

/** Sends a request, or throws to refuse it. */
export type RequestCheck = <Result>(request: CheckedRequest, send: () => Promise<Result>) => Promise<Result>;

let check: RequestCheck | undefined;

/** The local system checks all requests of this process, in place of IAM. */
export const checkRequests = (by: RequestCheck): void => {
  check = by;
};

/** Middleware of each request, which `checkRequests` may refuse. */
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

/** Before everything else. */
export const beforeRequest = { step: 'initialize', priority: 'high', name: 'askCheck' } as const;
