import { afterAll, beforeAll, expect, it } from 'vitest';
import { listBookingsOfSlot } from '#functions/booking/bookings';
import { getFamily } from '#functions/families/families';
import { sampleNow } from '#infra/testing/samples/samples';
import { type MemberSystem, memberSteps } from '#infra/testing/services/member-system';
import { startSystem } from '#infra/testing/services/system';
import { bookingPageSchema } from '#shared/booking/admin-routes';
import { dashboardSchema } from '#shared/school/admin-routes';
import type { World } from '../../local/seed/world.ts';
import { makeLoad } from './make-load.ts';
import { storeLoad } from './store-load.ts';

const sizes = { classes: 10, slots: 40, families: 150, bookings: 800 };

let system: MemberSystem;
let load: World;
beforeAll(async () => {
  system = await startSystem(memberSteps);
  load = makeLoad(sizes, { now: sampleNow, seed: 1 });
  await storeLoad(system.table, load);
});
afterAll(() => system.stop());

const dashboard = async () => dashboardSchema.parse((await system.admin.call('getDashboard')).body);
const find = async (query: string) =>
  bookingPageSchema.parse((await system.admin.call('searchBookings', { body: { query } })).body);

it('stores the same counters, revenue and counts of accounts as the product', async () => {
  expect(await dashboard()).toMatchObject({
    classes: sizes.classes,
    bookings: sizes.bookings,
    members: sizes.families,
  });
  const charged = load.bookings.reduce((sum, { amount }) => sum + amount, 0);
  expect((await system.admin.call('getMoneyFigures')).body).toMatchObject({ charged, revenue: charged });
  for (const slot of load.classes.flatMap((cls) => cls.time_slots)) {
    expect(await listBookingsOfSlot(system.table, slot.id)).toHaveLength(slot.current_bookings);
  }
  await system.expectCountsToAgree();
});

it('is found by the name of a child and by the address of a parent', async () => {
  const [booking] = load.bookings;
  const family = load.families.find(({ id }) => id === booking?.parent_id);
  if (!booking || !family) throw new Error('the load has bookings of families');
  const byChild = load.bookings.filter(({ child_name }) => child_name === booking.child_name);
  expect((await find(booking.child_name)).total).toBe(byChild.length);
  const byParent = load.bookings.filter(({ parent_id }) => parent_id === booking.parent_id);
  expect((await find(family.profile.email)).total).toBe(byParent.length);
});

it('cannot be stored twice', async () => {
  await expect(storeLoad(system.table, load)).rejects.toThrow('stored already');
});

it('has parents who can be deleted although they have no user', async () => {
  const parentId = load.bookings[0]?.parent_id;
  if (!parentId) throw new Error('the load has bookings');
  const theirs = load.bookings.filter(({ parent_id }) => parent_id === parentId).length;
  const answer = await system.admin.call('deleteParent', { params: { parentId } });
  expect(answer.status).toBe(200);
  expect(await getFamily(system.table, parentId)).toBeUndefined();
  expect(await dashboard()).toMatchObject({
    bookings: sizes.bookings - theirs,
    members: sizes.families - 1,
  });
});
