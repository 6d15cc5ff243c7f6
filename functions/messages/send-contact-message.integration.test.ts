import { randomUUID } from 'node:crypto';
import type { SESClient } from '@aws-sdk/client-ses';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { sampleSender } from '#infra/testing/samples/samples';
import { type Answer, invoke } from '#infra/testing/services/invoke';
import { type SesAnswer, startSesEndpoint } from '#infra/testing/services/ses';
import { fixedParts, startTests } from '#infra/testing/services/system';
import { brand, sampleFacts } from '#shared/brand';
import { linksRoutes } from '#shared/contract/links-routes';
import { hourMs } from '#shared/lib/durations';
import { linksOperations } from '../entries/links-operations.ts';
import { batchDelete } from '../lib/dynamo/writes.ts';
import { createHandler } from '../lib/http/create-handler.ts';
import { connectSes } from '../lib/mail/send.ts';
import { contactMessagesPerPeriod } from '../limits.ts';

const system = await startTests(() => ({}));
const { table, deps, logged, items } = system;
const ses = await startSesEndpoint();
vi.stubEnv('AWS_REGION', 'eu-west-2');
vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
vi.stubEnv('AWS_ENDPOINT_URL_SES', ses.url);

const handlerWith = (client: SESClient) =>
  createHandler(linksRoutes, linksOperations, { ...deps, mail: { ses: client, from: sampleSender } });
const usual = handlerWith(connectSes());

afterAll(async () => {
  vi.unstubAllEnvs();
  await ses.stop();
});
beforeEach(async () => {
  ses.received.length = 0;
  await batchDelete(table, await items());
});

const entered = {
  name: 'Vic Visitor',
  email: 'vic@example.com',
  subject: 'Trial',
  message: 'May we come on Saturday?\n\nZoë <b>is</b> four.',
};

const send = (body: object = entered, sourceIp: string = randomUUID(), handler = usual): Promise<Answer> =>
  invoke(handler, { route: 'sendContactMessage', body, sourceIp });

describe('a visitor’s message', () => {
  it('is emailed to the school as text, with replies to the visitor, by one request [FRM-01, FRM-02]', async () => {
    expect(await send()).toMatchObject({ status: 200, body: { success: true } });
    expect(ses.received).toMatchObject([
      {
        to: [brand.contact.email],
        from: sampleSender,
        reply_to: 'vic@example.com',
        subject: 'Message from Vic Visitor: Trial',
        text: expect.stringContaining(
          'May we come on Saturday?\n\nZoë <b>is</b> four.\n\nVic Visitor, vic@example.com',
        ),
        html: expect.stringContaining('Zoë &lt;b&gt;is&lt;/b&gt; four.'),
        tags: {},
      },
    ]);
  });

  it('needs no subject, as in the form of the home page', async () => {
    const { subject: _, ...withoutSubject } = entered;
    await send(withoutSubject);
    expect(ses.received.map(({ subject }) => subject)).toEqual(['Message from Vic Visitor']);
  });

  it('leaves counters in the table and nothing of the message or of its source [FRM-02]', async () => {
    await send(entered, '192.0.2.77');
    const stored = await items();
    expect(stored.map((item) => Object.keys(item).toSorted())).toEqual(
      stored.map(() => ['PK', 'SK', 'entity', 'expires_at', 'uses']),
    );
    expect(JSON.stringify(stored)).not.toMatch(/vic@|vic visitor|saturday|"trial"|192\.0\.2\.77/i);
  });

  it('with a value in the hidden field gets the same answer and is not sent [FRM-02]', async () => {
    const genuine = await send();
    const trapped = await send({ ...entered, website: 'https://spam.example' });
    expect(fixedParts(trapped)).toEqual(fixedParts(genuine));
    expect(ses.received).toHaveLength(1);
  });
});

