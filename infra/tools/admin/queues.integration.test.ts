import { randomUUID } from 'node:crypto';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { marshall } from '@aws-sdk/util-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { bookingItem } from '#functions/booking/bookings';
import { takePlace } from '#functions/booking/take-place';
import { entityAttribute } from '#functions/lib/dynamo/items';
import { sendTransaction } from '#functions/lib/dynamo/writes';
import { asideAgainEntity, setAside } from '#functions/lib/mail/aside-mails';
import { connectSes } from '#functions/lib/mail/send';
import { messagePut, wakeEntity } from '#functions/messages/messages';
import { putClass, putFamily } from '#infra/local/seed/put';
import {
  sampleBooking,
  sampleClass,
  sampleFamily,
  sampleMessage,
  sampleNow,
  sampleSender,
  sampleTimeZone,
} from '#infra/testing/samples/samples';
import { runMailer } from '#infra/testing/services/background';
import { type SesAnswer, type SesEndpoint, startSesEndpoint } from '#infra/testing/services/ses';
import { captureLog } from '#infra/testing/services/system';
import { readAllItems } from '#infra/testing/table/all-items';
import { startTestTable, type TestTable } from '#infra/testing/table/test-table';
import { findQueues, readQueueCommand, runOnQueue } from './queues.ts';

const addresses = {
  parkedUrl: 'https://sqs.example/parked',
  stuckUrl: 'https://sqs.example/stuck',
  reportsUrl: 'https://sqs.example/reports',
  mailerArn: 'arn:aws:lambda:::function:mailer:live',
  bouncesArn: 'arn:aws:lambda:::function:bounces:live',
};
const [sqs, s3, lambda] = [mockClient(SQSClient), mockClient(S3Client), mockClient(LambdaClient)];
const refused: SesAnswer = { kind: 'error', status: 400, code: 'MessageRejected', message: 'Not now' };

captureLog();
let table: TestTable;
let ses: SesEndpoint;
beforeAll(async () => {
  [table, ses] = await Promise.all([startTestTable(), startSesEndpoint()]);
  vi.stubEnv('AWS_REGION', 'eu-west-2');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
  vi.stubEnv('AWS_ENDPOINT_URL_SES', ses.url);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await Promise.all([table.stop(), ses.stop()]);
});
beforeEach(() => {
  for (const client of [sqs, s3, lambda]) client.reset();
  ses.received.length = 0;
  // The mailer's handler replaces Lambda, with a real table and a mail endpoint.
  lambda.on(InvokeCommand, { FunctionName: addresses.mailerArn }).callsFake(async ({ Payload }) => {
    const mail = { ses: connectSes(), from: sampleSender };
    const deps = {
      table,
      mail,
      clock: () => sampleNow,
      siteUrl: 'https://club.example',
      timeZone: sampleTimeZone,
    };
    const answer = await runMailer(JSON.parse(Payload).Records, deps);
    return { Payload: Buffer.from(JSON.stringify(answer)) };
  });
});

/** A booking whose confirmation was parked, with the event in Lambda's format. */
const parkBooking = async () => {
  const [cls, family] = [sampleClass(), sampleFamily()];
  const booking = sampleBooking(cls, family);
  await putClass(table, cls);
  await putFamily(table, family);
  expect(await takePlace(table, booking)).toMatchObject({ outcome: 'booked' });
  const dynamodb = { SequenceNumber: randomUUID(), NewImage: marshall(bookingItem(booking)) };
  return {
    item: bookingItem(booking),
    address: family.profile.email,
    event: { Records: [{ eventName: 'INSERT', dynamodb }] },
  };
};

const announce = (...payloads: readonly unknown[]): string[] =>
  payloads.map((payload, index) => {
    const Key = `parked/${index} a`;
    s3.on(GetObjectCommand, { Bucket: 'records', Key }).callsFake(() => ({
      Body: { transformToString: async () => JSON.stringify({ version: '1.0', payload }) },
    }));
    return JSON.stringify({ detail: { bucket: { name: 'records' }, object: { key: Key } } });
  });

const givenQueue = (QueueUrl: string, ...bodies: readonly string[]) => {
  const receive = sqs.on(ReceiveMessageCommand, { QueueUrl });
  for (const [index, Body] of bodies.entries())
    receive.resolvesOnce({
      Messages: [
        {
          MessageId: `message-${index}`,
          Body,
          ReceiptHandle: `handle-${index}`,
          Attributes: { SentTimestamp: String(sampleNow.getTime()) },
        },
      ],
    });
  receive.resolves({});
};

const deleted = () => sqs.commandCalls(DeleteMessageCommand).map(({ args }) => args[0].input.ReceiptHandle);
const shown = () =>
  sqs.commandCalls(ChangeMessageVisibilityCommand).map(({ args }) => args[0].input.ReceiptHandle);

const run = (...words: readonly string[]) =>
  runOnQueue(readQueueCommand(words, false), {
    table,
    clock: () => sampleNow,
    addresses: async () => addresses,
    sqs: new SQSClient({}),
    s3: new S3Client({}),
    lambda: new LambdaClient({}),
  });

