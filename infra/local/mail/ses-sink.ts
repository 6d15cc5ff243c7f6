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

export interface MailStore {
  list(): readonly StoredMail[];
  get(id: string): StoredMail | undefined;
  add(mail: Omit<StoredMail, 'id' | 'sent_at'>): Promise<string>;
}

const isMail = (name: string): boolean => name.endsWith('.json');

export const openMailStore = async (folder: string): Promise<MailStore> => {
  await mkdir(folder, { recursive: true });
  const names = (await readdir(folder)).filter(isMail).toSorted().toReversed();
  const read = await Promise.all(names.map((name) => readOrSetAside(join(folder, name), storedMailSchema)));
  const mails = read.filter((mail) => mail !== undefined);
  return {
    list: () => mails,
    get: (id) => mails.find((mail) => mail.id === id),
    add: async (content) => {
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

export interface ReceivedMail {
  readonly to: readonly string[];
  readonly from: string;
  readonly reply_to: string | null;
  /** The address that unsubscribes with one click (RFC 8058). */
  readonly unsubscribe: string | null;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
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

/** Faults by which SES takes no email at all, `down` besides. */
const stopFaults = ['quota', 'sandbox', 'paused', 'identity', 'credentials'] as const;

const notVerified = (identity: string): string =>
  `Email address is not verified. The following identities failed the check in region EU-WEST-2: ${identity}`;

const sesErrors = {
  none: undefined,
  throttle: { status: 400, type: 'Sender', code: 'Throttling', message: 'Maximum sending rate exceeded.' },
  down: { status: 503, type: 'Receiver', code: 'ServiceUnavailable', message: 'Service is unavailable.' },
  reject: { status: 400, type: 'Sender', code: 'MessageRejected', message: 'Address blacklisted.' },
  quota: { status: 400, type: 'Sender', code: 'Throttling', message: 'Daily message quota exceeded.' },
  sandbox: { status: 400, type: 'Sender', code: 'MessageRejected', message: notVerified('{to}') },
  paused: {
    status: 400,
    type: 'Sender',
    code: 'AccountSendingPausedException',
    message: 'Email sending is disabled for your account.',
  },
  identity: { status: 400, type: 'Sender', code: 'MessageRejected', message: notVerified('{from}') },
  credentials: {
    status: 403,
    type: 'Sender',
    code: 'InvalidClientTokenId',
    message: 'The security token included in the request is invalid.',
  },
} as const;

const mailFaults = ['none', 'throttle', 'down', 'reject', ...stopFaults] as const;
export const mailFaultSchema = z.object({ mode: z.enum(mailFaults) });
export type MailFault = z.infer<typeof mailFaultSchema>['mode'];

/** The error that SES answers a request with. */
export const sesErrorOf = (
  fault: MailFault,
  { to, from }: { readonly to: string; readonly from: string },
): SesError | undefined => {
  const error = sesErrors[fault];
  return error && { ...error, message: error.message.replace('{to}', to).replace('{from}', from) };
};

interface SesError {
  readonly status: 400 | 403 | 503;
  readonly type: 'Sender' | 'Receiver';
  readonly code: string;
  readonly message: string;
}

export const errorXml = ({ type, code, message }: Omit<SesError, 'status'>): string =>
  `<ErrorResponse xmlns="http://ses.amazonaws.com/doc/2010-12-01/"><Error><Type>${type}</Type>` +
  `<Code>${code}</Code><Message>${message}</Message></Error><RequestId>local</RequestId></ErrorResponse>`;

export const resultXml = (messageId: string): string =>
  '<SendRawEmailResponse xmlns="http://ses.amazonaws.com/doc/2010-12-01/"><SendRawEmailResult>' +
  `<MessageId>${messageId}</MessageId></SendRawEmailResult>` +
  '<ResponseMetadata><RequestId>local</RequestId></ResponseMetadata></SendRawEmailResponse>';

const unsupported: SesError = {
  status: 400,
  type: 'Sender',
  code: 'InvalidAction',
  message: 'The local mail sink knows SendRawEmail only.',
};

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
