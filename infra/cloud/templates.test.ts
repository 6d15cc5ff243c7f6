import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { routeList } from '#shared/contract/routes';
import { synthesizeAll } from '../testing/cloud/every-template.ts';
import { allNames, exceededIn } from '../testing/cloud/template-bounds.ts';
import { circlesIn, type Template, usedTooEarlyIn } from '../testing/cloud/template-graph.ts';
import { retainedNamesIn, stoppedByRollbackIn } from '../testing/cloud/template-rollbacks.ts';

let all: ReturnType<typeof synthesizeAll>;
beforeAll(() => {
  all = synthesizeAll();
});

const foundIn = (find: (template: Template, stackName: string) => readonly unknown[]): string[] =>
  all.flatMap(({ name, stackName, template }) =>
    find(template, stackName).map((finding) => `${name}: ${finding}`),
  );

const copyOfProd = () => {
  const prod = all.find(({ name }) => name === 'football-booking-prod as it is set');
  const template: { Resources: Record<string, Record<string, unknown>> } = JSON.parse(
    JSON.stringify(prod?.template),
  );
  const idOf = (pattern: RegExp): string =>
    Object.keys(template.Resources).find((id) => pattern.test(id)) ?? expect.fail(`no ${pattern}`);
  return { template: template as unknown as Template, resources: template.Resources, idOf };
};

const only = (Resources: Record<string, unknown>, more: Record<string, unknown> = {}): Template =>
  JSON.parse(JSON.stringify({ Resources, ...more }));

it('are read of every stack of every app, in every stage', () => {
  const folder = join(import.meta.dirname, '..');
  const apps = readdirSync(folder).filter((file) => /^(?:.+-)?app\.ts$/.test(file));
  const stacks = apps.flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/new (\w+Stack)\(/g)].map(([, stack]) => stack),
  );
  expect(new Set(all.map(({ kind }) => kind))).toEqual(new Set(stacks));
  // The product three times, each with the nested stack of its alarms, and once with that of payments by card.
  expect(all).toHaveLength(1 + 2 * (2 + 3 * 2 + 1));
});

