import { SESClient, SendRawEmailCommand } from '@aws-sdk/client-ses';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { expect, it, onTestFinished } from 'vitest';
import { composeMessage } from '#functions/lib/mail/send';
import { tempDir } from '../../testing/stack/temp-dir.ts';
import { localAws } from '../dynamodb.ts';
import { startHttpServer } from '../http-server.ts';
import { createSesSink, type MailFault, openMailStore } from './ses-sink.ts';
import type { SesReport } from './simulator.ts';

const startSink = async (fault: MailFault = 'none') => {
  const folder = await tempDir();
  const store = await openMailStore(folder);
  const reports: SesReport[] = [];
  const app = new Hono().route(
    '/',
    createSesSink(
      store,
      () => fault,
      async (report) => void reports.push(report),
    ),
  );
  const server = await startHttpServer(getRequestListener(app.fetch), 0);
  onTestFinished(server.close);
  const endpoint = `http://localhost:${server.port}`;
  const client = new SESClient({ ...localAws, endpoint, maxAttempts: 1 });
  onTestFinished(() => client.destroy());
  return { client, folder, store, reports };
};

const message = async (subject = 'Tüm & <more>', to = ['one@example.com', 'two+tag@example.com']) => {
  const content = {
    from: 'Club <club@example.com>',
    to: 'header@example.com',
    subject,
    html: '<p>a=b&c +1</p>',
    text: 'line one\nline two',
  };
  return new SendRawEmailCommand({
    Destinations: to,
    Tags: [{ Name: 'account', Value: 'id-1' }],
    RawMessage: { Data: await composeMessage(content) },
  });
};

it('stores the message of the SES client for the recipients of the request, and answers with its id', async () => {
  const { client, store } = await startSink();
  const { MessageId } = await client.send(await message());
  expect(store.list()).toEqual([
    {
      id: MessageId,
      to: ['one@example.com', 'two+tag@example.com'],
      from: 'Club <club@example.com>',
      reply_to: null,
      unsubscribe: null,
      subject: 'Tüm & <more>',
      html: '<p>a=b&c +1</p>\n',
      text: 'line one\nline two\n',
      sent_at: expect.any(String),
    },
  ]);
});

it.each([
  ['bounce@simulator.amazonses.com', ['Send', 'Bounce'], 0],
  ['bounce+pat@simulator.amazonses.com', ['Send', 'Bounce'], 0],
  ['complaint+pat@simulator.amazonses.com', ['Send', 'Delivery', 'Complaint'], 1],
  ['success@simulator.amazonses.com', ['Send', 'Delivery'], 1],
  ['bounce@example.com', ['Send', 'Delivery'], 1],
  ['bounce@simulator.amazonses.com.example', ['Send', 'Delivery'], 1],
])('publishes SES’s events for a message to %s [MSG-08]', async (address, eventTypes, kept) => {
  const { client, store, reports } = await startSink();
  expect((await client.send(await message('Hello', [address]))).MessageId).toBeTruthy();
  expect(reports).toEqual(
    eventTypes.map((eventType) =>
      expect.objectContaining({ eventType, mail: expect.objectContaining({ tags: { account: ['id-1'] } }) }),
    ),
  );
  expect(store.list()).toHaveLength(kept);
});

it.each([
  ['throttle', 'Throttling', 400],
  ['down', 'ServiceUnavailable', 503],
  ['reject', 'MessageRejected', 400],
] as const)('fails as SES does when told to: %s', async (fault, name, httpStatusCode) => {
  const { client, store } = await startSink(fault);
  await expect(client.send(await message())).rejects.toMatchObject({ name, $metadata: { httpStatusCode } });
  expect(store.list()).toEqual([]);
});
