import { type SESClient, SendRawEmailCommand } from '@aws-sdk/client-ses';
import type { MessageId, RecipientId, UserId } from '#shared/schemas/ids';
import type { Pause } from '../../../clock.ts';
import { isPlainAddress } from './address.ts';
import { composeMessage, type MessageContent } from './compose-message.ts';
import { EmailError } from './email-error.ts';
import { isThrottling, outcomeOf } from './send-outcome.ts';
import { accountTag, messageTag, recipientTag } from './tags.ts';

export interface Mail extends Omit<MessageContent, 'from'> {
  /** The account that the address belongs to, if it has one. */
  readonly account?: UserId | undefined;
  /** The message that the email belongs to, if it is one of several. */
  readonly partOf?: { readonly message: MessageId; readonly recipient: RecipientId };
}

export interface MailDeps {
  /** A client that makes a single attempt, as `connectSes` returns. */
  readonly ses: SESClient;
  /** Sender: an address, or `Name <address>`. */
  readonly from: string;
  /** How to wait while SES throttles. */
  readonly pause?: Pause;
}

const checkAddresses = ({ to, replyTo }: Mail): void => {
  if (!isPlainAddress(to)) throw new EmailError('not-sent', 'the recipient is not one plain address');
  if (replyTo !== undefined && !isPlainAddress(replyTo))
    throw new EmailError('not-sent', 'the reply address is not one plain address');
};

const tagsOf = ({ account, partOf }: Mail) =>
  Object.entries({
    [accountTag]: account,
    [messageTag]: partOf?.message,
    [recipientTag]: partOf?.recipient,
  }).flatMap(([Name, Value]) => (Value === undefined ? [] : { Name, Value }));

/**
 * Sends one email to one recipient. The request names the recipient, so SES reads none from the message's headers. The
 * sender is the header `From` alone, which the policy of each sending function limits (`ses:FromAddress`).
 * @returns the id that SES gave the email
 * @throws EmailError, whose outcome says whether the email may have been sent
 */
export const sendEmail = async (mail: Mail, { ses, from }: MailDeps): Promise<string> => {
  checkAddresses(mail);
  const { account: _, partOf: __, ...content } = mail;
  const command = new SendRawEmailCommand({
    Destinations: [mail.to],
    Tags: tagsOf(mail),
    RawMessage: { Data: await composeMessage({ ...content, from }) },
  });
  try {
    const { MessageId } = await ses.send(command);
    return MessageId ?? '';
  } catch (error) {
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : typeof error;
    throw new EmailError(outcomeOf(error), reason, { isThrottled: isThrottling(error) });
  }
};
