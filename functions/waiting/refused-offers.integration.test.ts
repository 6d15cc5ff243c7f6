import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { putClass } from '#infra/local/seed/put';
import {
  at,
  enteredSlot,
  formOf,
  type SampleFamily,
  sampleBooking,
  sampleClass,
} from '#infra/testing/samples/samples';
import { startWaitingTests } from '#infra/testing/services/waiting-system';
import type { FootballClass } from '#shared/classes/class';
import { addDays } from '#shared/lib/calendar';
import { idempotencyKeySchema } from '#shared/lib/ids';
import { limits } from '#shared/limits';
import { date } from '#shared/testing/values';
import { bookingItem, type StoredBooking } from '../booking/bookings.ts';
import { endBooking } from '../booking/end-booking.ts';
import { takePlace } from '../booking/take-place.ts';
import { getManagedClass } from '../classes/classes.ts';
import { familyLedgerItem } from '../ledger/ledger.ts';
import { batchPut } from '../lib/dynamo/writes.ts';
import { newBookingId } from '../lib/ids.ts';

const { system, scenes } = await startWaitingTests();

const givenOffer = async () => {
  const { families, ...scene } = await scenes.givenOffer(1);
  return { ...scene, family: at(families, 0) };
};

const booked = async (...[cls, family, more]: Parameters<typeof sampleBooking>): Promise<StoredBooking> => {
  const booking = sampleBooking(cls, family, more);
  expect((await takePlace(system.table, booking)).outcome).toBe('booked');
  return booking;
};

const inOtherSlot = async (cls: FootballClass, family: SampleFamily) => {
  const time_slots = [...formOf(cls).time_slots, { ...enteredSlot, start_time: '11:00', end_time: '11:45' }];
  expect(await scenes.changeClass(cls, { time_slots })).toMatchObject({ status: 200 });
  const changed = (await getManagedClass(system.table, cls.id)) ?? expect.fail('The class is gone');
  return booked(changed, family, { is_trial: true, time_slot_id: at(changed.time_slots, 1).id });
};

const givenOther = async () => {
  const other = sampleClass({ overrides: { class_type: 'eliteballerz' } });
  await putClass(system.table, other);
  return other;
};

/** Days of ten hourly slots. Each class is on another weekday, none of them that of the offer. */
const asManyAsAllowed = async (_: FootballClass, family: SampleFamily) => {
  const bookings: StoredBooking[] = [];
  while (bookings.length < limits.liveBookings) {
    const start_date = addDays(date('2025-09-06'), 1 + bookings.length / 10);
    const cls = sampleClass({
      capacities: Array.from({ length: 10 }, () => 1),
      overrides: { start_date, end_date: addDays(start_date, 56) },
    });
    const time_slots = cls.time_slots.map((slot) => ({ ...slot, current_bookings: 1 }));
    await putClass(system.table, { ...cls, time_slots });
    bookings.push(...cls.time_slots.map(({ id }) => sampleBooking(cls, family, { time_slot_id: id })));
  }
  await batchPut(system.table, [...bookings.map(bookingItem), familyLedgerItem(family.id, bookings)]);
  return at(bookings, 0);
};

it.each([
  [
    'a trial of the child in another slot of the class',
    inOtherSlot,
    {
      code: 'offerTrialHeld',
      detail:
        'Child 0 has a trial in this class. Keep its place and decline this offer, or cancel the trial first.',
    },
  ],
  [
    'a session of the child at the same time',
    async (_: FootballClass, family: SampleFamily) => booked(await givenOther(), family),
    {
      code: 'sessionsOverlap',
      detail: expect.stringMatching(/^Child 0 cannot .* Juniorballerz \(9:00 .* Eliteballerz at Riverside/),
    },
  ],
  ['as many live bookings as a family may have', asManyAsAllowed, { code: 'tooManyLiveBookings' }],
])(
  'an offer is not taken beside %s, signed in or by its link: it stays until that ends [TRI-02, BSK-04, BOK-52]',
  async (_, hold, body) => {
    const { cls, family, offer } = await givenOffer();
    const booking = await hold(cls, family);
    const link = { ...(await scenes.linkOf(offer, family)), calendar_version: 0 };
    const before = await system.items();
    const takeByLink = () => system.byLink('takeOffer', link);
    for (const answer of [await scenes.take(family, offer.id), await takeByLink()])
      expect(answer).toMatchObject({ status: 409, body });
    expect(await system.items()).toEqual(before);
    await system.cancel(booking);
    expect(await takeByLink()).toMatchObject({ status: 200, body: { state: 'taken' } });
    expect(await system.countersOf(cls)).toMatchObject({ booked: 1, offered: 0 });
  },
);

it('an offer is taken for a child whose trial in the class is over; a retry gets this answer, also where a trial was booked since [TRI-02, WAI-09]', async () => {
  const { cls, family, offer } = await givenOffer();
  const trial = await inOtherSlot(cls, family);
  await endBooking(system.deps, trial, { ending: { reason: 'trial-over' }, by: 'system', tell: false });
  const key = randomUUID();
  expect((await scenes.take(family, offer.id, key)).status).toBe(200);
  const idempotency_key = idempotencyKeySchema.parse(randomUUID());
  const other = { ...trial, id: newBookingId(system.now()), idempotency_key };
  expect((await takePlace(system.table, other)).outcome).toBe('booked');
  expect(await scenes.take(family, offer.id, key)).toMatchObject({ status: 200, body: { state: 'taken' } });
});

it('of an offer and a booking at once, for one time of a child, one succeeds [BSK-04]', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { family, offer } = await givenOffer();
    const other = await givenOther();
    const answers = await Promise.all([scenes.take(family, offer.id), scenes.bookSlot(family, other)]);
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
    expect(answers.filter(({ status }) => status >= 300)).toMatchObject([
      { body: { code: 'sessionsOverlap' } },
    ]);
  }
});
