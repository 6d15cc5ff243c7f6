import * as z from 'zod/mini';
import type { Instant } from '#shared/lib/values';
import type { NotSentCause } from '#shared/messages/unsent';
import { sendLeaseLifetimeSeconds } from '../../limits.ts';

/** Whether an email whose sending failed may have been sent. */
type FailedOutcome =
  | 'not-sent'
  /** Perhaps sent: a retry might send it twice. */
  | 'unknown';

export type SendFailure = Exclude<NotSentCause, 'failed' | 'too-late'>;

const emailAddress = /[^\s<>"']+@[^\s<>"']+/g;

/** The text contains no address, although SES quotes the recipient in its errors. */
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

  /** SES may accept the same message a little later. */
  get isThrottled(): boolean {
    return this.failure === 'busy';
  }
}

/** The email that a lease is for. */
export interface LeasedMail {
  readonly kind: string;
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

/** The email is of no use any more, and was not sent. */
export class TooLateError extends Error {
  override readonly name: string = 'TooLateError';
}

/** The cause is so old that nothing tells whether the email was sent, as where an item comes back from a backup. */
export class TooOldError extends TooLateError {
  override readonly name = 'TooOldError';
}

const failureSchema = z.object({
  name: z.string(),
  syscall: z.optional(z.string()),
  errors: z.optional(z.array(z.unknown())),
  $metadata: z.optional(z.object({ httpStatusCode: z.optional(z.number()) })),
});

const callsBeforeSending = ['connect', 'getaddrinfo'];

/** SES itself reports these. Other 5xx (502, 504) come from a proxy and may hide a success. */
const failedStatuses = [500, 503];

const isRefusal = (status: number): boolean =>
  (status >= 400 && status < 500) || failedStatuses.includes(status);

/** A used-up daily quota has the same name; waiting for seconds does not help. */
const dailyQuota = /daily/i;

/** Certainly not sent where SES refused, or where the request was never sent. A lost or unreadable answer leaves it unknown. */
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

/** SES names unknown identities: the sender's, or in the sandbox the recipient's. */
const notVerified = /not verified/i;
const lostIdentity = /^(?:MailFromDomainNotVerified|ConfigurationSetDoesNotExist)/;
const pausedSending = /SendingPaused/;
/** SES refuses each email so, as if for its address, once AWS itself has paused the account. */
const pausedByAws = /sending (?:paused|suspended) for this account/i;
const refusedCredentials = /Credential|Token|Signature|AccessDenied/;

/** @param sender address that the email is from */
export const failureOf = (error: unknown, sender: string): SendFailure => {
  if (outcomeOf(error) === 'unknown' || !(error instanceof Error)) return 'unknown';
  const { name, message } = error;
  if (name === 'Throttling') return dailyQuota.test(message) ? 'quota' : 'busy';
  if (pausedSending.test(name) || pausedByAws.test(message)) return 'paused';
  if (lostIdentity.test(name)) return 'identity';
  if (notVerified.test(message)) return message.includes(sender) ? 'identity' : 'sandbox';
  const status = failureSchema.safeParse(error).data?.$metadata?.httpStatusCode;
  if (status === 401 || status === 403 || refusedCredentials.test(name)) return 'credentials';
  return status === undefined || status >= 500 ? 'unavailable' : 'refused';
};

/** The send lease would have expired: nothing tells whether the email was sent. An item from a backup is new in the stream. */
export const isTooOld = (causedAt: Instant, now: Date): boolean =>
  now.getTime() - Date.parse(causedAt) > sendLeaseLifetimeSeconds * 1_000;

/** SES includes these tags in its reports. */

/** The recipient's account id. */
export const accountTag = 'account';

/** With the recipient of that message. */
export const messageTag = 'message';
export const recipientTag = 'recipient';
