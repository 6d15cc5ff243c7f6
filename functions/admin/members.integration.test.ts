import { randomUUID } from 'node:crypto';
import {
  AdminCreateUserCommand,
  AdminGetUserCommand,
  AdminListGroupsForUserCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { adminGroup } from '#shared/roles';
import { type UserId, userIdSchema } from '#shared/schemas/ids';
import {
  memberSchema,
  parentDetailsSchema,
  parentPageSchema,
  type SearchParents,
} from '#shared/schemas/member';
import type { Family } from '#shared/schemas/profile';
import { instantSchema } from '#shared/schemas/values';
import { createClass, getTimeSlot } from '../data/classes.ts';
import { createFamily } from '../data/families.ts';
import { newBookingId } from '../data/ids.ts';
import { profileKey } from '../data/keys.ts';
import { getMemberCounts } from '../data/member-counts.ts';
import { listMembers } from '../data/members.ts';
import { takePlace } from '../data/take-place.ts';
import { adminApi } from '../testing/admin-api.ts';
import { interruptAt } from '../testing/interruption.ts';
import { sampleBooking } from '../testing/sample-booking.ts';
import { sampleClass, sampleFamily, sampleNow } from '../testing/samples.ts';
import { startTestTable, type TestTable } from '../testing/test-table.ts';
import { startTestUserPool, type TestUserPool } from '../testing/test-user-pool.ts';

let table: TestTable;
let userPool: TestUserPool;
let now = sampleNow;
const clock = () => now;
const later = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000);
};
let admin: ReturnType<typeof adminApi>;

const start = async () => {
  [table, userPool] = await Promise.all([startTestTable(), startTestUserPool()]);
  admin = adminApi({ table, userPool, clock });
};
const stop = () => Promise.all([table.stop(), userPool.stop()]);

/** An account with its user, as after sign-up and verification. */
const join = async (
  overrides: Partial<Family['profile']> = {},
  children: { name: string }[] = [{ name: 'Robin' }],
) => {
  const email = `${randomUUID()}@example.com`;
  const { User } = await userPool.client.send(
    new AdminCreateUserCommand({ UserPoolId: userPool.id, Username: email, MessageAction: 'SUPPRESS' }),
  );
  const id = userIdSchema.parse(User?.Attributes?.find(({ Name }) => Name === 'sub')?.Value);
  const sample = sampleFamily({ children });
  later(1);
  const family: Family = {
    profile: {
      ...sample.profile,
      id,
      email,
      created_at: instantSchema.parse(now.toISOString()),
      ...overrides,
    },
    children: sample.children.map((child) => ({ ...child, parent_id: id })),
  };
  await createFamily(table, family);
  return family;
};
const groupsOf = async (userId: UserId) => {
  const { Groups = [] } = await userPool.client.send(
    new AdminListGroupsForUserCommand({ UserPoolId: userPool.id, Username: userId }),
  );
  return Groups.map(({ GroupName }) => GroupName);
};
const exists = (userId: UserId) =>
  userPool.client.send(new AdminGetUserCommand({ UserPoolId: userPool.id, Username: userId })).then(
    () => true,
    () => false,
  );

const search = async (body: Partial<SearchParents> = {}) => {
  const answer = await admin.call('searchParents', { body });
  expect(answer.status).toBe(200);
  return parentPageSchema.parse(answer.body);
};
const listAdmins = async () => {
  const { body } = await admin.call('listAdmins');
  return z.object({ admins: z.array(memberSchema) }).parse(body).admins;
};
const detailsOf = async (userId: UserId) =>
  parentDetailsSchema.parse((await admin.call('getParent', { params: { parentId: userId } })).body);
const grant = (email: string, api = admin) => api.call('grantAdmin', { body: { email } });
const revoke = (userId: UserId, api = admin) => api.call('revokeAdmin', { params: { userId } });

/** The counts, against all that is listed. */
const expectCountsToAgree = async () => {
  const listed = async (role: 'parent' | 'admin') =>
    listMembers(table, role, { before: undefined, limit: 1000 });
  const [parents, admins] = [await listed('parent'), await listed('admin')];
  expect(await getMemberCounts(table)).toEqual({
    parents: parents.length,
    admins: admins.filter(({ role_pending }) => !role_pending).length,
  });
};

