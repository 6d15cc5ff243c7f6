import {
  CfnCondition,
  CfnOutput,
  CfnParameter,
  Duration,
  Fn,
  RemovalPolicy,
  Stack,
  Validations,
} from 'aws-cdk-lib';
import {
  CfnOIDCProvider,
  Effect,
  PolicyDocument,
  PolicyStatement,
  Role,
  WebIdentityPrincipal,
} from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { stageSchema } from '../settings/settings-schema.ts';
import { edgeAlarmsStackName, firewallStackName, monitoringId, stackName } from './names.ts';

const issuer = 'token.actions.githubusercontent.com';

interface WorkflowRole {
  /** End of the token's subject, after the repository. */
  readonly subject: string;
  readonly sessionHours: number;
  readonly statements: readonly PolicyStatement[];
}

const allow = (actions: string[], resources: string[]): PolicyStatement =>
  new PolicyStatement({ effect: Effect.ALLOW, actions, resources });

/**
 * Roles that the workflows of the repository assume by OIDC, without stored credentials: one per stage that deploys it,
 * and one for pull requests that reads the deployed templates only. That one may not use the bootstrap's lookup role,
 * which can read the table. The bootstrap's deploy role can change every stack of its account: stages are kept apart
 * only in accounts of their own.
 */
export class PipelineStack extends Stack {
  readonly #providerArn: string;
  readonly #repository: string;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.#repository = new CfnParameter(this, 'Repository', {
      description: 'repo:owner/name, or repo:owner@id/name@id for a repository with immutable subjects',
      allowedPattern: 'repo:[\\w.-]+(@\\d+)?/[\\w.-]+(@\\d+)?',
    }).valueAsString;
    const existing = new CfnParameter(this, 'ExistingProvider', {
      description: 'true if the account has GitHub’s identity provider already: it can have one only',
      allowedValues: ['true', 'false'],
      default: 'false',
    });
    const isNew = new CfnCondition(this, 'IsProviderNew', {
      expression: Fn.conditionEquals(existing.valueAsString, 'false'),
    });
    const provider = new CfnOIDCProvider(this, 'GitHub', {
      url: `https://${issuer}`,
      clientIdList: ['sts.amazonaws.com'],
    });
    provider.cfnOptions.condition = isNew;
    // Other repositories of the account may use it by then.
    provider.applyRemovalPolicy(RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE);
    this.#providerArn = Fn.conditionIf(
      isNew.logicalId,
      provider.attrArn,
      this.formatArn({ service: 'iam', region: '', resource: 'oidc-provider', resourceName: issuer }),
    ).toString();
    for (const stage of stageSchema.options) {
      this.#role(`Deploy${stage}`, {
        subject: `environment:${stage}`,
        sessionHours: 2,
        statements: [
          allow(
            ['sts:AssumeRole'],
            ['deploy', 'file-publishing'].map((kind) =>
              this.#iamArn(`cdk-hnb659fds-${kind}-role-${this.account}-*`),
            ),
          ),
          allow(['cloudformation:DescribeStacks'], [this.#stackArn(stackName(stage))]),
        ],
      });
    }
    this.#role('Diff', {
      subject: 'pull_request',
      sessionHours: 1,
      statements: [
        allow(
          ['DescribeStacks', 'GetTemplate', 'ListStackResources'].map((action) => `cloudformation:${action}`),
          [
            // CloudFormation names a nested stack after the outer one and the logical id.
            ...stageSchema.options.flatMap((stage) => [
              this.#stackArn(stackName(stage)),
              this.#stackArn(`${stackName(stage)}-${monitoringId}*`),
            ]),
            ...stageSchema.options
              .flatMap((stage) => [firewallStackName(stage), edgeAlarmsStackName(stage)])
              .map((name) => this.#stackArn(name, 'us-east-1')),
            this.#stackArn(this.stackName),
          ],
        ),
      ],
    });
  }

  #role(id: string, { subject, sessionHours, statements }: WorkflowRole): void {
    const role = new Role(this, id, {
      assumedBy: new WebIdentityPrincipal(this.#providerArn, {
        StringEquals: {
          [`${issuer}:aud`]: 'sts.amazonaws.com',
          [`${issuer}:sub`]: `${this.#repository}:${subject}`,
        },
      }),
      maxSessionDuration: Duration.hours(sessionHours),
      inlinePolicies: { Workflow: new PolicyDocument({ statements: [...statements] }) },
    });
    const findings = statements.flatMap(({ resources }) =>
      resources.filter((resource) => resource.endsWith('*')),
    );
    Validations.of(role).acknowledge(
      ...findings.map((resource) => ({
        id: `AwsSolutions-IAM5[Resource::${this.#readable(resource)}]`,
        reason: 'CloudFormation adds an id to a stack’s ARN; the bootstrap has roles in each region.',
      })),
    );
    new CfnOutput(this, `${id}Role`, { value: role.roleArn });
  }

  #stackArn(name: string, region = this.region): string {
    return this.formatArn({
      service: 'cloudformation',
      region,
      resource: 'stack',
      resourceName: `${name}/*`,
    });
  }

  #iamArn(roleName: string): string {
    return this.formatArn({ service: 'iam', region: '', resource: 'role', resourceName: roleName });
  }

  /** An ARN as cdk-nag writes it. */
  #readable(arn: string): string {
    const { 'Fn::Join': joined } = this.resolve(arn);
    return joined[1]
      .map((part: unknown) => (typeof part === 'string' ? part : `<${Object(part).Ref}>`))
      .join('');
  }
}
