import * as z from 'zod/mini';
import type { Instant } from '#shared/lib/values';
import type { NotSentCause } from '#shared/messages/unsent';
import { sendLeaseLifetimeSeconds } from '../../limits.ts';

/** Whether an email whose sending failed may have been sent. */
type FailedOutcome =
  /** Certainly not sent: it can be retried. */
  | 'not-sent'
  /** Perhaps sent: a retry might send it twice. */
  | 'unknown';

/** Why SES did not certainly take an email. */
export type SendFailure = Exclude<NotSentCause, 'failed' | 'too-late'>;

const emailAddress = /[^\s<>"']+@[^\s<>"']+/g;

/** The sending of an email failed. The text holds no address, although SES quotes the recipient in its errors. */
export class EmailError extends Error {
  override readonly name = 'EmailError';
  readonly failure: SendFailure;

  constructor(failure: SendFailure, reason: string) {
    super(`${failure}: ${reason.replace(emailAddress, '<address>')}`);
    this.failure = failure;
  }

  get outcome(): FailedOutcome {
    return this.failure === 'unknown' ? 'unknown' : 'not-sent';
  }

  /** SES accepts no more per second at the moment: the same message may be accepted a little later. */
  get isThrottled(): boolean {
    return this.failure === 'busy';
  }
}

/** Which email a lease is for. */
export interface LeasedMail {
  /** The kind of email: one subject may cause several, each with its own lease. */
  readonly kind: string;
  /** The id of the booking or mail request that the email is about. */
  readonly subjectId: string;
}

/** Nobody knows whether an email was sent. */
export class UnknownOutcomeError extends Error {
  override readonly name: string = 'UnknownOutcomeError';
  readonly mail: LeasedMail;

  constructor({ kind, subjectId }: LeasedMail, reason: string) {
    super(reason);
    this.mail = { kind, subjectId };
  }
}

/** An email is of no use any more, and was not sent. */
export class TooLateError extends Error {
  override readonly name: string = 'TooLateError';
}

/** What causes an email is so old that nothing tells whether it was sent, as where an item is put back from a backup. */
export class TooOldError extends TooLateError {
  override readonly name = 'TooOldError';
}

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

/**
 * Whether a failed SES request may have sent its email: certainly not where SES refused it, or where it was never sent. A
 * lost or unreadable answer leaves it unknown.
 */
const outcomeOf = (error: unknown): FailedOutcome => {
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

/** SES names the identities that it does not know: the sender's, or in the sandbox the recipient's. */
const notVerified = /not verified/i;
const lostIdentity = /^(?:MailFromDomainNotVerified|ConfigurationSetDoesNotExist)/;
const pausedSending = /SendingPaused/;
const refusedCredentials = /Credential|Token|Signature|AccessDenied/;

/**
 * Why an email was not sent, from the error of its request.
 * @param sender address that the email is from
 */
export const failureOf = (error: unknown, sender: string): SendFailure => {
  if (outcomeOf(error) === 'unknown' || !(error instanceof Error)) return 'unknown';
  const { name, message } = error;
  if (name === 'Throttling') return dailyQuota.test(message) ? 'quota' : 'busy';
  if (pausedSending.test(name)) return 'paused';
  if (lostIdentity.test(name)) return 'identity';
  if (notVerified.test(message)) return message.includes(sender) ? 'identity' : 'sandbox';
  const status = failureSchema.safeParse(error).data?.$metadata?.httpStatusCode;
  if (status === 401 || status === 403 || refusedCredentials.test(name)) return 'credentials';
  return status === undefined || status >= 500 ? 'unavailable' : 'refused';
};

/**
 * Whether what causes an email is so old that none is sent for it, of any kind. Its send lease would have expired, so that
 * nothing else tells whether the email was sent: an item that is put back from a backup is a new item in the stream.
 */
export const isTooOld = (causedAt: Instant, now: Date): boolean =>
  now.getTime() - Date.parse(causedAt) > sendLeaseLifetimeSeconds * 1_000;

/** Tags of emails; SES includes them in its reports about an email. */

/** The recipient's account id. */
export const accountTag = 'account';

/** The message that an email belongs to, and which of its recipients it is for. */
export const messageTag = 'message';
export const recipientTag = 'recipient';