describe('the list of parents', () => {
  beforeAll(start);
  afterAll(stop);

  it('has every parent and no administrator, the latest first, page by page [API-19, ADM-48, ADM-49]', async () => {
    const families: Family[] = [];
    for (let index = 0; index < 7; index += 1) families.push(await join());
    const owner = await join();
    expect((await grant(owner.profile.email)).status).toBe(200);
    const pages = [await search({ limit: 3 })];
    for (let cursor = pages.at(-1)?.next_cursor; cursor; cursor = pages.at(-1)?.next_cursor) {
      pages.push(await search({ limit: 3, cursor }));
    }
    expect(pages.map(({ parents }) => parents.length)).toEqual([3, 3, 1]);
    expect(new Set(pages.map(({ total }) => total))).toEqual(new Set([7]));
    expect(pages.flatMap(({ parents }) => parents)).toEqual(
      families.toReversed().map(({ profile }) => ({
        ...profile,
        role: 'parent',
        role_pending: false,
        deleting: false,
        bookings_count: 0,
      })),
    );
    await expectCountsToAgree();
  });

  it('counts each parent’s bookings [ADM-50, API-18]', async () => {
    const family = await join();
    const cls = sampleClass({ capacities: [5, 5, 5] });
    await createClass(table, cls);
    for (const slot of cls.time_slots) {
      await takePlace(table, sampleBooking(cls, family, { id: newBookingId(now), time_slot_id: slot.id }));
    }
    const [first, second] = (await search()).parents;
    expect([first?.bookings_count, second?.bookings_count]).toEqual([3, 0]);
  });

  it('is found by name, email or phone', async () => {
    const found = await join({ full_name: 'Zoë Nowak', phone_number: '+44 20 7946 0958' });
    for (const query of ['zoe', 'NOWAK', found.profile.email.slice(0, 20), '7946 0958']) {
      const page = await search({ query });
      expect(page).toMatchObject({ total: 1, next_cursor: null, parents: [{ id: found.profile.id }] });
    }
    expect(await search({ query: 'nobody' })).toEqual({ parents: [], total: 0, next_cursor: null });
    const firsts = await search({ query: '@example.com', limit: 2 });
    const seconds = await search({ query: '@example.com', limit: 2, cursor: firsts.next_cursor ?? '' });
    expect(firsts.total).toBeGreaterThan(4);
    expect(new Set([...firsts.parents, ...seconds.parents].map(({ id }) => id)).size).toBe(4);
  });

  it('reads one page of accounts, and counts for each of them', async () => {
    const { cost } = await table.measure(() => search({ limit: 3 }));
    const operations = cost.map(({ operation }) => operation).toSorted();
    expect(operations).toEqual(['GetItem', 'Query', 'Query', 'Query', 'Query']);
    for (const { indexUnits, tableUnits } of cost) expect(indexUnits + tableUnits).toBeLessThanOrEqual(1);
  });
});

describe('one parent', () => {
  beforeAll(start);
  afterAll(stop);

  it('is shown with children by name and bookings, newest first [API-20, API-23, PRM-10, ADM-59]', async () => {
    const family = await join({}, [{ name: 'Zoe' }, { name: 'Ana' }, { name: 'Élodie' }]);
    const cls = sampleClass({ capacities: [5, 5] });
    await createClass(table, cls);
    for (const slot of cls.time_slots) {
      later(1);
      await takePlace(table, sampleBooking(cls, family, { id: newBookingId(now), time_slot_id: slot.id }));
    }
    const details = await detailsOf(family.profile.id);
    expect(details.profile).toEqual({
      ...family.profile,
      role: 'parent',
      role_pending: false,
      deleting: false,
    });
    expect(details.children.map(({ name }) => name)).toEqual(['Ana', 'Élodie', 'Zoe']);
    expect(details.bookings.map(({ time_slot_id }) => time_slot_id)).toEqual(
      cls.time_slots.map(({ id }) => id).toReversed(),
    );
  });

  it('has name and phone changed, and nothing else [PRM-10, API-21, ADM-55]', async () => {
    const { profile } = await join();
    const body = { full_name: 'New Name', phone_number: '+44 1' };
    const answer = await admin.call('updateParent', { params: { parentId: profile.id }, body });
    expect(answer).toMatchObject({ status: 200, body: { ...profile, ...body } });
    expect((await detailsOf(profile.id)).profile).toMatchObject({ ...profile, ...body });
    for (const extra of [{ email: 'x@example.com' }, { role: 'admin' }, { email_verified: true }]) {
      const refused = await admin.call('updateParent', {
        params: { parentId: profile.id },
        body: { ...body, ...extra },
      });
      expect(refused.status).toBe(400);
    }
  });

  it('is not found under an unknown id [ADM-60]', async () => {
    const params = { parentId: randomUUID() };
    const body = { full_name: 'A', phone_number: '1' };
    const notFound = { status: 404, body: { code: 'parentNotFound', detail: 'Parent not found' } };
    expect(await admin.call('getParent', { params })).toMatchObject(notFound);
    expect(await admin.call('updateParent', { params, body })).toMatchObject(notFound);
    expect(await admin.call('deleteParent', { params })).toMatchObject(notFound);
  });
});

