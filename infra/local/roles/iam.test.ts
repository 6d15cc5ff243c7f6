import { expect, it } from 'vitest';
import { accessesOf, parsePermissions, readPermissions, refusalOf } from './iam.ts';

const permissions = parsePermissions(`timer
  Allow dynamodb:PutItem on <DataTable.Arn> if {"ForAllValues:StringLike":{"dynamodb:LeadingKeys":["OFFER#*","DAILY"]}}
  Allow dynamodb:BatchWriteItem on <DataTable.Arn>
  Allow dynamodb:ConditionCheckItem on <DataTable.Arn> if {"ForAllValues:StringLike":{"dynamodb:LeadingKeys":["SLOT#*"]}}
  Allow dynamodb:Query on <DataTable.Arn>/index/GSI1 if {"ForAllValues:StringLike":{"dynamodb:LeadingKeys":["PARENT#*"]}}
  Allow dynamodb:UpdateItem on <DataTable.Arn> if {"ForAllValues:StringLike":{"dynamodb:LeadingKeys":["FAM#*"]},"ForAllValues:StringEquals":{"dynamodb:Attributes":["PK","SK","contacts"]},"StringEqualsIfExists":{"dynamodb:ReturnValues":"NONE"}}
  Deny dynamodb:BatchWriteItem on <DataTable.Arn> if {"ForAnyValue:StringLike":{"dynamodb:LeadingKeys":["ACTIVITY#*"]}}

pretoken
  Allow cognito-idp:AdminGetUser on <AuthUserPool.Arn>
  Allow dynamodb:GetItem on <DataTable.Arn> if {"ForAllValues:StringEquals":{"dynamodb:Attributes":["PK","SK","family_id"]},"StringEqualsIfExists":{"dynamodb:Select":"SPECIFIC_ATTRIBUTES"}}
  Allow ses:SendRawEmail on arn:<AWS::Partition>:ses:<AWS::Region>:<AWS::AccountId>:configuration-set/<EmailConfigurationSet> if {"StringEquals":{"ses:FromAddress":"us@club.example"},"ForAllValues:StringEquals":{"ses:Recipients":["us@club.example"]}}
  Allow ses:SendRawEmail on arn:<AWS::Partition>:ses:<AWS::Region>:<AWS::AccountId>:identity/* if {"StringEquals":{"ses:FromAddress":"us@club.example"},"ForAllValues:StringEquals":{"ses:Recipients":["us@club.example"]}}
`);

const table = 'DynamoDBClient';
const pool = 'CognitoIdentityProviderClient';
const item = (PK: string) => ({ Item: { PK, SK: 'one' } });
const put = (PK: string) => ({ PutRequest: item(PK) });
const rename = {
  Key: { PK: 'FAM#fam_1', SK: 'CHILD#1' },
  UpdateExpression: 'SET #c = :none REMOVE contacts.#c',
  ConditionExpression: 'attribute_exists(PK)',
};
const names = (name: string) => ({ ExpressionAttributeNames: { '#c': name } });
const mail = (from: string, to: string) => ({
  Destinations: [to],
  RawMessage: { Data: Buffer.from(`From: The Club\r\n <${from}>\r\nTo: <any@example.com>\r\n\r\nFrom: x`) },
});
const own = 'us@club.example';

/** What the role of a function says to a request: nothing, or a refusal. */
const asked = (name: string, command: string, input: object = {}, client = table) =>
  refusalOf(permissions.get(name) ?? [], accessesOf(client, command, input));
const query = (IndexName: string) => ({
  IndexName,
  KeyConditionExpression: `${IndexName}PK = :pk`,
  ExpressionAttributeValues: { ':pk': 'PARENT#1' },
});
const batch = (...partitions: string[]) => ({ RequestItems: { any: partitions.map(put) } });
const read = { Key: { PK: 'USER#1', SK: 'x' } };

it('a role allows the partitions, attributes, indexes and addresses that it names [OPS-07]', () => {
  for (const refusal of [
    asked('timer', 'PutItem', item('OFFER#1')),
    asked('timer', 'BatchWriteItem', batch('OFFER#1')),
    asked('timer', 'UpdateItem', { ...rename, ...names('contacts') }),
    asked('timer', 'Query', query('GSI1')),
    asked('pretoken', 'GetItem', { ...read, ProjectionExpression: 'family_id' }),
    asked('pretoken', 'AdminGetUser', {}, pool),
    // A token authorizes this one.
    asked('timer', 'VerifySoftwareToken', {}, pool),
    asked('pretoken', 'SendRawEmail', mail(own, own), 'SESClient'),
  ])
    expect(refusal).toBeUndefined();
});

it('a role refuses all others, with the missing statement and without ids [OPS-07]', () => {
  const changed = { ...rename, ...names('contacts'), ReturnValues: 'ALL_NEW' };
  const transaction = [{ Put: item('OFFER#1') }, { ConditionCheck: { Key: { PK: 'CLASSES', SK: 'x' } } }];
  for (const [refusal, named] of [
    [
      asked('timer', 'PutItem', item('FEED#secret')),
      'Missing: Allow dynamodb:PutItem on <DataTable.Arn> if {"ForAllValues:StringLike":{"dynamodb:LeadingKeys":["FEED#*"]}}',
    ],
    [asked('timer', 'PutItem', item('DAILY#1')), '["DAILY#*"]'],
    [
      asked('timer', 'TransactWriteItems', { TransactItems: transaction }),
      'dynamodb:ConditionCheckItem on <DataTable.Arn> if {"ForAllValues:StringLike":{"dynamodb:LeadingKeys":["CLASSES"]}}',
    ],
    [
      asked('timer', 'BatchWriteItem', batch('OFFER#1', 'ACTIVITY#2026')),
      'denied by: Deny dynamodb:BatchWriteItem',
    ],
    [
      asked('timer', 'UpdateItem', { ...rename, ...names('card_by') }),
      '"ForAllValues:StringEquals":{"dynamodb:Attributes":["…","card_by"]}',
    ],
    [asked('timer', 'UpdateItem', changed), 'dynamodb:UpdateItem'],
    [asked('timer', 'Query', query('GSI2')), '<DataTable.Arn>/index/GSI2'],
    [asked('timer', 'Scan'), 'Allow dynamodb:Scan on <DataTable.Arn>'],
    [asked('pretoken', 'GetItem', read), 'dynamodb:GetItem'],
    [asked('timer', 'AdminGetUser', {}, pool), 'Allow cognito-idp:AdminGetUser on <AuthUserPool.Arn>'],
    [asked('pretoken', 'SendRawEmail', mail('x@y.example', own), 'SESClient'), 'ses:SendRaw'],
    [asked('pretoken', 'SendRawEmail', mail(own, 'x@y.example'), 'SESClient'), 'ses:SendRaw'],
  ])
    expect(refusal).toContain(named);
});

it('reads the permissions of every function', () => {
  expect([...readPermissions().values()].every((lines) => lines.length > 3)).toBe(true);
});
