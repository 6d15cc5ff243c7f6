import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  AdminInitiateAuthCommand,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listClasses } from '#functions/classes/classes';
import { getFamily } from '#functions/families/families';
import { connectTable, type Table } from '#functions/lib/table';
import { localToday } from '#infra/testing/samples/samples';
import { type FootballClass, isFull, placesLeft } from '#shared/classes/class';
import { programTiming } from '#shared/lib/calendar';
import { familyIdSchema } from '#shared/lib/ids';
import { programmeIds } from '#shared/programmes';
import { adminGroup, familyClaim } from '#shared/roles';
import { resourceNames } from '../addresses.ts';
import { type Stack, startStack } from '../stack.ts';
import { demoAccounts, demoPassword } from './demo-accounts.ts';

let dataDir: string;
let stack: Stack;
let table: Table;
let classes: FootballClass[];

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'seed-'));
  stack = await startStack({ dataDir });
  table = connectTable(resourceNames.table);
  classes = await listClasses(table);
});

afterAll(async () => {
  table.client.destroy();
  await stack.stop();
  await rm(dataDir, { recursive: true });
});

const claimsOf = async (email: string) => {
  const pool = new CognitoIdentityProviderClient({});
  const { AuthenticationResult } = await pool.send(
    new AdminInitiateAuthCommand({
      UserPoolId: resourceNames.userPoolId,
      ClientId: resourceNames.userPoolClientId,
      AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: email, PASSWORD: demoPassword },
    }),
  );
  pool.destroy();
  const content = AuthenticationResult?.AccessToken?.split('.')[1] ?? '';
  return JSON.parse(Buffer.from(content, 'base64url').toString());
};

const familyOf = async (email: string) =>
  getFamily(table, familyIdSchema.parse((await claimsOf(email))[familyClaim]));

it('shows classes and slots in every state', () => {
  const today = localToday();
  const slots = classes.flatMap((cls) => cls.time_slots);
  expect(new Set(classes.map((cls) => programTiming(cls, today)))).toEqual(
    new Set(['not-started', 'in-progress', 'ended']),
  );
  expect(new Set(classes.map((cls) => cls.class_type))).toEqual(new Set(programmeIds));
  expect(slots.some(isFull)).toBe(true);
  expect(slots.some((slot) => placesLeft(slot) === 1)).toBe(true);
  expect(slots.some((slot) => slot.current_bookings === 0)).toBe(true);
});

it('has an admin, a parent with children and a new parent, and all can sign in', async () => {
  expect(await claimsOf(demoAccounts.admin)).toMatchObject({ 'cognito:groups': [adminGroup] });
  const parent = await familyOf(demoAccounts.parent);
  expect(parent?.children).toHaveLength(3);
  expect(parent?.children.filter((child) => child.medical_conditions)).toHaveLength(1);
  expect((await familyOf(demoAccounts.newParent))?.children).toEqual([]);
});

it('is stored once: a restart adds nothing', async () => {
  await stack.stop();
  stack = await startStack({ dataDir });
  table.client.destroy();
  table = connectTable(resourceNames.table);
  expect(await listClasses(table)).toEqual(classes);
});
