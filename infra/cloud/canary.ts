import { join } from 'node:path';
import { Duration, Stack } from 'aws-cdk-lib';
import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { NodejsFunction } from 'aws-cdk-lib/aws-lambda-nodejs';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type * as z from 'zod/mini';
import { sum } from './alarm-metrics.ts';
import type { targetSchema } from './canary/handler.ts';
import { invokeEvery } from './invoke-every.ts';
import { lambdaSettings } from './lambda-settings.ts';
import { logSettings } from './log-settings.ts';
import type { Mailer } from './mailer.ts';
import type { Messenger } from './messenger.ts';
import type { BookingTable } from './table.ts';

interface CanaryProps {
  readonly siteUrl: string;
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

  constructor(scope: Construct, id: string, { siteUrl, table, mailer, messenger }: CanaryProps) {
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
      feeds: Object.fromEntries(
        Object.entries(feeds).map(([name, feed]) => [name, feed.eventSourceMappingId]),
      ),
    };
    const fn = new NodejsFunction(this, 'Function', {
      ...lambdaSettings,
      // The client of Lambda loads the event streams that other functions do without.
      bundling: { ...lambdaSettings.bundling, externalModules: [] },
      entry: join(import.meta.dirname, 'canary/handler.ts'),
      // Three requests to AWS of 12 seconds, three to the site of 10.
      timeout: Duration.minutes(2),
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
