import { AdminGetUserCommand } from '@aws-sdk/client-cognito-identity-provider';
import { SendRawEmailCommand } from '@aws-sdk/client-ses';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { connectUserPool } from '#functions/lib/identity/users';
import { connectSes } from '#functions/lib/mail/send';
import { connectTable } from '#functions/lib/table';
import { startTestTable, type TestTable, withChangeBetween } from '#infra/testing/table/test-table';
import { asRole, takeRefusals } from './roles.ts';

let table: TestTable;
beforeAll(async () => {
  table = await startTestTable();
});
afterAll(() => table.stop());

const readAccount = () =>
  new GetCommand({ TableName: table.name, Key: { PK: 'USER#someone', SK: 'PROFILE' } });
const missing =
  'Missing: Allow dynamodb:GetItem on <DataTable.Arn> if {"ForAllValues:StringLike":{"dynamodb:LeadingKeys":["USER#*"]}}';

it('refuses what the role of the running function does not allow, and names the missing statement [OPS-07]', async () => {
  await expect(asRole('catalogue', () => table.client.send(readAccount()))).rejects.toMatchObject({
    name: 'AccessDeniedException',
    message: expect.stringContaining(missing),
  });
  expect(takeRefusals()).toEqual([expect.stringContaining('The role of the function catalogue')]);
});

it('allows it to another role, to a set-up, and to what a test does while a request is under way', async () => {
  await asRole('account', () => table.client.send(readAccount()));
  await table.client.send(readAccount());
  const ofClass = () => new GetCommand({ TableName: table.name, Key: { PK: 'CLASSES', SK: 'one' } });
  await asRole('catalogue', () =>
    withChangeBetween(
      table,
      () => table.client.send(readAccount()),
      () => table.client.send(ofClass()),
      () => true,
    ),
  );
  expect(takeRefusals()).toEqual([]);
});

it('refuses requests of each client that the product makes [OPS-07]', async () => {
  vi.stubEnv('AWS_REGION', 'eu-west-2');
  const asCatalogue = (send: () => Promise<unknown>) =>
    expect(asRole('catalogue', send)).rejects.toThrow('The role of the function catalogue does not allow');
  await asCatalogue(() => connectTable('any').client.send(readAccount()));
  await asCatalogue(() =>
    connectUserPool('any').client.send(new AdminGetUserCommand({ UserPoolId: 'any', Username: 'any' })),
  );
  await asCatalogue(() =>
    connectSes().send(new SendRawEmailCommand({ RawMessage: { Data: Buffer.from('') } })),
  );
  expect(takeRefusals()).toHaveLength(3);
});
