import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FunctionName, functionNames, functions } from '#functions/functions';
import { brand } from '#shared/brand';
import { functionHome } from '../testing/cloud/function-home.ts';
import { readable } from '../testing/cloud/readable.ts';
import { requestedActions } from '../testing/cloud/requested-actions.ts';
import { synthesize } from '../testing/cloud/synthesize.ts';

let stack: ReturnType<typeof synthesize>;
beforeAll(() => {
  stack = synthesize({ stage: 'prod' });
});
afterAll(() => stack.remove());

interface Statement {
  readonly Effect: string;
  readonly Action: string | readonly string[];
  readonly Resource: unknown;
  readonly Condition?: unknown;
}

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
  expect(Object.keys(roleProperties ?? {})).toEqual(['AssumeRolePolicyDocument']);
  return stack
    .all('AWS::IAM::Policy')
    .filter(({ properties }) =>
      list(properties.Roles).some((ref) => readable(ref).replace('>', '.Arn>') === role),
    )
    .flatMap(({ properties }) => Object(properties.PolicyDocument).Statement.flatMap(describeStatement))
    .toSorted();
};

const table = '<DataTable.Arn>';
const userPool = '<AuthUserPool.Arn>';
const ownLog = (name: FunctionName) => [
  `Allow logs:CreateLogStream on <${functionHome(name)}Log.Arn>`,
  `Allow logs:PutLogEvents on <${functionHome(name)}Log.Arn>`,
];
const onlyCatalogue = ' if {"ForAllValues:StringEquals":{"dynamodb:LeadingKeys":["CLASSES"]}}';
const onlyMail = ' if {"ForAllValues:StringLike":{"dynamodb:LeadingKeys":["MAIL#*"]}}';
/** A condition on the partitions of all items of a request. */
const onlyIn = (...partitions: string[]) =>
  ` if ${JSON.stringify({ 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': partitions } })}`;
const onlyMailAndLinks = onlyIn('JOINING#*', 'MAIL#*', 'OFFERLINK#*', 'TOKEN#*');
const inTheLog = ' if {"ForAnyValue:StringLike":{"dynamodb:LeadingKeys":["ACTIVITY#*"]}}';
const inEntries = '"ForAnyValue:StringLike":{"dynamodb:LeadingKeys":["ENTRIES#*"]}';
const notTheLifetime = '"ForAnyValue:StringNotEquals":{"dynamodb:Attributes":["PK","SK","expires_at"]}';
const changesNoEntry = [
  `Deny dynamodb:BatchWriteItem on ${table} if {${inEntries}}`,
  `Deny dynamodb:DeleteItem on ${table} if {${inEntries}}`,
  `Deny dynamodb:UpdateItem on ${table} if {${inEntries},${notTheLifetime}}`,
];
const changesNoLog = [
  ...changesNoEntry,
  `Deny dynamodb:BatchWriteItem on ${table}${inTheLog}`,
  `Deny dynamodb:DeleteItem on ${table}${inTheLog}`,
  `Deny dynamodb:UpdateItem on ${table}${inTheLog}`,
];
const writesNoLog = [...changesNoLog, `Deny dynamodb:PutItem on ${table}${inTheLog}`];
const onlyTheMark = ` if ${JSON.stringify({
  'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['USER#*'] },
  'ForAllValues:StringEquals': { 'dynamodb:Attributes': ['PK', 'SK', 'deleting', 'email', 'email_problem'] },
  StringEqualsIfExists: { 'dynamodb:ReturnValues': 'NONE' },
})}`;
const onlyTheLogin = ` if ${JSON.stringify({
  'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['USER#*'] },
  'ForAllValues:StringEquals': { 'dynamodb:Attributes': ['PK', 'SK', 'deleting', 'first_login_at'] },
  StringEqualsIfExists: { 'dynamodb:ReturnValues': 'NONE' },
})}`;
const onlyTheState = ` if ${JSON.stringify({
  'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['MESSAGE#*'] },
  'ForAllValues:StringEquals': { 'dynamodb:Attributes': ['PK', 'SK', 'state', 'state_at'] },
  StringEqualsIfExists: { 'dynamodb:ReturnValues': 'NONE' },
})}`;
const onlyOurAddress = ` if {"StringEquals":{"ses:FromAddress":"${brand.contact.email}"}}`;
const onlyToTheSchool = ` if ${JSON.stringify({
  StringEquals: { 'ses:FromAddress': brand.contact.email },
  'ForAllValues:StringEquals': { 'ses:Recipients': [brand.contact.email] },
})}`;
const onlyBookingsOfParents = ' if {"ForAllValues:StringLike":{"dynamodb:LeadingKeys":["PARENT#*"]}}';
const onlyFeedsAndNewsletter =
  ' if {"ForAllValues:StringLike":{"dynamodb:LeadingKeys":["FEED#*","JOINING#*","NEWSLETTER"]}}';
