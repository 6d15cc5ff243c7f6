import { Duration } from 'aws-cdk-lib';
import {
  type Alarm,
  AlarmStatusWidget,
  Dashboard as CloudWatchDashboard,
  GraphWidget,
  type IMetric,
  Metric,
} from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { messagesIn, throttledExecutions } from './alarm-metrics.ts';
import type { Api } from './api.ts';
import { type FailedRequests, period, sum } from './failures.ts';
import type { ServiceFunction } from './service-function.ts';
import type { Mailer } from './stream-functions.ts';
import type { BookingTable } from './table.ts';

interface DashboardProps {
  readonly alarms: readonly Alarm[];
  readonly api: Api;
  readonly table: BookingTable;
  readonly mailer: Mailer;
  readonly failedRequests: FailedRequests;
  readonly functions: Readonly<Record<string, ServiceFunction>>;
}

const half = 12;

const graph = (title: string, left: readonly IMetric[], right: readonly IMetric[] = []) =>
  new GraphWidget({ title, left: [...left], right: [...right], width: half, liveData: true });

export class Dashboard extends Construct {
  constructor(scope: Construct, id: string, props: DashboardProps) {
    super(scope, id);
    const { alarms, api, table, mailer, failedRequests, functions } = props;
    const each = (metricOf: (fn: ServiceFunction) => Metric): Metric[] =>
      Object.entries(functions).map(([label, fn]) => metricOf(fn).with({ label }));
    const ofTable = (metricName: string): Metric =>
      new Metric({
        namespace: 'AWS/DynamoDB',
        metricName,
        dimensionsMap: { TableName: table.name },
        ...sum,
      });
    const ofMail = (metricName: string): Metric => new Metric({ namespace: 'AWS/SES', metricName, ...sum });
    const { stage } = api;

    new CloudWatchDashboard(this, 'Dashboard', {
      defaultInterval: Duration.days(1),
      widgets: [
        [new AlarmStatusWidget({ title: 'Alarms', alarms: [...alarms], width: 2 * half, height: 4 })],
        [
          graph(
            'Requests and errors',
            [stage.metricCount(sum)],
            [stage.metricClientError(sum), stage.metricServerError(sum), failedRequests.all.with(sum)],
          ),
          graph(
            'Latency, milliseconds',
            ['p50', 'p95', 'p99'].map((statistic) =>
              stage.metricLatency({ period, statistic, label: statistic }),
            ),
          ),
        ],
        [
          graph(
            'Functions: invocations',
            each((fn) => fn.lambda.metricInvocations(sum)),
          ),
          graph(
            'Functions: errors and throttles',
            each((fn) => fn.lambda.metricErrors(sum)),
            // The alarm watches the whole account: one metric instead of one for each function.
            [throttledExecutions()],
          ),
        ],
        [
          graph(
            'Functions: duration, p95, milliseconds',
            each((fn) => fn.lambda.metricDuration({ period, statistic: 'p95' })),
          ),
          graph(
            'Table: consumed capacity, transaction conflicts',
            [ofTable('ConsumedReadCapacityUnits'), ofTable('ConsumedWriteCapacityUnits')],
            [ofTable('TransactionConflict')],
          ),
        ],
        [
          graph('Mail: sent, bounced, complained', [ofMail('Send')], [ofMail('Bounce'), ofMail('Complaint')]),
          graph(
            'Mail: age of the oldest record, milliseconds, and parked records',
            [mailer.fn.lambda.metric('IteratorAge', { period, statistic: 'Maximum' })],
            [messagesIn(mailer.deadLetters)],
          ),
        ],
      ],
    });
  }
}
