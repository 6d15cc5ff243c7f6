import { mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Hono } from 'hono';
import PostalMime, { type Address } from 'postal-mime';
import { ulid } from 'ulid';
import * as z from 'zod/mini';
import { readOrSetAside } from '../json-file.ts';
import { outcomeOf, type Reporter, reportsOf } from './simulator.ts';

const storedMailSchema = z.object({
  id: z.string(),
  to: z.readonly(z.array(z.string())),
  from: z.string(),
  // Messages that were stored before these headers have neither.
  reply_to: z._default(z.nullable(z.string()), null),
  unsubscribe: z._default(z.nullable(z.string()), null),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  sent_at: z.string(),
});
export type StoredMail = z.infer<typeof storedMailSchema>;

export const openMailStore = async (folder: string) => {
  await mkdir(folder, { recursive: true });
  const names = (await readdir(folder))
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .toReversed();
  const read = await Promise.all(names.map((name) => readOrSetAside(join(folder, name), storedMailSchema)));
  const mails = read.filter((mail) => mail !== undefined);
  return {
    list: (): readonly StoredMail[] => mails,
    get: (id: string) => mails.find((mail) => mail.id === id),
    add: async (content: Omit<StoredMail, 'id' | 'sent_at'>): Promise<string> => {
      const now = new Date();
      const mail = { id: ulid(now.getTime()), ...content, sent_at: now.toISOString() };
      const path = join(folder, `${mail.id}.json`);
      await writeFile(`${path}.part`, JSON.stringify(mail, null, 2));
      await rename(`${path}.part`, path);
      mails.unshift(mail);
      return mail.id;
    },
  };
};

export type MailStore = Awaited<ReturnType<typeof openMailStore>>;

/** An email as it is received; `unsubscribe` is the address that unsubscribes with one click (RFC 8058). */
export interface ReceivedMail extends Omit<StoredMail, 'id' | 'sent_at'> {
  readonly tags: Readonly<Record<string, string>>;
}

const listMembers = (form: URLSearchParams, name: string): string[] =>
  [...form].filter(([key]) => key.startsWith(`${name}.member.`)).map(([, value]) => value);

const readTags = (form: URLSearchParams): Record<string, string> => {
  const names = [...form].filter(([key]) => /^Tags\.member\.\d+\.Name$/.test(key));
  return Object.fromEntries(
    names.map(([key, name]) => [name, form.get(key.replace(/Name$/, 'Value')) ?? '']),
  );
};

const formatMailbox = ({ name, address }: Partial<Address> = {}): string | null => {
  if (address === undefined) return null;
  return name ? `${name} <${address}>` : address;
};

export const readRawMail = async (form: URLSearchParams): Promise<ReceivedMail> => {
  const message = await PostalMime.parse(Buffer.from(form.get('RawMessage.Data') ?? '', 'base64'));
  const headerValue = (key: string) => message.headers.find((header) => header.key === key)?.value;
  const oneClick = headerValue('list-unsubscribe-post') === 'List-Unsubscribe=One-Click';
  return {
    to: listMembers(form, 'Destinations'),
    from: formatMailbox(message.from) ?? '',
    reply_to: formatMailbox(message.replyTo?.[0]),
    unsubscribe: oneClick
      ? (/^<(https?:[^>]+)>$/.exec(headerValue('list-unsubscribe') ?? '')?.[1] ?? null)
      : null,
    subject: message.subject ?? '',
    html: message.html ?? '',
    text: message.text ?? '',
    tags: readTags(form),
  };
};

const notVerified = (identity: string): string =>
  `Email address is not verified. The following identities failed the check in region EU-WEST-2: ${identity}`;

interface SesError {
  readonly status: 400 | 403 | 503;
  readonly type: 'Sender' | 'Receiver';
  readonly code: string;
  readonly message: string;
}

const ofSender = (code: string, message: string, status: SesError['status'] = 400) =>
  ({ status, type: 'Sender', code, message }) as const;

/** The faults of SES that can be asked for, each with its answer. */
const sesErrors = {
  none: undefined,
  throttle: ofSender('Throttling', 'Maximum sending rate exceeded.'),
  down: { status: 503, type: 'Receiver', code: 'ServiceUnavailable', message: 'Service is unavailable.' },
  reject: ofSender('MessageRejected', 'Address blacklisted.'),
  quota: ofSender('Throttling', 'Daily message quota exceeded.'),
  sandbox: ofSender('MessageRejected', notVerified('{to}')),
  paused: ofSender('AccountSendingPausedException', 'Email sending is disabled for your account.'),
  identity: ofSender('MessageRejected', notVerified('{from}')),
  credentials: ofSender(
    'InvalidClientTokenId',
    'The security token included in the request is invalid.',
    403,
  ),
} as const;

export type MailFault = keyof typeof sesErrors;
export const mailFaultSchema = z.object({
  mode: z.custom<MailFault>((mode) => typeof mode === 'string' && Object.hasOwn(sesErrors, mode)),
});

/** The error that SES answers a request with. */
export const sesErrorOf = (
  fault: MailFault,
  { to, from }: { readonly to: string; readonly from: string },
): SesError | undefined => {
  const error = sesErrors[fault];
  return error && { ...error, message: error.message.replace('{to}', to).replace('{from}', from) };
};

export const errorXml = ({ type, code, message }: Omit<SesError, 'status'>): string =>
  `<ErrorResponse xmlns="http://ses.amazonaws.com/doc/2010-12-01/"><Error><Type>${type}</Type>` +
  `<Code>${code}</Code><Message>${message}</Message></Error><RequestId>local</RequestId></ErrorResponse>`;

export const resultXml = (messageId: string): string =>
  '<SendRawEmailResponse xmlns="http://ses.amazonaws.com/doc/2010-12-01/"><SendRawEmailResult>' +
  `<MessageId>${messageId}</MessageId></SendRawEmailResult>` +
  '<ResponseMetadata><RequestId>local</RequestId></ResponseMetadata></SendRawEmailResponse>';

const unsupported = ofSender('InvalidAction', 'The local mail sink knows SendRawEmail only.');

/** The SES client's protocol: a form in, XML out; messages are stored. @param fault the current error */
export const createSesSink = (store: MailStore, fault: () => MailFault, report: Reporter) =>
  new Hono().post('/', async (c) => {
    const form = new URLSearchParams(await c.req.text());
    c.header('content-type', 'text/xml');
    if (form.get('Action') !== 'SendRawEmail') return c.body(errorXml(unsupported), unsupported.status);
    const { tags, ...mail } = await readRawMail(form);
    const failure = sesErrorOf(fault(), { to: mail.to.join(', '), from: mail.from });
    if (failure) return c.body(errorXml(failure), failure.status);
    const messageId = outcomeOf(mail.to) === 'bounce' ? ulid() : await store.add(mail);
    // The cloud reports later. Locally the reports end before the answer, so that no work is left running.
    for (const event of reportsOf(mail.to, messageId, tags)) await report(event);
    return c.body(resultXml(messageId));
  });
