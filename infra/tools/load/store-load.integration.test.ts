import { afterAll, beforeAll, expect, it } from 'vitest';
import { listBookingsOfSlot } from '#functions/booking/bookings';
import { sampleNow } from '#infra/testing/samples/samples';
import { type MemberSystem, memberSteps } from '#infra/testing/services/member-system';
import { startSystem } from '#infra/testing/services/system';
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
