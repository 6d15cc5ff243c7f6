import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FunctionName } from '#functions/functions';
import { batchSplit, requestFailed, requestUnavailable, tokensRefused } from '#functions/lib/log';
import { deployedServices } from '#shared/contract/route';
import { stopCauses } from '#shared/messages/unsent';
import { dashboardMetrics } from '../testing/cloud/dashboard-metrics.ts';
import { deployedFunctions, functionHome, readable } from '../testing/cloud/policy.ts';
import { requestedActions } from '../testing/cloud/requested-actions.ts';
import { synthesize } from '../testing/cloud/synthesize.ts';
import { tableOperations } from './alarm-metrics.ts';
import { stopAlarm } from './alarms.ts';

let stack: ReturnType<typeof synthesize>;
beforeAll(() => {
  stack = synthesize({ settings: { alarmEmail: 'alarms@club.example', monthlyBudget: 50 } });
});
afterAll(() => stack.remove());

interface Dimension {
  readonly Name: string;
  readonly Value: unknown;
}

const describeMetric = (metric: Record<string, unknown>): string => {
  const dimensions: Dimension[] = Object(metric.Dimensions ?? []);
  const of = Object.values(dimensions).map(({ Value }) => readable(Value));
  return [`${readable(metric.Namespace)} ${metric.MetricName}`, ...of].join(' ');
};

/** What an alarm looks at: one metric, or an expression with those in it. */
const describeAlarm = (properties: Record<string, unknown>): string => {
  const queries: Record<string, unknown>[] = Object(properties.Metrics ?? []);
  if (queries.length === 0) return describeMetric(properties);
  return queries
    .map(({ Id, Expression, MetricStat }) =>
      Expression ? String(Expression) : `${Id}: ${describeMetric(Object(MetricStat).Metric)}`,
    )
    .join('; ');
};

const alarms = () =>
  new Map(
    stack
      .all('AWS::CloudWatch::Alarm')
      .filter(({ name }) => name.startsWith('Alarms'))
      .map(({ name, properties }) => [name.slice('Alarms'.length), properties]),
  );

const idOf = (name: FunctionName) => `${functionHome(name)}Function`;

