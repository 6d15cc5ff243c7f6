import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { putVenue } from '#infra/local/seed/put';
import { enteredFutureClass, enteredSlot, sampleVenue } from '#infra/testing/samples/samples';
import { managedClassSchema } from '#shared/classes/managed-class';
import { type Account, startTestStack, type TestStack } from '../stack/test-stack.ts';

let stack: TestStack;
let owner: Account;
beforeAll(async () => {
  stack = await startTestStack();
  owner = await stack.createAccount(undefined, { role: 'admin' });
  await putVenue(stack.table, sampleVenue);
});
afterAll(() => stack.stop());

const classToCreate = { ...enteredFutureClass, time_slots: [enteredSlot] };

it('a class created by an administrator is public and has an empty roster [PRM-06]', async () => {
  const created = await stack.call({
    route: 'createClass',
    token: owner.token,
    body: classToCreate,
    idempotencyKey: randomUUID(),
  });
  expect(created.status).toBe(201);
  const cls = managedClassSchema.parse(created.body);
  const { version: _, deleting: __, coach_ids: ___, ...published } = cls;
  const listing = await stack.call({ route: 'listClasses' });
  expect(Object(listing.body).classes).toEqual([published]);
  const roster = await stack.call({ route: 'getRoster', params: { classId: cls.id }, token: owner.token });
  expect(roster).toMatchObject({ status: 200, body: { time_slot_id: cls.time_slots[0]?.id, bookings: [] } });
});

it('a granted role is in the next token, but not in an older one [ADM-54, PRM-17]', async () => {
  const colleague = await stack.createAccount();
  const { email, id } = colleague.family.profile;
  const reads = async (token: string) => (await stack.call({ route: 'getDashboard', token })).status;

  expect((await stack.call({ route: 'grantAdmin', token: owner.token, body: { email } })).status).toBe(200);
  expect(await reads(colleague.token)).toBe(403);
  expect(await reads(await stack.signIn(email))).toBe(200);
  expect(
    await stack.call({ route: 'revokeAdmin', token: owner.token, params: { userId: id } }),
  ).toMatchObject({ status: 409, body: { code: 'roleChanging' } });
});

it('a deleted parent account cannot log in [PRM-11, API-32]', async () => {
  const { family } = await stack.createAccount();
  const { email } = family.profile;
  const deleted = await stack.call({
    route: 'deleteParent',
    token: owner.token,
    params: { parentId: family.id },
    idempotencyKey: randomUUID(),
  });
  expect(deleted).toMatchObject({ status: 200, body: { success: true } });
  await expect(stack.signIn(email)).rejects.toThrow();
});
