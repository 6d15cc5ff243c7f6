import { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { tableSchema } from '#functions/data/dynamo/table-schema';
import type { Api } from './api.ts';

export const period = Duration.minutes(5);
export const sum = { period, statistic: 'Sum' };

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

/** Percentage of requests that the gateway answered with a 5xx; 0 below 20 requests, which are too few for a rate. */
export const serverErrorRate = ({ stage }: Api): IMetric =>
  new MathExpression({
    expression: 'IF(requests >= 20, 100 * errors / requests, 0)',
    label: '5xx, percent',
    usingMetrics: { errors: stage.metricServerError(sum), requests: stage.metricCount(sum) },
    period,
  });

/** Rates by which SES judges the account. */
export const reputation = (metricName: 'Reputation.BounceRate' | 'Reputation.ComplaintRate'): IMetric =>
  new Metric({ namespace: 'AWS/SES', metricName, statistic: 'Maximum', period: Duration.hours(1) });

const ofTable = (metricName: string, dimensionsMap: Record<string, string>): Metric =>
  new Metric({ namespace: 'AWS/DynamoDB', metricName, dimensionsMap, ...sum });

/** Requests that DynamoDB throttled, on the table and its indexes. */
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

/** Requests that DynamoDB answered with an internal error. */
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
