import fc from 'fast-check';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { mimeFaults } from '#infra/testing/formats/check-mime';
import { type SesAnswer, type SesEndpoint, startSesEndpoint } from '#infra/testing/services/ses';
import { userIdSchema } from '#shared/lib/ids';
import { limits } from '#shared/limits';
import { EmailError } from './outcomes.ts';
import {
  composeMessage,
  connectSes,
  isPlainAddress,
  type Mail,
  type MessageContent,
  parseSender,
  sendEmail,
} from './send.ts';

const shortTimeouts = { socketTimeout: 50 };
const from = 'Ballerz <hello@example.com>';

const mail: Mail = {
  to: 'pat@example.com',
  account: userIdSchema.parse('0b1d1a5c-6d0e-4c39-9f57-0a2f0c6a7e11'),
  subject: 'Fußball für Zoë 👟',
  html: '<p>Zoë &amp; Ann</p>',
  text: 'Zoë & Ann',
};

let endpoint: SesEndpoint;

const pointSdkAt = (url: string): void => {
  vi.stubEnv('AWS_ENDPOINT_URL_SES', url);
};

beforeAll(async () => {
  endpoint = await startSesEndpoint();
  return endpoint.stop;
});

beforeEach(() => {
  endpoint.received.length = 0;
  vi.stubEnv('AWS_REGION', 'eu-west-2');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
  vi.stubEnv('AWS_MAX_ATTEMPTS', '5');
  pointSdkAt(endpoint.url);
});

afterAll(() => {
  vi.unstubAllEnvs();
});

const failure = async (message: Mail = mail, ses = connectSes()): Promise<EmailError> => {
  try {
    await sendEmail(message, { ses, from });
  } catch (error) {
    if (error instanceof EmailError) return error;
    throw error;
  }
  throw new Error('The message was sent');
};

it('sends HTML and text to one recipient, tagged with the account', async () => {
  await expect(sendEmail(mail, { ses: connectSes(), from })).resolves.toBe('message-1');
  expect(endpoint.received).toEqual([
    {
      from,
      to: [mail.to],
      reply_to: null,
      unsubscribe: null,
      subject: mail.subject,
      // The parser ends each part with a line break.
      html: `${mail.html}\n`,
      text: `${mail.text}\n`,
      tags: { account: mail.account },
    },
  ]);
});

it('sends to somebody without an account, with a reply address and a way to unsubscribe', async () => {
  const { account: _, ...toReader } = mail;
  const unsubscribeUrl = `https://club.example/api/newsletter/leave?reader=${'x'.repeat(200)}`;
  const more = { replyTo: 'visitor@example.com', unsubscribeUrl };
  await sendEmail({ ...toReader, ...more }, { ses: connectSes(), from });
  expect(endpoint.received).toMatchObject([
    { tags: {}, reply_to: 'visitor@example.com', unsubscribe: unsubscribeUrl },
  ]);
});

it.each([
  ['recipient', { to: 'pat@example.com, eve@example.com' }],
  ['reply address', { replyTo: 'pat@example.com\r\nBcc: eve@example.com' }],
])('sends no request to SES for a %s that is not a plain address', async (_, wrong) => {
  const error = await failure({ ...mail, ...wrong });
  expect(error.outcome).toBe('not-sent');
  expect(endpoint.received).toEqual([]);
});

const sesError = (status: number, code: string): SesAnswer => ({
  kind: 'error',
  status,
  code,
  message: 'Not for pat@example.com',
});