it.each<[string, object]>([
  ['a name of spaces', { name: ' \u2003 ' }],
  ['a subject of spaces', { subject: '  ' }],
  ['a message of line breaks and invisible characters', { message: '\n \u200b \n' }],
  ['no message', { message: undefined }],
  ['two addresses', { email: 'vic@example.com, eve@example.com' }],
  ['an address with a header', { email: 'vic@example.com\r\nBcc: eve@example.com' }],
  ['a message of 10,000 characters', { message: 'x'.repeat(9_900) }],
  ['another field', { to: 'eve@example.com' }],
])('refuses %s and sends nothing [FRM-02]', async (_, wrong) => {
  const { status, body } = await send({ ...entered, ...wrong });
  expect([status, Object(body).code]).toEqual([400, 'invalidRequest']);
  expect(ses.received).toEqual([]);
});

it('emails the text without a null byte [FRM-02]', async () => {
  expect((await send({ ...entered, subject: 'Tri\u0000al' })).status).toBe(200);
  expect(ses.received[0]?.subject).toMatch(/: Trial$/);
});

it('logs nothing of the visitor', async () => {
  const source = '203.0.113.77';
  for (let sent = 0; sent < 6; sent += 1) await send(entered, source);
  await send({ ...entered, website: 'https://spam.example' });
  expect(logged.join()).toContain('contact.sent');
  for (const text of [entered.email, entered.name, 'Saturday', source])
    expect(logged.join()).not.toContain(text);
});

const refusal = (code: string, status = 400): SesAnswer => ({
  kind: 'error',
  status,
  code,
  message: 'vic@example.com',
});

it.each<[string, SesAnswer, number, string]>([
  ['SES throttles', refusal('Throttling'), 503, 'messageNotSent'],
  ['SES refuses', refusal('MessageRejected'), 503, 'messageNotSent'],
  ['SES is down', refusal('ServiceUnavailable', 503), 503, 'messageNotSent'],
  ['the answer is lost', { kind: 'break' }, 502, 'messageUncertain'],
  ['SES does not answer', { kind: 'silence' }, 502, 'messageUncertain'],
])('when %s, answers with the phone number after one request [FRM-01]', async (_, answer, status, code) => {
  ses.answers.push(answer);
  const isSilent = answer.kind === 'silence';
  const reply = await send(
    entered,
    '192.0.2.77',
    isSilent ? handlerWith(connectSes({ socketTimeout: 50 })) : usual,
  );
  expect(reply).toMatchObject({ status, body: { code, detail: expect.stringContaining(sampleFacts.phone) } });
  expect(ses.received).toHaveLength(1);
  expect(logged.join()).toContain('contact.failed');
  expect(logged.join()).not.toMatch(/vic@|Visitor|Saturday/);
});

describe('in an hour', () => {
  const statuses = async (requests: readonly Promise<Answer>[]) =>
    Object.groupBy(await Promise.all(requests), ({ status }) => String(status));

  it('one source sends 5 messages at most, also at once [FRM-02]', async () => {
    const source = '203.0.113.9';
    const answers = await statuses(Array.from({ length: 8 }, () => send(entered, source)));
    expect([answers['200']?.length, answers['429']?.length]).toEqual([5, 3]);
    expect(answers['429']?.[0]).toMatchObject({ body: { code: 'tooManyMessages' } });
    expect(ses.received).toHaveLength(5);
    system.passTime(hourMs);
    expect((await send(entered, source)).status).toBe(200);
  });

  it.each([
    ['IPv4', (source: number) => `203.0.113.${source}`],
    ['IPv6', (source: number, message: number) => `2001:db8:${source}:${message}::1`],
  ])('sources of %s that send many leave messages for those that sent none [FRM-02]', async (_, ipOf) => {
    const answers: number[] = [];
    for (let source = 1; source <= 11; source += 1)
      for (let message = 1; message <= 5; message += 1)
        answers.push((await send(entered, ipOf(source, message))).status);
    const passed = answers.filter((status) => status === 200).length;
    expect(passed).toBe(11 + contactMessagesPerPeriod.further);
    for (let left = contactMessagesPerPeriod.all - passed; left > 0; left -= 1)
      expect((await send()).status).toBe(200);
    expect((await send()).status).toBe(429);
  });
});
