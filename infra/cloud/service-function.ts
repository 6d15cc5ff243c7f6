import { join } from 'node:path';
import { type Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { type IMetric, MathExpression, Metric, type MetricOptions } from 'aws-cdk-lib/aws-cloudwatch';
import {
  type CfnRole,
  Effect,
  Policy,
  PolicyDocument,
  PolicyStatement,
  Role,
  ServicePrincipal,
} from 'aws-cdk-lib/aws-iam';
import { Alias, type IFunction, type IVersion } from 'aws-cdk-lib/aws-lambda';
import { NodejsFunction } from 'aws-cdk-lib/aws-lambda-nodejs';
import { FilterPattern, LogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { type FunctionName, functions, type Variable } from '#functions/functions';
import { lambdaSettings, logSettings, projectRoot } from './lambda-settings.ts';

interface ExpectedErrorsProps {
  readonly log: LogGroup;
  readonly event: string;
}

/**
 * Counts the errors that a function throws on purpose, by the line that it logs before. Lambda counts these as errors like
 * crashes and time-outs; the difference is what needs a person. It is right some minutes later only, since metrics of logs
 * arrive after Lambda's: an alarm waits for a second period.
 */
export class ExpectedErrors extends Construct {
  readonly #namespace: string;
  readonly #event: string;

  constructor(scope: Construct, id: string, { log: logGroup, event }: ExpectedErrorsProps) {
    super(scope, id);
    this.#namespace = Stack.of(this).stackName;
    this.#event = event;
    new MetricFilter(this, 'All', {
      logGroup,
      filterPattern: FilterPattern.stringValue('$.message.event', '=', event),
      metricNamespace: this.#namespace,
      metricName: event,
    });
  }

  /** What Lambda counts of a function's errors beyond these. */
  subtractedFrom(fn: IFunction, { period, ...options }: MetricOptions): IMetric {
    return new MathExpression({
      expression: 'FILL(errors, 0) - FILL(expected, 0)',
      label: 'unexpected errors',
      usingMetrics: {
        errors: fn.metricErrors(options),
        expected: new Metric({ namespace: this.#namespace, metricName: this.#event, statistic: 'Sum' }),
      },
      ...(period && { period }),
    });
  }
}

/** Name of the alias under which every function is called. */
export const liveAlias = 'live';

/** A statement of a role's policy. Grants of the library allow more than is needed. */
interface Permission {
  readonly actions: readonly string[];
  readonly resources: readonly string[];
  readonly conditions?: Record<string, Record<string, unknown>>;
}

interface ServiceFunctionProps {
  readonly timeout: Duration;
  /** The event that the function logs before it throws on purpose (`logUnexpected`). */
  readonly expectedErrorEvent?: string;
}

/** One Lambda function: its code, its log, and a role that may only write that log until it is granted more. */
export class ServiceFunction extends Construct {
  readonly lambda: NodejsFunction;
  readonly live: Alias & IFunction;
  readonly log: LogGroup;
  readonly timeout: Duration;
  /** Errors that the function throws on purpose. It logs the others itself, as a failed request. */
  readonly expectedErrors: ExpectedErrors | undefined;
  readonly #role: Role;
  readonly #permissions = new PolicyDocument();
  readonly #variables = new Map<Variable, string>();

  constructor(scope: Construct, name: FunctionName, { timeout, expectedErrorEvent }: ServiceFunctionProps) {
    super(scope, name);
    this.timeout = timeout;
    this.log = new LogGroup(this, 'Log', logSettings);
    this.#role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      // Not a policy of its own: a stack has at most 500 resources.
      inlinePolicies: { Permissions: this.#permissions },
    });
    this.allow({ actions: ['logs:CreateLogStream', 'logs:PutLogEvents'], resources: [this.log.logGroupArn] });
    this.lambda = new NodejsFunction(this, 'Function', {
      entry: join(projectRoot, 'functions/entries', `${name}.ts`),
      ...lambdaSettings,
      timeout,
      role: this.#role,
      logGroup: this.log,
      // Old versions stay, for going back by hand. A version whose own deployment failed does not: Lambda refuses to
      // publish the same code twice (409), so the next attempt with that code would fail.
      currentVersionOptions: { removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE },
    });
    // An Alias is an IFunction, a Version an IVersion; only exactOptionalPropertyTypes, unknown to the library, says no.
    const version = this.lambda.currentVersion as IVersion;
    this.live = new Alias(this, 'Live', { aliasName: liveAlias, version }) as Alias & IFunction;
    this.expectedErrors =
      expectedErrorEvent === undefined
        ? undefined
        : new ExpectedErrors(this, 'ExpectedErrors', { log: this.log, event: expectedErrorEvent });
    this.node.addValidation({ validate: () => this.#checkVariables(name) });
  }

  metricUnexpectedErrors(options: MetricOptions): IMetric {
    return this.expectedErrors?.subtractedFrom(this.lambda, options) ?? this.lambda.metricErrors(options);
  }

  allow(permission: Permission): void {
    this.#state(Effect.ALLOW, permission);
  }

  /** Allows the function actions on a resource that needs the function, by a policy that is created after both. */
  allowLater(scope: Construct, id: string, { actions, resources }: Permission): void {
    const statements = [new PolicyStatement({ actions: [...actions], resources: [...resources] })];
    new Policy(scope, id, { roles: [this.#role], statements });
  }

  /** Allows an action that cfn-lint does not know. Only for this role its check of the names of actions is off. */
  allowNewAction(permission: Permission): void {
    this.allow(permission);
    (this.#role.node.defaultChild as CfnRole).addMetadata('cfn-lint', {
      config: { ignore_checks: ['W3037'] },
    });
  }

  deny(permission: Permission): void {
    this.#state(Effect.DENY, permission);
  }

  #state(effect: Effect, { actions, resources, conditions }: Permission): void {
    this.#permissions.addStatements(
      new PolicyStatement({
        effect,
        actions: [...actions],
        resources: [...resources],
        ...(conditions && { conditions }),
      }),
    );
  }

  provide(variables: Partial<Record<Variable, string>>): void {
    for (const [variable, value] of Object.entries(variables)) {
      // Object.entries widens the key type; the parameter's is closed.
      this.#variables.set(variable as Variable, value);
      this.lambda.addEnvironment(variable, value);
    }
  }

  /** Without this check a missing variable would be found only when the function starts in the cloud. */
  #checkVariables(name: FunctionName): string[] {
    const read: readonly Variable[] = functions[name].variables;
    return [
      ...read
        .filter((variable) => !this.#variables.has(variable))
        .map((variable) => `${variable} is not provided`),
      ...[...this.#variables.keys()]
        .filter((variable) => !read.includes(variable))
        .map((variable) => `${variable} is provided, but ${name} does not read it`),
    ];
  }
}
