import { SESClient } from '@aws-sdk/client-ses';

/** How long one message may take to connect, and may then stay without a sign of life, in milliseconds. */
interface Patience {
  readonly connectionTimeout: number;
  readonly socketTimeout: number;
}

/** Well below the time limits of the functions that send, which must live to note how it went. */
const patience: Patience = { connectionTimeout: 3_000, socketTimeout: 10_000 };

/**
 * The client that sends mail. Region, credentials and endpoint come from the environment, as the SDK reads them.
 *
 * One attempt only: sending cannot be repeated safely, and the SDK would repeat it when merely the answer was lost.
 * No connection is kept: one that the other side closed while the function was frozen fails with the same error as
 * one that broke after the message was accepted.
 */
export const connectSes = ({ connectionTimeout, socketTimeout } = patience): SESClient =>
  new SESClient({
    maxAttempts: 1,
    requestHandler: {
      connectionTimeout,
      socketTimeout,
      httpAgent: { keepAlive: false },
      httpsAgent: { keepAlive: false },
    },
  });
