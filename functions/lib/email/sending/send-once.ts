import type { Instant } from '#shared/schemas/values';
import type { Clock } from '../../../clock.ts';
import {
  acquireSendLease,
  type LeasedMail,
  markSent,
  releaseSendLease,
  type SendLease,
} from '../../../data/mail/send-lease.ts';
import type { Table } from '../../../data/table.ts';
import { type LogFields, log } from '../../../log.ts';
import { EmailError } from './email-error.ts';
import { isTooOld } from './is-too-old.ts';
import type { Mail, MailDeps } from './send.ts';
import { sendWithBackoff } from './send-with-backoff.ts';

/** Nobody knows whether an email was sent. */
export class UnknownOutcomeError extends Error {
  override readonly name: string = 'UnknownOutcomeError';
  readonly mail: LeasedMail;

  constructor({ kind, subjectId }: LeasedMail, reason: string) {
    super(reason);
    this.mail = { kind, subjectId };
  }
}

/** Another delivery sends this email at the moment, or ended without noting the outcome. */
class SendLeaseHeldError extends UnknownOutcomeError {
  override readonly name = 'SendLeaseHeldError';
}

interface Message {
  /** The kind of email, for the lease and the log. */
  readonly kind: string;
  /** The id of the booking or mail request that the email is about. With the kind, it says which email this is. */
  readonly subjectId: string;
  /** When its cause happened. For one that is too old no email is sent. */
  readonly causedAt: Instant;
  /** What the log says of it. */
  readonly fields: LogFields;
  /** Makes the email, once the lease is acquired. */
  readonly compose: () => Mail | Promise<Mail>;
}

export interface SendOnceDeps {
  readonly table: Table;
  readonly mail: MailDeps;
  readonly clock: Clock;
}

/** The email was sent: an error here must not report it as failed. */
const noteSent = async (
  lease: SendLease,
  messageId: string,
  { kind, fields }: Message,
  { table }: SendOnceDeps,
) => {
  try {
    await markSent(table, lease, messageId);
    log.info(`${kind}.sent`, { ...fields, message: messageId });
  } catch (error) {
    log.error(`${kind}.sent-but-not-noted`, error, { ...fields, message: messageId });
  }
};

/**
 * Sends an email at most once, however often it is called, unless its cause is too old. The cases are in
 * docs/decisions/0002-confirmation-email.md.
 * @throws EmailError where the email was certainly not sent; UnknownOutcomeError where it must not be tried again; what
 *   `compose` throws
 */
export const sendOnce = async (message: Message, deps: SendOnceDeps): Promise<void> => {
  const now = deps.clock();
  if (isTooOld(message.causedAt, now)) {
    log.info(`${message.kind}.not-needed`, { ...message.fields, reason: 'too-old' });
    return;
  }
  const answer = await acquireSendLease(deps.table, message, now);
  if (answer.state === 'sent') {
    log.info(`${message.kind}.sent-before`, message.fields);
    return;
  }
  if (answer.state === 'held-by-other')
    throw new SendLeaseHeldError(message, 'Another delivery holds the lease');
  let messageId: string;
  try {
    messageId = await sendWithBackoff(await message.compose(), deps.mail);
  } catch (error) {
    if (error instanceof EmailError && error.outcome === 'unknown')
      throw new UnknownOutcomeError(message, error.message);
    await releaseSendLease(deps.table, answer.lease);
    throw error;
  }
  await noteSent(answer.lease, messageId, message, deps);
};
