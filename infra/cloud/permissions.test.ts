import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FunctionName, functionNames, functions } from '#functions/functions';
import { schoolSettingsKey } from '#functions/lib/dynamo/keys-of-classes';
import { accessesOf, parsePermissions, refusalOf } from '../local/roles/iam.ts';
import { deployedFunctions, functionHome, readable, type Statement } from '../testing/cloud/policy.ts';
import { requestedActions, usesSettings } from '../testing/cloud/requested-actions.ts';
import { synthesize } from '../testing/cloud/synthesize.ts';
import { tableOperations } from './alarm-metrics.ts';

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

it('the alarms count the internal errors of every request that the functions send to the table', async () => {
  const actions = (await Promise.all(deployedFunctions.map((name) => requestedActions(name)))).flat();
  const operations = actions
    .filter((action) => action.startsWith('dynamodb:') && action !== 'dynamodb:ConditionCheckItem')
    .map((action) => action.replace('dynamodb:', ''));
  expect(tableOperations).toEqual([...new Set([...operations, 'TransactWriteItems'])].toSorted());
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
