/** @module-tag exhaustive */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listBookingsOfSlot } from '#functions/booking/bookings';
import { endBooking } from '#functions/booking/end-booking';
import { takePlace } from '#functions/booking/take-place';
import { listApplications } from '#functions/waiting/applications';
import { readListedSlot, settleList } from '#functions/waiting/ask-list';
import { endOffer } from '#functions/waiting/end-offer';
import { readOffers, type StoredOffer } from '#functions/waiting/offers';
import { putClass } from '#infra/local/seed/put';
import { defaultTimeZone } from '#infra/settings/settings-schema';
import { toCalendarDate } from '#shared/lib/business-time';
import { instantOf } from '#shared/lib/values';
import { repetitions, reportProgress } from '../runner/slowness.ts';
import { at, runningDates, sampleBooking, sampleClass } from '../samples/samples.ts';
import { resetAccounts, storedFamily } from '../samples/stored.ts';
import { type Account, startTestStack, type TestStack } from '../stack/test-stack.ts';

/** Offers of a round, and how often each of the four answers is given to each of them: 200 in all. */
const offers = 10;
const timesEach = 5;
const timeZone = defaultTimeZone;
/** The rounds may take longer than a token of the product is valid. */
const longestRunSeconds = 7_200;

let stack: TestStack;
let admin: Account;
let accounts: Account[];
beforeAll(async () => {
  stack = await startTestStack({ timeZone, tokenLifetimeSeconds: longestRunSeconds });
  admin = await stack.createAccount(undefined, { role: 'admin' });
  accounts = [];
  for (let family = 0; family < offers; family += 1) accounts.push(await stack.createAccount());
});
afterAll(() => stack.stop());

const deps = () => ({ table: stack.table, clock: () => new Date(), timeZone });

/** A class whose places are offered to the accounts, one each. */
const givenOffers = async () => {
  const { table } = stack;
  const overrides = runningDates(toCalendarDate(new Date(), timeZone), { startedDaysAgo: 7 });
  const cls = sampleClass({ now: new Date(), capacities: [offers], overrides });
  await putClass(table, cls);
  const slot = at(cls.time_slots, 0);
  const bookings = [];
  for (let place = 0; place < offers; place += 1) {
    const booking = sampleBooking(cls, await storedFamily(table));
    await takePlace(table, booking);
    bookings.push(booking);
  }
  await resetAccounts(table, accounts);
  for (const { token, family } of accounts) {
    const child_ids = [at(family.children, 0).id];
    const body = { class_id: cls.id, time_slot_id: slot.id, child_ids };
    const { status } = await stack.call({
      route: 'joinWaitingList',
      token,
      idempotencyKey: randomUUID(),
      body,
    });
    expect(status).toBe(201);
  }
  for (const booking of bookings)
    await endBooking(deps(), booking, { ending: { reason: 'cancelled' }, by: 'parent', tell: false });
  // The stream's consumer asks the list as well.
  await settleList({ class_id: cls.id, id: slot.id }, deps());
  const ids = (await listApplications(table, slot.id)).flatMap(({ offer_id }) => offer_id ?? []);
  const made = await readOffers(table, ids);
  expect(made).toHaveLength(offers);
  return { cls, slot, made };
};

/** All answers to an offer at once. @returns their HTTP statuses; an expiry counts as 200 where it is stored */
const answerAll = async (offer: StoredOffer): Promise<number[]> => {
  const token = accounts.find(({ family }) => family.id === offer.parent_id)?.token ?? '';
  const params = { offerId: offer.id };
  const answers = Array.from({ length: timesEach }, () => [
    stack.call({
      route: 'takeMyOffer',
      token,
      params,
      idempotencyKey: randomUUID(),
      body: { calendar_version: 0 },
    }),
    stack.call({ route: 'declineMyOffer', token, params, body: { stays: false } }),
    stack.call({ route: 'withdrawOffer', token: admin.token, params }),
    endOffer(stack.table, offer, {
      state: 'expired',
      application: 'leaves',
      at: instantOf(new Date()),
    }).then(({ outcome }) => ({ status: outcome === 'done' ? 200 : 409 })),
  ]);
  return (await Promise.all(answers.flat())).map(({ status }) => status);
};

it(
  'gives each of ten offers one end, and counts exactly, under 200 answers at once [WAI-08, WAI-09]',
  async () => {
    const rounds = repetitions(50);
    for (let round = 0; round < rounds; round += 1) {
      const { cls, slot, made } = await givenOffers();
      const statuses = (await Promise.all(made.map(answerAll))).flat();
      expect(statuses.filter((status) => status >= 500)).toEqual([]);
      const ends = (
        await readOffers(
          stack.table,
          made.map(({ id }) => id),
        )
      ).map(({ state }) => state);
      expect(ends).not.toContain('open');
      const stored = (await readListedSlot(stack.table, cls.id, slot.id))?.slot;
      const bookings = await listBookingsOfSlot(stack.table, slot.id, { consistent: true });
      const waiting = (await listApplications(stack.table, slot.id)).length;
      expect(bookings).toHaveLength(ends.filter((state) => state === 'taken').length);
      expect(waiting).toBe(ends.filter((state) => state === 'withdrawn').length);
      expect(stored).toMatchObject({ waiting });
      const { current_bookings = 0, held = 0, kept = 0 } = stored ?? {};
      expect([current_bookings - held, held]).toEqual([bookings.length, kept]);
      expect(current_bookings).toBeLessThanOrEqual(offers);
      reportProgress('simultaneous answers', { done: round + 1, all: rounds });
    }
  },
  longestRunSeconds * 1000,
);
