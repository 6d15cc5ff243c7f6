import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { at, type SampleFamily } from '#infra/testing/samples/samples';
import { bookingSteps } from '#infra/testing/services/booking-system';
import type { Answer } from '#infra/testing/services/invoke';
import { startTests } from '#infra/testing/services/system';
import { type Booking, bookingSchema } from '#shared/booking/booking';
import { keepTerms } from '#shared/booking/keep-terms';
import type { FootballClass } from '#shared/classes/class';
import { readFigures } from '../classes/classes.ts';
import type { StoredBooking } from './bookings.ts';
import { endBooking } from './end-booking.ts';

const system = await startTests(bookingSteps);

/** The next session of the sample class is on Saturday, September 27, 2025, at 9:00 AM in London. */
const afterTheTrial = '2025-09-29T10:00:00Z';

const storedTrial = async (cls: FootballClass, { id }: Pick<Booking, 'id'>): Promise<StoredBooking> => {
  const { bookings } = await system.placesOf(cls);
  return at(
    bookings.filter((booking) => booking.id === id),
    0,
  );
};

interface KeepOptions {
  readonly key?: string;
  readonly by?: SampleFamily;
  readonly change?: { readonly amount?: number; readonly calendar_version?: number };
}

const keep = async (
  family: SampleFamily,
  trial: Booking,
  cls: FootballClass,
  { key = randomUUID(), by = family, change = {} }: KeepOptions = {},
): Promise<Answer> => {
  const stored = await storedTrial(cls, trial);
  const { time_slots, ...now } = await system.classNow(cls.id);
  const slot = at(time_slots, 0);
  const terms = keepTerms(stored, now, slot, system.moment());
  const { class_id, time_slot_id, child_id } = trial;
  return system.asFamily(by, 'upgradeTrial', {
    params: { bookingId: trial.id },
    headers: { 'idempotency-key': key },
    body: {
      booking: { class_id, time_slot_id, child_id },
      amount: terms?.amount ?? 0,
      calendar_version: slot.calendar_version,
      ...change,
    },
  });
};

const givenTrial = async (capacity = 3) => {
  const cls = await system.addClass({ capacities: [capacity] });
  const family = await system.addFamily();
  return { cls, family, trial: await system.book(family, cls, { isTrial: true }) };
};

const cancel = (booking: StoredBooking) =>
  endBooking(system, booking, { ending: { reason: 'cancelled' }, by: 'parent', tell: false });

describe('keeping the place after a trial', () => {
  it('makes it a full programme in one step; the counter does not move [TRI-02, TRI-04]', async () => {
    const { cls, family, trial } = await givenTrial();
    system.setTime(afterTheTrial);
    const { status, body } = await keep(family, trial, cls);
    expect(status).toBe(200);
    const kept = bookingSchema.parse(body);
    // Booked at $120.00 and kept at $100.00, of which the trial's $20.00 were charged.
    expect(kept).toMatchObject({ is_trial: false, amount: 10_000 });
    expect(kept.dates).toEqual(['2025-10-04', '2025-10-11', '2025-10-18', '2025-10-25', '2025-11-01']);
    expect(await system.placesOf(cls)).toMatchObject({
      counted: 1,
      bookings: [{ id: kept.id, upgraded_from: trial.id }],
    });
    expect(await system.historyOf(family)).toMatchObject([
      { id: trial.id, amount: 2_000, moved_to: kept.id, ended: { reason: 'upgraded', credit: 0 } },
    ]);
    expect(await system.accountOf(family)).toMatchObject({ charged: 12_000, credited: 0 });
    const { slotRevenue } = await readFigures(system.table);
    expect(slotRevenue.get(kept.time_slot_id)).toBe(10_000);
  });

  it('no other family gets in between [TRI-02]', async () => {
    const { cls, family, trial } = await givenTrial(1);
    const others = await Promise.all(Array.from({ length: 10 }, () => system.addFamily()));
    const [kept, ...refused] = await Promise.all([
      keep(family, trial, cls),
      ...others.map((other) => system.tryToBook(other, cls)),
    ]);
    expect(kept?.status).toBe(200);
    expect(refused.map(({ body }) => Object(body).code)).toEqual(others.map(() => 'slotFull'));
    expect((await system.placesOf(cls)).bookings).toHaveLength(1);
  });

  it('is done once by two screens and every retry', async () => {
    const { cls, family, trial } = await givenTrial();
    const { class_id, time_slot_id, child_id } = trial;
    const send = () =>
      system.asFamily(family, 'upgradeTrial', {
        params: { bookingId: trial.id },
        body: { booking: { class_id, time_slot_id, child_id }, amount: 10_000, calendar_version: 0 },
      });
    const answers = [...(await Promise.all([send(), send(), send()])), await send()];
    expect(new Set(answers.map(({ status, body }) => `${status} ${Object(body).id}`)).size).toBe(1);
    expect(await system.accountOf(family)).toMatchObject({ charged: 12_000 });
    expect((await system.placesOf(cls)).counted).toBe(1);
  });

  it.each([
    ['priceChanged', { amount: 9_999 }],
    ['calendarChanged', { calendar_version: 3 }],
  ])('is refused where something else was agreed to: %s', async (code, change) => {
    const { cls, family, trial } = await givenTrial();
    expect(await keep(family, trial, cls, { change })).toMatchObject({ status: 409, body: { code } });
    expect((await system.placesOf(cls)).bookings).toMatchObject([{ id: trial.id }]);
  });

  it('is refused when the place was given back', async () => {
    const { cls, family, trial } = await givenTrial();
    const stored = await storedTrial(cls, trial);
    const { class_id, time_slot_id, child_id } = trial;
    await endBooking(system, stored, { ending: { reason: 'trial-over' }, by: 'system', tell: false });
    const answer = await system.asFamily(family, 'upgradeTrial', {
      params: { bookingId: trial.id },
      body: { booking: { class_id, time_slot_id, child_id }, amount: 10_000, calendar_version: 0 },
    });
    expect(answer).toMatchObject({ status: 409, body: { code: 'trialOver' } });
  });
});

