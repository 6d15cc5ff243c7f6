import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { putClass } from '#infra/local/seed/put';
import {
  at,
  type SampleFamily,
  sampleBooking,
  sampleClass,
  sampleFamily,
} from '#infra/testing/samples/samples';
import { type MemberSystem, memberSteps } from '#infra/testing/services/member-system';
import { startSystem } from '#infra/testing/services/system';
import { withChangeBetween } from '#infra/testing/table/test-table';
import { businessMoment } from '#shared/lib/business-time';
import { type FamilyId, idempotencyKeySchema } from '#shared/lib/ids';
import { removeChild } from '../across/change-children.ts';
import { endBooking } from '../booking/end-booking.ts';
import { takePlace } from '../booking/take-place.ts';
import { getTimeSlot } from '../classes/classes.ts';
import { newBookingId } from '../lib/ids.ts';
import { addChildren } from './children.ts';

let system: MemberSystem;
const start = async () => {
  system = await startSystem(memberSteps);
};

/** A family with a holder as the office sees it. */
const managed = ({ id, profile }: SampleFamily) => ({
  ...profile,
  id,
  has_login: true,
  role: 'parent',
  deleting: false,
  email_problem: null,
});

describe('the list of parents', () => {
  beforeAll(start);
  afterAll(() => system.stop());

  it('returns every parent and no administrator without a child, with the number of bookings, newest first, in pages [API-18, API-19, ADM-49, ADM-50]', async () => {
    const families: SampleFamily[] = [];
    for (let index = 0; index < 7; index += 1) families.push(await system.join());
    const cls = sampleClass({ capacities: [5, 5, 5] });
    await putClass(system.table, cls);
    for (const { id: time_slot_id } of cls.time_slots) {
      const booking = { id: newBookingId(system.clock()), time_slot_id };
      await takePlace(system.table, sampleBooking(cls, at(families, 6), booking));
    }
    const owner = await system.join({}, []);
    expect((await system.grant(owner.profile.email)).status).toBe(200);
    const pages = [await system.search({ limit: 3 })];
    for (let cursor = pages.at(-1)?.next_cursor; cursor; cursor = pages.at(-1)?.next_cursor) {
      pages.push(await system.search({ limit: 3, cursor }));
    }
    expect(pages.map(({ parents }) => parents.length)).toEqual([3, 3, 1]);
    expect(new Set(pages.map(({ total }) => total))).toEqual(new Set([7]));
    expect(pages.flatMap(({ parents }) => parents)).toEqual(
      families
        .toReversed()
        .map((family, index) => ({ ...managed(family), bookings_count: index === 0 ? 3 : 0 })),
    );
    expect((await system.search({ query: owner.profile.email })).parents).toEqual([]);
    await system.expectCountsToAgree();
  });

  it('is filtered by name, email or phone number', async () => {
    const found = await system.join({ full_name: 'Zoë Nowak', phone_number: '+44 20 7946 0958' });
    for (const query of ['zoe', 'NOWAK', found.profile.email.slice(0, 20), '7946 0958']) {
      const page = await system.search({ query });
      expect(page).toMatchObject({ total: 1, next_cursor: null, parents: [{ id: found.id }] });
    }
    expect(await system.search({ query: 'nobody' })).toEqual({ parents: [], total: 0, next_cursor: null });
    const firsts = await system.search({ query: '@example.com', limit: 2 });
    const cursor = firsts.next_cursor ?? '';
    const seconds = await system.search({ query: '@example.com', limit: 2, cursor });
    expect(firsts.total).toBeGreaterThan(4);
    expect(new Set([...firsts.parents, ...seconds.parents].map(({ id }) => id)).size).toBe(4);
  });
});

