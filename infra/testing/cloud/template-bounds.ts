import { isRecord, listOf, type Template } from './template-graph.ts';

const pseudoParameters: Readonly<Record<string, string>> = {
  'AWS::AccountId': '111122223333',
  'AWS::Partition': 'aws',
  'AWS::Region': 'ap-southeast-2',
  'AWS::URLSuffix': 'amazonaws.com',
};

/** A template's values as AWS gets them, with names as long as CloudFormation makes them. */
class Rendering {
  readonly #template: Template;
  readonly #stackName: string;

  constructor(template: Template, stackName: string) {
    this.#template = template;
    this.#stackName = stackName;
  }

  /** The name that CloudFormation makes: stack, resource and twelve random characters. */
  nameOf(logicalId: string, most = 64): string {
    return `${this.#stackName}-${logicalId}`.slice(0, most - 13).concat('-123456789ABC');
  }

  value(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.value(item));
    if (!isRecord(value)) return value;
    const [key = '', inner] = Object.entries(value)[0] ?? [];
    switch (key) {
      case 'Ref':
        return this.#reference(String(inner));
      case 'Fn::GetAtt': {
        const [name, attribute] = listOf(inner).map(String);
        return attribute === 'Arn' ? this.#arn(name ?? '') : this.nameOf(name ?? '');
      }
      case 'Fn::Join': {
        const [separator, parts] = listOf(inner);
        return listOf(parts)
          .map((part) => this.text(part))
          .join(String(separator));
      }
      case 'Fn::Sub':
        return String(listOf(inner)[0]).replaceAll(/\$\{([^!}]+)\}/g, (_, name) => this.#reference(name));
      case 'Fn::If':
        return listOf(inner)
          .slice(1)
          .map((branch) => this.value(branch))
          .toSorted((a, b) => JSON.stringify(b).length - JSON.stringify(a).length)[0];
      case 'Fn::Select':
      case 'Fn::Split':
        return this.text(listOf(inner)[1]);
      default:
        return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, this.value(item)]));
    }
  }

  text(value: unknown): string {
    const rendered = this.value(value);
    return typeof rendered === 'string' ? rendered : JSON.stringify(rendered);
  }

  /** Size in bytes of a value as JSON without white space. */
  size(value: unknown): number {
    return Buffer.byteLength(JSON.stringify(this.value(value)) ?? '');
  }

  #reference(name: string): string {
    if (name === 'AWS::StackName') return this.#stackName;
    const pseudo = pseudoParameters[name];
    if (pseudo) return pseudo;
    const type = this.#template.Resources[name]?.Type;
    return type === 'AWS::Lambda::Alias' || type === 'AWS::Lambda::Version'
      ? this.#arn(name)
      : this.nameOf(name);
  }

  #arn(name: string): string {
    const { Type = '', Properties = {} } = this.#template.Resources[name] ?? {};
    const [, service = ''] = Type.toLowerCase().split('::');
    const arn = `arn:aws:${service}:ap-southeast-2:111122223333:`;
    if (Type === 'AWS::Lambda::Alias')
      return `${this.#functionArn(Properties)}:${this.text(Properties.Name)}`;
    if (Type === 'AWS::Lambda::Version') return `${this.#functionArn(Properties)}:12345`;
    return `${arn}${service === 'lambda' ? 'function:' : 'resource/'}${this.nameOf(name)}`;
  }

  #functionArn({ FunctionName }: Readonly<Record<string, unknown>>): string {
    return `arn:aws:lambda:ap-southeast-2:111122223333:function:${this.text(FunctionName)}`;
  }
}

type Measure = readonly [subject: string, size: number];

interface Bound {
  readonly what: string;
  readonly most: number;
  readonly warnAbove?: number;
  readonly measure: (template: Template, rendering: Rendering) => readonly Measure[];
}

type Entry = readonly [name: string, properties: Readonly<Record<string, unknown>>];

const ofType = ({ Resources }: Template, type: string): readonly Entry[] =>
  Object.entries(Resources)
    .filter(([, { Type }]) => Type === type)
    .map(([name, { Properties = {} }]) => [name, Properties]);