it('use conditions that the template itself defines [CLD-01]', () => {
  const undefinedIn = (template: Template): string[] => {
    const used = [...JSON.stringify(template).matchAll(/"(?:Fn::If":\[|Condition":)"(\w+)"/g)];
    const defined = Object.keys(Object(template).Conditions ?? {});
    return used.flatMap(([, name = '']) => (defined.includes(name) ? [] : name));
  };
  expect(foundIn(undefinedIn)).toEqual([]);
});

describe('the references of a template', () => {
  it('form no circle, in whatever part of a resource they are [CLD-01]', () => {
    expect(foundIn(circlesIn)).toEqual([]);
  });

  it('form a circle again if one hook checks the trigger of the user pool and its users [CLD-01]', () => {
    const { template, resources, idOf } = copyOfProd();
    const alias = idOf(/^AuthpretokenLive[0-9A-F]{8}$/);
    Object(resources[alias]?.UpdatePolicy).CodeDeployLambdaAliasUpdate.BeforeAllowTrafficHook = {
      Ref: idOf(/^ReleasesSmokeCheckOfFunctionsFunction/),
    };
    const [circle, ...more] = circlesIn(template);
    expect(more).toEqual([]);
    expect(circle).toEqual(expect.arrayContaining([alias, idOf(/^AuthUserPool/), idOf(/^accountFunction/)]));
  });

  const b = { Type: 'B', Properties: { a: { Ref: 'A' } } };
  it.each<[string, Record<string, unknown>]>([
    ['Ref', { Properties: { deep: [{ b: { Ref: 'B' } }] } }],
    ['Fn::GetAtt', { Properties: { b: { 'Fn::GetAtt': ['B', 'Arn'] } } }],
    ['Fn::Sub', { Properties: { b: { 'Fn::Sub': `to \${B}` } } }],
    ['a variable of Fn::Sub', { Properties: { b: { 'Fn::Sub': [`\${v}`, { v: { Ref: 'B' } }] } } }],
    ['Fn::If', { Properties: { b: { 'Fn::If': ['Large', { Ref: 'B' }, 'none'] } } }],
    ['DependsOn', { DependsOn: 'B' }],
    [
      'UpdatePolicy',
      { UpdatePolicy: { CodeDeployLambdaAliasUpdate: { BeforeAllowTrafficHook: { Ref: 'B' } } } },
    ],
    ['CreationPolicy', { CreationPolicy: { ResourceSignal: { Count: { Ref: 'B' } } } }],
  ])('are found in %s [CLD-01]', (_, a) => {
    const template = (part: Record<string, unknown>) =>
      only({ A: { Type: 'A', ...part }, B: b }, { Conditions: { Large: { 'Fn::Equals': ['a', 'a'] } } });
    expect(circlesIn(template(a))).toEqual([['A', 'B']]);
    expect(circlesIn(template({}))).toEqual([]);
  });

  it('are found in conditions, and a resource may refer to itself nowhere [CLD-01]', () => {
    const Conditions = {
      One: { 'Fn::Not': [{ Condition: 'Two' }] },
      Two: { 'Fn::Not': [{ Condition: 'One' }] },
    };
    expect(circlesIn(only({}, { Conditions }))).toEqual([['condition One', 'condition Two']]);
    expect(circlesIn(only({ A: { Type: 'A', Properties: { arn: { Ref: 'A' } } } }))).toEqual([['A']]);
  });
});

describe('the order of a deployment', () => {
  it('uses nothing before it exists, on an empty account [CLD-03]', () => {
    expect(foundIn((template) => usedTooEarlyIn(template, 'atAnyTime'))).toEqual([]);
  });

  it('uses nothing before it is updated, where every function changes [CLD-03]', () => {
    expect(foundIn((template) => usedTooEarlyIn(template, 'atMove'))).toEqual([]);
  });

  it.each([
    [
      'a hook without its permissions',
      'atAnyTime',
      'ReleasesSmokeCheckOfTriggersFunction',
      'ReleasesSmokeCheckOfTriggersRoleDefaultPolicy',
    ],
    [
      'the schedule without its permissions',
      'atAnyTime',
      'TimerSchedule[0-9A-F]{8}$',
      'TimerSchedulerRoleDefaultPolicy',
    ],
    ['a limit of a route that is not there yet', 'atAnyTime', 'ApiStage', 'ApisignUp[0-9A-F]{8}$'],
    [
      'pages before the API that they call',
      'atMove',
      'SiteContentPagesCustomResource',
      'familyLive[0-9A-F]{8}$',
    ],
  ] as const)('does not begin with %s [CLD-03]', (_, when, ...ids) => {
    const { template, resources, idOf } = copyOfProd();
    const [user = / /, used = / /] = ids.map((id) => new RegExp(`^${id}`));
    // Every part of the pages' upload waits for the functions.
    const waiting = Object.entries(resources).filter(([id]) => user.test(id) || id.startsWith('SiteContent'));
    for (const [, resource] of waiting) delete resource.DependsOn;
    expect(usedTooEarlyIn(template, when)).toContain(`${idOf(user)} uses ${idOf(used)}`);
  });
});

describe('a deployment that failed and was rolled back', () => {
  it('leaves nothing that stops the next one, with every feature and with none [REL-04]', () => {
    expect(foundIn(stoppedByRollbackIn)).toEqual([]);
  });

  const [leaves, cannot] = ['leaves it, and its name is taken', 'cannot delete'];
  /** What the rollback does with a resource that is retained, retained except on creation, or deleted. */
  it.each<[string, object, retained: string | undefined, others: string | undefined]>([
    ['Cognito::UserPoolGroup', { UserPoolId: { Ref: 'Pool' }, GroupName: 'admin' }, leaves, undefined],
    ['Lambda::Version', { FunctionName: { Ref: 'A' } }, leaves, undefined],
    ['Logs::LogGroup', {}, undefined, undefined],
    ['CloudFront::CachePolicy', { CachePolicyConfig: { Name: 'answers' } }, leaves, undefined],
    ['S3::Bucket', { BucketName: 'site' }, leaves, cannot],
    ['Cognito::UserPool', { DeletionProtection: 'ACTIVE' }, undefined, cannot],
    ['DynamoDB::GlobalTable', { Replicas: [{ DeletionProtectionEnabled: true }] }, undefined, cannot],
    ['DynamoDB::GlobalTable', { TableName: 'bookings', Replicas: [{}] }, leaves, undefined],
  ])('is judged by the policy of %s %j [REL-04]', (type, Properties, retained, others) => {
    const judged = (part: object) =>
      stoppedByRollbackIn(only({ A: { Type: `AWS::${type}`, Properties, ...part } }));
    // CloudFormation deletes what has no policy.
    for (const [DeletionPolicy, finding] of [
      ['Retain', retained],
      ['RetainExceptOnCreate', others],
      ['Delete', others],
      [undefined, others],
    ])
      expect(judged({ DeletionPolicy }), DeletionPolicy).toEqual(
        finding === undefined ? [] : [expect.stringContaining(`A: the rollback ${finding}`)],
      );
  });

  it.each([
    ['AWS::SES::EmailIdentity', '`existingIdentity: true`'],
    ['AWS::IAM::OIDCProvider', '`--parameters ExistingProvider=true`'],
    // They go with their pool, and a new pool has its own.
    ['AWS::Cognito::UserPoolGroup', 'delete-user-pool '],
    // They go with their function.
    ['AWS::Lambda::Version', 'cdk destroy'],
  ])('leaves %s of a stack that is gone to be taken over or deleted [REL-04]', (type, wayOut) => {
    const kinds = all.flatMap(({ template }) =>
      retainedNamesIn(template).map((name) => template.Resources[name]?.Type),
    );
    expect(new Set(kinds)).toEqual(
      new Set([
        ...['AWS::SES::EmailIdentity', 'AWS::IAM::OIDCProvider'],
        ...['AWS::Cognito::UserPoolGroup', 'AWS::Lambda::Version'],
      ]),
    );
    expect(kinds).toContain(type);
    expect(readFileSync(join(import.meta.dirname, '../../docs/operations.md'), 'utf8')).toContain(wayOut);
  });
});

it.each([
  ['a certificate', 'An address of your own', /acm wait certificate-validated[\s\S]*\n\d\. Set `domain/],
  ['the identity of mail', 'First deployment', /\*\*Mail\*\*[\s\S]*does not wait[\s\S]*\*\*Alarms/],
  ['the address of alarms', 'First deployment', /\*\*Alarms\*\*[\s\S]*does not wait[\s\S]*Confirm both/],
])('a person has to confirm %s, and reads it where it is needed [CLD-03]', (_, section, text) => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/operations.md'), 'utf8');
  expect(page.split(/^##+ /m).find((part) => part.startsWith(section))).toMatch(text);
});

const many = <Item>(count: number, make: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => make(index));
const named = (count: number, item: unknown): Record<string, unknown> =>
  Object.fromEntries(many(count, (index) => [`N${index}`, item]));
const one = (Type: string, Properties: unknown) => only({ A: { Type, Properties } });
const dashboard = (widgets: readonly object[]) =>
  one('AWS::CloudWatch::Dashboard', {
    DashboardBody: {
      'Fn::Join': ['', [JSON.stringify({ widgets: widgets.map((properties) => ({ properties })) })]],
    },
  });
const metric = { MetricStat: { Stat: 'Sum' } };
const document = (size: number) => {
  const around = JSON.stringify({ Statement: [''] }).length;
  return { Statement: ['x'.repeat(size - around)] };
};

describe('the bounds of AWS', () => {
  it('are kept by every template [CLD-02]', () => {
    expect(foundIn((template, stackName) => exceededIn(template, stackName))).toEqual([]);
  });

  it('are far enough away for the next changes [CLD-02]', () => {
    expect(foundIn((template, stackName) => exceededIn(template, stackName, 'warned'))).toEqual([]);
  });

  it.each([
    ['A', 450, 'resources'],
    ['AWS::ApiGatewayV2::Route', 280, 'routes of an API'],
  ])(
    'are near with more than so many %s: %i, which docs/operations.md explains [CLD-02]',
    (Type, most, what) => {
      const near = (size: number) => exceededIn(only(named(size, { Type })), 'stack', 'warned');
      expect(near(most)).toEqual([]);
      expect(near(most + 1)).toEqual([`template: ${most + 1} ${what}, over ${most}`]);
      const guide = readFileSync(join(import.meta.dirname, '../../docs/operations.md'), 'utf8');
      expect(guide.split('### Ceilings')[1]).toMatch(new RegExp(`^\\| ${what} \\|.* at ${most} `, 'm'));
    },
  );

  it('are passed again by the policy of `admin` if each route has a permission of its own [CLD-02]', () => {
    const { template, resources, idOf } = copyOfProd();
    const [permission] = Object.values(resources).filter(
      ({ Type, Properties }) =>
        Type === 'AWS::Lambda::Permission' &&
        Object(Properties).FunctionName?.Ref === idOf(/^adminLive[0-9A-F]{8}$/),
    );
    const { SourceArn, ...properties } = Object(permission?.Properties);
    const [, parts] = SourceArn['Fn::Join'];
    for (const { name, route } of routeList.filter(({ route }) => route.service === 'admin')) {
      resources[`Api${name}ApiadminPermission12345678`] = {
        Type: 'AWS::Lambda::Permission',
        Properties: {
          ...properties,
          SourceArn: { 'Fn::Join': ['', [...parts.slice(0, -1), `/*/*${route.path}`]] },
        },
      };
    }
    expect(exceededIn(template, 'football-booking-prod')).toContainEqual(
      expect.stringMatching(/:live: \d{5} bytes of a function’s resource policy, over 20480$/),
    );
  });

  it.each<[what: string, most: number, make: (size: number) => Template]>([
    ['resources', 500, (size) => only(named(size, { Type: 'A' }))],
    ['outputs', 200, (size) => only({}, { Outputs: named(size, {}) })],
    [
      'bytes of a template',
      1_000_000,
      (size) => {
        const empty = JSON.stringify(one('A', { text: '' }), undefined, 1).length;
        return one('A', { text: 'x'.repeat(size - empty) });
      },
    ],
    [
      'characters of a role’s inline policies',
      10_240,
      (size) =>
        only({
          Role: { Type: 'AWS::IAM::Role', Properties: { Policies: [{ PolicyDocument: document(5_000) }] } },
          Other: { Type: 'AWS::IAM::Role', Properties: {} },
          Policy: {
            Type: 'AWS::IAM::Policy',
            Properties: {
              Roles: [{ Ref: 'Role' }, { Ref: 'Other' }],
              PolicyDocument: document(size - 5_000),
            },
          },
        }),
    ],
    [
      'characters of a managed policy',
      6_144,
      (size) => one('AWS::IAM::ManagedPolicy', { PolicyDocument: document(size) }),
    ],
    [
      'bytes of a function’s environment variables',
      4_096,
      (size) => one('AWS::Lambda::Function', { Environment: { Variables: { A: 'x'.repeat(size - 8) } } }),
    ],
    [
      'cache behaviours of a distribution',
      75,
      (size) =>
        one('AWS::CloudFront::Distribution', {
          DistributionConfig: { DefaultCacheBehavior: {}, CacheBehaviors: many(size - 1, () => ({})) },
        }),
    ],
    [
      'bytes of a function at the edge',
      10_240,
      (size) => one('AWS::CloudFront::Function', { FunctionCode: 'x'.repeat(size) }),
    ],
    ['routes of an API', 300, (size) => only(named(size, { Type: 'AWS::ApiGatewayV2::Route' }))],
    [
      'metrics of an alarm',
      10,
      (size) =>
        one('AWS::CloudWatch::Alarm', { Metrics: [...many(size, () => metric), { Expression: 'a + b' }] }),
    ],
    ['alarms of a widget', 100, (size) => dashboard([{ alarms: many(size, String) }])],
    ['metrics of a widget', 500, (size) => dashboard([{ metrics: many(size, String) }])],
    [
      'metrics of a dashboard',
      2_500,
      (size) =>
        dashboard([
          ...many(5, () => ({ metrics: many(400, String) })),
          { metrics: many(size - 2_000, String) },
        ]),
    ],
    ...Object.entries(allNames).map(
      ([type, { path, most }]): [string, number, (size: number) => Template] => [
        `characters of the name of ${type}`,
        most,
        (size) =>
          one(
            type,
            path.reduceRight<unknown>((value, key) => ({ [key]: value }), 'x'.repeat(size)),
          ),
      ],
    ),
  ])('of %s is %i [CLD-02]', (what, most, make) => {
    expect(exceededIn(make(most), 'stack')).toEqual([]);
    expect(exceededIn(make(most + 1), 'stack')).toEqual(
      expect.arrayContaining([expect.stringContaining(`: ${most + 1} ${what}, over ${most}`)]),
    );
  });
});
