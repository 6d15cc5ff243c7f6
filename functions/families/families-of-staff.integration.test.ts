import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { putClass } from '#infra/local/seed/put';
import { type SampleFamily, sampleBooking, sampleClass, sampleFamily } from '#infra/testing/samples/samples';
import { type MemberSystem, memberSteps } from '#infra/testing/services/member-system';
import { startSystem } from '#infra/testing/services/system';
import { withChangeBetween } from '#infra/testing/table/test-table';
import { businessMoment } from '#shared/lib/business-time';
import { idempotencyKeySchema } from '#shared/lib/ids';
import { removeChild } from '../across/change-children.ts';
import { endBooking } from '../booking/end-booking.ts';
import { takePlace } from '../booking/take-place.ts';
import { newBookingId } from '../lib/ids.ts';
import { addChildren } from './children.ts';

let system: MemberSystem;

beforeAll(async () => {
  system = await startSystem(memberSteps);
  // One administrator is always left.
  await system.grant((await system.join({}, [])).profile.email);
});
afterAll(() => system.stop());

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
