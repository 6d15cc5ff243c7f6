import { join } from 'node:path';
import { ArnFormat, CfnResource, Duration, Stack, Validations } from 'aws-cdk-lib';
import {
  Alarm,
  ComparisonOperator,
  MathExpression,
  type MathExpressionProps,
  Metric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Alias, IFunction } from 'aws-cdk-lib/aws-lambda';
import { NodejsFunction } from 'aws-cdk-lib/aws-lambda-nodejs';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { Stage } from '../settings/settings-schema.ts';
import type { FailedRequests } from './failures.ts';
import { lambdaSettings, logSettings } from './lambda-settings.ts';
import { liveAlias, type ServiceFunction } from './service-function.ts';

interface SmokeCheckProps {
  readonly functions: Readonly<Record<string, ServiceFunction>>;
  readonly groupArns: readonly string[];
}

/** The finding of AWS Solutions about a policy that allows any version of a function. */
const anyVersionOf = (fn: IFunction): string => {
  const [logicalId] = Stack.of(fn).resolve(fn.functionArn)['Fn::GetAtt'];
  return `AwsSolutions-IAM5[Resource::<${logicalId}.Arn>:*]`;
};

/** Called by CodeDeploy before a new version gets traffic: without it a release without visitors would pass unseen. */
class SmokeCheck extends Construct {
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
    // Every version: a policy that changed with each deployment might not be known everywhere when the hook runs.
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

/** How traffic moves to a new version. */
const takesOver: Readonly<Record<Stage, typeof LambdaDeploymentConfig.ALL_AT_ONCE>> = {
  dev: LambdaDeploymentConfig.ALL_AT_ONCE,
  prod: LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
};

type Functions = Readonly<Record<string, ServiceFunction>>;

interface ReleasesProps {
  readonly stage: Stage;
  readonly concurrency: number;
  readonly services: Functions;
  readonly others: Functions;
  readonly triggers: Functions;
  readonly failedRequests: FailedRequests;
}

/** Step by step, and back when they fail: the alias of a function is moved back, and the whole deployment with it. */
export class Releases extends Construct {
  readonly #stage: Stage;
  readonly #atOnce: number;
  readonly #application: LambdaApplication;

  constructor(
    scope: Construct,
    id: string,
    { stage, concurrency, services, others, triggers, failedRequests }: ReleasesProps,
  ) {
    super(scope, id);
    this.#stage = stage;
    this.#atOnce = aliasesAtOnce(concurrency);
    this.#application = new LambdaApplication(this, 'Application');
    const failuresOf = (name: string, fn: ServiceFunction): Failures => {
      if (!fn.expectedErrors && !(name in services)) return onlyErrors(fn);
      const failures = failedRequests.ofVersion(name, fn.lambda.currentVersion.version);
      return fn.expectedErrors ? unexpectedFailures(fn, failures) : failuresAndErrors(fn, failures);
    };
    // An alias waits for its hook, and a hook for the functions that it checks. The user pool waits for the aliases of
    // its triggers, and other functions for the user pool: one hook of all functions would close a circle.
    this.#releaseAll('Functions', { ...services, ...others }, failuresOf);
    this.#releaseAll('Triggers', triggers, failuresOf);
  }