describe('deleting a parent account', () => {
  beforeAll(start);
  afterAll(stop);

  const remove = (userId: UserId, api = admin) => api.call('deleteParent', { params: { parentId: userId } });
  const bookedFamily = async () => {
    const family = await join({}, [{ name: 'Ana' }, { name: 'Ben' }]);
    const cls = sampleClass({ capacities: [5] });
    await createClass(table, cls);
    for (const child_name of ['Ana', 'Ben']) {
      await takePlace(table, sampleBooking(cls, family, { id: newBookingId(now), child_name }));
    }
    const slot = cls.time_slots[0];
    if (!slot) throw new Error('a slot expected');
    const placesTaken = async () => (await getTimeSlot(table, cls.id, slot.id))?.current_bookings;
    expect(await placesTaken()).toBe(2);
    return { family, userId: family.profile.id, placesTaken };
  };

  it('deletes user, profile, children and bookings, and frees the places [PRM-11, API-32, API-33, DAT-16]', async () => {
    const { userId, placesTaken } = await bookedFamily();
    expect(await remove(userId)).toMatchObject({ status: 200, body: { success: true } });
    expect(await exists(userId)).toBe(false);
    expect(await placesTaken()).toBe(0);
    expect((await search({ query: 'Parent' })).parents.map(({ id }) => id)).not.toContain(userId);
    expect((await admin.call('getParent', { params: { parentId: userId } })).status).toBe(404);
    await expectCountsToAgree();
  });

  it('does not delete an administrator’s account', async () => {
    const { profile } = await join();
    await grant(profile.email);
    expect(await remove(profile.id)).toMatchObject({ status: 409, body: { code: 'adminAccount' } });
    expect(await exists(profile.id)).toBe(true);
    expect((await detailsOf(profile.id)).profile.deleting).toBe(false);
  });

  it.each(['before', 'after'] as const)(
    'goes on where it was interrupted, at any request, %s it was carried out [PRM-11]',
    async (when) => {
      let interrupted = 0;
      for (let step = 0; ; step += 1) {
        const { userId, placesTaken, family } = await bookedFamily();
        const cut = interruptAt(step, when);
        const failing = adminApi({ table: cut.table(table), userPool: cut.userPool(userPool), clock });
        const { status } = await remove(userId, failing);
        if (status === 200) break;
        interrupted += 1;
        const listed = (await search({ query: family.profile.email })).parents[0];
        const again = await remove(userId);
        // Complete although its answer was lost: not found any more, and neither is anything of it.
        expect(again.status).toBe(listed ? 200 : 404);
        expect(await exists(userId)).toBe(false);
        expect(await placesTaken()).toBe(0);
        expect((await search({ query: family.profile.email })).total).toBe(0);
        await expectCountsToAgree();
      }
      expect(interrupted).toBeGreaterThan(8);
    },
  );
});

