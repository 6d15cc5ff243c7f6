import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { takePlace } from '#functions/data/bookings/take-place';
import { createClass } from '#functions/data/classes/classes';
import { getManagedClass } from '#functions/data/classes/managed-classes';
import { endBooking } from '#functions/data/endings/end-booking';
import { localPaths } from '#infra/local/addresses';
import { adminRoutes } from '#shared/contract/admin-routes';
import { catalogueRoutes } from '#shared/contract/catalogue-routes';
import { familyRoutes } from '#shared/contract/family-routes';
import { toCalendarDate } from '#shared/domain/calendar';
import type { FootballClass } from '#shared/schemas/class';
import { at } from '../samples/at.ts';
import { formOf } from '../samples/class-form.ts';
import { sampleBooking } from '../samples/sample-booking.ts';
import { runningDates, sampleClass, sampleFamily } from '../samples/samples.ts';
import { type Account, type Call, startTestStack, type TestStack } from '../stack/test-stack.ts';

const timeZone = 'Europe/London';
const patience = { timeout: 30_000, interval: 100 };

let stack: TestStack;
let admin: Account;
beforeAll(async () => {
  stack = await startTestStack({ timeZone });
  admin = await stack.createAccount(undefined, { role: 'admin' });
});
afterAll(() => stack.stop());

const call = async (request: Call) => {
  const answer = await stack.call({ idempotencyKey: randomUUID(), ...request });
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body;
};

const parentOf = (...names: string[]): Promise<Account> =>
  stack.createAccount(sampleFamily({ children: names.map((name) => ({ name })) }));

const givenClass = async (capacity: number): Promise<FootballClass> => {
  const overrides = runningDates(toCalendarDate(new Date(), timeZone), { startedDaysAgo: 7 });
  const cls = sampleClass({ now: new Date(), capacities: [capacity], overrides });
  await createClass(stack.table, cls);
  return cls;
};

const slotOf = (cls: FootballClass) => ({ class_id: cls.id, time_slot_id: at(cls.time_slots, 0).id });

const waitingOf = async ({ token }: Account) =>
  familyRoutes.getMyWaiting.response.parse(await call({ route: 'getMyWaiting', token }));

const offerOf = (account: Account) =>
  vi.waitFor(async () => at((await waitingOf(account)).offers, 0), patience);

const join = ({ token, family }: Account, cls: FootballClass) =>
  call({
    route: 'joinWaitingList',
    token,
    body: { ...slotOf(cls), child_ids: family.children.map(({ id }) => id) },
  });

const listOf = async (cls: FootballClass) => {
  const params = { classId: cls.id, slotId: slotOf(cls).time_slot_id };
  return adminRoutes.getWaitingList.response.parse(
    await call({ route: 'getWaitingList', token: admin.token, params }),
  );
};

const raiseCapacity = async (cls: FootballClass, max_capacity: number) => {
  const { version } = (await getManagedClass(stack.table, cls.id)) ?? {};
  const form = formOf(cls);
  const time_slots = form.time_slots.map((slot) => ({ ...slot, max_capacity }));
  await call({
    route: 'updateClass',
    token: admin.token,
    params: { classId: cls.id },
    body: { ...form, version, time_slots },
  });
};

it('runs from joining to the last offer, for three families and an administrator [WAI-03, WAI-04, WAI-05, WAI-07, WAI-10]', async () => {
  const cls = await givenClass(1);
  const holder = await parentOf('Hal');
  const booking = sampleBooking(cls, holder.family);
  await takePlace(stack.table, booking);
  const siblings = await parentOf('Ana', 'Ben');
  const [second, third] = [await parentOf('Cleo'), await parentOf('Dan')];
  for (const account of [siblings, second, third]) await join(account, cls);

  // The holder cancels: the place is not bookable, and the second family gets the offer.
  const deps = { table: stack.table, clock: () => new Date(), timeZone };
  await endBooking(deps, booking, { ending: { reason: 'cancelled' }, by: 'parent', tell: true });
  const first = await offerOf(second);
  const listed = catalogueRoutes.listClasses.response.parse(await call({ route: 'listClasses' }));
  const slot = at(listed.classes.find(({ id }) => id === cls.id)?.time_slots ?? [], 0);
  expect([slot.current_bookings, slot.max_capacity]).toEqual([1, 1]);
  expect((await waitingOf(siblings)).entries).toMatchObject([{ rank: 1 }]);

  // The link of the email takes the place without a session.
  const link = await vi.waitFor(async () => {
    const mail = (await stack.mails()).find(
      ({ to, text }) => to.includes(second.family.profile.email) && text.includes('/offer#'),
    );
    return /\/offer#(ofr_\w+)\.([\w-]+)/.exec(mail?.text ?? '') ?? expect.fail('no email yet');
  }, patience);
  const [, offer_id, secret] = link;
  expect(offer_id).toBe(first.id);
  await call({ route: 'takeOffer', body: { offer_id, secret, calendar_version: 0 } });
  expect((await waitingOf(second)).offers).toEqual([]);

  // Two more places at once: the siblings get both.
  await raiseCapacity(cls, 3);
  const both = await offerOf(siblings);
  expect(both.child_names.toSorted()).toEqual(['Ana', 'Ben']);
  expect((await waitingOf(third)).entries).toMatchObject([{ rank: 1 }]);

  // The administrator sees it, withdraws the offer and puts the third family first.
  expect((await listOf(cls)).entries).toMatchObject([
    { offer: { id: both.id } },
    { rank: 1, child_names: ['Dan'] },
  ]);
  await call({ route: 'withdrawOffer', token: admin.token, params: { offerId: both.id } });
  const next = await offerOf(third);
  const [, waits] = (await listOf(cls)).entries;
  const params = { slotId: slotOf(cls).time_slot_id, entryId: waits?.id ?? '' };
  await call({ route: 'putWaitingFirst', token: admin.token, params, body: { reason: 'school-mistake' } });

  // The clock passes the deadline: the offer ends, and the family joins again with one request.
  await fetch(stack.url + localPaths.clock, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ now: new Date(Date.parse(next.until) + 1000).toISOString() }),
  });
  await vi.waitFor(async () => expect((await waitingOf(third)).expired).toHaveLength(1), patience);
  const { entries } = await listOf(cls);
  expect(entries.map(({ child_names }) => child_names.toSorted())).toEqual([['Ana', 'Ben']]);
}, 180_000);
