import { SESClient } from '@aws-sdk/client-ses';

/** Limits of a request's connection and of its inactivity, in milliseconds. */
interface Timeouts {
  readonly connectionTimeout: number;
  readonly socketTimeout: number;
}

/** Well below the time limits of the functions that send: they still have to note the outcome. */
const timeouts: Timeouts = { connectionTimeout: 3_000, socketTimeout: 10_000 };

/**
 * The client that sends mail. Region, credentials and endpoint come from the environment, as the SDK reads them.
 *
 * One attempt only: a retry after a lost answer would send the email twice, and the SDK would retry. No connection is
 * kept alive: a connection that SES closed while the function was frozen fails with the same error as one that broke after
 * SES had accepted the email.
 */
export const connectSes = ({ connectionTimeout, socketTimeout } = timeouts): SESClient =>
  new SESClient({
    maxAttempts: 1,
    requestHandler: {
      connectionTimeout,
      socketTimeout,
      httpAgent: { keepAlive: false },
      httpsAgent: { keepAlive: false },
    },
  });