describe('administrators', () => {
  beforeAll(start);
  afterAll(stop);
  const settle = () => later(60);

  /** The administrator who calls is one in the table too. */
  const owner = async () => {
    const { profile } = await join();
    expect((await grant(profile.email)).status).toBe(200);
    settle();
    return { profile, api: adminApi({ table, userPool, clock, userId: profile.id }) };
  };

  it('are exactly the profiles with the role, and so is the group [API-22, API-27, ADM-53, ADM-54, PRM-12, DAT-18, DAT-19]', async () => {
    const { profile } = await join();
    const roleOf = async () => (await admin.call('getRole', { params: { userId: profile.id } })).body;
    expect(await roleOf()).toEqual({ user_id: profile.id, role: 'parent' });
    expect(await groupsOf(profile.id)).toEqual([]);

    const answer = await grant(` ${profile.email.toUpperCase()} `);
    expect(answer).toMatchObject({
      status: 200,
      body: { id: profile.id, role: 'admin', role_pending: false },
    });
    expect(await roleOf()).toEqual({ user_id: profile.id, role: 'admin' });
    expect(await groupsOf(profile.id)).toEqual([adminGroup]);
    expect((await listAdmins()).map(({ id }) => id)).toEqual([profile.id]);
    expect((await search()).parents.map(({ id }) => id)).not.toContain(profile.id);

    await owner();
    expect((await revoke(profile.id)).status).toBe(204);
    expect(await roleOf()).toEqual({ user_id: profile.id, role: 'parent' });
    expect(await groupsOf(profile.id)).toEqual([]);
    expect((await listAdmins()).map(({ id }) => id)).not.toContain(profile.id);
    expect((await search()).parents.map(({ id }) => id)).toContain(profile.id);
    await expectCountsToAgree();
  });

  it('are made of existing accounts whose email is verified', async () => {
    const { profile } = await join({ email_verified: false });
    expect(await grant('nobody@example.com')).toMatchObject({
      status: 404,
      body: { code: 'accountNotFound' },
    });
    expect(await grant('no email')).toMatchObject({ status: 400 });
    expect(await grant(profile.email)).toMatchObject({ status: 409, body: { code: 'emailNotVerified' } });
    expect(await groupsOf(profile.id)).toEqual([]);
    expect(await admin.call('getRole', { params: { userId: randomUUID() } })).toMatchObject({ status: 404 });
    expect(await revoke(userIdSchema.parse(randomUUID()))).toMatchObject({ status: 404 });
  });

  it('stay what they are when asked for again, and it is logged once', async () => {
    const { profile } = await owner();
    expect((await grant(profile.email)).status).toBe(200);
    const parent = await join();
    expect((await revoke(parent.profile.id)).status).toBe(204);
    const { body } = await admin.call('listActivity');
    const about = (id: UserId) =>
      Object(body).entries.filter(({ subject_id }: { subject_id: string }) => subject_id === id);
    expect(about(profile.id)).toMatchObject([
      { action: 'role.granted', actor_id: admin.userId, subject_label: 'Pat Parent', fields: [] },
    ]);
    expect(about(parent.profile.id)).toEqual([]);
    await expectCountsToAgree();
  });

  it('do not revoke themselves [ADM-54]', async () => {
    const { profile, api } = await owner();
    expect(await revoke(profile.id, api)).toMatchObject({ status: 409, body: { code: 'ownRole' } });
    expect(await groupsOf(profile.id)).toEqual([adminGroup]);
  });

  it('can be turned round only when no call for the opposite can be under way', async () => {
    await owner();
    const { profile } = await join();
    await grant(profile.email);
    expect(await revoke(profile.id)).toMatchObject({ status: 409, body: { code: 'roleChanging' } });
    later(30);
    expect((await revoke(profile.id)).status).toBe(204);
    expect(await grant(profile.email)).toMatchObject({ status: 409, body: { code: 'roleChanging' } });
    later(30);
    expect((await grant(profile.email)).status).toBe(200);
  });

  it('lose their sessions with the role', async () => {
    await owner();
    const { profile } = await owner();
    const calls: string[] = [];
    const watched = {
      id: userPool.id,
      client: new Proxy(userPool.client, {
        get: (target, property) =>
          property === 'send'
            ? (command: object, ...rest: unknown[]) => {
                calls.push(command.constructor.name);
                return Reflect.apply(target.send, target, [command, ...rest]);
              }
            : Reflect.get(target, property, target),
      }),
    };
    expect((await revoke(profile.id, adminApi({ table, userPool: watched, clock }))).status).toBe(204);
    expect(calls).toEqual(['AdminRemoveUserFromGroupCommand', 'AdminUserGlobalSignOutCommand']);
  });

  it.each(['before', 'after'] as const)(
    'are granted and revoked to the end when interrupted at any request, %s it was carried out [ADM-54]',
    async (when) => {
      await owner();
      const { profile } = await join();
      let interrupted = 0;
      for (const target of ['admin', 'parent'] as const) {
        const change = (api = admin) =>
          target === 'admin' ? grant(profile.email, api) : revoke(profile.id, api);
        for (let step = 0; ; step += 1) {
          settle();
          const cut = interruptAt(step, when);
          const failing = adminApi({ table: cut.table(table), userPool: cut.userPool(userPool), clock });
          const { status } = await change(failing);
          const listed = (await listAdmins()).find(({ id }) => id === profile.id);
          const inGroup = (await groupsOf(profile.id)).includes(adminGroup);
          // Nobody is an administrator unseen, and where the two differ it is said.
          if (inGroup) expect(listed).toBeDefined();
          if (listed && !listed.role_pending) expect(inGroup).toBe(true);
          expect([200, 204]).toContain((await change()).status);
          expect(await groupsOf(profile.id)).toEqual(target === 'admin' ? [adminGroup] : []);
          await expectCountsToAgree();
          if (status < 300) break;
          interrupted += 1;
          settle();
          expect([200, 204]).toContain(
            (await (target === 'admin' ? revoke(profile.id) : grant(profile.email))).status,
          );
        }
      }
      expect(interrupted).toBeGreaterThan(8);
    },
  );

  it('agree with the group after grants and revocations at once', async () => {
    await owner();
    const { profile } = await join();
    for (let round = 0; round < 5; round += 1) {
      settle();
      await Promise.all(
        Array.from({ length: 6 }, (_, index) => (index % 2 ? grant(profile.email) : revoke(profile.id))),
      );
      const listed = (await listAdmins()).find(({ id }) => id === profile.id);
      expect(listed?.role_pending ?? false).toBe(false);
      expect(await groupsOf(profile.id)).toEqual(listed ? [adminGroup] : []);
      await expectCountsToAgree();
    }
  });
});

