import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { at } from '#infra/testing/samples/samples';
import { bookingSteps } from '#infra/testing/services/booking-system';
import { startTests } from '#infra/testing/services/system';
import { bookingSchema } from '#shared/booking/booking';
import { readFigures } from '../classes/classes.ts';

const system = await startTests(bookingSteps);
const { keep } = system;

/** The next session of the sample class is on Saturday, September 27, 2025, at 9:00 AM in London. */
const afterTheTrial = '2025-09-29T10:00:00Z';

const givenTrial = async (capacities = [3]) => {
  const cls = await system.addClass({ capacities });
  const family = await system.addFamily('Robin', 'Alex');
  const key = randomUUID();
  return { cls, family, key, trial: await system.book(family, cls, { isTrial: true, key }) };
};

describe('keeping the place after a trial', () => {
  it('makes it a full programme in one step; the counter does not move [TRI-02, TRI-04]', async () => {
    const { cls, family, trial } = await givenTrial();
    system.setTime(afterTheTrial);
    const { status, body } = await keep(family, trial);
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

  it('is done once by two screens and every retry, and no other family gets in between [TRI-02]', async () => {
    const { cls, family, trial } = await givenTrial([1]);
    const others = await Promise.all(Array.from({ length: 5 }, () => system.addFamily()));
    const body = await system.keepOrderOf(family, trial);
    const send = () => system.asFamily(family, 'upgradeTrial', { params: { bookingId: trial.id }, body });
    const [kept, refused] = await Promise.all([
      Promise.all([send(), send(), send()]),
      Promise.all(others.map((other) => system.tryToBook(other, cls))),
    ]);
    kept.push(await send());
    expect(new Set(kept.map(({ status, body: answer }) => `${status} ${Object(answer).id}`)).size).toBe(1);
    expect(refused.map(({ body: answer }) => Object(answer).code)).toEqual(others.map(() => 'slotFull'));
    expect(await system.accountOf(family)).toMatchObject({ charged: 12_000 });
    expect(await system.placesOf(cls)).toMatchObject({ counted: 1, bookings: { length: 1 } });
  });

  it.each([
    ['priceChanged', { amount: 9_999 }],
    ['calendarChanged', { calendar_version: 3 }],
    ['trialOver', {}],
  ])('is refused where something else was agreed to, or the place given back: %s', async (code, change) => {
    const { cls, family, trial } = await givenTrial();
    const body = { ...(await system.keepOrderOf(family, trial)), ...change };
    if (code === 'trialOver') await system.end(trial, 'trial-over');
    const answer = await system.asFamily(family, 'upgradeTrial', { params: { bookingId: trial.id }, body });
    expect(answer).toMatchObject({ status: 409, body: { code } });
    const { bookings } = await system.placesOf(cls);
    expect(bookings).toMatchObject(code === 'trialOver' ? [] : [{ id: trial.id }]);
  });
});

it('a full booking while the trial holds leads to keeping the place, in any slot of the class [TRI-02]', async () => {
  const { cls, family, trial } = await givenTrial([3, 3]);
  const detail = 'Robin has a trial in this class. Keep its place instead of booking another one.';
  for (const slot of [0, 1])
    expect(await system.tryToBook(family, cls, { slot })).toMatchObject({
      status: 409,
      body: { code: 'trialHeld', detail },
    });
  const params = { classId: cls.id, slotId: at(cls.time_slots, 1).id };
  const { body } = await system.asFamily(family, 'getBookableSlot', { params });
  expect(body).toMatchObject({ trials: [{ child_id: at(family.children, 0).id, held: trial.id }] });
  expect((await system.tryToBook(family, cls, { slot: 1, child: 1 })).status).toBe(201);
});

describe('a child has one trial in a class', () => {
  const detail = 'Robin has already had a trial in this class';
  const used = { status: 409, body: { code: 'trialUsed', detail } };

  it('also in another slot, and when the first is over; its own request is answered as before [TRI-05]', async () => {
    const { cls, family, trial, key } = await givenTrial([3, 3]);
    expect(await system.tryToBook(family, cls, { isTrial: true, key })).toMatchObject({
      status: 201,
      body: { id: trial.id },
    });
    expect(await system.tryToBook(family, cls, { isTrial: true, slot: 1 })).toMatchObject(used);
    system.setTime(afterTheTrial);
    await system.end(trial, 'trial-over');
    expect(await system.tryToBook(family, cls, { isTrial: true })).toMatchObject(used);
    expect((await system.tryToBook(family, cls, { isTrial: true, child: 1 })).status).toBe(201);
    expect((await system.tryToBook(family, await system.addClass(), { isTrial: true })).status).toBe(201);
  });

  it.each([
    ['another one after it was cancelled in time', '2025-09-25T10:00:00Z', 201],
    ['none after it was cancelled too late', '2025-09-26T10:00:00Z', 409],
  ])('and %s [TRI-05]', async (_, moment, status) => {
    const { cls, family, trial } = await givenTrial();
    system.setTime(moment);
    await system.end(trial);
    expect(await system.tryToBook(family, cls, { isTrial: true })).toMatchObject(
      status === 409 ? used : { status },
    );
  });

  it('although its requests come at once [TRI-05]', async () => {
    const cls = await system.addClass({ capacities: Array.from({ length: 8 }, () => 3) });
    const family = await system.addFamily();
    const answers = await Promise.all(
      cls.time_slots.map((_, slot) => system.tryToBook(family, cls, { isTrial: true, slot })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  });
});
