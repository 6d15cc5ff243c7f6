import { randomUUID } from 'node:crypto';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { DeleteMessageCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { marshall } from '@aws-sdk/util-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { bookingItem } from '#functions/data/bookings/bookings';
import { takePlace } from '#functions/data/bookings/take-place';
import { connectSes } from '#functions/lib/email/sending/ses-client';
import { handleRecords } from '#functions/mailer/handle-records';
import { putClass } from '#infra/local/seed/put-class';
import { putFamily } from '#infra/local/seed/put-family';
import { sampleBooking } from '#infra/testing/samples/sample-booking';
import { sampleClass, sampleFamily, sampleNow, sampleTimeZone } from '#infra/testing/samples/samples';
import { captureLog } from '#infra/testing/services/capture-log';
import { type SesAnswer, type SesEndpoint, startSesEndpoint } from '#infra/testing/services/ses-endpoint';
import { startTestTable, type TestTable } from '#infra/testing/table/test-table';
import { findParkedRecords } from './find-parked-records.ts';
import { resendParked } from './resend-parked.ts';

const target = { queueUrl: 'https://sqs.example/parked', mailerArn: 'arn:aws:lambda:::function:mailer:live' };
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
  lambda.on(InvokeCommand, { FunctionName: target.mailerArn }).callsFake(async ({ Payload }) => {
    const mail = { ses: connectSes(), from: 'Club <hello@example.com>' };
    const deps = {
      table,
      mail,
      clock: () => sampleNow,
      siteUrl: 'https://club.example',
      timeZone: sampleTimeZone,
    };
    const answer = await handleRecords(JSON.parse(Payload).Records, deps);
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
  return { address: family.profile.email, event: { Records: [{ eventName: 'INSERT', dynamodb }] } };
};

/** Puts announcements of parked events into the queue, one for each argument. */
const givenQueue = (...payloads: readonly unknown[]) => {
  const receive = sqs.on(ReceiveMessageCommand, { QueueUrl: target.queueUrl });
  for (const [index, payload] of payloads.entries()) {
    const Key = `parked/${index} a`;
    const detail = { bucket: { name: 'records' }, object: { key: Key } };
    receive.resolvesOnce({
      Messages: [
        { MessageId: `message-${index}`, Body: JSON.stringify({ detail }), ReceiptHandle: `handle-${index}` },
      ],
    });
    s3.on(GetObjectCommand, { Bucket: 'records', Key }).callsFake(() => ({
      Body: { transformToString: async () => JSON.stringify({ version: '1.0', payload }) },
    }));
  }
  receive.resolves({});
};

const deleted = () => sqs.commandCalls(DeleteMessageCommand).map(({ args }) => args[0].input.ReceiptHandle);

describe('resending parked records', () => {
  it('sends the parked emails and empties the queue', async () => {
    const [one, other] = [await parkBooking(), await parkBooking()];
    givenQueue(one.event, JSON.stringify(other.event));
    expect(await resendParked(target)).toBe(
      'Parked batches that are done: 2\nParked batches that failed again: 0',
    );
    expect(ses.received.map(({ to }) => to)).toEqual([[one.address], [other.address]]);
    expect(deleted()).toEqual(['handle-0', 'handle-1']);
  });

  it('sends an email once if it is announced twice or resent twice', async () => {
    const { event, address } = await parkBooking();
    givenQueue(event, event);
    await resendParked(target);
    givenQueue(event);
    await resendParked(target);
    expect(ses.received.map(({ to }) => to)).toEqual([[address]]);
  });

  it('leaves an email that fails again in the queue, and continues', async () => {
    const [one, other] = [await parkBooking(), await parkBooking()];
    ses.answers.push(refused);
    givenQueue(one.event, other.event);
    expect(await resendParked(target)).toContain('Parked batches that failed again: 1');
    expect(deleted()).toEqual(['handle-1']);
  });

  it('tries a batch once, also where the queue gives it again before the others are tried', async () => {
    lambda.on(InvokeCommand).resolves({ FunctionError: 'Unhandled' });
    const { event } = await parkBooking();
    givenQueue(event);
    givenQueue(event);
    expect(await resendParked(target)).toContain('Parked batches that failed again: 1');
    expect(lambda.commandCalls(InvokeCommand)).toHaveLength(1);
  });

  it('leaves an email in the queue if the mailer crashes', async () => {
    lambda.on(InvokeCommand).resolves({ FunctionError: 'Unhandled' });
    givenQueue((await parkBooking()).event);
    expect(await resendParked(target)).toContain('Parked batches that failed again: 1');
    expect(deleted()).toEqual([]);
  });
});

describe('the place of parked records', () => {
  const cloudFormation = mockClient(CloudFormationClient);
  const client = new CloudFormationClient({ region: 'eu-west-2' });

  it('is read from the outputs of the stage', async () => {
    cloudFormation.on(DescribeStacksCommand, { StackName: 'football-booking-prod' }).resolves({
      Stacks: [
        {
          StackName: 'football-booking-prod',
          CreationTime: new Date(),
          StackStatus: 'UPDATE_COMPLETE',
          Outputs: [
            { OutputKey: 'ParkedQueueUrl', OutputValue: target.queueUrl },
            { OutputKey: 'MailerArn', OutputValue: target.mailerArn },
          ],
        },
      ],
    });
    expect(await findParkedRecords('prod', client)).toEqual(target);
  });

  it('is read by stage', async () => {
    await expect(findParkedRecords(undefined, client)).rejects.toThrow('name a stage');
  });
});
