import { describe, expect, it } from 'vitest';
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

/** Each request, and what a role says to it: nothing, or what the message names. */
describe('a role', () => {
  it.each<[string, string, string, string, object, string | undefined]>([
    ['allows a partition that it names', 'timer', table, 'PutItem', item('OFFER#1'), undefined],
    [
      'refuses another one, without the id of the item',
      'timer',
      table,
      'PutItem',
      item('FEED#secret'),
      'Missing: Allow dynamodb:PutItem on <DataTable.Arn> if {"ForAllValues:StringLike":{"dynamodb:LeadingKeys":["FEED#*"]}}',
    ],
    ['refuses what only begins like it', 'timer', table, 'PutItem', item('DAILY#1'), '["DAILY#*"]'],
    [
      'refuses a transaction for one of its items',
      'timer',
      table,
      'TransactWriteItems',
      { TransactItems: [{ Put: item('OFFER#1') }, { ConditionCheck: { Key: { PK: 'CLASSES', SK: 'x' } } }] },
      'dynamodb:ConditionCheckItem on <DataTable.Arn> if {"ForAllValues:StringLike":{"dynamodb:LeadingKeys":["CLASSES"]}}',
    ],
    [
      'refuses a batch with one item that is denied',
      'timer',
      table,
      'BatchWriteItem',
      { RequestItems: { any: [put('OFFER#1'), put('ACTIVITY#2026')] } },
      'denied by: Deny dynamodb:BatchWriteItem',
    ],
    [
      'allows a batch of others',
      'timer',
      table,
      'BatchWriteItem',
      { RequestItems: { any: [put('OFFER#1')] } },
      undefined,
    ],
    [
      'allows attributes that it names',
      'timer',
      table,
      'UpdateItem',
      { ...rename, ...names('contacts') },
      undefined,
    ],
    [
      'refuses another attribute, and names it',
      'timer',
      table,
      'UpdateItem',
      { ...rename, ...names('card_by') },
      '"ForAllValues:StringEquals":{"dynamodb:Attributes":["…","card_by"]}',
    ],
    [
      'refuses to return the changed item',
      'timer',
      table,
      'UpdateItem',
      { ...rename, ...names('contacts'), ReturnValues: 'ALL_NEW' },
      'dynamodb:UpdateItem',
    ],
    [
      'allows a Query of an index',
      'timer',
      table,
      'Query',
      {
        IndexName: 'GSI1',
        KeyConditionExpression: 'GSI1PK = :pk',
        ExpressionAttributeValues: { ':pk': 'PARENT#1' },
      },
      undefined,
    ],
    [
      'refuses that of another index',
      'timer',
      table,
      'Query',
      {
        IndexName: 'GSI2',
        KeyConditionExpression: 'GSI2PK = :pk',
        ExpressionAttributeValues: { ':pk': 'PARENT#1' },
      },
      '<DataTable.Arn>/index/GSI2',
    ],
    ['refuses what it does not name', 'timer', table, 'Scan', {}, 'Allow dynamodb:Scan on <DataTable.Arn>'],
    [
      'allows a read of attributes that it names',
      'pretoken',
      table,
      'GetItem',
      { Key: { PK: 'USER#1', SK: 'x' }, ProjectionExpression: 'family_id' },
      undefined,
    ],
    [
      'refuses a read of all',
      'pretoken',
      table,
      'GetItem',
      { Key: { PK: 'USER#1', SK: 'x' } },
      'dynamodb:GetItem',
    ],
    ['allows the user pool', 'pretoken', pool, 'AdminGetUser', {}, undefined],
    ['refuses it', 'timer', pool, 'AdminGetUser', {}, 'Allow cognito-idp:AdminGetUser on <AuthUserPool.Arn>'],
    ['has no say where a token authorizes', 'timer', pool, 'VerifySoftwareToken', {}, undefined],
    ['allows an email to the school', 'pretoken', 'SESClient', 'SendRawEmail', mail(own, own), undefined],
    [
      'refuses another sender',
      'pretoken',
      'SESClient',
      'SendRawEmail',
      mail('x@y.example', own),
      'ses:SendRaw',
    ],
    [
      'refuses another reader',
      'pretoken',
      'SESClient',
      'SendRawEmail',
      mail(own, 'x@y.example'),
      'ses:SendRaw',
    ],
  ])('%s [OPS-07]', (_, name, client, command, input, expected) => {
    const refusal = refusalOf(permissions.get(name) ?? [], accessesOf(client, command, input));
    if (expected === undefined) expect(refusal).toBeUndefined();
    else expect(refusal).toContain(expected);
  });
});

it('reads the permissions of every function', () => {
  expect([...readPermissions().values()].every((lines) => lines.length > 3)).toBe(true);
});