const ses = 'arn:<AWS::Partition>:ses:<AWS::Region>:<AWS::AccountId>';
const stream = '<DataTable.StreamArn>';

/** Every permission of every function. A new one is added here, where a reviewer sees it. */
const allowed: Partial<Record<FunctionName, readonly string[]>> = {
  catalogue: [
    `Allow dynamodb:GetItem on ${table}${onlyCatalogue}`,
    `Allow dynamodb:Query on ${table}${onlyCatalogue}`,
  ],
  account: [
    ...writesNoLog,
    `Allow cognito-idp:AdminCreateUser on ${userPool}`,
    `Allow cognito-idp:AdminDeleteUser on ${userPool}`,
    `Allow cognito-idp:AdminGetUser on ${userPool}`,
    `Allow cognito-idp:AdminSetUserPassword on ${userPool}`,
    `Allow cognito-idp:AdminUpdateUserAttributes on ${userPool}`,
    `Allow cognito-idp:AdminUserGlobalSignOut on ${userPool}`,
    `Allow dynamodb:BatchGetItem on ${table}`,
    `Allow dynamodb:DeleteItem on ${table}`,
    `Allow dynamodb:GetItem on ${table}`,
    `Allow dynamodb:PutItem on ${table}`,
    `Allow dynamodb:Query on ${table}`,
    `Allow dynamodb:Query on ${table}/index/GSI1`,
    `Allow dynamodb:UpdateItem on ${table}`,
  ],
  family: [
    ...changesNoLog,
    `Allow dynamodb:BatchGetItem on ${table}`,
    `Allow dynamodb:ConditionCheckItem on ${table}`,
    `Allow dynamodb:DeleteItem on ${table}`,
    `Allow dynamodb:GetItem on ${table}`,
    `Allow dynamodb:PutItem on ${table}`,
    `Allow dynamodb:Query on ${table}`,
    `Allow dynamodb:Query on ${table}/index/GSI1`,
    `Allow dynamodb:UpdateItem on ${table}`,
  ],
  admin: [
    ...changesNoLog,
    `Allow dynamodb:BatchGetItem on ${table}`,
    `Allow dynamodb:BatchWriteItem on ${table}`,
    `Allow dynamodb:ConditionCheckItem on ${table}`,
    `Allow dynamodb:DeleteItem on ${table}`,
    `Allow dynamodb:GetItem on ${table}`,
    `Allow dynamodb:PutItem on ${table}`,
    `Allow dynamodb:Query on ${table}`,
    `Allow dynamodb:Query on ${table}/index/GSI1`,
    `Allow dynamodb:Query on ${table}/index/GSI2`,
    `Allow dynamodb:UpdateItem on ${table}`,
    `Allow cognito-idp:AdminAddUserToGroup on ${userPool}`,
    `Allow cognito-idp:AdminDeleteUser on ${userPool}`,
    `Allow cognito-idp:AdminRemoveUserFromGroup on ${userPool}`,
    `Allow cognito-idp:AdminUserGlobalSignOut on ${userPool}`,
  ],
  mailer: [
    `Allow dynamodb:BatchGetItem on ${table}`,
    `Allow dynamodb:DeleteItem on ${table}${onlyMail}`,
    `Allow dynamodb:GetItem on ${table}`,
    `Allow dynamodb:PutItem on ${table}${onlyMailAndLinks}`,
    `Allow dynamodb:UpdateItem on ${table}${onlyMail}`,
    `Allow dynamodb:DescribeStream on ${stream}`,
    `Allow dynamodb:GetRecords on ${stream}`,
    `Allow dynamodb:GetShardIterator on ${stream}`,
    `Allow dynamodb:ListStreams on ${stream}`,
    `Allow ses:SendRawEmail on ${ses}:identity/*${onlyOurAddress}`,
    `Allow ses:SendRawEmail on ${ses}:configuration-set/<EmailConfigurationSet>${onlyOurAddress}`,
    'Allow s3:ListBucket on <MailerParkedRecords.Arn>',
    'Allow s3:PutObject on <MailerParkedRecords.Arn>/*',
  ],
  messenger: [
    `Allow dynamodb:BatchGetItem on ${table}`,
    `Allow dynamodb:ConditionCheckItem on ${table}${onlyIn('CLASSES', 'SLOT#*')}`,
    `Allow dynamodb:BatchWriteItem on ${table}${onlyIn('CANCELLATIONS#*')}`,
    `Allow dynamodb:DeleteItem on ${table}${onlyIn('SLOT#*', 'CLASSES', 'WAITING#*')}`,
    `Allow dynamodb:GetItem on ${table}${onlyIn('ENTRIES#*', 'LEDGERS', 'OFFER#*')}`,
    `Allow dynamodb:PutItem on ${table}${onlyIn('MESSAGE#*', 'MESSENGER', 'ENTRIES#*', 'PAST#*', 'OFFER#*', 'MAIL#*')}`,
    `Allow dynamodb:Query on ${table}`,
    `Allow dynamodb:Query on ${table}/index/GSI1${onlyBookingsOfParents}`,
    `Allow dynamodb:UpdateItem on ${table}${onlyIn('MESSAGE#*', 'MESSENGER', 'LEDGERS', 'CANCELLATIONS#*', 'CLASSES', 'SLOT#*', 'OFFER#*', 'WAITING#*')}`,
    `Allow dynamodb:DescribeStream on ${stream}`,
    `Allow dynamodb:GetRecords on ${stream}`,
    `Allow dynamodb:GetShardIterator on ${stream}`,
    `Allow dynamodb:ListStreams on ${stream}`,
    `Allow ses:SendRawEmail on ${ses}:identity/*${onlyOurAddress}`,
    `Allow ses:SendRawEmail on ${ses}:configuration-set/<EmailConfigurationSet>${onlyOurAddress}`,
    'Allow sqs:GetQueueAttributes on <MessengerDeadLetters.Arn>',
    'Allow sqs:GetQueueUrl on <MessengerDeadLetters.Arn>',
    'Allow sqs:SendMessage on <MessengerDeadLetters.Arn>',
  ],
  timer: [
    `Allow dynamodb:BatchGetItem on ${table}${onlyIn('LEDGERS', 'CLASSES', 'PAST#*', 'SLOT#*', 'USER#*')}`,
    `Allow dynamodb:ConditionCheckItem on ${table}${onlyIn('SLOT#*')}`,
    `Allow dynamodb:DeleteItem on ${table}${onlyIn('SLOT#*', 'WAITING#*')}`,
    `Allow dynamodb:GetItem on ${table}${onlyIn('MESSENGER', 'OFFER#*')}`,
    `Allow dynamodb:PutItem on ${table}${onlyIn('MESSAGE#*', 'MESSENGER', 'DAILY', 'OFFER#*', 'MAIL#*', 'PAST#*')}`,
    `Allow dynamodb:Query on ${table}${onlyIn('CLASSES', 'SLOT#*', 'WAITING#*')}`,
    `Allow dynamodb:Query on ${table}/index/GSI1`,
    `Allow dynamodb:Query on ${table}/index/GSI2`,
    `Allow dynamodb:UpdateItem on ${table}${onlyIn('MESSAGE#*', 'MESSENGER', 'MAIL#ASIDE', 'LEDGERS', 'CLASSES', 'OFFER#*', 'WAITING#*')}`,
  ],
  links: [
    `Allow dynamodb:BatchGetItem on ${table}${onlyIn('CLASSES', 'OFFER#*', 'OFFERLINK#*', 'LEDGERS')}`,
    `Allow dynamodb:ConditionCheckItem on ${table}${onlyIn('USER#*')}`,
    `Allow dynamodb:DeleteItem on ${table}${onlyIn('WAITING#*')}`,
    `Allow dynamodb:GetItem on ${table}${onlyFeedsAndNewsletter}`,
    `Allow dynamodb:Query on ${table}/index/GSI1${onlyBookingsOfParents}`,
    `Allow dynamodb:PutItem on ${table}${onlyIn('MAIL#*', 'SLOT#*')}`,
    `Allow dynamodb:UpdateItem on ${table}${onlyIn('USES#*', 'JOINING#*', 'NEWSLETTER', 'LEDGERS', 'CLASSES', 'OFFER#*', 'WAITING#*')}`,
    `Allow ses:SendRawEmail on ${ses}:identity/*${onlyToTheSchool}`,
    `Allow ses:SendRawEmail on ${ses}:configuration-set/<EmailConfigurationSet>${onlyToTheSchool}`,
  ],
  pretoken: [`Allow dynamodb:UpdateItem on ${table}${onlyTheLogin}`],
  bounces: [
    `Allow dynamodb:UpdateItem on ${table}${onlyTheMark}`,
    `Allow dynamodb:UpdateItem on ${table}${onlyTheState}`,
    'Allow sqs:GetQueueAttributes on <BouncesDeadLetters.Arn>',
    'Allow sqs:GetQueueUrl on <BouncesDeadLetters.Arn>',
    'Allow sqs:SendMessage on <BouncesDeadLetters.Arn>',
  ],
};