it.each<[string, EmailError['outcome'], SesAnswer]>([
  ['a throttled request', 'not-sent', sesError(400, 'Throttling')],
  ['a rejected message', 'not-sent', sesError(400, 'MessageRejected')],
  ['missing permission', 'not-sent', sesError(403, 'AccessDenied')],
  ['a failure of SES', 'not-sent', sesError(500, 'InternalFailure')],
  ['an unavailable SES', 'not-sent', sesError(503, 'ServiceUnavailable')],
  ['a gateway error', 'unknown', { kind: 'page', status: 502, body: '<html><body>Bad Gateway</html>' }],
  ['a gateway timeout', 'unknown', { kind: 'page', status: 504, body: '' }],
  ['an unreadable acceptance', 'unknown', { kind: 'page', status: 200, body: 'OK' }],
  ['a broken connection', 'unknown', { kind: 'break' }],
  ['no response in time', 'unknown', { kind: 'silence' }],
  ['an incomplete acceptance', 'unknown', { kind: 'half' }],
])('sends one request, and after %s the outcome is %s [API-37]', async (_, outcome, answer) => {
  endpoint.answers.push(answer);
  const isSilent = answer.kind === 'silence' || answer.kind === 'half';
  const ses = connectSes(isSilent ? shortTimeouts : undefined);
  expect((await failure(mail, ses)).outcome).toBe(outcome);
  expect(endpoint.received).toHaveLength(1);
});

it.each<[EmailError['failure'], number, string, string]>([
  ['busy', 400, 'Throttling', 'Maximum sending rate exceeded.'],
  ['quota', 400, 'Throttling', 'Daily message quota exceeded.'],
  ['paused', 400, 'AccountSendingPausedException', 'Email sending is disabled for your account.'],
  ['paused', 400, 'ConfigurationSetSendingPausedException', 'Sending is paused.'],
  ['paused', 400, 'MessageRejected', 'Sending paused for this account. Please check the inbox.'],
  ['paused', 400, 'MessageRejected', 'Sending suspended for this account. Please check the inbox.'],
  ['sandbox', 400, 'MessageRejected', 'Email address is not verified. The following: pat@example.com'],
  ['identity', 400, 'MessageRejected', 'Email address is not verified. The following: hello@example.com'],
  ['identity', 400, 'MailFromDomainNotVerifiedException', 'No MX record.'],
  ['credentials', 403, 'AccessDenied', 'Not authorized to perform ses:SendRawEmail'],
  ['credentials', 400, 'ExpiredToken', 'The security token included in the request is expired'],
  ['unavailable', 503, 'ServiceUnavailable', 'Service is unavailable.'],
  ['refused', 400, 'MessageRejected', 'Address blacklisted.'],
])('tells that SES takes no email, by its cause: %s [OPS-01]', async (cause, status, code, message) => {
  endpoint.answers.push({ kind: 'error', status, code, message });
  expect((await failure()).failure).toBe(cause);
});

it('reports not sent for a refused connection and for an unknown host', async () => {
  const gone = await startSesEndpoint();
  await gone.stop();
  for (const url of [gone.url, 'http://ses.invalid']) {
    pointSdkAt(url);
    expect(await failure()).toMatchObject({ outcome: 'not-sent', failure: 'unavailable' });
  }
});

it('opens a connection per email, because an idle one breaks while Lambda freezes the function', async () => {
  const ses = connectSes();
  const before = endpoint.connections();
  await sendEmail(mail, { ses, from });
  await sendEmail(mail, { ses, from });
  expect(endpoint.connections() - before).toBe(2);
});

it("includes SES's message in the error, without the recipient's address", async () => {
  endpoint.answers.push(sesError(400, 'MessageRejected'));
  const error = await failure();
  expect(error.message).toBe('refused: MessageRejected: Not for <address>');
  expect(error.stack).not.toContain('pat@');
});

const content: MessageContent = {
  from: 'Fußball, für alle <hello@example.com>',
  to: 'pat@example.com',
  subject: 'Hello',
  html: '<p>Hello</p>',
  text: 'Hello',
};

it('keeps a sender’s name with a comma and letters outside ASCII together', async () => {
  const { from } = await PostalMime.parse(await composeMessage(content));
  expect(from).toEqual({ name: 'Fußball, für alle', address: 'hello@example.com' });
});

