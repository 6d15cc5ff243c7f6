import * as z from 'zod/mini';
import type { FailedOutcome } from './email-error.ts';

/** Properties of a failed request's error. Which are present depends on how far the request came. */
const failureSchema = z.object({
  name: z.string(),
  syscall: z.optional(z.string()),
  errors: z.optional(z.array(z.unknown())),
  $metadata: z.optional(z.object({ httpStatusCode: z.optional(z.number()) })),
});

/** System calls before the first byte of a request is sent. */
const callsBeforeSending = ['connect', 'getaddrinfo'];

/** SES itself reports these failures. Other 5xx (502, 504) come from a proxy and may hide a success. */
const failedStatuses = [500, 503];

const isRefusal = (status: number): boolean =>
  (status >= 400 && status < 500) || failedStatuses.includes(status);

/** SES names a used-up daily quota the same way; waiting for seconds does not help there. */
const dailyQuota = /daily/i;

/** Whether SES refused a request for its rate only. */
export const isThrottling = (error: unknown): boolean =>
  error instanceof Error && error.name === 'Throttling' && !dailyQuota.test(error.message);

/**
 * Whether a failed SES request may have sent its email: certainly not where SES refused it, or where it was never sent. A
 * lost or unreadable answer leaves it unknown.
 */
export const outcomeOf = (error: unknown): FailedOutcome => {
  const failure = failureSchema.safeParse(error);
  if (!failure.success) return 'unknown';
  const { name, syscall, errors, $metadata } = failure.data;
  const status = $metadata?.httpStatusCode;
  if (status !== undefined) return isRefusal(status) ? 'not-sent' : 'unknown';
  if (name === 'CredentialsProviderError') return 'not-sent';
  if (syscall !== undefined) return callsBeforeSending.includes(syscall) ? 'not-sent' : 'unknown';
  // A host with several addresses, all of which failed.
  if (errors?.length) return errors.every((one) => outcomeOf(one) === 'not-sent') ? 'not-sent' : 'unknown';
  return 'unknown';
};
