import { type SESClient, SendEmailCommand } from '@aws-sdk/client-ses';
import type { UserId } from '#shared/schemas/ids';
import type { Pause } from '../../clock.ts';
import type { RenderedEmail } from '../templates/rendered-email.ts';
import { unbroken } from '../templates/text.ts';
import { accountTag } from './account-tag.ts';
import { encodeSender, isPlainAddress } from './address.ts';
import { EmailError } from './email-error.ts';
import { isThrottling, outcomeOf } from './send-outcome.ts';

export interface Mail extends RenderedEmail {
  readonly to: string;
  /** The account that the address belongs to. */
  readonly account: UserId;
}

export interface MailDeps {
  /** A client that makes a single attempt, as `connectSes` returns. */
  readonly ses: SESClient;
  /** Sender: an address, or `Name <address>`. */
  readonly from: string;
  /** How to wait while SES throttles. */
  readonly pause?: Pause;
}

const utf8 = (text: string) => ({ Data: text, Charset: 'UTF-8' });

/**
 * Sends one email. Replies go to the sender: there is no Reply-To, so they follow the stage's `mailFrom`.
 * @returns the id that SES gave the email
 * @throws EmailError, whose outcome says whether the email may have been sent
 */
export const sendEmail = async (
  { to, account, subject, html, text }: Mail,
  { ses, from }: MailDeps,
): Promise<string> => {
  if (!isPlainAddress(to)) throw new EmailError('not-sent', 'the recipient is not one plain address');
  const command = new SendEmailCommand({
    Source: encodeSender(from),
    Destination: { ToAddresses: [to] },
    Tags: [{ Name: accountTag, Value: account }],
    Message: { Subject: utf8(unbroken(subject)), Body: { Html: utf8(html), Text: utf8(text) } },
  });
  try {
    const { MessageId } = await ses.send(command);
    return MessageId ?? '';
  } catch (error) {
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : typeof error;
    throw new EmailError(outcomeOf(error), reason, { isThrottled: isThrottling(error) });
  }
};
