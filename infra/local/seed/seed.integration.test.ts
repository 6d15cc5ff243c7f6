import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  AdminInitiateAuthCommand,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listBookingsOfSlot } from '#functions/booking/bookings';
import { listLateEndings } from '#functions/booking/end-booking';
import { listEndedBookings } from '#functions/booking/ended-bookings';
import { listClasses, listManagedClasses } from '#functions/classes/classes';
import { getFamily } from '#functions/families/families';
import { listLedgers } from '#functions/ledger/list-ledgers';
import { rosterPartition, slotKey } from '#functions/lib/dynamo/keys-of-classes';
import { connectTable, type Table } from '#functions/lib/table';
import { listMessages } from '#functions/messages/messages';
import { listRecipients } from '#functions/messages/recipients';
import { readRegisters } from '#functions/registers/register-lists';
import { readRegistersOfSlot } from '#functions/registers/registers';
import { listCovers } from '#functions/sessions/covers';
import { listApplications } from '#functions/waiting/applications';
import { localToday } from '#infra/testing/samples/samples';
import { type FootballClass, isFull, placesLeft } from '#shared/classes/class';
import { balanceOf } from '#shared/ledger/balance';
import { addDays, programTiming } from '#shared/lib/calendar';
import { familyIdSchema, userIdSchema } from '#shared/lib/ids';
import { programmeIds } from '#shared/programmes';
import { adminGroup, coachGroup, familyClaim } from '#shared/roles';
import { sessionsOf } from '#shared/sessions/sessions';
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

/** The claims of an account's access token. */
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

it('has families on the waiting lists of full slots, some only together', async () => {
  const full = classes.flatMap((cls) => cls.time_slots).filter(isFull);
  const lists = await Promise.all(full.map(({ id }) => listApplications(table, id)));
  expect(Math.max(...lists.map(({ length }) => length))).toBe(3);
  expect(lists.flat().some(({ child_ids }) => child_ids.length > 1)).toBe(true);
});

it('has a class that ends next week, and the next one with places that are kept [TRM-03]', async () => {
  const entries = await Promise.all(
    classes.flatMap((cls) => cls.time_slots.map(({ id }) => listApplications(table, id))),
  );
  const kept = entries.flat().filter(({ is_renewal }) => is_renewal);
  expect(kept.length).toBeGreaterThanOrEqual(3);
  expect(kept.every(({ offer_id }) => offer_id !== null)).toBe(true);
  const managed = await listManagedClasses(table);
  const next = managed.filter(({ id }) => kept.some(({ class_id }) => class_id === id));
  const ends = managed
    .filter(({ id }) => next.some(({ planned_from }) => planned_from?.class_id === id))
    .map(({ end_date }) => end_date);
  const today = localToday();
  for (const end of ends) expect(end > today && end < addDays(today, 14)).toBe(true);
  expect(ends.length).toBeGreaterThan(0);
});

it('stores bookings whose numbers and amounts equal the counters, made after their class', async () => {
  for (const slot of classes.flatMap((cls) => cls.time_slots)) {
    const { Items = [] } = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        KeyConditionExpression: 'PK = :slot',
        ExpressionAttributeValues: { ':slot': rosterPartition(slot.id).PK },
      }),
    );
    const { Items: [stored] = [] } = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        KeyConditionExpression: 'PK = :pk AND SK = :sk',
        ExpressionAttributeValues: {
          ':pk': slotKey(slot.class_id, slot.id).PK,
          ':sk': slotKey(slot.class_id, slot.id).SK,
        },
      }),
    );
    const agreed = Items.reduce((sum, booking) => sum + Number(booking.amount), 0);
    // Places that are kept for the next term have an offer each.
    const offered = (await listApplications(table, slot.id)).filter(({ offer_id }) => offer_id !== null);
    expect({ bookings: Items.length + offered.length, revenue: agreed }).toEqual({
      bookings: slot.current_bookings,
      revenue: stored?.revenue,
    });
    const created = classes.find(({ id }) => id === slot.class_id)?.created_at ?? '';
    expect(Items.filter((booking) => String(booking.created_at) <= created)).toEqual([]);
  }
});

it('has an admin, a parent with children and a new parent, and all can sign in', async () => {
  expect(await claimsOf(demoAccounts.admin)).toMatchObject({ 'cognito:groups': [adminGroup] });
  const parent = await familyOf(demoAccounts.parent);
  expect(parent?.children).toHaveLength(3);
  expect(parent?.children.filter((child) => child.medical_conditions)).toHaveLength(1);
  expect((await familyOf(demoAccounts.newParent))?.children).toEqual([]);
});