describe('one parent', () => {
  beforeAll(start);
  afterAll(() => system.stop());

  it('is returned with children by name, and with bookings, newest first [API-20, API-23, PRM-10]', async () => {
    const family = await system.join({}, [{ name: 'Zoe' }, { name: 'Ana' }, { name: 'Élodie' }]);
    const cls = sampleClass({ capacities: [5, 5] });
    await putClass(system.table, cls);
    for (const slot of cls.time_slots) {
      system.later(1);
      await takePlace(
        system.table,
        sampleBooking(cls, family, { id: newBookingId(system.clock()), time_slot_id: slot.id }),
      );
    }
    const details = await system.detailsOf(family.id);
    expect(details.profile).toEqual(managed(family));
    expect(details.children.map(({ name }) => name)).toEqual(['Ana', 'Élodie', 'Zoe']);
    expect(details.bookings.map(({ time_slot_id }) => time_slot_id)).toEqual(
      cls.time_slots.map(({ id }) => id).toReversed(),
    );
  });

  it('accepts a changed name and phone number, and keeps everything else [PRM-10, API-21, ADM-55]', async () => {
    const family = await system.join();
    const params = { parentId: family.id };
    const body = { full_name: 'New Name', phone_number: '+44 20 7946 0000' };
    const changed = { ...managed(family), ...body };
    const answer = await system.admin.call('updateParent', { params, body });
    expect(answer).toMatchObject({ status: 200, body: changed });
    expect((await system.detailsOf(family.id)).profile).toEqual(changed);
    for (const extra of [{ email: 'x@example.com' }, { role: 'admin' }, { email_verified: true }]) {
      const refused = await system.admin.call('updateParent', { params, body: { ...body, ...extra } });
      expect(refused.status).toBe(400);
    }
  });
});

describe('deleting a parent account', () => {
  // One class: the deletion looks into every slot, so that each class more is a request more.
  const cls = sampleClass({ capacities: [5] });
  beforeAll(async () => {
    await start();
    await putClass(system.table, cls);
  });
  afterAll(() => system.stop());

  const remove = (parentId: FamilyId, key: string = randomUUID()) =>
    system.admin.call('deleteParent', { params: { parentId }, headers: { 'idempotency-key': key } });
  const bookedFamily = async () => {
    const family = await system.join({}, [{ name: 'Ana' }, { name: 'Ben' }]);
    for (const child of family.children) {
      const booking = sampleBooking(
        cls,
        { ...family, children: [child] },
        { id: newBookingId(system.clock()) },
      );
      await takePlace(system.table, booking);
    }
    const slot = cls.time_slots[0];
    if (!slot) throw new Error('a slot expected');
    const placesTaken = async () => (await getTimeSlot(system.table, cls.id, slot.id))?.current_bookings;
    expect(await placesTaken()).toBe(2);
    return { family, id: family.id, userId: family.profile.id, placesTaken };
  };

  it('deletes user, profile, children and bookings, and frees the places, once for an attempt [PRM-11, API-32, API-33, DAT-16, END-13]', async () => {
    const { id, userId, placesTaken } = await bookedFamily();
    const key = randomUUID();
    expect(await remove(id, key)).toMatchObject({ status: 200, body: { success: true } });
    expect(await remove(id, key)).toMatchObject({ status: 200, body: { success: true } });
    expect(await remove(id)).toMatchObject({ status: 404, body: { code: 'parentNotFound' } });
    expect(await system.exists(userId)).toBe(false);
    expect(await placesTaken()).toBe(0);
    expect((await system.search({ query: 'Parent' })).parents.map((parent) => parent.id)).not.toContain(id);
    expect((await system.admin.call('getParent', { params: { parentId: id } })).status).toBe(404);
    await system.expectCountsToAgree();
  });
});

const moment = () => businessMoment(system.clock(), 'America/New_York');

const addChild = ({ id, profile }: SampleFamily, name: string) => {
  const { children } = sampleFamily({ children: [{ name }] });
  const attempt = { by: profile.id, key: idempotencyKeySchema.parse(randomUUID()), now: system.clock() };
  return addChildren(
    system.table,
    id,
    children.map((child) => ({ ...child, parent_id: id })),
    attempt,
  );
};

/** Whether the family of an account is shown, once: in pages of the list, the list that is searched, and "Find anything". */
const shownAsFamily = async ({ id: familyId, profile }: SampleFamily): Promise<boolean> => {
  const { parents, total } = await system.search({ limit: 100 });
  expect(total).toBe(parents.length);
  const found = await system.search({ query: profile.email });
  expect(found.total).toBe(found.parents.length);
  const { body } = await system.admin.call('searchEverything', { body: { query: profile.full_name } });
  const lists = [parents, found.parents, Object(body).families];
  const shown = lists.map((list: { id: string }[]) => list.filter(({ id }) => id === familyId).length);
  expect(new Set(shown).size).toBe(1);
  const dashboard = await system.admin.call('getDashboard');
  expect(Object(dashboard.body).members).toBe(total);
  await system.expectCountsToAgree();
  expect([0, 1]).toContain(shown[0]);
  return shown[0] === 1;
};

