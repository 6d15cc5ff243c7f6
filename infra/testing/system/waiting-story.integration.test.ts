import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { listBookingsOfSlot, type StoredBooking } from '#functions/booking/bookings';
import { endBooking } from '#functions/booking/end-booking';
import { takePlace } from '#functions/booking/take-place';
import { listApplications } from '#functions/waiting/applications';
import { readListedSlot } from '#functions/waiting/ask-list';
import { readOffers } from '#functions/waiting/offers';
import { localPaths } from '#infra/local/addresses';
import { putClass } from '#infra/local/seed/put';
import { defaultTimeZone } from '#infra/settings/settings-schema';
import { patiently } from '#infra/testing/runner/slowness';
import type { FootballClass } from '#shared/classes/class';
import { catalogueRoutes } from '#shared/classes/routes';
import { adminRoutes } from '#shared/contract/admin-routes';
import { familyRoutes } from '#shared/contract/family-routes';
import { linksRoutes } from '#shared/contract/links-routes';
import { toCalendarDate } from '#shared/lib/business-time';
import { paths } from '#shared/paths';
import { offerLinkSchema } from '#shared/waiting/waiting-view';
import { at, formOf, runningDates, sampleBooking, sampleClass, sampleFamily } from '../samples/samples.ts';
import { type Account, type Call, startTestStack, type TestStack } from '../stack/test-stack.ts';

const timeZone = defaultTimeZone;

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
  await putClass(stack.table, cls);
  return cls;
};

const slotOf = (cls: FootballClass) => ({ class_id: cls.id, time_slot_id: at(cls.time_slots, 0).id });

const waitingOf = async ({ token }: Account) =>
  familyRoutes.getMyWaiting.response.parse(await call({ route: 'getMyWaiting', token }));

const offerOf = (account: Account) =>
  vi.waitFor(async () => at((await waitingOf(account)).offers, 0), patiently);

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
  const time_slots = formOf(cls).time_slots.map((slot) => ({ ...slot, max_capacity }));
  await call({
    route: 'updateClass',
    token: admin.token,
    params: { classId: cls.id },
    body: { time_slots },
  });
};

/** A full slot whose only booking is that of a family. */
const givenFullSlot = async () => {
  const cls = await givenClass(1);
  const holder = await parentOf('Hal');
  const booking = sampleBooking(cls, holder.family);
  await takePlace(stack.table, booking);
  return { cls, booking };
};

const cancel = async (booking: StoredBooking) => {
  const deps = { table: stack.table, clock: () => new Date(), timeZone };
  await endBooking(deps, booking, { ending: { reason: 'cancelled' }, by: 'parent', tell: true });
};

const linkOf = ({ family: { profile } }: Account) =>
  vi.waitFor(async () => {
    const mail = (await stack.mails()).find(
      ({ to, text }) => to.includes(profile.email) && text.includes('/offer#'),
    );
    const [, offer_id, secret] =
      /\/offer#(ofr_\w+)\.([\w-]+)/.exec(mail?.text ?? '') ?? expect.fail('no email yet');
    return offerLinkSchema.parse({ offer_id, secret });
  }, patiently);

it('keeps an offer as it is when a scanner of emails opens its link [WAI-07]', async () => {
  const { cls, booking } = await givenFullSlot();
  const family = await parentOf('Eve');
  await join(family, cls);
  await cancel(booking);
  const link = await linkOf(family);
  const state = async () => {
    const { time_slot_id } = slotOf(cls);
    return {
      slot: await readListedSlot(stack.table, cls.id, time_slot_id),
      entries: await listApplications(stack.table, time_slot_id),
      offers: await readOffers(stack.table, [link.offer_id]),
      bookings: await listBookingsOfSlot(stack.table, time_slot_id, { consistent: true }),
    };
  };
  const before = await state();
  expect(before.offers).toMatchObject([{ state: 'open' }]);
  const page = paths.offerLink(link.offer_id, link.secret);
  // Some scanners send what is behind the `#`, and follow the addresses that a page's scripts use.
  const asQuery = new URLSearchParams({ ...link, calendar_version: '0', stays: 'false' });
  const opened = [page, page.replace('#', '?'), page.replace('#', '/')];
  for (const { path } of [linksRoutes.getLinkedOffer, linksRoutes.takeOffer, linksRoutes.declineOffer])
    opened.push(`${path}?${asQuery}`);
  for (const address of opened)
    for (const method of ['GET', 'HEAD'])
      expect((await fetch(stack.url + address, { method })).status).toBeLessThan(500);
  expect(await state()).toEqual(before);
  expect(await call({ route: 'takeOffer', body: { ...link, calendar_version: 0 } })).toMatchObject({
    state: 'taken',
  });
});

