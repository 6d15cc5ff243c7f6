import { SESClient, SendRawEmailCommand } from '@aws-sdk/client-ses';
import MailComposer from 'nodemailer/lib/mail-composer';
import type { MessageId, RecipientId, UserId } from '#shared/lib/ids';
import { limits } from '#shared/limits';
import {
  askCheck,
  beforeRequest,
  limitRequests,
  type RequestLimits,
  requestLimits,
} from '../aws-requests.ts';
import type { Pause } from '../clock.ts';
import { type RenderedEmail, withoutLineBreaks } from './layout.ts';
import { accountTag, EmailError, failureOf, messageTag, recipientTag } from './outcomes.ts';

/** No characters that a mail header would parse as a second address, a name or a new line. */
const plainAddress = /^[^\s\p{Cc}<>()[\]\\,;:"@]+@[^\s\p{Cc}<>()[\]\\,;:"@]+$/u;

export const isPlainAddress = (address: string): boolean =>
  address.length <= limits.emailLength && plainAddress.test(address);

const nameAndAddress = /^(?<name>.*\S)\s*<(?<address>[^<>]+)>$/u;

export const parseSender = (sender: string): { readonly name: string; readonly address: string } => {
  const { name = '', address = sender } = nameAndAddress.exec(sender)?.groups ?? {};
  return { name, address };
};

export interface MessageContent extends RenderedEmail {
  readonly from: string;
  /** One plain address. */
  readonly to: string;
  /** Defaults to the sender. */
  readonly replyTo?: string | undefined;
  /** The `https` address that unsubscribes by one POST without a login (RFC 8058). */
  readonly unsubscribeUrl?: string | undefined;
}

/** RFC 3834: no program may answer, since a reply address may be anybody's. Outlook and Exchange read the second header. */
const automaticHeaders = {
  'Auto-Submitted': 'auto-generated',
  'X-Auto-Response-Suppress': 'OOF, AutoReply',
};

const unsubscribeHeaders = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

/** A MIME message with text and HTML. The composer encodes each header, so that no value adds a header or recipient. */
export const composeMessage = ({
  from,
  to,
  replyTo,
  unsubscribeUrl,
  subject,
  html,
  text,
}: MessageContent): Promise<Buffer> =>
  new MailComposer({
    from: parseSender(from),
    to: { name: '', address: to },
    replyTo: replyTo && { name: '', address: replyTo },
    headers: { ...automaticHeaders, ...(unsubscribeUrl !== undefined && unsubscribeHeaders(unsubscribeUrl)) },
    subject: withoutLineBreaks(subject),
    html,
    text,
    // Otherwise a part of plain ASCII keeps the line breaks of its text.
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();

export interface Mail extends Omit<MessageContent, 'from'> {
  readonly account?: UserId | undefined;
  readonly inMessage?: { readonly message: MessageId; readonly recipient: RecipientId };
}

export interface MailDeps {
  /** Makes a single attempt, as `connectSes` returns. */
  readonly ses: SESClient;
  readonly from: string;
  /** How to wait while SES throttles. */
  readonly pause?: Pause;
}

const checkAddresses = ({ to, replyTo }: Mail): void => {
  if (!isPlainAddress(to)) throw new EmailError('refused', 'the recipient is not one plain address');
  if (replyTo !== undefined && !isPlainAddress(replyTo))
    throw new EmailError('refused', 'the reply address is not one plain address');
};

const tagsOf = ({ account, inMessage }: Mail) =>
  Object.entries({
    [accountTag]: account,
    [messageTag]: inMessage?.message,
    [recipientTag]: inMessage?.recipient,
  }).flatMap(([Name, Value]) => (Value === undefined ? [] : { Name, Value }));

/**
 * Sends one email. The request names the recipient, so SES reads none from the headers. The policy of each function limits the
 * header `From` (`ses:FromAddress`).
 * @returns SES's id
 * @throws EmailError, whose outcome says whether the email may have been sent
 */
export const sendEmail = async (mail: Mail, { ses, from }: MailDeps): Promise<string> => {
  checkAddresses(mail);
  const { account: _, inMessage: __, ...content } = mail;
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
    throw new EmailError(failureOf(error, parseSender(from).address), reason);
  }
};

/**
 * Keeps no connection alive: one that SES closed while the function was frozen fails with the same error as one that broke
 * after SES had accepted the email. Region, credentials and endpoint come from the environment.
 */
export const connectSes = (limits: Partial<RequestLimits> = {}): SESClient => {
  const { requestHandler, ...attempts } = limitRequests({ ...requestLimits.mail, ...limits });
  const client = new SESClient({
    ...attempts,
    requestHandler: { ...requestHandler, httpAgent: { keepAlive: false }, httpsAgent: { keepAlive: false } },
  });
  client.middlewareStack.add(askCheck, beforeRequest);
  return client;
};
