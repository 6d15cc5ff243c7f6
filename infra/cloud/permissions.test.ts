import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FunctionName, functionNames, functions } from '#functions/functions';
import { listIndex, ownerIndex } from '#functions/lib/dynamo/items';
import { draftsPartition, duePartition, schoolSettingsKey } from '#functions/lib/dynamo/keys-of-classes';
import {
  accountKey,
  activityPartition,
  bankRowPartitionPrefix,
  familyKey,
  ledgerEntriesPartition,
  messagesPartition,
  newsletterPartition,
  secondFactorKey,
} from '#functions/lib/dynamo/keys-of-people';
import { sampleFamily } from '#infra/testing/samples/samples';
import { accessesOf, parsePermissions, refusalOf } from '../local/roles/iam.ts';
import { deployedFunctions, functionHome, readable, type Statement } from '../testing/cloud/policy.ts';
import { requestedActions, usesSettings } from '../testing/cloud/requested-actions.ts';
import { synthesize } from '../testing/cloud/synthesize.ts';

let stack: ReturnType<typeof synthesize>;
beforeAll(() => {
  stack = synthesize({ stage: 'prod', settings: { cards: true } });
});
afterAll(() => stack.remove());

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

const describeStatement = ({ Effect, Action, Resource, Condition, ...rest }: Statement): string[] => {
  expect(rest).toEqual({});
  return list(Action).flatMap((action) =>
    list(Resource).map((resource) => {
      const condition = Condition === undefined ? '' : ` if ${JSON.stringify(Condition)}`;
      return `${Effect} ${action} on ${readable(resource)}${condition}`;
    }),
  );
};

const functionResource = (name: FunctionName) => {
  const resource = stack
    .all('AWS::Lambda::Function')
    .find((fn) => fn.name === `${functionHome(name)}Function`);
  if (!resource) throw new Error(`There is no function ${name}`);
  return resource.properties;
};

/** All that a function's role allows and denies, one line for each action and resource. */
const permissionsOf = (name: FunctionName): string[] =>
  permissionsOfRole(readable(functionResource(name).Role));

/** @param role reference to the ARN of the role */
const permissionsOfRole = (role: string): string[] => {
  const { properties: roleProperties } =
    stack.all('AWS::IAM::Role').find((candidate) => `<${candidate.name}.Arn>` === role) ?? {};
  expect(Object.keys(roleProperties ?? {}).filter((property) => property !== 'Policies')).toEqual([
    'AssumeRolePolicyDocument',
  ]);
  return stack.statementsOf(role.slice(1, -'.Arn>'.length)).flatMap(describeStatement).toSorted();
};

const roleOf = (name: FunctionName) =>
  parsePermissions([name, ...permissionsOf(name)].join('\n')).get(name) ?? [];

/** Needed by Lambda, which feeds the function, not by the function's code. */
const ofTheEventSource = /^dynamodb:(?:DescribeStream|GetRecords|GetShardIterator|ListStreams)$|^(?:sqs|s3):/;

it('every function has the permissions of permissions.txt and no others [PRM-13]', async () => {
  const sections = functionNames.map((name) => [name, ...permissionsOf(name)].join('\n  '));
  // A changed permission changes this file, where a reviewer sees it: `npx vitest run infra/cloud/permissions.test.ts -u`.
  await expect(`${sections.join('\n\n')}\n`).toMatchFileSnapshot('permissions.txt');
});

describe.each(functionNames)('the function %s', (name) => {
  it('has exactly the permissions that its code needs', async () => {
    const actions = permissionsOf(name)
      .filter((permission) => permission.startsWith('Allow '))
      .map((permission) => permission.split(' ')[1] ?? '');
    const asked = actions.filter((action) => !/^logs:/.test(action) && !ofTheEventSource.test(action));
    expect([...new Set(asked)].toSorted()).toEqual(await requestedActions(name));
  });

  it('may read the settings if its code does: the functions of a test share one copy [OPS-07]', async () => {
    const read = accessesOf('DynamoDBClient', 'GetItem', { Key: schoolSettingsKey });
    if (await usesSettings(name)) expect(refusalOf(roleOf(name), read)).toBeUndefined();
  });

  it('has exactly the variables that it reads', () => {
    const { Variables } = Object(functionResource(name).Environment);
    expect(Object.keys(Object(Variables)).toSorted()).toEqual([...functions[name].variables].toSorted());
  });
});