it('says that a program sends it, so that no other program answers (RFC 3834)', async () => {
  const { headers } = await PostalMime.parse(
    await composeMessage({ ...content, replyTo: 'ann@example.com' }),
  );
  expect(headers).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
      expect.objectContaining({ key: 'x-auto-response-suppress', value: 'OOF, AutoReply' }),
    ]),
  );
});

it('gives a mail of news the headers of one-click unsubscribing, which long addresses do not break', async () => {
  const unsubscribeUrl = `https://club.example/api/leave?reader=${'r'.repeat(300)}`;
  const message = await composeMessage({ ...content, unsubscribeUrl });
  expect(mimeFaults(message.toString('latin1'))).toEqual([]);
  const { headers } = await PostalMime.parse(message);
  expect(headers).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ key: 'list-unsubscribe', value: `<${unsubscribeUrl}>` }),
      expect.objectContaining({ key: 'list-unsubscribe-post', value: 'List-Unsubscribe=One-Click' }),
    ]),
  );
});

it('no subject adds a header, a recipient or a part [FRM-02]', async () => {
  const words = fc.constantFrom(
    '\r\n',
    '\n',
    '\r',
    'Bcc: eve@example.com',
    '\u2028',
    '=?UTF-8?Q?=0ABcc?=',
    ' ',
    'ü',
  );
  const subjects = fc.array(fc.oneof(words, fc.string({ unit: 'grapheme' }))).map((parts) => parts.join(''));
  await fc.assert(
    fc.asyncProperty(subjects, async (subject) => {
      const message = await composeMessage({ ...content, subject });
      expect(mimeFaults(message.toString('latin1'))).toEqual([]);
      expect(await PostalMime.parse(message)).toMatchObject({
        to: [{ address: 'pat@example.com' }],
        text: 'Hello\n',
        html: '<p>Hello</p>\n',
      });
    }),
  );
});

it('carries any text and markup unchanged', async () => {
  const lines = fc.array(
    fc.string({ unit: 'grapheme' }).map((line) => line.toWellFormed().replace(/[\r\n]/g, '')),
  );
  await fc.assert(
    fc.asyncProperty(lines, async (parts) => {
      const text = parts.join('\n');
      const composed = await composeMessage({ ...content, text: `-${text}-`, html: `<p>${text}</p>` });
      expect(mimeFaults(composed.toString('latin1'))).toEqual([]);
      const message = await PostalMime.parse(composed);
      expect(message.text?.replace(/\n$/, '')).toBe(`-${text}-`);
    }),
  );
});

it.each(['pat@example.com', 'pat+football@mail.example.com', "o'neil@example.ie"])(
  'accepts %s as a recipient',
  (address) => {
    expect(isPlainAddress(address)).toBe(true);
  },
);

it.each([
  ['nothing', ''],
  ['no domain', 'pat'],
  ['two addresses', 'pat@example.com,eve@example.com'],
  ['two addresses by semicolon', 'pat@example.com;eve@example.com'],
  ['a name', 'Pat <pat@example.com>'],
  ['a header after a line break', 'pat@example.com\r\nBcc: eve@example.com'],
  ['a line break at the end', 'pat@example.com\n'],
  ['a null byte', 'pat\u0000@example.com'],
  ['two at signs', 'pat@example.com@example.org'],
  ['an address over the maximum length', `${'a'.repeat(limits.emailLength)}@example.com`],
])('refuses %s as a recipient', (_, address) => {
  expect(isPlainAddress(address)).toBe(false);
});

it.each([
  ['hello@example.com', { name: '', address: 'hello@example.com' }],
  ['Ballerz <hello@example.com>', { name: 'Ballerz', address: 'hello@example.com' }],
  ['Ballerz, Inc. <hello@example.com>', { name: 'Ballerz, Inc.', address: 'hello@example.com' }],
])('reads name and address of the sender %s', (sender, expected) => {
  expect(parseSender(sender)).toEqual(expected);
});
