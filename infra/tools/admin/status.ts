import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod/mini';
import { functionNames } from '#functions/functions';
import type { Clock } from '#functions/lib/clock';
import { listDailyWork, listDue, listDueTries } from '#functions/lib/due-work';
import { listAsideMails } from '#functions/lib/mail/aside-mails';
import { getMailStop } from '#functions/lib/mail/not-sent';
import type { Table } from '#functions/lib/table';
import { listUnsentMessages } from '#functions/messages/unsent-messages';
import { stopTexts } from '#shared/messages/unsent';
import { stackName } from '../../cloud/names.ts';
import { functionHome, nameOf } from '../../testing/cloud/policy.ts';
import type { findQueues } from './queues.ts';

/** Runs the AWS CLI, which the first deployment needs too, and gives what it prints. */
export type RunAws = (...words: readonly string[]) => Promise<unknown>;

const execute = promisify(execFile);

const runAws: RunAws = async (...words) =>
  JSON.parse((await execute('aws', [...words, '--output', 'json'], { maxBuffer: 1e8 })).stdout);

interface StatusDeps {
  readonly table: Table;
  readonly clock: Clock;
  /** Undefined for the local system, which has neither SES nor queues nor logs. */
  readonly stage: string | undefined;
  readonly addresses: () => ReturnType<typeof findQueues>;
  readonly aws?: RunAws;
  readonly sqs?: SQSClient;
}

const accountSchema = z.object({
  ProductionAccessEnabled: z._default(z.boolean(), false),
  SendingEnabled: z._default(z.boolean(), false),
  EnforcementStatus: z._default(z.string(), 'unknown'),
  SendQuota: z.object({ Max24HourSend: z.number(), SentLast24Hours: z.number(), MaxSendRate: z.number() }),
});

const describeSes = async (aws: RunAws): Promise<string> => {
  const { ProductionAccessEnabled, SendingEnabled, EnforcementStatus, SendQuota } = accountSchema.parse(
    await aws('sesv2', 'get-account'),
  );
  const { Max24HourSend, SentLast24Hours, MaxSendRate } = SendQuota;
  return [
    `SES: ${SendingEnabled ? 'sends' : 'sending is paused'}, ${EnforcementStatus}`,
    ProductionAccessEnabled ? 'production access' : 'in the sandbox',
    `${SentLast24Hours} of ${Max24HourSend} emails in 24 hours`,
    `${MaxSendRate} a second`,
  ].join('; ');
};

const describeMail = async (table: Table): Promise<string[]> => {
  const [stop, asides, messages] = await Promise.all([
    getMailStop(table),
    listAsideMails(table),
    listUnsentMessages(table),
  ]);
  const parked = asides.filter(({ waits }) => !waits).length;
  const ofMessages = messages.reduce((sum, { waiting }) => sum + waiting, 0);
  return [
    stop ? `Emails: none has left since ${stop.since}: ${stopTexts[stop.cause]}` : 'Emails: they leave',
    `Queue emails: ${asides.length - parked + ofMessages} wait, ${parked} for a person`,
  ];
};

const describeQueues = async ({ addresses, sqs = new SQSClient({}) }: StatusDeps): Promise<string[]> => {
  const { parkedUrl, stuckUrl, reportsUrl } = await addresses();
  const urls = { batches: parkedUrl, messages: stuckUrl, reports: reportsUrl };
  return Promise.all(
    Object.entries(urls).map(async ([name, QueueUrl]) => {
      const { Attributes } = await sqs.send(
        new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['ApproximateNumberOfMessages'] }),
      );
      return `Queue ${name}: ${Attributes?.ApproximateNumberOfMessages ?? '?'}`;
    }),
  );
};

const describeTimers = async (table: Table, now: Date): Promise<string[]> => {
  const [due, tries, daily] = await Promise.all([
    listDue(table, now),
    listDueTries(table),
    listDailyWork(table),
  ]);
  return [
    `Timed work: ${due.length} due${due.length > 0 ? `, since ${due[0]?.dueKey.split('#')[0]}` : ''}`,
    ...tries.map(({ entity_of, tries: times, since, next_at }) =>
      next_at
        ? `  ${entity_of}: set aside after ${times} tries, again at ${next_at}`
        : `  ${entity_of}: begun at ${since}, try ${times}`,
    ),
    ...daily.map(({ kind, day }) => `  ${kind}: next for ${day}`),
  ];
};

const resourcesSchema = z.object({
  StackResourceSummaries: z.array(
    z.object({
      LogicalResourceId: z.string(),
      ResourceType: z.string(),
      PhysicalResourceId: z.optional(z.string()),
    }),
  ),
});
const streamsSchema = z.object({
  logStreams: z.array(z.object({ lastEventTimestamp: z.optional(z.number()) })),
});

/** When each function last ran, by the last line of its log, and where that log is. */
const describeRuns = async (stage: string, aws: RunAws): Promise<string[]> => {
  const { StackResourceSummaries } = resourcesSchema.parse(
    await aws('cloudformation', 'list-stack-resources', '--stack-name', stackName(stage)),
  );
  const logs = new Map(
    StackResourceSummaries.filter(({ ResourceType }) => ResourceType === 'AWS::Logs::LogGroup').map(
      ({ LogicalResourceId, PhysicalResourceId }) => [nameOf(LogicalResourceId), PhysicalResourceId],
    ),
  );
  const lines: string[] = [];
  for (const name of functionNames) {
    const group = logs.get(`${functionHome(name)}Log`);
    if (group === undefined) continue;
    const words = `--log-group-name ${group} --order-by LastEventTime --descending --max-items 1`.split(' ');
    const { logStreams } = streamsSchema.parse(await aws('logs', 'describe-log-streams', ...words));
    const at = logStreams[0]?.lastEventTimestamp;
    lines.push(`${name}: ${at === undefined ? 'never' : new Date(at).toISOString()}  ${group}`);
  }
  return lines;
};

/** What a person at night wants to know first (OPS-08). @returns what to print: no names and no addresses */
export const describeStatus = async (deps: StatusDeps): Promise<string> => {
  const { table, clock, stage, aws = runAws } = deps;
  const own = [...(await describeMail(table)), ...(await describeTimers(table, clock()))];
  if (!stage)
    return [...own, 'SES, the other queues and logs are in AWS: name a stage, --stage prod.'].join('\n');
  const [ses, queues, runs] = [
    await describeSes(aws),
    await describeQueues(deps),
    await describeRuns(stage, aws),
  ];
  return [ses, ...own, ...queues, 'Last run of each function, and its log:', ...runs].join('\n');
};