describe('batches that Lambda gave up', () => {
  it('are sent again, and leave the queue', async () => {
    const [one, other] = [await parkBooking(), await parkBooking()];
    givenQueue(addresses.parkedUrl, ...announce(one.event, JSON.stringify(other.event)));
    expect(await run('batches', 'send-again')).toContain('Done and out of the queue: 2. In the queue: 0.');
    expect(ses.received.map(({ to }) => to)).toEqual([[one.address], [other.address]]);
    expect(deleted()).toEqual(['handle-0', 'handle-1']);
  });

  it('are sent once if they are announced twice or sent again twice', async () => {
    const { event, address } = await parkBooking();
    givenQueue(addresses.parkedUrl, ...announce(event, event));
    await run('batches', 'send-again');
    givenQueue(addresses.parkedUrl, ...announce(event));
    await run('batches', 'send-again');
    expect(ses.received.map(({ to }) => to)).toEqual([[address]]);
  });

  it('stay in the queue where they fail again, where the alarm sees them', async () => {
    const [one, other] = [await parkBooking(), await parkBooking()];
    ses.answers.push(refused);
    givenQueue(addresses.parkedUrl, ...announce(one.event, other.event));
    expect(await run('batches', 'send-again')).toContain('Done and out of the queue: 1. In the queue: 1.');
    expect(deleted()).toEqual(['handle-1']);
    expect(shown()).toEqual(['handle-0']);
  });
});

describe.each(['batches', 'messages', 'reports'] as const)('the queue of %s', (queue) => {
  const url = { batches: addresses.parkedUrl, messages: addresses.stuckUrl, reports: addresses.reportsUrl };

  it('is looked at without a change, and shows no content', async () => {
    givenQueue(url[queue], '{"secret":1}', '{"secret":2}');
    const text = await run(queue);
    expect(text).toContain('message-0  2025-09-23T10:00:00.000Z');
    expect(text).not.toContain('secret');
    expect(deleted()).toEqual([]);
    expect(shown()).toEqual(['handle-0', 'handle-1']);
  });

  it('is emptied, or loses one message', async () => {
    givenQueue(url[queue], '{}', '{}');
    await run(queue, 'drop', 'message-1');
    expect(deleted()).toEqual(['handle-1']);
    sqs.reset();
    givenQueue(url[queue], '{}', '{}');
    await run(queue, 'drop');
    expect(deleted()).toEqual(['handle-0', 'handle-1']);
    expect(lambda.commandCalls(InvokeCommand)).toEqual([]);
  });
});

it('has the messenger send the messages that are not finished', async () => {
  const message = sampleMessage();
  await sendTransaction(table, [messagePut(table, message)]);
  givenQueue(addresses.stuckUrl, '{}');
  expect(await run('messages', 'send-again')).toContain('Done and out of the queue: 1.');
  expect(await readAllItems(table)).toContainEqual(
    expect.objectContaining({ [entityAttribute]: wakeEntity, messages: [message.id] }),
  );
});

it('has reports stored again, those of a failed function and those that SNS could not deliver', async () => {
  lambda.on(InvokeCommand).resolves({});
  const event = { Records: [{ Sns: { Message: 'one' } }] };
  const notification = { Type: 'Notification', MessageId: 'id', Message: 'other' };
  givenQueue(
    addresses.reportsUrl,
    JSON.stringify({ requestPayload: event, responsePayload: {} }),
    JSON.stringify(notification),
  );
  await run('reports', 'send-again');
  const sent = lambda.commandCalls(InvokeCommand).map(({ args }) => args[0].input);
  expect(sent.map(({ FunctionName }) => FunctionName)).toEqual([addresses.bouncesArn, addresses.bouncesArn]);
  expect(sent.map(({ Payload }) => JSON.parse(String(Payload)).Records[0].Sns.Message)).toEqual([
    'one',
    'other',
  ]);
  expect(deleted()).toEqual(['handle-0', 'handle-1']);
});

describe('emails that were set aside', () => {
  const givenAside = async () => {
    const { item } = await parkBooking();
    return setAside(table, { item, error: new Error('No'), now: sampleNow });
  };

  it('are listed without names, tried again, and dropped', async () => {
    expect(await run('emails')).toBe('No email waits.');
    const id = await givenAside();
    expect(await run('emails')).toMatch(new RegExp(`^${id} .* failed .*booking  bkg_`));
    expect(await run('emails', 'send-again', id)).toContain('are tried again');
    expect(await readAllItems(table)).toContainEqual(
      expect.objectContaining({ [entityAttribute]: asideAgainEntity, id }),
    );
    expect(await run('emails', 'drop', 'other')).toBe('No email waits.');
    await run('emails', 'drop', id);
    expect(await run('emails')).toBe('No email waits.');
  });
});

describe('the queues of a stage', () => {
  const cloudFormation = mockClient(CloudFormationClient);
  const client = new CloudFormationClient({ region: 'eu-west-2' });
  const outputs = {
    ParkedQueueUrl: addresses.parkedUrl,
    StuckMessagesQueueUrl: addresses.stuckUrl,
    LostReportsQueueUrl: addresses.reportsUrl,
    MailerArn: addresses.mailerArn,
    BouncesArn: addresses.bouncesArn,
  };
  const givenOutputs = (given: Readonly<Record<string, string>>) =>
    cloudFormation.on(DescribeStacksCommand, { StackName: 'football-booking-prod' }).resolves({
      Stacks: [
        {
          StackName: 'football-booking-prod',
          CreationTime: new Date(),
          StackStatus: 'UPDATE_COMPLETE',
          Outputs: Object.entries(given).map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue })),
        },
      ],
    });

  it('are read from its outputs', async () => {
    givenOutputs(outputs);
    expect(await findQueues('prod', client)).toEqual(addresses);
  });

  it('are missing where no stage is named, or an older version is deployed', async () => {
    await expect(findQueues(undefined, client)).rejects.toThrow('Name a stage');
    const { BouncesArn: _, ...older } = outputs;
    givenOutputs(older);
    await expect(findQueues('prod', client)).rejects.toThrow('has no output BouncesArn');
  });
});
