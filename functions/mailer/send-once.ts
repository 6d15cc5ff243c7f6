import type { Key } from '../data/dynamo/keys.ts';
import { EmailError } from '../email/email-error.ts';
import { type Mail, sendEmail } from '../email/send.ts';
import { type LogFields, log } from '../log.ts';
import { type Claim, releaseClaim, settleClaim, takeClaim } from './claim.ts';
import type { MailerDeps } from './deps.ts';

/** A message of which nobody knows whether it went out, or that another delivery is just sending. */
class MessageTakenError extends Error {
  override readonly name = 'MessageTakenError';
}

interface Message {
  readonly claimKey: Key;
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
  claim: Claim,
  messageId: string,
  { name, fields }: Message,
  { table }: MailerDeps,
) => {
  try {
    await settleClaim(table, claim, messageId);
    log.info(`${name}.sent`, { ...fields, message: messageId });
  } catch (error) {
    log.error(`${name}.sent-but-not-noted`, error, { ...fields, message: messageId });
  }
};

/**
 * Sends a message at most once, however often it is called. The cases are thought through in
 * docs/decisions/0002-confirmation-email.md.
 * @throws EmailError when sending failed; MessageTakenError when it must not be tried; what `compose` throws
 */
export const sendOnce = async (message: Message, deps: MailerDeps): Promise<void> => {
  const answer = await takeClaim(deps.table, message.claimKey, deps.clock());
  if (answer.state === 'sent') {
    log.info(`${message.name}.sent-before`, message.fields);
    return;
  }
  if (answer.state === 'taken') throw new MessageTakenError('Claimed by another delivery');
  let messageId: string;
  try {
    messageId = await sendEmail(await message.compose(), deps.mail);
  } catch (error) {
    if (isCertainlyNotSent(error)) await releaseClaim(deps.table, answer.claim);
    throw error;
  }
  await noteSent(answer.claim, messageId, message, deps);
};
