import { join } from 'node:path';
import { Duration, Stack, Validations } from 'aws-cdk-lib';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { NodejsFunction } from 'aws-cdk-lib/aws-lambda-nodejs';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { lambdaSettings } from './lambda-settings.ts';
import { logSettings } from './log-settings.ts';
import type { ServiceFunction } from './service-function.ts';

interface SmokeCheckProps {
  /** The functions by the name of their deployment group. */
  readonly functions: Readonly<Record<string, ServiceFunction>>;
  /** ARNs of the deployment groups. */
  readonly groupArns: readonly string[];
}

/** The finding of AWS Solutions about a policy that allows any version of a function. */
export const anyVersionOf = (fn: IFunction): string => {
  const [logicalId] = Stack.of(fn).resolve(fn.functionArn)['Fn::GetAtt'];
  return `AwsSolutions-IAM5[Resource::<${logicalId}.Arn>:*]`;
};

/**
 * The hook that CodeDeploy calls before a new version gets traffic: one request to that version. Without it a release at
 * a time without visitors would pass unseen.
 */
export class SmokeCheck extends Construct {
  readonly hook: IFunction;

  constructor(scope: Construct, id: string, { functions, groupArns }: SmokeCheckProps) {
    super(scope, id);
    const logGroup = new LogGroup(this, 'Log', logSettings);
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    const versions = Object.entries(functions).map(
      ([name, { lambda }]) => [name, lambda.currentVersion.functionArn] as const,
    );
    const allow = (actions: string[], resources: readonly string[]) =>
      role.addToPolicy(new PolicyStatement({ actions, resources: [...resources] }));
    allow(['logs:CreateLogStream', 'logs:PutLogEvents'], [logGroup.logGroupArn]);
    // Of every version: a policy that changed with each deployment might not be known everywhere when the hook runs.
    allow(
      ['lambda:InvokeFunction'],
      Object.values(functions).map(({ lambda }) => `${lambda.functionArn}:*`),
    );
    // To report the result is granted by the deployment groups.
    allow(['codedeploy:GetDeployment'], groupArns);
    const hook = new NodejsFunction(this, 'Function', {
      ...lambdaSettings,
      // The client of Lambda loads the event streams that other functions do without.
      bundling: { ...lambdaSettings.bundling, externalModules: [] },
      entry: join(import.meta.dirname, 'smoke-check/handler.ts'),
      // CodeDeploy waits for an hour. The check is repeated while Lambda throttles.
      timeout: Duration.minutes(10),
      role,
      logGroup,
      environment: { VERSIONS: Stack.of(this).toJsonString(Object.fromEntries(versions)) },
    });
    this.hook = hook as IFunction;
    for (const { lambda } of Object.values(functions)) {
      Validations.of(role).acknowledge({
        id: anyVersionOf(lambda as IFunction),
        reason: 'It checks each version once, the new one.',
      });
    }
  }
}