it.each([
  [
    'Functions',
    // Those of payments by card are deployed at once.
    deployedFunctions.filter((name) => functions[name].trigger !== 'user-pool'),
  ],
  ['Triggers', functionNames.filter((name) => functions[name].trigger === 'user-pool')],
])(
  'lets the smoke check of %s invoke these, ask for its deployment and report, and nothing else',
  (id, names) => {
    const groups =
      'arn:<AWS::Partition>:codedeploy:<AWS::Region>:<AWS::AccountId>:deploymentgroup:<ReleasesApplication>';
    const allowed = permissionsOfRole(`<ReleasesSmokeCheckOf${id}Role.Arn>`);
    const expected = [
      ...names.flatMap((name) => [
        `Allow lambda:InvokeFunction on <${functionHome(name)}Function.Arn>:*`,
        `Allow codedeploy:GetDeployment on ${groups}/${name}`,
        `Allow codedeploy:PutLifecycleEventHookExecutionStatus on ${groups}/<Releases${name}>`,
      ]),
      `Allow logs:CreateLogStream on <ReleasesSmokeCheckOf${id}Log.Arn>`,
      `Allow logs:PutLogEvents on <ReleasesSmokeCheckOf${id}Log.Arn>`,
    ];
    expect(allowed).toEqual(expect.arrayContaining(expected));
    expect(allowed).toHaveLength(expected.length);
  },
);

it('lets the canary look at the feeds and the backups, and nothing else', () => {
  const mapping = 'arn:<AWS::Partition>:lambda:<AWS::Region>:<AWS::AccountId>:event-source-mapping';
  expect(permissionsOfRole('<CanaryRole.Arn>')).toEqual([
    'Allow dynamodb:DescribeContinuousBackups on <DataTable.Arn>',
    `Allow lambda:GetEventSourceMapping on ${mapping}:<MailerBookings>`,
    `Allow lambda:GetEventSourceMapping on ${mapping}:<MessengerMessages>`,
    'Allow logs:CreateLogStream on <CanaryLog.Arn>',
    'Allow logs:PutLogEvents on <CanaryLog.Arn>',
  ]);
});

it('deploys no other function of ours', () => {
  const names = stack.all('AWS::Lambda::Function').map((fn) => fn.name);
  expect(names.filter((name) => !name.startsWith('CustomCDKBucketDeployment')).toSorted()).toEqual(
    [
      ...functionNames.map((name) => `${functionHome(name)}Function`),
      ...['Functions', 'Triggers'].map((id) => `ReleasesSmokeCheckOf${id}Function`),
      'CanaryFunction',
    ].toSorted(),
  );
});

it('allows no action by wildcard, but for the function of the library that copies the site', () => {
  const policies = [
    ...stack.all('AWS::IAM::Policy').filter(({ name }) => !name.startsWith('CustomCDKBucketDeployment')),
    ...stack.all('AWS::S3::BucketPolicy'),
    ...stack.all('AWS::SQS::QueuePolicy'),
    ...stack.all('AWS::SNS::TopicPolicy'),
  ];
  const statements: Statement[] = [
    ...policies.flatMap(({ properties }) => Object(properties.PolicyDocument).Statement),
    ...functionNames.flatMap((name) => stack.statementsOf(`${functionHome(name)}Role`)),
  ];
  const actions = statements.filter(({ Effect }) => Effect === 'Allow').flatMap(({ Action }) => list(Action));
  expect(actions.length).toBeGreaterThan(0);
  expect(actions.filter((action) => String(action).includes('*'))).toEqual([]);
});