/** The policy that Lambda keeps of a function or of an alias of it: a statement for each permission. */
const resourcePolicies: Bound['measure'] = (template, rendering) =>
  [
    ...Map.groupBy(ofType(template, 'AWS::Lambda::Permission'), ([, { FunctionName }]) =>
      rendering.text(FunctionName),
    ),
  ].map(([fn, permissions]): Measure => {
    const statements = permissions.map(([name, { Action, Principal, SourceArn, SourceAccount }]) => ({
      Sid: rendering.nameOf(name, 100),
      Effect: 'Allow',
      Principal: { Service: Principal },
      Action,
      Resource: fn,
      Condition: {
        ...(SourceAccount !== undefined && { StringEquals: { 'AWS:SourceAccount': SourceAccount } }),
        ...(SourceArn !== undefined && { ArnLike: { 'AWS:SourceArn': SourceArn } }),
      },
    }));
    return [fn, rendering.size({ Version: '2012-10-17', Id: 'default', Statement: statements })];
  });

/** All inline policies of a role together: its own, and those that are attached to it. */
const inlinePolicies: Bound['measure'] = (template, rendering) => {
  const attached = ofType(template, 'AWS::IAM::Policy').flatMap(([, { Roles, PolicyDocument }]) =>
    listOf(Roles).map((role) => [rendering.text(role), PolicyDocument] as const),
  );
  return ofType(template, 'AWS::IAM::Role').map(([name, { Policies }]): Measure => {
    const documents = [
      ...listOf(Policies).map((policy) => Object(policy).PolicyDocument),
      ...attached.filter(([role]) => role === rendering.text({ Ref: name })).map(([, document]) => document),
    ];
    return [name, documents.reduce((sum: number, document) => sum + rendering.size(document), 0)];
  });
};

const widgetsOf = ([, { DashboardBody }]: Entry, rendering: Rendering): readonly unknown[] =>
  listOf(Object(JSON.parse(rendering.text(DashboardBody ?? '{}'))).widgets);

/** How many of these the widgets of each dashboard have, the most or all together. */
const ofWidgets =
  (key: 'metrics' | 'alarms', combine: (...sizes: number[]) => number): Bound['measure'] =>
  (template, rendering) =>
    ofType(template, 'AWS::CloudWatch::Dashboard').map((dashboard): Measure => {
      const counts = widgetsOf(dashboard, rendering).map(
        (widget) => listOf(Object(Object(widget).properties)[key]).length,
      );
      return [dashboard[0], combine(...counts)];
    });

const sum = (...sizes: number[]): number => sizes.reduce((total, size) => total + size, 0);

const count =
  (type: string, splitWords: (properties: Readonly<Record<string, unknown>>) => unknown): Bound['measure'] =>
  (template) =>
    ofType(template, type).map(
      ([name, properties]): Measure => [name, listOf(splitWords(properties)).length],
    );

const bounds: readonly Bound[] = [
  { what: 'bytes of a function’s resource policy', most: 20_480, measure: resourcePolicies },
  { what: 'characters of a role’s inline policies', most: 10_240, measure: inlinePolicies },
  {
    what: 'characters of a managed policy',
    most: 6_144,
    measure: (template, rendering) =>
      ofType(template, 'AWS::IAM::ManagedPolicy').map(([name, { PolicyDocument }]) => [
        name,
        rendering.size(PolicyDocument),
      ]),
  },
  {
    what: 'bytes of a function’s environment variables',
    most: 4_096,
    measure: (template, rendering) =>
      ofType(template, 'AWS::Lambda::Function').map(([name, { Environment }]) => [
        name,
        rendering.size(Object(Environment).Variables),
      ]),
  },
  {
    what: 'resources',
    most: 500,
    // Each route is one, and what only watches is in the nested stack already: 50 more resources leave time to divide it.
    warnAbove: 450,
    measure: ({ Resources }) => [['template', Object.keys(Resources).length]],
  },
  { what: 'outputs', most: 200, measure: ({ Outputs = {} }) => [['template', Object.keys(Outputs).length]] },
  {
    what: 'bytes of a template',
    most: 1_000_000,
    // As the CDK writes it.
    measure: (template) => [['template', Buffer.byteLength(JSON.stringify(template, undefined, 1))]],
  },
  {
    what: 'cache behaviours of a distribution',
    most: 75,
    measure: count('AWS::CloudFront::Distribution', ({ DistributionConfig }) => [
      Object(DistributionConfig).DefaultCacheBehavior,
      ...listOf(Object(DistributionConfig).CacheBehaviors),
    ]),
  },
  {
    what: 'bytes of a function at the edge',
    most: 10_240,
    measure: (template) =>
      ofType(template, 'AWS::CloudFront::Function').map(([name, { FunctionCode }]) => [
        name,
        Buffer.byteLength(String(FunctionCode)),
      ]),
  },
  {
    what: 'routes of an API',
    most: 300,
    // AWS raises it for an API on request, which takes days.
    warnAbove: 280,
    measure: (template) => [['template', ofType(template, 'AWS::ApiGatewayV2::Route').length]],
  },
  {
    what: 'metrics of an alarm',
    most: 10,
    measure: count('AWS::CloudWatch::Alarm', ({ Metrics }) =>
      listOf(Metrics).filter((metric) => Object(metric).MetricStat),
    ),
  },
  { what: 'alarms of a widget', most: 100, measure: ofWidgets('alarms', Math.max) },
  { what: 'metrics of a widget', most: 500, measure: ofWidgets('metrics', Math.max) },
  { what: 'metrics of a dashboard', most: 2_500, measure: ofWidgets('metrics', sum) },
];

