import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DescribeContinuousBackupsCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetEventSourceMappingCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { routes } from '#shared/contract/routes';
import { minuteMs } from '#shared/lib/durations';
import { alarmsOf, type LoggedLine, type Point } from '../testing/cloud/alarm-run.ts';
import { readable } from '../testing/cloud/policy.ts';
import { synthesize } from '../testing/cloud/synthesize.ts';
import { runChecks } from './canary/handler.ts';
import { probedServices, probes } from './canary/probes.ts';

/** What is wrong in a school. Where nothing is said, all is well. */
interface Fault {
  /** The status of the families' requests, which are bookings. */
  readonly status?: string;
  /** What the gateway, or what is in front of it, answers instead of what it should. */
  readonly answers?: (method: string, path: string) => number | undefined;
  readonly backups?: 'DISABLED';
  readonly client?: string;
  readonly cognito?: string;
  readonly mapping?: 'Disabled';
  /** Functions that are not invoked. */
  readonly silent?: readonly ('timer' | 'mailer' | 'messenger' | 'canary')[];
  readonly messengerAges?: true;
}

/** Each failure with the alarm that tells of it, and where it can be. */
const failures: Readonly<Record<string, readonly [alarm: string, ...faults: Fault[]]>> = {
  'every booking fails': ['NoBooking', { status: '500' }],
  'the gateway may not call a function': [
    'CanaryFailed',
    ...probedServices.map((service) => ({
      answers: (_: string, path: string) => (path === probes[service].path ? 500 : undefined),
    })),
  ],
  'a method is blocked': [
    'CanaryFailed',
    ...['GET', 'POST', 'PATCH', 'PUT', 'DELETE'].map((blocked) => ({
      answers: (method: string) => (method === blocked ? 403 : undefined),
    })),
  ],
  'the authorizer refuses the site’s client': ['EveryoneRefused', { status: '401' }],
  'the site signs in with another client': ['CanaryFailed', { client: 'other' }],
  'the user pool lost the site’s client': ['CanaryFailed', { cognito: 'ResourceNotFoundException' }],
  'the authorizer fails': [
    'CanaryFailed',
    { answers: (_, path) => (path.startsWith('/api/me') ? 500 : undefined) },
  ],
  'nobody can reach the site': ['CanaryFailed', { answers: () => 503 }],
  'the stream feeds `mailer` nothing': ['MailerSilent', { silent: ['mailer'] }],
  'the stream feeds `messenger` nothing': ['MessengerSilent', { silent: ['messenger'] }],
  'a mapping is switched off': ['CanaryFailed', { mapping: 'Disabled' }],
  '`messenger` does not keep up': ['MessengerAge', { messengerAges: true }],
  '`timer` stops': ['TimerSilent', { silent: ['timer', 'mailer', 'messenger'] }],
  'the canary stops': ['CanaryFailed', { silent: ['canary'] }],
  'backups are switched off': ['CanaryFailed', { backups: 'DISABLED' }],
};

const pool = { region: 'eu-west-2', userPoolId: 'pool', userPoolClientId: 'client' };

let stack: ReturnType<typeof synthesize>;
let alarms: ReturnType<typeof alarmsOf>;
const errors = vi.spyOn(console, 'error').mockImplementation(() => {});
beforeAll(() => {
  stack = synthesize({});
  alarms = alarmsOf(stack);
});
afterAll(() => {
  stack.remove();
  errors.mockRestore();
});

/** What the site answers: as the contract says, or what the fault says. */
const siteWith =
  ({ answers, client, cognito = 'NotAuthorizedException' }: Fault): typeof fetch =>
  async (input, { method = 'GET' } = {}) => {
    const { pathname, host } = new URL(String(input));
    if (host.startsWith('cognito-idp.'))
      return new Response(JSON.stringify({ __type: cognito }), { status: 400 });
    const status = answers?.(method, pathname);
    if (status !== undefined) return new Response('', { status });
    if (pathname.startsWith('/api/probes/')) return new Response(null, { status: 204 });
    const config = { ...pool, timeZone: 'Europe/London', pictureHosts: [] };
    if (pathname === '/config.json')
      return Response.json({ ...config, ...(client && { userPoolClientId: client }) });
    if (pathname === '/api/classes') return new Response('{"classes":[]}');
    return pathname.startsWith('/api/')
      ? new Response('{"message":"Unauthorized"}', { status: 401 })
      : new Response('<div id="root">');
  };