describe('a role refuses', () => {
  const family = sampleFamily();
  const entry = { ...activityPartition('2026'), SK: 'act_1' };
  const ledgerEntry = { ...ledgerEntriesPartition(family.id), SK: 'ATTEMPT#one' };
  const account = accountKey(family.profile.id);
  const stored = familyKey(family.id);
  const deletion = (...keys: readonly object[]) => ({
    RequestItems: { any: keys.map((Key) => ({ DeleteRequest: { Key } })) },
  });
  const inTransaction = { TransactItems: [{ Delete: { Key: entry } }] };
  const checkInTransaction = { TransactItems: [{ ConditionCheck: { Key: entry } }] };
  const listOf = (partition: string, IndexName?: string) => ({
    KeyConditionExpression: 'PK = :partition',
    ExpressionAttributeValues: { ':partition': partition },
    IndexName,
  });
  const rename = (Key: object) => ({ Key, UpdateExpression: 'SET full_name = :name' });

  it.each<[FunctionName, string, string, object]>([
    ['admin', 'to change an entry of the log', 'UpdateItem', rename(entry)],
    ['admin', 'to delete an entry of the log', 'DeleteItem', { Key: entry }],
    ['admin', 'to delete an entry of the log in a batch', 'BatchWriteItem', deletion(account, entry)],
    ['admin', 'to delete an entry of the log in a transaction', 'TransactWriteItems', inTransaction],
    ['admin', 'to change an entry of an account', 'UpdateItem', rename(ledgerEntry)],
    ['admin', 'to delete an entry of an account', 'DeleteItem', { Key: ledgerEntry }],
    ...(['account', 'family'] as const).flatMap((name): [FunctionName, string, string, object][] => [
      [name, 'to change an entry of an account', 'UpdateItem', rename(ledgerEntry)],
      [name, 'to delete an entry of an account', 'DeleteItem', { Key: ledgerEntry }],
      [name, 'to change an entry of the log', 'UpdateItem', rename(entry)],
      [name, 'to delete an entry of the log in a transaction', 'TransactWriteItems', inTransaction],
      [name, 'to change where families pay', 'PutItem', { Item: schoolSettingsKey }],
      [name, 'to change where families pay', 'UpdateItem', rename(schoolSettingsKey)],
      [name, 'to read an entry of the log', 'GetItem', { Key: entry }],
      [name, 'to read a reader of the newsletter', 'GetItem', { Key: { ...newsletterPartition, SK: 'one' } }],
      [
        name,
        'to read a row of a bank file',
        'GetItem',
        { Key: { PK: `${bankRowPartitionPrefix}one`, SK: 'ROW' } },
      ],
      [name, 'to check an entry of the log', 'TransactWriteItems', checkInTransaction],
      [name, 'to list messages', 'Query', listOf(messagesPartition.GSI2PK, listIndex.name)],
      [name, 'to list what is due', 'Query', listOf(duePartition.GSI1PK, ownerIndex.name)],
      [name, 'to list drafts of classes', 'Query', listOf(draftsPartition.PK)],
    ]),
    ...(['catalogue', 'links', 'timer', 'bounces', 'pretoken'] as const).flatMap(
      (name): [FunctionName, string, string, object][] => [
        [name, 'to read an account', 'GetItem', { Key: account }],
        [name, 'to read a family', 'GetItem', { Key: stored }],
      ],
    ),
    ...(['mailer', 'messenger', 'links', 'coach', 'timer', 'bounces', 'pretoken'] as const).flatMap(
      (name): [FunctionName, string, string, object][] => [
        [name, 'to change an account', 'UpdateItem', rename(account)],
        [name, 'to change a family', 'UpdateItem', rename(stored)],
      ],
    ),
    ['coach', 'to read a family alone', 'GetItem', { Key: stored }],
    [
      'pretoken',
      'to read recovery codes',
      'GetItem',
      { Key: secondFactorKey(family.profile.id), ProjectionExpression: 'recovery' },
    ],
  ])('%s %s [OPS-07]', (name, _, command, input) => {
    expect(refusalOf(roleOf(name), accessesOf('DynamoDBClient', command, input))).toBeDefined();
  });
});
