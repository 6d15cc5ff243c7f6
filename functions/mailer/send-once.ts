import type { Key } from '../data/dynamo/keys.ts';
import { acquireSendLease, markSent, releaseSendLease, type SendLease } from '../data/mail/send-lease.ts';
import { EmailError } from '../email/email-error.ts';
import { type Mail, sendEmail } from '../email/send.ts';
import { type LogFields, log } from '../log.ts';
import type { MailerDeps } from './deps.ts';

/** A message of which nobody knows whether it went out, or that another delivery is just sending. */
class SendLeaseHeldError extends Error {
  override readonly name = 'SendLeaseHeldError';
}

interface Message {
  readonly leaseKey: Key;
  /** What the log calls this kind of message, and which one it is. */
  readonly name: string;
  readonly fields: LogFields;
  /** Makes the message once it is certain that it is to be sent. */
  readonly compose: () => Mail | Promise<Mail>;
}

/** Only the sending itself can leave a doubt. */
const isCertainlyNotSent = (error: unknown): boolean =>
  !(error instanceof EmailError) || error.outcome === 'not-sent';

/** The message is out: that it could not be noted must not have it reported as failed. */
const noteSent = async (
  lease: SendLease,
  messageId: string,
  { name, fields }: Message,
  { table }: MailerDeps,
) => {
  try {
    await markSent(table, lease, messageId);
    log.info(`${name}.sent`, { ...fields, message: messageId });
  } catch (error) {
    log.error(`${name}.sent-but-not-noted`, error, { ...fields, message: messageId });
  }
};

/**
 * Sends a message at most once, however often it is called. The cases are thought through in
 * docs/decisions/0002-confirmation-email.md.
 * @throws EmailError when sending failed; SendLeaseHeldError when it must not be tried; what `compose` throws
 */
export const sendOnce = async (message: Message, deps: MailerDeps): Promise<void> => {
  const answer = await acquireSendLease(deps.table, message.leaseKey, deps.clock());
  if (answer.state === 'sent') {
    log.info(`${message.name}.sent-before`, message.fields);
    return;
  }
  if (answer.state === 'held-by-other') throw new SendLeaseHeldError('Another delivery holds the lease');
  let messageId: string;
  try {
    messageId = await sendEmail(await message.compose(), deps.mail);
  } catch (error) {
    if (isCertainlyNotSent(error)) await releaseSendLease(deps.table, answer.lease);
    throw error;
  }
  await noteSent(answer.lease, messageId, message, deps);
};