describe('a full booking while the trial holds', () => {
  it('leads to keeping the place, in any slot of the class [TRI-02]', async () => {
    const cls = await system.addClass({ capacities: [3, 3] });
    const family = await system.addFamily('Robin', 'Alex');
    const trial = await system.book(family, cls, { isTrial: true });
    for (const slot of [0, 1]) {
      const answer = await system.tryToBook(family, cls, { slot });
      expect(answer).toMatchObject({
        status: 409,
        body: {
          code: 'trialHeld',
          detail: 'Robin has a trial in this class. Keep its place instead of booking another one.',
        },
      });
    }
    const { body } = await system.asFamily(family, 'getBookableSlot', {
      params: { classId: cls.id, slotId: at(cls.time_slots, 1).id },
    });
    expect(body).toMatchObject({ trials: [{ child_id: at(family.children, 0).id, held: trial.id }] });
    expect((await system.tryToBook(family, cls, { slot: 1, child: 1 })).status).toBe(201);
  });
});

describe('a child has one trial in a class', () => {
  const used = {
    status: 409,
    body: { code: 'trialUsed', detail: 'Robin has already had a trial in this class' },
  };

  it('also in another slot, and when the first is over [TRI-05]', async () => {
    const cls = await system.addClass({ capacities: [3, 3] });
    const family = await system.addFamily('Robin', 'Alex');
    const trial = await system.book(family, cls, { isTrial: true });
    expect(await system.tryToBook(family, cls, { isTrial: true, slot: 1 })).toMatchObject(used);
    system.setTime(afterTheTrial);
    await endBooking(system, await storedTrial(cls, trial), {
      ending: { reason: 'trial-over' },
      by: 'system',
      tell: false,
    });
    expect(await system.tryToBook(family, cls, { isTrial: true })).toMatchObject(used);
    expect((await system.tryToBook(family, cls, { isTrial: true, child: 1 })).status).toBe(201);
    const other = await system.addClass();
    expect((await system.tryToBook(family, other, { isTrial: true })).status).toBe(201);
  });

  it('and another one after it was cancelled in time [TRI-05]', async () => {
    const { cls, family, trial } = await givenTrial();
    await cancel(await storedTrial(cls, trial));
    expect((await system.tryToBook(family, cls, { isTrial: true })).status).toBe(201);
  });

  it('and none after it was cancelled too late [TRI-05]', async () => {
    const { cls, family, trial } = await givenTrial();
    system.setTime('2025-09-26T10:00:00Z');
    await cancel(await storedTrial(cls, trial));
    expect(await system.tryToBook(family, cls, { isTrial: true })).toMatchObject(used);
  });

  it('although its requests come at once [TRI-05]', async () => {
    const cls = await system.addClass({ capacities: Array.from({ length: 8 }, () => 3) });
    const family = await system.addFamily();
    const answers = await Promise.all(
      cls.time_slots.map((_, slot) => system.tryToBook(family, cls, { isTrial: true, slot })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  });

  it('a retry of the trial’s own request is answered as before', async () => {
    const cls = await system.addClass();
    const family = await system.addFamily();
    const key = randomUUID();
    const trial = await system.book(family, cls, { isTrial: true, key });
    expect(await system.tryToBook(family, cls, { isTrial: true, key })).toMatchObject({
      status: 201,
      body: { id: trial.id },
    });
  });
});
