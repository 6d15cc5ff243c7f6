import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { type SesAnswer, type SesEndpoint, startSesEndpoint } from '#infra/testing/services/ses-endpoint';
import { userIdSchema } from '#shared/schemas/ids';
import { EmailError } from './email-error.ts';
import { type Mail, sendEmail } from './send.ts';
import { connectSes } from './ses-client.ts';

const impatient = { connectionTimeout: 200, socketTimeout: 200 };
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

/** The error that sending ends with. */
const failure = async (message: Mail = mail): Promise<EmailError> => {
  try {
    await sendEmail(message, { ses: connectSes(impatient), from });
  } catch (error) {
    if (error instanceof EmailError) return error;
    throw error;
  }
  throw new Error('The message was sent');
};

it('sends both forms to one recipient; replies go to the sender', async () => {
  await expect(sendEmail(mail, { ses: connectSes(), from })).resolves.toBe('message-1');
  const { to, ...message } = mail;
  expect(endpoint.received).toEqual([{ ...message, from, to: [to], replyTo: null }]);
});

it('takes line breaks out of the subject', async () => {
  await sendEmail({ ...mail, subject: 'Hello\r\nBcc: eve@example.com' }, { ses: connectSes(), from });
  expect(endpoint.received.map(({ subject }) => subject)).toEqual(['Hello Bcc: eve@example.com']);
});

it('asks nothing of SES for a recipient that is more than an address', async () => {
  const error = await failure({ ...mail, to: 'pat@example.com, eve@example.com' });
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
  ['SES being away', 'not-sent', sesError(503, 'ServiceUnavailable')],
  [
    'a gateway that lost SES',
    'unknown',
    { kind: 'page', status: 502, body: '<html><body>Bad Gateway</html>' },
  ],
  ['a gateway that waited in vain', 'unknown', { kind: 'page', status: 504, body: '' }],
  ['an unreadable acceptance', 'unknown', { kind: 'page', status: 200, body: 'OK' }],
  ['a broken connection', 'unknown', { kind: 'break' }],
  ['no answer in time', 'unknown', { kind: 'silence' }],
  ['an acceptance that stops halfway', 'unknown', { kind: 'half' }],
])('asks once and takes %s for: %s [API-37]', async (_, outcome, answer) => {
  endpoint.answers.push(answer);
  expect((await failure()).outcome).toBe(outcome);
  expect(endpoint.received).toHaveLength(1);
});

it('knows that nothing was sent where nobody listens or the host is unknown', async () => {
  const gone = await startSesEndpoint();
  await gone.stop();
  for (const url of [gone.url, 'http://ses.invalid']) {
    pointSdkAt(url);
    expect((await failure()).outcome).toBe('not-sent');
  }
});

it('keeps no connection that could break while the function sleeps', async () => {
  const ses = connectSes();
  const before = endpoint.connections();
  await sendEmail(mail, { ses, from });
  await sendEmail(mail, { ses, from });
  expect(endpoint.connections() - before).toBe(2);
});

it("says what SES said, without the recipient's address", async () => {
  endpoint.answers.push(sesError(400, 'MessageRejected'));
  const error = await failure();
  expect(error.message).toBe('not-sent: MessageRejected: Not for <address>');
  expect(error.stack).not.toContain('pat@');
});
