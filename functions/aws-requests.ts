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
 * accepts a request and does not answer it.
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
  /** CodeDeploy, in the smoke check of a deployment. */
  deployment: { connectionTimeout: 900, socketTimeout: 5_000, maxAttempts: 2 },
  /** The invocation of a new version by that check. It ends when the function has answered. */
  invocation: { connectionTimeout: 900, socketTimeout: 25_000, maxAttempts: 1 },
} as const satisfies Record<string, RequestLimits>;

/** The part of a client's configuration that limits its requests. */
export const limitedBy = ({ connectionTimeout, socketTimeout, maxAttempts }: RequestLimits) => ({
  maxAttempts,
  requestHandler: { connectionTimeout, socketTimeout },
});