/** Needed by Lambda, which feeds the function, not by the function's code. */
const ofTheEventSource = /^dynamodb:(?:DescribeStream|GetRecords|GetShardIterator|ListStreams)$|^(?:sqs|s3):/;

describe.each(functionNames)('the function %s', (name) => {
  it('has the permissions listed here and no others [PRM-13]', () => {
    expect(permissionsOf(name)).toEqual([...(allowed[name] ?? []), ...ownLog(name)].toSorted());
  });

  it('has exactly the permissions that its code needs', async () => {
    const actions = permissionsOf(name)
      .filter((permission) => permission.startsWith('Allow '))
      .map((permission) => permission.split(' ')[1] ?? '');
    const asked = actions.filter((action) => !/^logs:/.test(action) && !ofTheEventSource.test(action));
    expect([...new Set(asked)].toSorted()).toEqual(await requestedActions(name));
  });

  it('has exactly the variables that it reads', () => {
    const { Variables } = Object(functionResource(name).Environment);
    expect(Object.keys(Object(Variables)).toSorted()).toEqual([...functions[name].variables].toSorted());
  });
});

it.each([
  ['Functions', functionNames.filter((name) => functions[name].trigger !== 'user-pool')],
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

it('deploys no other function of ours', () => {
  const names = stack.all('AWS::Lambda::Function').map((fn) => fn.name);
  expect(names.filter((name) => !name.startsWith('CustomCDKBucketDeployment')).toSorted()).toEqual(
    [
      ...functionNames.map((name) => `${functionHome(name)}Function`),
      ...['Functions', 'Triggers'].map((id) => `ReleasesSmokeCheckOf${id}Function`),
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
  const statements: Statement[] = policies.flatMap(
    ({ properties }) => Object(properties.PolicyDocument).Statement,
  );
  const actions = statements.filter(({ Effect }) => Effect === 'Allow').flatMap(({ Action }) => list(Action));
  expect(actions.length).toBeGreaterThan(0);
  expect(actions.filter((action) => String(action).includes('*'))).toEqual([]);
});
