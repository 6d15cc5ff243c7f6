import { Duration } from 'aws-cdk-lib';
import {
  Alarm,
  type AlarmProps,
  ComparisonOperator,
  type IMetric,
  MathExpression,
  Metric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { Topic } from 'aws-cdk-lib/aws-sns';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { Api } from './api.ts';
import type { Bounces } from './bounces.ts';
import type { FailedRequests } from './failed-requests.ts';
import type { Mailer } from './mailer.ts';
import type { ServiceFunction } from './service-function.ts';

interface AlarmsProps {
  readonly api: Api;
  readonly mailer: Mailer;
  readonly bounces: Bounces;
  readonly failedRequests: FailedRequests;
  readonly functions: Readonly<Record<string, ServiceFunction>>;
}

type Rule = Pick<AlarmProps, 'threshold'> & Partial<Pick<AlarmProps, 'evaluationPeriods'>>;

const period = Duration.minutes(5);
const sum = { period, statistic: 'Sum' };
const atAll: Rule = { threshold: 0 };

const waitingIn = (queue: Queue): IMetric =>
  queue.metricApproximateNumberOfMessagesVisible({ period, statistic: 'Maximum' });

/** The share of requests that the gateway answered with a 5xx, in percent; 0 of fewer than 20, as one is no rate. */
const shareOfServerErrors = ({ stage }: Api): IMetric =>
  new MathExpression({
    expression: 'IF(requests >= 20, 100 * errors / requests, 0)',
    label: '5xx, percent',
    usingMetrics: { errors: stage.metricServerError(sum), requests: stage.metricCount(sum) },
    period,
  });

/** What SES judges the account by. */
const reputation = (metricName: 'Reputation.BounceRate' | 'Reputation.ComplaintRate'): IMetric =>
  new Metric({ namespace: 'AWS/SES', metricName, statistic: 'Maximum', period: Duration.hours(1) });

/** Tells one topic of whatever needs a person. Whoever looks after the system subscribes to it. */
export class Alarms extends Construct {
  readonly topic: Topic;
  readonly all: Alarm[] = [];

  constructor(
    scope: Construct,
    id: string,
    { api, mailer, bounces, failedRequests, functions }: AlarmsProps,
  ) {
    super(scope, id);
    this.topic = new Topic(this, 'Topic', { enforceSSL: true });

    this.#add(
      'FailedRequests',
      'The API met something unexpected and answered 500',
      atAll,
      failedRequests.all.with(sum),
    );
    this.#add(
      'ServerErrors',
      'More than 5 percent of the requests ended with a 5xx, for ten minutes',
      { threshold: 5, evaluationPeriods: 2 },
      shareOfServerErrors(api),
    );
    this.#add(
      'Latency',
      'One request in a hundred took more than 3 seconds, for a quarter of an hour',
      { threshold: 3_000, evaluationPeriods: 3 },
      api.stage.metricLatency({ period, statistic: 'p99' }),
    );
    for (const [name, fn] of Object.entries(functions)) {
      this.#add(`${name}Errors`, `The function ${name} fails`, atAll, fn.metricUnexpectedErrors(sum));
    }
    const throttles = Object.entries(functions).map(
      ([name, fn]) => [name, fn.lambda.metricThrottles(sum)] as const,
    );
    this.#add(
      'Throttles',
      'Lambda turned away calls of the functions: more ran at once than the account may',
      atAll,
      new MathExpression({
        expression: throttles.map(([name]) => `FILL(${name}, 0)`).join(' + '),
        label: 'throttles',
        usingMetrics: Object.fromEntries(throttles),
        period,
      }),
    );
    this.#add(
      'DeadLetters',
      'Emails that could not be sent wait for a person',
      atAll,
      waitingIn(mailer.deadLetters),
    );
    this.#add(
      'LostReports',
      'Reports of bounces that could not be noted wait for a person',
      atAll,
      waitingIn(bounces.deadLetters),
    );
    this.#add(
      'StreamAge',
      'New bookings have waited over 10 minutes for their email',
      { threshold: 600_000 },
      mailer.fn.lambda.metric('IteratorAge', { period, statistic: 'Maximum' }),
    );
    // Half of what has SES review an account.
    this.#add(
      'BounceRate',
      'Too many emails come back',
      { threshold: 0.025 },
      reputation('Reputation.BounceRate'),
    );
    this.#add(
      'ComplaintRate',
      'Too many emails are reported as spam',
      { threshold: 0.0005 },
      reputation('Reputation.ComplaintRate'),
    );
  }

  #add(
    id: string,
    alarmDescription: string,
    { threshold, evaluationPeriods = 1 }: Rule,
    metric: IMetric,
  ): void {
    const alarm = new Alarm(this, id, {
      alarmDescription,
      metric,
      threshold,
      evaluationPeriods,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
    alarm.addAlarmAction(new SnsAction(this.topic));
    this.all.push(alarm);
  }
}