it('runs from joining to the last offer, for three families and an administrator [WAI-03, WAI-04, WAI-05, WAI-07, WAI-10]', async () => {
  const { cls, booking } = await givenFullSlot();
  const siblings = await parentOf('Ana', 'Ben');
  const [second, third] = [await parentOf('Cleo'), await parentOf('Dan')];
  for (const account of [siblings, second, third]) await join(account, cls);

  // The holder cancels: the place is not bookable, and the second family gets the offer.
  await cancel(booking);
  const first = await offerOf(second);
  const listed = catalogueRoutes.listClasses.response.parse(await call({ route: 'listClasses' }));
  const slot = at(listed.classes.find(({ id }) => id === cls.id)?.time_slots ?? [], 0);
  expect([slot.current_bookings, slot.max_capacity]).toEqual([1, 1]);
  expect((await waitingOf(siblings)).entries).toMatchObject([{ rank: 1 }]);

  // The link of the email takes the place without a session.
  const link = await linkOf(second);
  expect(link.offer_id).toBe(first.id);
  await call({ route: 'takeOffer', body: { ...link, calendar_version: 0 } });
  expect((await waitingOf(second)).offers).toEqual([]);

  // Two more places at once: the siblings get both.
  await raiseCapacity(cls, 3);
  const both = await offerOf(siblings);
  expect(both.child_names.toSorted()).toEqual(['Ana', 'Ben']);
  expect((await waitingOf(third)).entries).toMatchObject([{ rank: 1 }]);

  // The administrator withdraws the offer and puts the third family first.
  expect((await listOf(cls)).entries).toMatchObject([
    { offer: { id: both.id } },
    { rank: 1, child_names: ['Dan'] },
  ]);
  await call({ route: 'withdrawOffer', token: admin.token, params: { offerId: both.id } });
  const next = await offerOf(third);
  const [, waits] = (await listOf(cls)).entries;
  const params = { slotId: slotOf(cls).time_slot_id, entryId: waits?.id ?? '' };
  await call({ route: 'putWaitingFirst', token: admin.token, params, body: { reason: 'school-mistake' } });

  // The clock passes the deadline: the offer ends, and the siblings are asked again.
  await fetch(stack.url + localPaths.clock, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ now: new Date(Date.parse(next.until) + 1000).toISOString() }),
  });
  await vi.waitFor(async () => expect((await waitingOf(third)).expired).toHaveLength(1), patiently);
  const again = await offerOf(siblings);
  expect([again.id === both.id, again.child_names.toSorted()]).toEqual([false, ['Ana', 'Ben']]);

  // The third family joins again with one request, and the siblings take both places.
  await join(third, cls);
  expect(await waitingOf(third)).toMatchObject({ entries: [{ rank: 1 }], offers: [], expired: [] });
  await call({
    route: 'takeMyOffer',
    token: siblings.token,
    params: { offerId: again.id },
    body: { calendar_version: again.calendar_version },
  });
  const bookings = await listBookingsOfSlot(stack.table, slotOf(cls).time_slot_id, { consistent: true });
  expect(bookings.map(({ child_name }) => child_name).toSorted()).toEqual(['Ana', 'Ben', 'Cleo']);
});