interface NameBound {
  /** Where the name is in the properties. */
  readonly path: readonly string[];
  readonly most: number;
}
type NameBounds = Readonly<Record<string, NameBound>>;

export const accountNames: NameBounds = {
  'AWS::Budgets::Budget': { path: ['Budget', 'BudgetName'], most: 100 },
  'AWS::CloudFront::CachePolicy': { path: ['CachePolicyConfig', 'Name'], most: 128 },
  'AWS::CloudFront::Function': { path: ['Name'], most: 64 },
  'AWS::CloudFront::OriginAccessControl': { path: ['OriginAccessControlConfig', 'Name'], most: 64 },
  'AWS::CloudFront::ResponseHeadersPolicy': { path: ['ResponseHeadersPolicyConfig', 'Name'], most: 128 },
  'AWS::CloudWatch::Alarm': { path: ['AlarmName'], most: 255 },
  'AWS::CloudWatch::Dashboard': { path: ['DashboardName'], most: 255 },
  'AWS::CodeDeploy::Application': { path: ['ApplicationName'], most: 100 },
  'AWS::Cognito::UserPool': { path: ['UserPoolName'], most: 128 },
  'AWS::DynamoDB::GlobalTable': { path: ['TableName'], most: 255 },
  'AWS::Events::Rule': { path: ['Name'], most: 64 },
  'AWS::IAM::Role': { path: ['RoleName'], most: 64 },
  'AWS::Lambda::Function': { path: ['FunctionName'], most: 64 },
  'AWS::Logs::LogGroup': { path: ['LogGroupName'], most: 512 },
  'AWS::Logs::QueryDefinition': { path: ['Name'], most: 255 },
  'AWS::S3::Bucket': { path: ['BucketName'], most: 63 },
  'AWS::Scheduler::Schedule': { path: ['Name'], most: 64 },
  'AWS::SecretsManager::Secret': { path: ['Name'], most: 512 },
  'AWS::SES::ConfigurationSet': { path: ['Name'], most: 64 },
  'AWS::SES::EmailIdentity': { path: ['EmailIdentity'], most: 255 },
  'AWS::SNS::Topic': { path: ['TopicName'], most: 256 },
  'AWS::SQS::Queue': { path: ['QueueName'], most: 80 },
  'AWS::WAFv2::WebACL': { path: ['Name'], most: 128 },
};

/** All names of resources, those that are unique in another resource only as well. */
export const allNames: NameBounds = {
  ...accountNames,
  'AWS::CodeDeploy::DeploymentGroup': { path: ['DeploymentGroupName'], most: 100 },
  'AWS::IAM::Policy': { path: ['PolicyName'], most: 128 },
};

const names: readonly Bound[] = Object.entries(allNames).map(([type, { path, most }]) => ({
  what: `characters of the name of ${type}`,
  most,
  measure: (template, rendering) =>
    ofType(template, type).flatMap(([name, properties]) => {
      const value = path.reduce<unknown>((inner, key) => Object(inner)[key], properties);
      // Without one CloudFormation makes one that fits.
      return value === undefined ? [] : [[name, rendering.text(value).length] as const];
    }),
}));

/**
 * What passes a bound of AWS.
 * @param level `refused` for what AWS refuses, `warned` for what comes near to it
 */
export const exceededIn = (
  template: Template,
  stackName: string,
  level: 'refused' | 'warned' = 'refused',
): string[] => {
  const rendering = new Rendering(template, stackName);
  return [...bounds, ...names].flatMap(({ what, most, warnAbove = most, measure }) => {
    const limit = level === 'refused' ? most : warnAbove;
    return measure(template, rendering)
      .filter(([, size]) => size > limit)
      .map(([subject, size]) => `${subject}: ${size} ${what}, over ${limit}`);
  });
};
