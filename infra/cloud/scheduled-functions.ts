import { join } from 'node:path';
import { type CfnCondition, Duration, Fn, Stack } from 'aws-cdk-lib';
import type { IMetric, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { NodejsFunction } from 'aws-cdk-lib/aws-lambda-nodejs';
import { FilterPattern, LogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler';
import { Construct } from 'constructs';
import type * as z from 'zod/mini';
import { messageStalled, workSetAside } from '#functions/lib/log';
import type { Auth } from './auth.ts';
import type { targetSchema } from './canary/handler.ts';
import { sum } from './failures.ts';
import { lambdaSettings, logSettings } from './lambda-settings.ts';
import { ServiceFunction } from './service-function.ts';
import { timerSettings } from './service-settings.ts';
import type { Mailer, Messenger } from './stream-functions.ts';
import type { BookingTable } from './table.ts';
import { grantTimer } from './table-access/background-access.ts';

/** Has EventBridge Scheduler invoke a function. A failed run is not repeated: the next one does its work. */
export const invokeEvery = (
  scope: Construct,
  {
    minutes,
    arn,
    input = '{}',
    whileOn,
  }: {
    readonly minutes: number;
    readonly arn: string;
    /** JSON. */
    readonly input?: string;
    readonly whileOn?: CfnCondition;
  },
): void => {
  const role = new Role(scope, 'SchedulerRole', {
    assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
      conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(scope).account } },
    }),
  });
  role.addToPolicy(new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [arn] }));
  const schedule = new CfnSchedule(scope, 'Schedule', {
    scheduleExpression: `rate(${minutes} minutes)`,
    flexibleTimeWindow: { mode: 'OFF' },
    ...(whileOn && { state: Fn.conditionIf(whileOn.logicalId, 'ENABLED', 'DISABLED').toString() }),
    target: { arn, roleArn: role.roleArn, input, retryPolicy: { maximumRetryAttempts: 0 } },
  });
  schedule.node.addDependency(role);
};

interface TimerProps {
  readonly monitoring: Construct;
  readonly table: BookingTable;
  readonly businessTimeZone: string;
  readonly whileOn: CfnCondition;
}

/** Does what is due, every five minutes (JOB-01): EventBridge Scheduler → function. */
export class Timer extends Construct {
  readonly fn: ServiceFunction;
  /** How often it found a message that makes no progress. */
  readonly stalledMessages: Metric;
  readonly workSetAside: Metric;

  constructor(scope: Construct, id: string, { monitoring, table, businessTimeZone, whileOn }: TimerProps) {
    super(scope, id);
    this.fn = new ServiceFunction(this, 'timer', { timeout: Duration.minutes(2) });
    grantTimer(table, this.fn);
    this.fn.provide({ BUSINESS_TIME_ZONE: businessTimeZone });
    // The next run does what a failed one has left.
    this.fn.live.configureAsyncInvoke({ retryAttempts: 0 });

    const count = (metricName: string, event: string): Metric =>
      new MetricFilter(monitoring, metricName, {
        logGroup: this.fn.log,
        filterPattern: FilterPattern.stringValue('$.message.event', '=', event),
        metricNamespace: Stack.of(this).stackName,
        metricName,
      }).metric(sum);
    this.stalledMessages = count('StalledMessages', messageStalled);
    this.workSetAside = count('WorkSetAside', workSetAside);

    invokeEvery(this, { minutes: timerSettings.everyMinutes, arn: this.fn.live.functionArn, whileOn });
  }
}

interface CanaryProps {
  readonly siteUrl: string;
  readonly auth: Auth;
  readonly table: BookingTable;
  readonly mailer: Mailer;
  readonly messenger: Messenger;
}

/**
 * Looks every five minutes, as a visitor and at settings that nothing else watches. A small school makes too few requests
 * for a rate of errors, and no request at all while the site cannot be reached.
 */
export class Canary extends Construct {
  readonly errors: IMetric;

  constructor(scope: Construct, id: string, { siteUrl, auth, table, mailer, messenger }: CanaryProps) {
    super(scope, id);
    const feeds = { mailer: mailer.feed, messenger: messenger.feed };
    const logGroup = new LogGroup(this, 'Log', logSettings);
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    const allow = (actions: string[], resources: string[]) =>
      role.addToPolicy(new PolicyStatement({ actions, resources }));
    allow(['logs:CreateLogStream', 'logs:PutLogEvents'], [logGroup.logGroupArn]);
    allow(
      ['lambda:GetEventSourceMapping'],
      Object.values(feeds).map(({ eventSourceMappingArn }) => eventSourceMappingArn),
    );
    allow(['dynamodb:DescribeContinuousBackups'], [table.arn]);
    const target: z.infer<typeof targetSchema> = {
      siteUrl,
      tableName: table.name,
      pool: {
        region: Stack.of(this).region,
        userPoolId: auth.userPool.userPoolId,
        userPoolClientId: auth.client.userPoolClientId,
      },
      feeds: Object.fromEntries(
        Object.entries(feeds).map(([name, feed]) => [name, feed.eventSourceMappingId]),
      ),
    };
    const fn = new NodejsFunction(this, 'Function', {
      ...lambdaSettings,
      // The client of Lambda loads the event streams that other functions do without.
      bundling: { ...lambdaSettings.bundling, externalModules: [] },
      entry: join(import.meta.dirname, 'canary/handler.ts'),
      // All at once: a request to AWS takes 12 seconds at most, one to the site 10.
      timeout: Duration.minutes(1),
      role,
      logGroup,
      environment: { TARGET: Stack.of(this).toJsonString(target) },
    });
    // The next run looks again.
    fn.configureAsyncInvoke({ retryAttempts: 0 });
    invokeEvery(this, { minutes: 5, arn: fn.functionArn });
    this.errors = fn.metricErrors(sum);
  }
}
