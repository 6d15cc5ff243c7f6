import { Duration, Stack } from 'aws-cdk-lib';
import type { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { messageStalled } from '#functions/log';
import { sum } from './alarm-metrics.ts';
import { invokeEvery } from './invoke-every.ts';
import { ServiceFunction } from './service-function.ts';
import type { BookingTable } from './table.ts';
import { grantTimer } from './table-access/background-access.ts';
import { timerSettings } from './timer-settings.ts';

interface TimerProps {
  readonly table: BookingTable;
  readonly businessTimeZone: string;
}

/** Does what is due, every five minutes (JOB-01): EventBridge Scheduler → function. */
export class Timer extends Construct {
  readonly fn: ServiceFunction;
  /** How often it found a message that makes no progress. */
  readonly stalledMessages: Metric;

  constructor(scope: Construct, id: string, { table, businessTimeZone }: TimerProps) {
    super(scope, id);
    this.fn = new ServiceFunction(this, 'timer', { timeout: Duration.minutes(2) });
    grantTimer(table, this.fn);
    this.fn.provide({ BUSINESS_TIME_ZONE: businessTimeZone });
    // The next run does what a failed one has left.
    this.fn.live.configureAsyncInvoke({ retryAttempts: 0 });

    const filter = new MetricFilter(this, 'StalledMessages', {
      logGroup: this.fn.log,
      filterPattern: FilterPattern.stringValue('$.message.event', '=', messageStalled),
      metricNamespace: Stack.of(this).stackName,
      metricName: 'StalledMessages',
    });
    this.stalledMessages = filter.metric(sum);

    invokeEvery(this, { minutes: timerSettings.everyMinutes, arn: this.fn.live.functionArn });
  }
}
