import * as z from 'zod/mini';
import type { FailedOutcome } from './email-error.ts';

/** What the SDK and Node tell of a failed request; which of it there is depends on how far the request came. */
const failureSchema = z.object({
  name: z.string(),
  syscall: z.optional(z.string()),
  errors: z.optional(z.array(z.unknown())),
  $metadata: z.optional(z.object({ httpStatusCode: z.optional(z.number()) })),
});

/** System calls that come before the first byte of a request. */
const callsBeforeSending = ['connect', 'getaddrinfo'];

/** SES says itself that it failed. Other 5xx (502, 504) come from what stands in front of it and may have lost a success. */
const failedStatuses = [500, 503];

const isRefusal = (status: number): boolean =>
  (status >= 400 && status < 500) || failedStatuses.includes(status);

/** SES names a used-up daily quota the same way; waiting for seconds does not help there. */
const dailyQuota = /daily/i;

/** Whether SES refused a request for its rate only. */
export const isThrottling = (error: unknown): boolean =>
  error instanceof Error && error.name === 'Throttling' && !dailyQuota.test(error.message);

/**
 * Whether a failed SES request may have sent its message: certainly not if SES refused it, or if it never left this
 * machine. A lost or unreadable answer says nothing.
 */
export const outcomeOf = (error: unknown): FailedOutcome => {
  const failure = failureSchema.safeParse(error);
  if (!failure.success) return 'unknown';
  const { name, syscall, errors, $metadata } = failure.data;
  const status = $metadata?.httpStatusCode;
  if (status !== undefined) return isRefusal(status) ? 'not-sent' : 'unknown';
  if (name === 'CredentialsProviderError') return 'not-sent';
  if (syscall !== undefined) return callsBeforeSending.includes(syscall) ? 'not-sent' : 'unknown';
  // A host with several addresses, each tried in vain.
  if (errors?.length) return errors.every((one) => outcomeOf(one) === 'not-sent') ? 'not-sent' : 'unknown';
  return 'unknown';
};
