import { ArnFormat, Duration, Stack, Validations } from 'aws-cdk-lib';
import {
  Alarm,
  ComparisonOperator,
  MathExpression,
  Metric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import type { Stage } from '../settings/settings-schema.ts';
import type { FailedRequests } from './failed-requests.ts';
import { liveAlias, type ServiceFunction } from './service-function.ts';
import { SmokeCheck } from './smoke-check.ts';

/** How traffic moves to a new version. */
const takesOver: Readonly<Record<Stage, typeof LambdaDeploymentConfig.ALL_AT_ONCE>> = {
  dev: LambdaDeploymentConfig.ALL_AT_ONCE,
  prod: LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
};

interface ReleasesProps {
  readonly stage: Stage;
  /** The services of the API. */
  readonly services: Readonly<Record<string, ServiceFunction>>;
  /** The functions that no route calls. */
  readonly others: Readonly<Record<string, ServiceFunction>>;
  readonly failedRequests: FailedRequests;
}

/**
 * Moves traffic to new versions of the functions step by step, and back when they fail: the alias of a function is moved
 * back, and the whole deployment is rolled back with it.
 */
export class Releases extends Construct {
  readonly #stage: Stage;
  readonly #application: LambdaApplication;
  readonly #role: Role;
  readonly #smokeCheck: SmokeCheck;

  constructor(scope: Construct, id: string, { stage, services, others, failedRequests }: ReleasesProps) {
    super(scope, id);
    this.#stage = stage;
    this.#application = new LambdaApplication(this, 'Application');
    this.#role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('codedeploy.amazonaws.com') });
    Validations.of(this.#role).acknowledge({
      id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited]',
      reason: 'The library gives it to every deployment of Lambda: it may point aliases at versions.',
    });
    const functions = { ...services, ...others };
    this.#smokeCheck = new SmokeCheck(this, 'SmokeCheck', {
      functions,
      groupArns: Object.keys(functions).map((name) => this.#groupArn(name)),
    });
    const [hookId] = Stack.of(this).resolve(this.#smokeCheck.hook.functionArn)['Fn::GetAtt'];
    Validations.of(this.#role).acknowledge({
      id: `AwsSolutions-IAM5[Resource::<${hookId}.Arn>:*]`,
      reason: 'The library lets CodeDeploy call any version of the hook.',
    });
    for (const [name, fn] of Object.entries(services)) {
      const failures = failedRequests.ofVersion(name, fn.lambda.currentVersion.version);
      this.#release(name, fn, 'FILL(errors, 0) + FILL(failures, 0)', {
        errors: errorsOfNewVersion(fn),
        failures,
      });
    }
    for (const [name, fn] of Object.entries(others)) {
      this.#release(name, fn, 'FILL(errors, 0)', { errors: errorsOfNewVersion(fn) });
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

  #release(
    name: string,
    fn: ServiceFunction,
    expression: string,
    usingMetrics: Record<string, Metric>,
  ): void {
    // Of the new version alone: an existing fault must not keep its repair from being deployed.
    const alarm = new Alarm(this, `${name}Alarm`, {
      alarmDescription: `The new version of ${name} fails; the deployment is rolled back`,
      metric: new MathExpression({
        expression,
        usingMetrics,
        label: 'failures',
        period: Duration.minutes(1),
      }),
      threshold: 0,
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
    new LambdaDeploymentGroup(this, name, {
      application: this.#application,
      deploymentGroupName: name,
      preHook: this.#smokeCheck.hook,
      role: this.#role,
      alias: fn.live,
      deploymentConfig: takesOver[this.#stage],
      alarms: [alarm],
      autoRollback: { failedDeployment: true, stoppedDeployment: true, deploymentInAlarm: true },
    });
  }
}

/** What Lambda counts as errors of the new version: crashes, time-outs, failures to start. */
const errorsOfNewVersion = ({ lambda }: ServiceFunction): Metric =>
  new Metric({
    namespace: 'AWS/Lambda',
    metricName: 'Errors',
    statistic: 'Sum',
    dimensionsMap: {
      FunctionName: lambda.functionName,
      Resource: `${lambda.functionName}:${liveAlias}`,
      ExecutedVersion: lambda.currentVersion.version,
    },
  });
