import { Stack } from 'aws-cdk-lib';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler';
import type { Construct } from 'constructs';

/** Has EventBridge Scheduler invoke a function. A failed run is not repeated: the next one does its work. */
export const invokeEvery = (
  scope: Construct,
  { minutes, arn }: { readonly minutes: number; readonly arn: string },
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
    target: { arn, roleArn: role.roleArn, input: '{}', retryPolicy: { maximumRetryAttempts: 0 } },
  });
  schedule.node.addDependency(role);
};