describe('the alarms', () => {
  it('watch the API, the functions, the table and mail [API-37]', () => {
    const seen = Object.fromEntries([...alarms()].map(([name, alarm]) => [name, describeAlarm(alarm)]));
    const api = (metric: string) => `AWS/ApiGateway ${metric} <ApiHttpApi> $default`;
    expect(seen).toEqual({
      CanaryFailed: 'AWS/Lambda Errors <CanaryFunction>',
      GatewayThrottles: 'football-booking-dev throttled',
      EveryoneRefused:
        'IF(unauthorized >= 1 AND FILL(authorized, 0) == 0, 1, 0); unauthorized: football-booking-dev unauthorized; authorized: football-booking-dev authorized',
      NoBooking:
        'IF(failed >= 1 AND FILL(made, 0) == 0, 1, 0); failed: football-booking-dev failedBookings; made: football-booking-dev madeBookings',
      PoolThrottles: expect.stringMatching(
        /^FILL\(signIns, 0\) .*signIns: AWS\/Cognito SignInThrottles .*; renewals: AWS\/Cognito TokenRefreshThrottles /,
      ),
      NoRenewals: expect.stringMatching(
        /^IF\(asked >= 3 AND done == 0, 1, 0\); asked: AWS\/Cognito TokenRefreshSuccesses .*; done: AWS\/Cognito TokenRefreshSuccesses /,
      ),
      FailedRequests: 'football-booking-dev FailedRequests',
      ServerErrors: `IF(requests >= 20, 100 * errors / requests, 0); errors: ${api('5xx')}; requests: ${api('Count')}`,
      Latency: api('Latency'),
      ...Object.fromEntries(
        deployedFunctions.map((name) => [`${name}Errors`, `AWS/Lambda Errors <${idOf(name)}>`]),
      ),
      // Lambda counts what these throw on purpose as errors of the function.
      ...Object.fromEntries(
        (
          [
            ['pretoken', tokensRefused],
            ['mailer', batchSplit],
          ] as const
        ).map(([name, event]) => [
          `${name}Errors`,
          `FILL(errors, 0) - FILL(expected, 0); errors: AWS/Lambda Errors <${idOf(name)}>; expected: football-booking-dev ${event}`,
        ]),
      ),
      Throttles: 'AWS/Lambda Throttles',
      Concurrency: 'AWS/Lambda ConcurrentExecutions',
      TableThrottles: expect.stringMatching(
        /^FILL\(reads0, 0\) .*reads0: AWS\/DynamoDB ReadThrottleEvents <DataTable>; writes0: .*WriteThrottleEvents GSI2 <DataTable>$/,
      ),
      TableSystemErrors: expect.stringMatching(
        /^FILL\(errors0, 0\) .*SystemErrors TransactWriteItems <DataTable>; errors7: AWS\/DynamoDB SystemErrors UpdateItem <DataTable>$/,
      ),
      DeadLetters: 'AWS/SQS ApproximateNumberOfMessagesVisible <MailerParkedDeadLetters.QueueName>',
      ParkedMails: 'football-booking-dev ParkedMails',
      ...Object.fromEntries(
        stopCauses.map((cause) => [stopAlarm(cause), `football-booking-dev StoppedMails ${cause}`]),
      ),
      StalledMessages: 'football-booking-dev StalledMessages',
      WorkSetAside: 'football-booking-dev WorkSetAside',
      UnrecordedViews: 'football-booking-dev UnrecordedViews',
      StuckMessages: 'AWS/SQS ApproximateNumberOfMessagesVisible <MessengerDeadLetters.QueueName>',
      TimerSilent: 'AWS/Lambda Invocations <TimertimerFunction>',
      LostReports: 'AWS/SQS ApproximateNumberOfMessagesVisible <BouncesDeadLetters.QueueName>',
      StreamAge: 'AWS/Lambda IteratorAge <MailermailerFunction>',
      MessengerAge: 'AWS/Lambda IteratorAge <MessengermessengerFunction>',
      MailerSilent: 'AWS/Lambda Invocations <MailermailerFunction>',
      MessengerSilent: 'AWS/Lambda Invocations <MessengermessengerFunction>',
      BounceRate: 'AWS/SES Reputation.BounceRate',
      ComplaintRate: 'AWS/SES Reputation.ComplaintRate',
    });
  });

  it('go off at the first failure, and above a threshold for rates and durations [API-37]', () => {
    const measures = [...alarms()]
      .filter(([, { Threshold }]) => Threshold !== 0)
      .map(([name, { Threshold, EvaluationPeriods }]) => [name, Threshold, EvaluationPeriods]);
    expect(measures).toEqual([
      // Of an hour: one failure wakes nobody, the third one does.
      ['FailedRequests', 2, 1],
      ['GatewayThrottles', 50, 3],
      ['ServerErrors', 5, 2],
      ['Latency', 3_000, 3],
      ['Concurrency', 800, 1],
      ['TimerSilent', 1, 3],
      ['StreamAge', 600_000, 1],
      ['MessengerAge', 600_000, 1],
      ['MailerSilent', 1, 3],
      ['MessengerSilent', 1, 3],
      ['BounceRate', 0.025, 1],
      ['ComplaintRate', 0.0005, 1],
    ]);
    expect(alarms().get('Latency')?.ExtendedStatistic).toBe('p99');
  });

  it('go off where the timer or the canary does not run: no data are a reason', () => {
    expect(alarms().get('TimerSilent')).toMatchObject({
      ComparisonOperator: 'LessThanThreshold',
      TreatMissingData: 'breaching',
    });
    expect(alarms().get('CanaryFailed')).toMatchObject({
      ComparisonOperator: 'GreaterThanThreshold',
      EvaluationPeriods: 2,
      TreatMissingData: 'breaching',
    });
  });

  it('count the internal errors of every request that the functions send to the table', async () => {
    const actions = (await Promise.all(deployedFunctions.map((name) => requestedActions(name)))).flat();
    const operations = actions
      .filter((action) => action.startsWith('dynamodb:') && action !== 'dynamodb:ConditionCheckItem')
      .map((action) => action.replace('dynamodb:', ''));
    expect(tableOperations).toEqual([...new Set([...operations, 'TransactWriteItems'])].toSorted());
  });

  it('notify one topic when they go off and when they are over, with their meaning', () => {
    for (const { AlarmActions, OKActions, AlarmDescription } of alarms().values()) {
      expect(Object(AlarmActions).map(readable)).toEqual(['<AlarmTopic>']);
      expect(Object(OKActions).map(readable)).toEqual(['<AlarmTopic>']);
      expect(AlarmDescription).toMatch(/\w+ \w+/);
    }
  });
});

describe('the topic', () => {
  it('has the address of the settings as a subscriber', () => {
    const subscribers = stack
      .all('AWS::SNS::Subscription')
      .filter(({ properties }) => readable(properties.TopicArn) === '<AlarmTopic>')
      .map(({ properties }) => [properties.Protocol, properties.Endpoint]);
    expect(subscribers).toEqual([['email', 'alarms@club.example']]);
  });
});