describe('the last administrator', () => {
  beforeAll(start);
  afterAll(stop);

  it('stays one, also when two revoke each other at once [ADM-54]', async () => {
    const [one, other] = [await join(), await join()];
    await grant(one.profile.email);
    later(60);
    expect(await revoke(one.profile.id)).toMatchObject({ status: 409, body: { code: 'lastAdmin' } });
    await grant(other.profile.email);
    later(60);
    const as = ({ profile }: Family) => adminApi({ table, userPool, clock, userId: profile.id });
    const answers = await Promise.all([revoke(other.profile.id, as(one)), revoke(one.profile.id, as(other))]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409]);
    expect(await listAdmins()).toHaveLength(1);
    await expectCountsToAgree();
  });

  it('is not one whose grant never came to its end', async () => {
    const [last] = await listAdmins();
    const half = await join();
    const cut = interruptAt(3, 'before');
    await grant(
      half.profile.email,
      adminApi({ table: cut.table(table), userPool: cut.userPool(userPool), clock }),
    );
    expect((await listAdmins()).map(({ role_pending }) => role_pending).toSorted()).toEqual([false, true]);
    later(60);
    expect(await revoke(userIdSchema.parse(last?.id))).toMatchObject({ body: { code: 'lastAdmin' } });
  });
});

describe('an account that is being deleted', () => {
  beforeAll(start);
  afterAll(stop);

  it('is no longer changed or made an administrator, and listed until it is gone', async () => {
    const { profile } = await join();
    await table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: { ...profileKey(profile.id) },
        UpdateExpression: 'SET deleting = :true',
        ExpressionAttributeValues: { ':true': true },
      }),
    );
    const body = { full_name: 'New Name', phone_number: '1' };
    expect((await admin.call('updateParent', { params: { parentId: profile.id }, body })).status).toBe(404);
    expect((await grant(profile.email)).status).toBe(404);
    expect((await search()).parents).toMatchObject([{ id: profile.id, deleting: true }]);
  });
});
