import { SESClient } from '@aws-sdk/client-ses';
import { limitedBy, type RequestLimits, requestLimits } from '../../../aws-requests.ts';

/**
 * The client that sends mail. Region, credentials and endpoint come from the environment, as the SDK reads them.
 *
 * No connection is kept alive: a connection that SES closed while the function was frozen fails with the same error as one
 * that broke after SES had accepted the email.
 */
export const connectSes = (limits: Partial<RequestLimits> = {}): SESClient => {
  const { requestHandler, ...attempts } = limitedBy({ ...requestLimits.mail, ...limits });
  return new SESClient({
    ...attempts,
    requestHandler: { ...requestHandler, httpAgent: { keepAlive: false }, httpsAgent: { keepAlive: false } },
  });
};
