import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { DeleteMessageCommand, type Message, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod/mini';
import type { ParkedRecordsTarget } from './find-parked-records.ts';

/** Long enough to send a batch. A message that is not deleted is in the queue again afterwards. */
const visibilitySeconds = 180;

/** EventBridge's event about a stored object. */
const storedEventSchema = z.object({
  detail: z.object({
    bucket: z.object({ name: z.string() }),
    object: z.object({ key: z.string() }),
  }),
});

/** What Lambda stores of a batch that it gave up: the event is JSON, or the same as a text. */
const parkedSchema = z.object({ payload: z.union([z.string(), z.looseObject({})]) });

const answerSchema = z.object({ batchItemFailures: z.array(z.unknown()) });

interface Clients {
  readonly sqs: SQSClient;
  readonly s3: S3Client;
  readonly lambda: LambdaClient;
}

const connect = (): Clients => ({
  sqs: new SQSClient({}),
  s3: new S3Client({}),
  lambda: new LambdaClient({}),
});

const readParkedEvent = async (message: Message, s3: S3Client): Promise<string> => {
  const { detail } = storedEventSchema.parse(JSON.parse(message.Body ?? ''));
  const { Body } = await s3.send(
    new GetObjectCommand({ Bucket: detail.bucket.name, Key: detail.object.key }),
  );
  const { payload } = parkedSchema.parse(JSON.parse((await Body?.transformToString()) ?? ''));
  return typeof payload === 'string' ? payload : JSON.stringify(payload);
};

/** Has the mailer handle a parked event again. Its send leases keep an email that was sent from being sent twice. */
const isHandled = async (event: string, mailerArn: string, lambda: LambdaClient): Promise<boolean> => {
  const { FunctionError, Payload } = await lambda.send(
    new InvokeCommand({ FunctionName: mailerArn, Payload: event }),
  );
  if (FunctionError || !Payload) return false;
  const answer = answerSchema.parse(JSON.parse(Buffer.from(Payload).toString('utf8')));
  return answer.batchItemFailures.length === 0;
};

/**
 * Sends the emails of all parked records. What is sent leaves the queue; what fails again stays there for a person.
 * @returns what to print
 */
export const resendParked = async (
  { queueUrl, mailerArn }: ParkedRecordsTarget,
  { sqs, s3, lambda }: Clients = connect(),
): Promise<string> => {
  const counts = { handled: 0, failed: 0 };
  const tried = new Set<string | undefined>();
  for (;;) {
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({
        QueueUrl: queueUrl,
        MaxNumberOfMessages: 1,
        VisibilityTimeout: visibilitySeconds,
        WaitTimeSeconds: 2,
      }),
    );
    const [message] = Messages;
    if (!message) break;
    // A batch that failed is visible again before all others are tried, where each takes long.
    if (tried.has(message.MessageId)) continue;
    tried.add(message.MessageId);
    if (await isHandled(await readParkedEvent(message, s3), mailerArn, lambda)) {
      await sqs.send(new DeleteMessageCommand({ QueueUrl: queueUrl, ReceiptHandle: message.ReceiptHandle }));
      counts.handled += 1;
    } else counts.failed += 1;
  }
  return [
    `Parked batches that are done: ${counts.handled}`,
    `Parked batches that failed again: ${counts.failed}`,
    ...(counts.failed > 0 ? ['The mailer’s log says why. Whether a message went out may be unknown.'] : []),
  ].join('\n');
};
