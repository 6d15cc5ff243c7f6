import { GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { mockClient } from 'aws-sdk-client-mock';
import { expect, it } from 'vitest';
import { takePlace } from '#functions/booking/take-place';
import { functionNames } from '#functions/functions';
import { putClass } from '#infra/local/seed/put';
import { functionHome } from '#infra/testing/cloud/policy';
import { sampleBooking, sampleClass, sampleMessage } from '#infra/testing/samples/samples';
import { storedFamily } from '#infra/testing/samples/stored';
import { messageSteps } from '#infra/testing/services/message-system';
import { startTests } from '#infra/testing/services/system';
import { describeStatus, type RunAws } from './status.ts';

const system = await startTests(messageSteps);
const { table } = system;

const addresses = async () => ({
  parkedUrl: 'https://sqs.example/parked',
  stuckUrl: 'https://sqs.example/stuck',
  reportsUrl: 'https://sqs.example/reports',
  mailerArn: '',
  bouncesArn: '',
});

const answers: Readonly<Record<string, unknown>> = {
  'sesv2 get-account': {
    ProductionAccessEnabled: true,
    SendingEnabled: true,
    EnforcementStatus: 'HEALTHY',
    SendQuota: { Max24HourSend: 50_000, SentLast24Hours: 120, MaxSendRate: 14 },
  },
  'cloudformation list-stack-resources': {
    StackResourceSummaries: functionNames.map((name) => ({
      LogicalResourceId: `${functionHome(name)}Log0123ABCD`,
      ResourceType: 'AWS::Logs::LogGroup',
      PhysicalResourceId: `stack-${name}-log`,
    })),
  },
  'logs describe-log-streams': { logStreams: [{ lastEventTimestamp: Date.parse('2026-11-29T02:00:00Z') }] },
};
const aws: RunAws = async (service, command) => answers[`${service} ${command}`];

const statusOf = (stage: string | undefined) => {
  const sqs = mockClient(SQSClient);
  sqs.on(GetQueueAttributesCommand).resolves({ Attributes: { ApproximateNumberOfMessages: '3' } });
  return describeStatus({ table, clock: system.now, stage, addresses, aws, sqs: new SQSClient({}) });
};

it('says what SES allows, what waits, what is timed, and when each function ran with its log [OPS-08]', async () => {
  await system.scheduleDaily();
  const told = await statusOf('prod');
  expect(told).toContain(
    'SES: sends, HEALTHY; production access; 120 of 50000 emails in 24 hours; 14 a second',
  );
  expect(told).toContain('Emails: they leave\nQueue emails: 0 wait, 0 for a person\nTimed work: 0 due');
  for (const queue of ['batches', 'messages', 'reports']) expect(told).toContain(`Queue ${queue}: 3`);
  expect(told).toMatch(/ {2}retention: next for 2025-09-24/);
  for (const name of functionNames)
    expect(told).toContain(`${name}: 2026-11-29T02:00:00.000Z  stack-${name}-log`);
});

it('says since when no email has left, how many wait, and what was begun in vain, and names nobody [OPS-08]', async () => {
  system.answer(() => 'quota');
  const cls = sampleClass({ capacities: [5] });
  await putClass(table, cls);
  const family = await storedFamily(table);
  await takePlace(table, sampleBooking(cls, family));
  const broken = await system.store({
    ...sampleMessage(),
    audience: { kind: 'family', parent_id: family.id },
  });
  await system.settleMails();
  system.passTime(300_000);
  const told = await statusOf(undefined);
  expect(told).toMatch(/Emails: none has left since \S+: the quota of the day is used up/);
  expect(told).toContain('Queue emails: 1 wait, 0 for a person');
  expect(told).toMatch(/Timed work: \d due, since 2025-/);
  expect(told).toContain('name a stage');
  for (const personal of [family.profile.email, family.profile.full_name, broken.id])
    expect(told).not.toContain(personal);
});