describe('the budget', () => {
  it('writes to the address of the settings at 80 % of the month, and when the forecast exceeds it', () => {
    const { Budget, NotificationsWithSubscribers } = stack.only('AWS::Budgets::Budget').properties;
    expect(Budget).toMatchObject({ BudgetLimit: { Amount: 50, Unit: 'USD' }, TimeUnit: 'MONTHLY' });
    const notifications: Record<string, unknown>[] = Object(NotificationsWithSubscribers);
    expect(
      notifications.map(({ Notification, Subscribers }) => {
        const { NotificationType, Threshold, ThresholdType } = Object(Notification);
        const [{ Address, SubscriptionType }] = Object(Subscribers);
        return [NotificationType, Threshold, ThresholdType, SubscriptionType, readable(Address)];
      }),
    ).toEqual([
      ['ACTUAL', 80, 'PERCENTAGE', 'EMAIL', 'alarms@club.example'],
      ['FORECASTED', 100, 'PERCENTAGE', 'EMAIL', 'alarms@club.example'],
    ]);
  });

  it('is that of one stage by default: it counts the whole account', () => {
    const budgets = (['dev', 'prod'] as const).flatMap((stage) => {
      const made = synthesize({ stage });
      made.remove();
      return made.all('AWS::Budgets::Budget').map(() => stage);
    });
    expect(budgets).toEqual(['prod']);
  });
});

describe('saved queries', () => {
  it('find a request by the id that its answer carries, in every log', () => {
    const queries = new Map(
      stack
        .all('AWS::Logs::QueryDefinition')
        .map(({ properties }) => [properties.Name, String(properties.QueryString)]),
    );
    const query = queries.get('football-booking-dev/What happened to a request');
    const { AccessLogSettings } = stack.only('AWS::ApiGatewayV2::Stage').properties;
    const accessLog = Object.entries(JSON.parse(Object(AccessLogSettings).Format));
    const [field] = accessLog.find(([, value]) => value === '$context.integration.requestId') ?? [];
    for (const logged of ['requestId', 'record.requestId', field]) {
      expect(query).toContain(`${logged} = "REQUEST-ID"`);
    }
    expect(queries.get('football-booking-dev/Failed requests')).toContain(requestFailed);
  });
});

describe('failed requests', () => {
  const filters = () =>
    stack
      .all('AWS::Logs::MetricFilter')
      .filter(({ name }) => name.startsWith('FailedRequests'))
      .map(({ properties }) => {
        const [transformation] = Object(properties.MetricTransformations);
        return {
          log: readable(properties.LogGroupName),
          pattern: properties.FilterPattern,
          metric: `${transformation.MetricNamespace} ${transformation.MetricName}`,
          dimensions: transformation.Dimensions,
        };
      });

  it('are counted in the log of every service and of what throws on purpose, all together and by version', () => {
    const logs = [
      ...deployedServices.map((name) => [name, `<${name}Log>`] as const),
      ['mailer', '<MailermailerLog>'] as const,
      ['pretoken', '<AuthpretokenLog>'] as const,
    ];
    const pattern = `{ $.message.event = "${requestFailed}" }`;
    const all = `{ ($.message.event = "${requestFailed}") || ($.message.event = "${requestUnavailable}") }`;
    expect(filters()).toEqual(
      logs.flatMap(([name, log]) => [
        {
          log,
          pattern: all,
          metric: 'football-booking-dev FailedRequests',
          dimensions: undefined,
        },
        {
          log,
          pattern,
          metric: `football-booking-dev FailedRequestsOf-${name}`,
          dimensions: [{ Key: 'Version', Value: '$.message.version' }],
        },
      ]),
    );
  });
});

it('the dashboard has no more metrics than are free', () => {
  const metrics = dashboardMetrics(stack.only('AWS::CloudWatch::Dashboard'));
  expect(metrics.length).toBeGreaterThan(40);
  expect(metrics.length).toBeLessThanOrEqual(50);
});

it('the dashboard shows the main figures and every alarm', () => {
  const body = readable(stack.only('AWS::CloudWatch::Dashboard').properties.DashboardBody);
  for (const name of alarms().keys()) expect(body).toContain(`<Alarms${name}.Arn>`);
  for (const metric of [
    'Latency',
    '5xx',
    'FailedRequests',
    'Throttles',
    'Duration',
    'TransactionConflict',
    'Bounce',
  ])
    expect(body).toContain(`"${metric}"`);
});

it.each([
  ['pretoken', 'Authpretoken', tokensRefused],
  ['mailer', 'Mailermailer', batchSplit],
])(
  'counts what %s throws on purpose by the line that it logs, and waits for that count',
  (name, home, event) => {
    const filters = stack.all('AWS::Logs::MetricFilter').filter(({ name }) => name.startsWith(home));
    expect(
      filters.map(({ properties }) => [readable(properties.LogGroupName), properties.FilterPattern]),
    ).toEqual([[`<${home}Log>`, `{ $.message.event = "${event}" }`]]);
    // Lambda's count arrives first.
    expect(alarms().get(`${name}Errors`)?.EvaluationPeriods).toBe(2);
  },
);
