import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { listBookingsOfSlot, type StoredBooking } from '#functions/booking/bookings';
import { endBooking } from '#functions/booking/end-booking';
import { takePlace } from '#functions/booking/take-place';
import { listApplications } from '#functions/waiting/applications';
import { readListedSlot } from '#functions/waiting/ask-list';
import { readOffers } from '#functions/waiting/offers';
import { putClass } from '#infra/local/seed/put';
import { defaultTimeZone } from '#infra/settings/settings-schema';
import { patiently } from '#infra/testing/runner/slowness';
import type { FootballClass } from '#shared/classes/class';
import { linksRoutes } from '#shared/contract/links-routes';
import { toCalendarDate } from '#shared/lib/business-time';
import { paths } from '#shared/paths';
import { offerLinkSchema } from '#shared/waiting/waiting-view';
import { at, runningDates, sampleBooking, sampleClass, sampleFamily } from '../samples/samples.ts';
import { type Account, type Call, startTestStack, type TestStack } from '../stack/test-stack.ts';

const timeZone = defaultTimeZone;

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack({ timeZone });
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

const join = ({ token, family }: Account, cls: FootballClass) =>
  call({
    route: 'joinWaitingList',
    token,
    body: { ...slotOf(cls), child_ids: family.children.map(({ id }) => id) },
  });

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
