import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  type Message,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import * as z from 'zod/mini';
import type { Clock } from '#functions/lib/clock';
import { dropAside, listAsideMails, sendAsideAgain } from '#functions/lib/mail/aside-mails';
import type { Table } from '#functions/lib/table';
import { wakeUnfinished } from '#functions/messages/messages';
import {
  bouncesOutput,
  mailerOutput,
  parkedQueueOutput,
  reportsQueueOutput,
  stackName,
  stuckQueueOutput,
} from '../../cloud/names.ts';
import { CommandError } from '../../command.ts';
import { describeStack } from './target.ts';

/** Credentials and region come from the environment. @throws CommandError where no stage is named, or it is not deployed */
export const findQueues = async (stage: string | undefined, client = new CloudFormationClient({})) => {
  if (!stage) throw new CommandError('This queue is in AWS only.', 'Name a stage: `--stage prod`.');
  const { outputOf } = await describeStack(stage, client);
  const require = (name: string): string => {
    const value = outputOf(name);
    if (!value) throw new CommandError(`${stackName(stage)} has no output ${name}.`, 'Deploy it first.');
    return value;
  };
  return {
    parkedUrl: require(parkedQueueOutput),
    stuckUrl: require(stuckQueueOutput),
    reportsUrl: require(reportsQueueOutput),
    mailerArn: require(mailerOutput),
    bouncesArn: require(bouncesOutput),
  };
};

const commandSchema = z.object({
  queue: z.enum(['emails', 'batches', 'messages', 'reports']),
  action: z.enum(['look', 'send-again', 'drop']),
});

interface QueueCommand extends z.infer<typeof commandSchema> {
  readonly id: string | undefined;
  /** A person knows that the emails of unknown outcome were not sent. */
  readonly isUnsent: boolean;
}

/** @throws CommandError for words that are no such command */
export const readQueueCommand = (
  [queue, action = 'look', id, ...rest]: readonly (string | undefined)[],
  isUnsent: boolean,
): QueueCommand => {
  const read = commandSchema.safeParse({ queue, action });
  if (!read.success || rest.length > 0)
    throw new CommandError(
      'There is no such command of a queue.',
      'Use: queue emails|batches|messages|reports look|send-again|drop [id] [--unsent].',
    );
  if (isUnsent && (queue !== 'emails' || action !== 'send-again' || !id))
    throw new CommandError('--unsent is for one email.', 'Use: `queue emails send-again <id> --unsent`.');
  return { ...read.data, id, isUnsent };
};

interface QueueDeps {
  readonly table: Table;
  readonly clock: Clock;
  readonly addresses: () => ReturnType<typeof findQueues>;
  readonly sqs?: SQSClient;
  readonly s3?: S3Client;
  readonly lambda?: LambdaClient;
}

const runOnEmails = async (
  { action, id, isUnsent }: QueueCommand,
  { table, clock }: QueueDeps,
): Promise<string> => {
  const all = await listAsideMails(table);
  const chosen = id === undefined ? all : all.filter((aside) => aside.id === id);
  if (chosen.length === 0) return 'No email waits.';
  const lines: string[] = [];
  for (const aside of chosen) {
    const { entity, cause, waits, attempts, since, item } = aside;
    if (action === 'send-again') await sendAsideAgain(table, aside, { now: clock(), isUnsent });
    if (action === 'drop') await dropAside(table, aside.id);
    const what = waits ? `${cause} (tried again by itself)` : cause;
    lines.push([aside.id, since, what, `${attempts} attempts`, entity, item.id ?? ''].join('  '));
  }
  const done = {
    look: 'wait. One whose outcome is unknown may have been sent: ask the family before it is sent again.',
    'send-again': 'are tried again within seconds. Look again: what is left has failed again.',
    drop: 'were given up.',
  };
  return [...lines, `${chosen.length} ${done[action]}`].join('\n');
};

const storedEventSchema = z.object({
  detail: z.object({ bucket: z.object({ name: z.string() }), object: z.object({ key: z.string() }) }),
});

/** What Lambda stores of a batch that it gave up: the event is JSON, or the same as a text. */
const parkedSchema = z.object({ payload: z.union([z.string(), z.looseObject({})]) });

const reportSchema = z.union([
  z.object({ requestPayload: z.looseObject({}) }),
  z.object({ Type: z.literal('Notification'), Message: z.string() }),
]);

const failuresSchema = z.object({ batchItemFailures: z.array(z.unknown()) });

/** Handles the text of one message. @returns whether it is done, so that it leaves the queue */
type HandleMessage = (body: string) => Promise<boolean>;

