import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { takePlace } from '#functions/booking/take-place';
import { functionNames } from '#functions/functions';
import { newBookingId } from '#functions/lib/ids';
import { putClass } from '#infra/local/seed/put';
import { functionHome } from '#infra/testing/cloud/policy';
import { localToday, runningDates, sampleBooking, sampleClass } from '#infra/testing/samples/samples';
import { storedFamily } from '#infra/testing/samples/stored';
import { messageSteps } from '#infra/testing/services/message-system';
import { startTests } from '#infra/testing/services/system';
import { instantOf } from '#shared/lib/values';
import {
  bouncesOutput,
  mailerOutput,
  parkedQueueOutput,
  reportsQueueOutput,
  siteUrlOutput,
  stuckQueueOutput,
} from '../../cloud/names.ts';
import { localAws } from '../../local/dynamodb.ts';

// The whole command as a person at night runs it, with everything of AWS but the table played by a server and a script.

const system = await startTests(messageSteps);
const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'stage-'));
let origin = '';

const answer = (action: string, members: string) =>
  `<${action}Response><${action}Result>${members}</${action}Result></${action}Response>`;
const member = (fields: Readonly<Record<string, string>>) =>
  `<member>${Object.entries(fields)
    .map(([name, value]) => `<${name}>${value}</${name}>`)
    .join('')}</member>`;

const stackAnswers: Readonly<Record<string, () => string>> = {
  ListStackResources: () =>
    `<StackResourceSummaries>${[
      { ResourceType: 'AWS::DynamoDB::GlobalTable', PhysicalResourceId: system.table.name },
      { ResourceType: 'AWS::Cognito::UserPool', PhysicalResourceId: 'pool' },
    ]
      .map(member)
      .join('')}</StackResourceSummaries>`,
  DescribeStacks: () => {
    const outputs = {
      [siteUrlOutput]: 'https://club.example',
      [parkedQueueOutput]: `${origin}/parked`,
      [stuckQueueOutput]: `${origin}/stuck`,
      [reportsQueueOutput]: `${origin}/reports`,
      [mailerOutput]: 'arn:mailer',
      [bouncesOutput]: 'arn:bounces',
    };
    const all = Object.entries(outputs).map(([OutputKey, OutputValue]) => member({ OutputKey, OutputValue }));
    return `<Stacks><member><StackName>football-booking-prod</StackName><Outputs>${all.join('')}</Outputs></member></Stacks>`;
  },
};

const server = createServer(async (request, response) => {
  const asked = new URLSearchParams(await text(request));
  const [action, about] = [asked.get('Action') ?? '', asked.get('StackName')];
  const members = about === 'football-booking-prod' ? stackAnswers[action]?.() : undefined;
  if (members !== undefined) response.setHeader('content-type', 'text/xml').end(answer(action, members));
  else response.setHeader('content-type', 'application/x-amz-json-1.0').end(JSON.stringify(queue));
});
const queue = { Attributes: { ApproximateNumberOfMessages: '3' } };

const printed = {
  sesv2: { SendingEnabled: true, SendQuota: { Max24HourSend: 200, SentLast24Hours: 7, MaxSendRate: 1 } },
  cloudformation: {
    StackResourceSummaries: functionNames.map((name) => ({
      LogicalResourceId: `${functionHome(name)}Log0123ABCD`,
      ResourceType: 'AWS::Logs::LogGroup',
      PhysicalResourceId: `log-of-${name}`,
    })),
  },
  logs: { logStreams: [] },
};

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  for (const [name, json] of Object.entries(printed)) writeFileSync(join(folder, name), JSON.stringify(json));
  writeFileSync(join(folder, 'aws'), `#!/bin/sh\ncat "${folder}/$1"\n`);
  chmodSync(join(folder, 'aws'), 0o755);
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

const admin = async (...words: readonly string[]): Promise<string> => {
  const { hostname, port } = (await system.table.client.config.endpoint?.()) ?? {};
  const env = {
    PATH: [folder, process.env.PATH].join(delimiter),
    AWS_REGION: localAws.region,
    AWS_ACCESS_KEY_ID: localAws.credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: localAws.credentials.secretAccessKey,
    AWS_ENDPOINT_URL: origin,
    AWS_ENDPOINT_URL_DYNAMODB: `http://${hostname}:${port}`,
  };
  const command = join(import.meta.dirname, 'main.ts');
  return (await run(process.execPath, [command, ...words, '--stage', 'prod'], { env })).stdout;
};

it('"mail" says of a stage what a booking was sent [OPS-08]', async () => {
  // The command has the clock of the machine.
  const now = new Date();
  system.setTime(now);
  const cls = sampleClass({ capacities: [5], overrides: runningDates(localToday()) });
  await putClass(system.table, cls);
  const family = await storedFamily(system.table);
  const booking = sampleBooking(cls, family, { id: newBookingId(now), created_at: instantOf(now) });
  await takePlace(system.table, booking);
  await system.settleMails();
  expect(await admin('mail', booking.id)).toMatch(/SES ses-1 {2}no report yet\n$/);
  expect(await admin('mail', family.profile.email)).toContain(booking.id);
});

it('"status" says of a stage what SES allows, what waits, and where each log is [OPS-08]', async () => {
  const told = await admin('status');
  expect(told).toContain('in the sandbox; 7 of 200 emails in 24 hours; 1 a second');
  for (const name of ['batches', 'messages', 'reports']) expect(told).toContain(`Queue ${name}: 3`);
  for (const name of functionNames) expect(told).toContain(`${name}: never  log-of-${name}`);
});
