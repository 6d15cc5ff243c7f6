import { describe, expect, it } from 'vitest';
import type { SampleFamily } from '#infra/testing/samples/samples';
import { bookingSteps } from '#infra/testing/services/booking-system';
import { startTests } from '#infra/testing/services/system';
import { familyRoutes } from '#shared/contract/family-routes';

const system = await startTests(bookingSteps);
const cls = await system.addClass();

const givenPaying = async (name: string, note: string): Promise<SampleFamily> => {
  const family = await system.addFamily(name);
  await system.book(family, cls);
  expect((await system.admin.pay(family.id, 5_000, { note })).status).toBe(201);
  return family;
};

const accountOf = async (family: SampleFamily) => (await system.asFamily(family, 'getMyLedger')).body;

describe('the account that a parent sees', () => {
  it('is the own one only, without who recorded an entry or ended a booking [PAY-12]', async () => {
    const [own, other] = [await givenPaying('Ana', 'Envelope'), await givenPaying('Zoe', 'Transfer')];
    const removed = await system.book(own, await system.addClass({ hour: 14 }));
    const removal = { params: { bookingId: removed.id }, query: { credit: 'charge', tell: 'no' } };
    expect((await system.admin.call('deleteBooking', removal)).status).toBeLessThan(300);
    const shown = familyRoutes.getMyLedger.response.parse(await accountOf(own));
    expect(shown).toMatchObject({
      balance: 7_000,
      charges: expect.arrayContaining([
        expect.objectContaining({ child_name: 'Ana', ending: null }),
        expect.objectContaining({ ending: expect.objectContaining({ reason: 'removed' }) }),
      ]),
      entries: [{ note: 'Envelope', amount: 5_000 }],
    });
    const text = JSON.stringify(await accountOf(own));
    const theirs = familyRoutes.getMyLedger.response.parse(await accountOf(other));
    const foreign = ['Zoe', 'Transfer', other.id, other.profile.id, theirs.reference, system.admin.userId];
    for (const one of foreign) expect(text).not.toContain(one);
  });
});