const invoke = async (lambda: LambdaClient, FunctionName: string, Payload: string) => {
  const answer = await lambda.send(new InvokeCommand({ FunctionName, Payload }));
  const text = answer.Payload ? Buffer.from(answer.Payload).toString('utf8') : '';
  return answer.FunctionError ? undefined : { text };
};

/** Has the mailer handle a parked batch again. Its send leases keep an email that was sent from being sent twice. */
const sendBatch =
  (lambda: LambdaClient, s3: S3Client, mailerArn: string): HandleMessage =>
  async (body) => {
    const { detail } = storedEventSchema.parse(JSON.parse(body));
    const stored = await s3.send(
      new GetObjectCommand({ Bucket: detail.bucket.name, Key: detail.object.key }),
    );
    const { payload } = parkedSchema.parse(JSON.parse((await stored.Body?.transformToString()) ?? ''));
    const event = typeof payload === 'string' ? payload : JSON.stringify(payload);
    const answer = await invoke(lambda, mailerArn, event);
    return (
      answer !== undefined && failuresSchema.parse(JSON.parse(answer.text)).batchItemFailures.length === 0
    );
  };

const sendReport =
  (lambda: LambdaClient, bouncesArn: string): HandleMessage =>
  async (body) => {
    const report = reportSchema.parse(JSON.parse(body));
    const event = 'requestPayload' in report ? report.requestPayload : { Records: [{ Sns: report }] };
    return (await invoke(lambda, bouncesArn, JSON.stringify(event))) !== undefined;
  };

/** Long enough to handle one message. One that is not deleted is in the queue again afterwards. */
const visibilitySeconds = 180;

const passAll = async (
  sqs: SQSClient,
  QueueUrl: string,
  handle: (message: Message) => Promise<boolean>,
): Promise<{ done: number; left: number }> => {
  const seen = new Map<string | undefined, string | undefined>();
  let done = 0;
  for (;;) {
    const { Messages } = await sqs.send(
      new ReceiveMessageCommand({
        QueueUrl,
        MaxNumberOfMessages: 1,
        VisibilityTimeout: visibilitySeconds,
        WaitTimeSeconds: 2,
        MessageSystemAttributeNames: ['SentTimestamp'],
      }),
    );
    const [message] = Messages ?? [];
    if (!message) break;
    const { MessageId, ReceiptHandle } = message;
    // A message is visible again before all others were passed, where each takes long.
    if (seen.has(MessageId)) seen.set(MessageId, ReceiptHandle);
    else if (await handle(message)) {
      await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
      done += 1;
    } else seen.set(MessageId, ReceiptHandle);
  }
  // The alarm counts visible messages.
  for (const ReceiptHandle of seen.values())
    await sqs.send(new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout: 0 }));
  return { done, left: seen.size };
};

const awsQueue = async (queue: Exclude<QueueCommand['queue'], 'emails'>, deps: QueueDeps) => {
  const { table, clock, s3 = new S3Client({}), lambda = new LambdaClient({}) } = deps;
  const { parkedUrl, stuckUrl, reportsUrl, mailerArn, bouncesArn } = await deps.addresses();
  const handlers: Record<typeof queue, { url: string; sendAgain: HandleMessage }> = {
    batches: { url: parkedUrl, sendAgain: sendBatch(lambda, s3, mailerArn) },
    reports: { url: reportsUrl, sendAgain: sendReport(lambda, bouncesArn) },
    messages: {
      url: stuckUrl,
      // The messages themselves are in the table: a note in the queue names a place in the stream.
      sendAgain: async () => {
        await wakeUnfinished(table, clock());
        return true;
      },
    },
  };
  return handlers[queue];
};

/** What is done leaves the queue; what fails again stays. @returns ids and times, no names or addresses @throws CommandError */
export const runOnQueue = async (command: QueueCommand, deps: QueueDeps): Promise<string> => {
  const { queue, action, id } = command;
  if (queue === 'emails') return runOnEmails(command, deps);
  const { url, sendAgain } = await awsQueue(queue, deps);
  const { sqs = new SQSClient({}) } = deps;
  const lines: string[] = [];
  const { done, left } = await passAll(sqs, url, async ({ MessageId, Body = '', Attributes }) => {
    if (id !== undefined && MessageId !== id) return false;
    lines.push(`${MessageId}  ${new Date(Number(Attributes?.SentTimestamp ?? 0)).toISOString()}`);
    if (action === 'look') return false;
    return action === 'drop' || sendAgain(Body);
  });
  return [...lines, `Done and out of the queue: ${done}. In the queue: ${left}.`].join('\n');
};
