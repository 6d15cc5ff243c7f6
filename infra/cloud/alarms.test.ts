import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requestFailed, tokensRefused } from '#functions/log';
import { apiServices } from '#shared/contract/route';
import { readable } from '../testing/cloud/readable.ts';
import { synthesize } from '../testing/cloud/synthesize.ts';

let stack: ReturnType<typeof synthesize>;
beforeAll(() => {
  stack = synthesize();
}, 60_000);
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

/** The alarms that tell a person, by name. */
const alarms = () =>
  new Map(
    stack
      .all('AWS::CloudWatch::Alarm')
      .filter(({ name }) => name.startsWith('Alarms'))
      .map(({ name, properties }) => [name.slice('Alarms'.length), properties]),
  );

const functionNames = [...apiServices, 'mailer', 'bounces', 'tokenGuard'];
const idOf = (name: string) =>
  ({
    mailer: 'MailermailerFunction',
    bounces: 'BouncesbouncesFunction',
    tokenGuard: 'AuthtokenguardFunction',
  })[name] ?? `${name}Function`;

describe('the alarms', () => {
  it('look at what needs a person [API-37]', () => {
    const seen = Object.fromEntries([...alarms()].map(([name, alarm]) => [name, describeAlarm(alarm)]));
    const api = (metric: string) => `AWS/ApiGateway ${metric} <ApiHttpApi> $default`;
    expect(seen).toEqual({
      FailedRequests: 'football-booking-dev FailedRequests',
      ServerErrors: `IF(requests >= 20, 100 * errors / requests, 0); errors: ${api('5xx')}; requests: ${api('Count')}`,
      Latency: api('Latency'),
      ...Object.fromEntries(
        functionNames.map((name) => [`${name}Errors`, `AWS/Lambda Errors <${idOf(name)}>`]),
      ),
      // Lambda counts a refusal as an error of the function.
      tokenGuardErrors: `FILL(errors, 0) - FILL(expected, 0); errors: AWS/Lambda Errors <${idOf('tokenGuard')}>; expected: football-booking-dev ${tokensRefused}`,
      Throttles: [
        functionNames.map((name) => `FILL(${name}, 0)`).join(' + '),
        ...functionNames.map((name) => `${name}: AWS/Lambda Throttles <${idOf(name)}>`),
      ].join('; '),
      DeadLetters: 'AWS/SQS ApproximateNumberOfMessagesVisible <MailerParkedDeadLetters.QueueName>',
      LostReports: 'AWS/SQS ApproximateNumberOfMessagesVisible <BouncesDeadLetters.QueueName>',
      StreamAge: 'AWS/Lambda IteratorAge <MailermailerFunction>',
      BounceRate: 'AWS/SES Reputation.BounceRate',
      ComplaintRate: 'AWS/SES Reputation.ComplaintRate',
    });
  });

  it('go off at once for what must not be, and above a measure for the rest', () => {
    const measures = [...alarms()]
      .filter(([, { Threshold }]) => Threshold !== 0)
      .map(([name, { Threshold, EvaluationPeriods }]) => [name, Threshold, EvaluationPeriods]);
    expect(measures).toEqual([
      ['ServerErrors', 5, 2],
      ['Latency', 3_000, 3],
      ['StreamAge', 600_000, 1],
      ['BounceRate', 0.025, 1],
      ['ComplaintRate', 0.0005, 1],
    ]);
    expect(alarms().get('Latency')?.ExtendedStatistic).toBe('p99');
  });

  it('tell one topic, each with what it means', () => {
    for (const { AlarmActions, AlarmDescription } of alarms().values()) {
      expect(Object(AlarmActions).map(readable)).toEqual(['<AlarmsTopic>']);
      expect(AlarmDescription).toMatch(/\w+ \w+/);
    }
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

  it('are counted in the log of every service, all together and by version', () => {
    const pattern = `{ $.message.event = "${requestFailed}" }`;
    expect(filters()).toEqual(
      apiServices.flatMap((name) => [
        {
          log: `<${name}Log>`,
          pattern,
          metric: 'football-booking-dev FailedRequests',
          dimensions: undefined,
        },
        {
          log: `<${name}Log>`,
          pattern,
          metric: `football-booking-dev FailedRequestsOf-${name}`,
          dimensions: [{ Key: 'Version', Value: '$.message.version' }],
        },
      ]),
    );
  });
});

it('there is one page with the figures that matter, every alarm on it', () => {
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

it('counts the refusals of the token guard by the line that it logs, all together and by version', () => {
  const filters = stack
    .all('AWS::Logs::MetricFilter')
    .filter(({ name }) => name.startsWith('Authtokenguard'));
  expect(
    filters.map(({ properties }) => [readable(properties.LogGroupName), properties.FilterPattern]),
  ).toEqual(Array(2).fill(['<AuthtokenguardLog>', `{ $.message.event = "${tokensRefused}" }`]));
});
