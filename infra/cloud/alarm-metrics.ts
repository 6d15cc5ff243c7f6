import { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { tableSchema } from '#functions/lib/dynamo/items';
import type { Api } from './api.ts';
import type { Auth } from './auth.ts';
import { period, sum } from './failures.ts';

/** Adds metrics up; one without data counts as 0. CloudWatch alarms accept at most ten. */
const sumOf = (label: string, usingMetrics: Readonly<Record<string, IMetric>>): IMetric =>
  new MathExpression({
    expression: Object.keys(usingMetrics)
      .map((name) => `FILL(${name}, 0)`)
      .join(' + '),
    label,
    usingMetrics,
    period,
  });

export const messagesIn = (queue: Queue): IMetric =>
  queue.metricApproximateNumberOfMessagesVisible({ period, statistic: 'Maximum' });

const hour = Duration.hours(1);

export const sumOfHour = { period: hour, statistic: 'Sum' };

/** 1 where the gateway refused tokens and accepted none: the authorizer and the pool do not fit together. */
export const everyoneRefused = ({ answers: { unauthorized, authorized } }: Api): IMetric =>
  new MathExpression({
    expression: 'IF(unauthorized >= 1 AND FILL(authorized, 0) == 0, 1, 0)',
    label: 'everyone refused',
    usingMetrics: { unauthorized, authorized },
    period,
  });

/** 1 where bookings failed and none was made. */
export const noBooking = ({ answers: { failedBookings, madeBookings } }: Api): IMetric =>
  new MathExpression({
    expression: 'IF(failed >= 1 AND FILL(made, 0) == 0, 1, 0)',
    label: 'no booking',
    usingMetrics: { failed: failedBookings, made: madeBookings },
    period,
  });

const ofPool = ({ userPool, client }: Auth, metricName: string, statistic: string): Metric =>
  new Metric({
    namespace: 'AWS/Cognito',
    metricName,
    statistic,
    period,
    dimensionsMap: { UserPool: userPool.userPoolId, UserPoolClient: client.userPoolClientId },
  });

/** Sign-ins and renewals that Cognito throttled. */
export const poolThrottles = (auth: Auth): IMetric =>
  sumOf('throttled', {
    signIns: ofPool(auth, 'SignInThrottles', 'Sum'),
    renewals: ofPool(auth, 'TokenRefreshThrottles', 'Sum'),
  });

/**
 * 1 where renewals were asked for and none succeeded. Cognito counts no failed call of its trigger, and a wrong password
 * fails no renewal.
 */
export const noRenewals = (auth: Auth): IMetric =>
  new MathExpression({
    expression: 'IF(asked >= 3 AND done == 0, 1, 0)',
    label: 'no renewal',
    usingMetrics: {
      asked: ofPool(auth, 'TokenRefreshSuccesses', 'SampleCount').with({ period: hour }),
      done: ofPool(auth, 'TokenRefreshSuccesses', 'Sum').with({ period: hour }),
    },
    period: hour,
  });

/** Percentage of requests that the gateway answered with a 5xx; 0 below 20 requests, which are too few for a rate. */
export const serverErrorRate = ({ stage }: Api): IMetric =>
  new MathExpression({
    expression: 'IF(requests >= 20, 100 * errors / requests, 0)',
    label: '5xx, percent',
    usingMetrics: { errors: stage.metricServerError(sum), requests: stage.metricCount(sum) },
    period,
  });

export const reputation = (metricName: 'Reputation.BounceRate' | 'Reputation.ComplaintRate'): IMetric =>
  new Metric({ namespace: 'AWS/SES', metricName, statistic: 'Maximum', period: Duration.hours(1) });

const ofTable = (metricName: string, dimensionsMap: Record<string, string>): Metric =>
  new Metric({ namespace: 'AWS/DynamoDB', metricName, dimensionsMap, ...sum });

export const tableThrottles = (TableName: string): IMetric => {
  const targets = [{}, ...tableSchema.indexes.map(({ name }) => ({ GlobalSecondaryIndexName: name }))];
  const metrics = targets.flatMap((target, index) =>
    ['Read', 'Write'].map((kind) => [
      `${kind.toLowerCase()}s${index}`,
      ofTable(`${kind}ThrottleEvents`, { TableName, ...target }),
    ]),
  );
  return sumOf('throttled', Object.fromEntries(metrics));
};

/** Operations of the functions. DynamoDB counts its own errors for each operation only. */
export const tableOperations = [
  'BatchGetItem',
  'BatchWriteItem',
  'DeleteItem',
  'GetItem',
  'PutItem',
  'Query',
  'TransactWriteItems',
  'UpdateItem',
];

export const tableSystemErrors = (TableName: string): IMetric => {
  const metrics = tableOperations.map((Operation, index) => [
    `errors${index}`,
    ofTable('SystemErrors', { TableName, Operation }),
  ]);
  return sumOf('system errors', Object.fromEntries(metrics));
};

/** Executions that Lambda refused, of all functions of the account in this region: they share its quota. */
export const throttledExecutions = (): IMetric =>
  new Metric({ namespace: 'AWS/Lambda', metricName: 'Throttles', ...sum });

/** Executions that run at the same time, of all functions of the account in this region. */
export const concurrentExecutions = (): IMetric =>
  new Metric({
    namespace: 'AWS/Lambda',
    metricName: 'ConcurrentExecutions',
    statistic: 'Maximum',
    period,
  });