it('has two coaches with a session today and tomorrow, a cover, and registers with marks', async () => {
  const today = localToday();
  const sub = userIdSchema.parse((await claimsOf(demoAccounts.coach)).sub);
  expect(await claimsOf(demoAccounts.coach)).toMatchObject({ 'cognito:groups': [coachGroup] });
  const managed = (await listManagedClasses(table)).filter(({ coach_ids }) => coach_ids.length > 0);
  const own = managed.filter(({ coach_ids }) => coach_ids.includes(sub));
  const covers = await listCovers(table, today);
  const dates = [
    ...own.flatMap((cls) => cls.time_slots.flatMap((slot) => sessionsOf(cls, slot))),
    ...covers.filter(({ coach_ids }) => coach_ids.includes(sub)),
  ].map(({ date }) => date);
  expect(dates).toEqual(expect.arrayContaining([today, addDays(today, 1)]));
  expect(own.some(({ coach_ids }) => coach_ids.length === 2)).toBe(true);
  const slots = managed.flatMap((cls) => cls.time_slots);
  const registers = await Promise.all(slots.map(({ id }) => readRegistersOfSlot(table, id, localToday())));
  const marks = registers.flatMap(({ marked }) => marked);
  const made = new Set(marks.flatMap((place) => place.marks.map(({ attendance }) => attendance)));
  expect([...made]).toEqual(expect.arrayContaining(['present', 'absent']));
});

it('has on a register of today a note of 500 characters, and a child of whom nobody answered', async () => {
  const today = localToday();
  const classes = await listManagedClasses(table);
  const sessions = classes.flatMap((cls) => cls.time_slots.map((slot) => ({ cls, slot, date: today })));
  const registers = (await readRegisters(table, sessions)).flatMap(({ children }) => children);
  expect(registers.some(({ card }) => card?.medical_conditions?.length === 500)).toBe(true);
  expect(registers.some(({ card }) => card?.is_health_answered === false)).toBe(true);
});

it('has accounts that are open, paid, paid in part, credited, waived and in credit', async () => {
  const accounts = (await listLedgers(table)).filter(({ charged }) => charged > 0);
  const balances = accounts.map(balanceOf);
  expect(balances.some((balance) => balance > 0)).toBe(true);
  expect(balances.some((balance) => balance < 0)).toBe(true);
  expect(accounts.some(({ charged, received }) => received === charged)).toBe(true);
  expect(accounts.some((account) => account.received > 0 && balanceOf(account) > 0)).toBe(true);
  expect(accounts.some(({ charged, credited }) => credited === charged)).toBe(true);
  expect(accounts.some(({ waived }) => waived > 0)).toBe(true);
});

it('has trials that are held, kept and over, and late and early cancellations', async () => {
  const accounts = await listLedgers(table);
  const histories = await Promise.all(accounts.map(({ parent_id }) => listEndedBookings(table, parent_id)));
  const reasons = histories.flat().map(({ ended }) => ended.reason);
  expect(reasons.toSorted()).toEqual(['cancelled', 'cancelled', 'trial-over', 'upgraded']);
  expect(await listLateEndings(table)).toHaveLength(1);
  const slots = classes.flatMap((cls) => cls.time_slots);
  const rosters = await Promise.all(slots.map(({ id }) => listBookingsOfSlot(table, id)));
  const today = localToday();
  const held = rosters.flat().filter(({ trial_date }) => trial_date !== null && trial_date < today);
  expect(held).toHaveLength(1);
  expect(rosters.flat().filter(({ upgraded_from }) => upgraded_from)).toHaveLength(1);
});

it('has a log with emails that were delivered, bounced and held back, and a cancelled session', async () => {
  // The reminders of tomorrow are made at five in the afternoon.
  const messages = (await listMessages(table, { before: undefined, limit: 10 })).filter(
    ({ kind }) => kind !== 'reminder',
  );
  expect(messages.map(({ kind, state }) => `${kind} ${state}`).toSorted()).toEqual([
    'broadcast done',
    'coaching-changed done',
    'news done',
    'next-term done',
    'session-cancelled done',
  ]);
  const recipients = await Promise.all(messages.map(({ id }) => listRecipients(table, id)));
  const states = messages.map(({ kind }, index) =>
    [kind, ...new Set(recipients[index]?.map(({ state }) => state))].toSorted(),
  );
  expect(states.toSorted()).toEqual([
    ['bounced', 'delivered', 'session-cancelled'],
    ['broadcast', 'delivered', 'held-back'],
    ['coaching-changed', 'delivered'],
    ['delivered', 'news'],
    ['delivered', 'next-term'],
  ]);
});

it('is stored once: a restart adds nothing', async () => {
  await stack.stop();
  stack = await startStack({ dataDir });
  table.client.destroy();
  table = connectTable(resourceNames.table);
  expect(await listClasses(table)).toEqual(classes);
});