  #releaseAll(
    id: string,
    functions: Functions,
    failuresOf: (name: string, fn: ServiceFunction) => Failures,
  ): void {
    const groupArns = Object.keys(functions).map((name) => this.#groupArn(name));
    const { hook } = new SmokeCheck(this, `SmokeCheckOf${id}`, { functions, groupArns });
    const role = new Role(this, `RoleOf${id}`, {
      assumedBy: new ServicePrincipal('codedeploy.amazonaws.com'),
    });
    Validations.of(role).acknowledge(
      {
        id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited]',
        reason: 'The library gives it to every deployment of Lambda: it may point aliases at versions.',
      },
      { id: anyVersionOf(hook), reason: 'The library lets CodeDeploy call any version of the hook.' },
    );
    for (const [name, fn] of Object.entries(functions)) {
      this.#release(name, fn, { hook, role, failures: failuresOf(name, fn) });
      // CodeDeploy calls the hook when the alias is updated.
      fn.live.node.addDependency(role);
    }
    const aliases = Object.values(functions).map(({ live }) => resourceOf(live));
    for (const [index, alias] of aliases.entries()) {
      const before = aliases[index - this.#atOnce];
      if (before) alias.addDependency(before);
    }
  }

  #groupArn(name: string): string {
    return Stack.of(this).formatArn({
      service: 'codedeploy',
      resource: 'deploymentgroup',
      resourceName: `${this.#application.applicationName}/${name}`,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
  }

  #release(name: string, fn: ServiceFunction, { hook, role, failures }: Release): void {
    // The alarm watches the new version alone: an existing fault must not keep its repair from being deployed.
    const alarm = new Alarm(this, `${name}Alarm`, {
      alarmDescription: `The new version of ${name} fails; the deployment is rolled back`,
      metric: new MathExpression({ ...failures, label: 'failures', period: Duration.minutes(1) }),
      threshold: 0,
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
    new LambdaDeploymentGroup(this, name, {
      application: this.#application,
      deploymentGroupName: name,
      preHook: hook,
      role,
      alias: fn.live,
      deploymentConfig: takesOver[this.#stage],
      alarms: [alarm],
      autoRollback: { failedDeployment: true, stoppedDeployment: true, deploymentInAlarm: true },
    });
  }
}

/**
 * How many aliases are updated at the same time. Each needs two executions, its hook and the version that the hook
 * checks, and visitors need the rest of the quota. With the 10 of a new account a deployment of `prod` so takes 20
 * minutes in place of 5.
 */
const aliasesAtOnce = (concurrency: number): number => Math.max(1, Math.floor(concurrency / 3));

const resourceOf = (alias: Alias): CfnResource => {
  const { defaultChild } = alias.node;
  if (!(defaultChild instanceof CfnResource)) throw new Error(`${alias.node.path} has no resource`);
  return defaultChild;
};

/** A sum that is above 0 where a new version fails. */
type Failures = Pick<MathExpressionProps, 'expression' | 'usingMetrics'>;

interface Release {
  readonly hook: IFunction;
  readonly role: Role;
  readonly failures: Failures;
}

/** A figure that Lambda keeps of the new version. */
const ofNewVersion = ({ lambda }: ServiceFunction, metricName: string, statistic: string): Metric =>
  new Metric({
    namespace: 'AWS/Lambda',
    metricName,
    statistic,
    dimensionsMap: {
      FunctionName: lambda.functionName,
      Resource: `${lambda.functionName}:${liveAlias}`,
      ExecutedVersion: lambda.currentVersion.version,
    },
  });

/** What Lambda counts as errors: crashes, time-outs, failures to start, and all that the function throws. */
const errorsOf = (fn: ServiceFunction): Metric => ofNewVersion(fn, 'Errors', 'Sum');

const onlyErrors = (fn: ServiceFunction): Failures => ({
  expression: 'FILL(errors, 0)',
  usingMetrics: { errors: errorsOf(fn) },
});

/** A service answers a failed request itself, so that Lambda counts no error. */
const failuresAndErrors = (fn: ServiceFunction, failures: Metric): Failures => ({
  expression: 'FILL(errors, 0) + FILL(failures, 0)',
  usingMetrics: { errors: errorsOf(fn), failures },
});

/**
 * A function that throws on purpose is watched by its log. Lambda's count less the expected lines would be wrong for minutes: metrics of
 * logs arrive later, and count in the minute of the line, Lambda's in that of the start.
 */
const unexpectedFailures = (fn: ServiceFunction, failures: Metric): Failures => ({
  expression: `FILL(failures, 0) + IF(FILL(longest, 0) >= ${fn.timeout.toMilliseconds()}, 1, 0)`,
  usingMetrics: { failures, longest: ofNewVersion(fn, 'Duration', 'Maximum') },
});