const joinNamed = (children: readonly { name: string }[] = [{ name: 'Robin' }]) =>
  system.join({ full_name: `Quinn ${randomUUID().replaceAll(/[^a-f]/g, '')}` }, children);

const makeAdmin = async ({ profile }: SampleFamily): Promise<void> => {
  expect((await system.grant(profile.email)).status).toBe(200);
  system.later(60);
};

const isAdmin = async ({ profile }: SampleFamily): Promise<boolean> =>
  (await system.listAdmins()).some(({ id }) => id === profile.id);

describe('a family whose holder is an administrator', () => {
  beforeAll(async () => {
    await start();
    // One administrator is always left.
    await system.grant((await system.join({}, [])).profile.email);
  });
  afterAll(() => system.stop());

  it('stays in lists, counts, searches and totals of families, before and after [BHF-05, ADM-08, ADM-49]', async () => {
    const family = await joinNamed();
    expect(await shownAsFamily(family)).toBe(true);
    await makeAdmin(family);
    expect([await shownAsFamily(family), await isAdmin(family)]).toEqual([true, true]);
    expect((await system.revoke(family.profile.id)).status).toBe(204);
    expect([await shownAsFamily(family), await isAdmin(family)]).toEqual([true, false]);
  });

  it('becomes one with the first child, and is none again without child and booking [BHF-05, API-22, ADM-53, PRM-12]', async () => {
    const family = await joinNamed([]);
    expect(await shownAsFamily(family)).toBe(true);
    await makeAdmin(family);
    expect([await shownAsFamily(family), await isAdmin(family)]).toEqual([false, true]);
    const first = await addChild(family, 'Ana');
    const second = await addChild(family, 'Bo');
    if (first.outcome !== 'added' || second.outcome !== 'added') throw new Error('Not added');
    expect([await shownAsFamily(family), await isAdmin(family)]).toEqual([true, true]);
    const remove = async (added: typeof first) => {
      const [child] = added.children;
      if (child)
        expect(await removeChild(system.table, family.id, child.id, moment())).toEqual({ outcome: 'done' });
    };
    await remove(first);
    expect(await shownAsFamily(family)).toBe(true);
    await remove(second);
    expect([await shownAsFamily(family), await isAdmin(family)]).toEqual([false, true]);
    expect((await system.revoke(family.profile.id)).status).toBe(204);
    expect(await shownAsFamily(family)).toBe(true);
  });

  it('stays one after its bookings ended and its child was removed, whenever the role came [BHF-05]', async () => {
    const cls = sampleClass({ capacities: [5] });
    await putClass(system.table, cls);
    for (const roleFirst of [true, false]) {
      const family = await joinNamed();
      if (roleFirst) await makeAdmin(family);
      const booking = sampleBooking(cls, family, { id: newBookingId(system.clock()) });
      await takePlace(system.table, booking);
      const deps = { table: system.table, clock: system.clock, timeZone: 'America/New_York' };
      const ending = { ending: { reason: 'cancelled' }, by: 'parent', tell: false } as const;
      expect(await endBooking(deps, booking, ending)).toMatchObject({ outcome: 'ended' });
      const removed = await removeChild(system.table, family.id, booking.child_id, moment());
      expect(removed).toEqual({ outcome: 'done' });
      if (!roleFirst) await makeAdmin(family);
      expect([await shownAsFamily(family), await isAdmin(family)]).toEqual([true, true]);
    }
  });

  it('leaves the list when the role comes while the last child is removed [BHF-05]', async () => {
    const family = await joinNamed();
    const [child] = family.children;
    if (!child) throw new Error('No child');
    const remove = () => removeChild(system.table, family.id, child.id, moment());
    const removed = await withChangeBetween(system.table, () => makeAdmin(family), remove);
    expect(removed).toEqual({ outcome: 'done' });
    expect([await shownAsFamily(family), await isAdmin(family)]).toEqual([false, true]);
  });
});