const failsCanary = async (fault: Fault): Promise<boolean> => {
  const lambda = mockClient(LambdaClient);
  const dynamodb = mockClient(DynamoDBClient);
  lambda.on(GetEventSourceMappingCommand).resolves({ State: fault.mapping ?? 'Enabled' });
  dynamodb.on(DescribeContinuousBackupsCommand).resolves({
    ContinuousBackupsDescription: {
      ContinuousBackupsStatus: 'ENABLED',
      PointInTimeRecoveryDescription: { PointInTimeRecoveryStatus: fault.backups ?? 'ENABLED' },
    },
  });
  const target = {
    siteUrl: 'https://club.example',
    tableName: 'bookings',
    pool,
    feeds: { mailer: 'a', messenger: 'b' },
  };
  const deps = { fetch: siteWith(fault), lambda: new LambdaClient({}), dynamodb: new DynamoDBClient({}) };
  const failed = await runChecks(target, deps).then(
    () => false,
    () => true,
  );
  lambda.restore();
  dynamodb.restore();
  return failed;
};

const metrics = {
  timer: '<TimertimerFunction>',
  mailer: '<MailermailerFunction>',
  messenger: '<MessengermessengerFunction>',
  canary: '<CanaryFunction>',
} as const;
const ofFunction = (name: keyof typeof metrics, metric: string) =>
  `AWS/Lambda ${metric} FunctionName=${metrics[name]}`;

/** Minutes of an hour in which a family's request comes: three. */
const betweenRequests = 20;
const midnight = Date.parse('2026-11-29T00:00:00Z');

/** What a school logs and counts in two hours, of which the fault begins after a number of minutes. */
const school = (fault: Fault, canaryFails: boolean, begins: number) => {
  const lines: LoggedLine[] = [];
  const points: Point[] = [];
  for (let minute = 0; minute < 180; minute += 1) {
    const now: Fault = minute >= begins ? fault : {};
    const at = new Date(midnight + minute * minuteMs);
    const runs = (name: keyof typeof metrics) => !now.silent?.includes(name);
    if (minute % 5 === 2) {
      for (const name of ['timer', 'mailer', 'messenger'] as const)
        if (runs(name)) points.push({ metric: ofFunction(name, 'Invocations'), at, value: 1 });
      if (runs('canary'))
        points.push({
          metric: ofFunction('canary', 'Errors'),
          at,
          value: minute >= begins && canaryFails ? 1 : 0,
        });
      const age = now.messengerAges ? (minute - begins) * minuteMs : 100;
      points.push({ metric: ofFunction('messenger', 'IteratorAge'), at, value: age });
    }
    if (minute % betweenRequests === 0) {
      const status = now.status ?? '201';
      const token = status === '401' ? '-' : 'access';
      lines.push({ of: 'gateway', at, message: { route: `POST ${routes.bookSlot.path}`, status, token } });
    }
  }
  return [...points, ...alarms.count(lines)];
};

/** Minutes from the beginning of a fault to its alarm, at the worst moment for the fault to begin. */
const longestUntil = async (alarm: string, fault: Fault): Promise<number> => {
  const canaryFails = await failsCanary(fault);
  let longest = 0;
  for (let begins = 60; begins < 60 + betweenRequests; begins += 1) {
    const points = school(fault, canaryFails, begins);
    const rings = (minute: number) =>
      alarms.ringingAt(points, new Date(midnight + minute * minuteMs), (name) => name === `Alarms${alarm}`)
        .size > 0;
    let minute = begins;
    while (minute < 180 && !rings(minute)) minute += 1;
    longest = Math.max(longest, minute - begins);
  }
  return longest;
};

describe('of a school with 20 families and three requests an hour', () => {
  it('no alarm rings while all is well [OPS-05]', async () => {
    const points = school({}, await failsCanary({}), 0);
    for (let minute = 60; minute < 180; minute += 5)
      expect([...alarms.ringingAt(points, new Date(midnight + minute * minuteMs)).keys()]).toEqual([]);
  });

  it('docs/operations.md has each failure with its alarm, which rings within half an hour [OPS-05]', async () => {
    const rows: string[] = [];
    for (const [failure, [alarm, ...faults]] of Object.entries(failures)) {
      const each: number[] = [];
      for (const fault of faults) each.push(await longestUntil(alarm, fault));
      const minutes = Math.max(...each);
      expect([failure, minutes <= 30]).toEqual([failure, true]);
      rows.push(`| ${failure} | ${alarm} | ${minutes} |`);
    }
    const guide = readFileSync(join(import.meta.dirname, '../../docs/operations.md'), 'utf8');
    const [, table = ''] =
      /\| Failure \| Alarm \| Minutes \|\n\| --- \| --- \| --- \|\n((?:\|.*\n)+)/.exec(guide) ?? [];
    expect(table.trim().split('\n')).toEqual(rows);
  });

  it('what the timer stores passes the filter of each mapping, so that each function is invoked [OPS-05]', () => {
    const filters = stack
      .all('AWS::Lambda::EventSourceMapping')
      .map(({ properties }) =>
        Object(properties.FilterCriteria).Filters.map(({ Pattern }: { Pattern: unknown }) =>
          readable(Pattern),
        ),
      );
    expect(filters).toHaveLength(2);
    for (const patterns of filters) expect(patterns.join()).toMatch(/INSERT.*heartbeat/);
  });
});
