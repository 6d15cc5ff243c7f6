import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { putVenue } from '#infra/local/seed/put';
import { enteredFutureClass, enteredSlot, sampleVenue } from '#infra/testing/samples/samples';
import { managedClassSchema } from '#shared/classes/managed-class';
import { adminRoutes } from '#shared/contract/admin-routes';
import type { RouteName } from '#shared/contract/routes';
import { type Account, startTestStack, type TestStack } from '../stack/test-stack.ts';

let stack: TestStack;
let owner: Account;
let parent: Account;
beforeAll(async () => {
  stack = await startTestStack();
  owner = await stack.createAccount(undefined, { role: 'admin' });
  parent = await stack.createAccount();
  await putVenue(stack.table, sampleVenue);
});
afterAll(() => stack.stop());

const classToCreate = { ...enteredFutureClass, time_slots: [enteredSlot] };

// Object.keys widens the key type; the object is closed.
const routeNames = (Object.keys(adminRoutes) as (RouteName & keyof typeof adminRoutes)[]).filter(
  (name) => adminRoutes[name].access !== 'public',
);
const params = {
  childId: 'chd_01J6Z3W8Q4V5N7M2K9R1T0XYZA',
  classId: 'cls_01J6Z3W8Q4V5N7M2K9R1T0XYZA',
  bookingId: 'bkg_01J6Z3W8Q4V5N7M2K9R1T0XYZA',
  parentId: 'fam_01J6Z3W8Q4V5N7M2K9R1T0XYZA',
  otherId: 'fam_01J6Z3W8Q4V5N7M2K9R1T0XYZB',
  venueId: 'ven_01J6Z3W8Q4V5N7M2K9R1T0XYZA',
  userId: '11111111-1111-4111-8111-111111111111',
  slotId: 'slt_01J6Z3W8Q4V5N7M2K9R1T0XYZA',
  date: '2026-11-28',
  day: '2026-11-28',
  rowId: 'x'.repeat(43),
  entryId: 'wai_01J6Z3W8Q4V5N7M2K9R1T0XYZA',
  offerId: 'ofr_01J6Z3W8Q4V5N7M2K9R1T0XYZA',
  readerId: 'x'.repeat(43),
  messageId: `msg_${'x'.repeat(22)}`,
  invitationId: 'x'.repeat(43),
  mailId: 'x'.repeat(22),
  importId: 'x'.repeat(43),
  unlistedId: '11111111-1111-4111-8111-111111111111',
};

describe.each(routeNames)('%s over HTTP', (route) => {
  const call = (token?: string) =>
    stack.call({ route, params, token, ...('body' in adminRoutes[route] && { body: {} }) });

  it('refuses a visitor, a forged token and a parent [PRM-13, PRM-14, PRM-16]', async () => {
    expect((await call()).status).toBe(401);
    expect((await call('eyJhbGciOiJub25lIn0.e30.')).status).toBe(401);
    expect(await call(parent.token)).toMatchObject({ status: 403, body: { code: 'adminOnly' } });
  });
});

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
