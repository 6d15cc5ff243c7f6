import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { at, formOf, type SampleFamily } from '#infra/testing/samples/samples';
import { bookingSteps } from '#infra/testing/services/booking-system';
import type { Answer } from '#infra/testing/services/invoke';
import { startTests } from '#infra/testing/services/system';
import { withChangeBetween } from '#infra/testing/table/test-table';
import { bookedTogetherSchema } from '#shared/booking/booking';
import type { FootballClass } from '#shared/classes/class';
import { programmeIds } from '#shared/programmes';
import { discountRulesSchema } from '#shared/school/settings';

const system = await startTests(bookingSteps);

const names = ['Robin', 'Alex', 'Kim'] as const;

/** A class from 9:00 to 9:45, at $120.00 for the programme, and a family of three children. */
const given = async (capacity = 5) => ({
  cls: await system.addClass({ capacities: [capacity] }),
  family: await system.addFamily(...names),
});

const noRules = discountRulesSchema.parse({ sibling: null, second_class: null, early: null });
const siblingRule = discountRulesSchema.parse({
  ...noRules,
  sibling: { reduction: { by: 'percent', percent: 10 }, programmes: [...programmeIds] },
});

const all = { siblings: [1, 2] };

const bookAll = async (family: SampleFamily, cls: FootballClass, key: string = randomUUID()) => {
  const answer = await system.tryToBook(family, cls, { ...all, key });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  const { siblings = [], ...first } = bookedTogetherSchema.parse(answer.body);
  return { answer, bookings: [first, ...siblings] };
};

const refused = (answer: Answer, code: string, detail: string, field?: string) =>
  expect(answer).toMatchObject({
    body: { code, detail, ...(field && { issues: [{ field, message: detail }] }) },
  });

/** What the slot counts and the ledger charges, which must agree with the bookings. */
const stateOf = async (family: SampleFamily, cls: FootballClass) => {
  const { counted, bookings } = await system.placesOf(cls);
  return { counted, stored: bookings.length, charged: (await system.accountOf(family))?.charged };
};

const setCapacity = async (cls: FootballClass, max_capacity: number) => {
  const { time_slots, ...form } = formOf(cls);
  const body = { ...form, time_slots: time_slots.map((slot) => ({ ...slot, max_capacity })) };
  const params = { classId: cls.id };
  expect((await system.admin.call('updateClass', { params, body })).status).toBe(200);
};

describe('several children', () => {
  it('are booked with one press: each has a booking, at the price of one after the other [BSK-01, DIS-02]', async () => {
    const { cls, family } = await given();
    await system.changeSettings({ due_rule: 'monthly', discounts: siblingRule });
    const { bookings } = await bookAll(family, cls);
    await system.changeSettings({ due_rule: 'at-once', discounts: noRules });
    const discount = { rule: 'sibling', amount: 1_200 };
    const due_dates = ['2025-09-27', '2025-10-27'];
    expect(bookings).toMatchObject([
      { child_name: 'Robin', amount: 12_000, due_dates },
      { child_name: 'Alex', amount: 10_800, due_dates, discount },
      { child_name: 'Kim', amount: 10_800, due_dates, discount },
    ]);
    expect(await stateOf(family, cls)).toEqual({ counted: 3, stored: 3, charged: 33_600 });
  });

  it.each(['at-once', 'first-session', 'monthly'] as const)(
    'are booked where the part of one is $0.00 and the school is paid %s [BSK-05]',
    async (due_rule) => {
      for (const reduction of [
        { by: 'percent', percent: 100 },
        { by: 'amount', amount: 12_000 },
        // A cent is left: fewer dates than months.
        { by: 'amount', amount: 11_999 },
      ]) {
        const { cls, family } = await given();
        const sibling = { reduction, programmes: [...programmeIds] };
        await system.changeSettings({
          due_rule,
          discounts: discountRulesSchema.parse({ ...noRules, sibling }),
        });
        const { bookings } = await bookAll(family, cls);
        await system.changeSettings({ due_rule: 'at-once', discounts: noRules });
        const left = reduction.amount === 11_999 ? 1 : 0;
        expect(bookings.map(({ amount }) => Number(amount))).toEqual([12_000, left, left]);
        for (const { due_dates, amount } of bookings.slice(1))
          expect(due_dates?.length ?? 0).toBeLessThanOrEqual(amount);
        expect(await stateOf(family, cls)).toEqual({ counted: 3, stored: 3, charged: 12_000 + 2 * left });
      }
    },
  );

  it.each([
    ['for a trial', { isTrial: true, siblings: [1] }],
    ['the same child twice', { siblings: [1, 1] }],
    ['the first child again', { siblings: [0] }],
  ])('are not booked %s [BSK-01]', async (_, options) => {
    const { cls, family } = await given();
    expect(await system.tryToBook(family, cls, options)).toMatchObject({
      status: 400,
      body: { code: 'invalidRequest', issues: [{ field: 'siblings' }] },
    });
  });
});

it('the calendar file of one has the sessions of all, if it is asked to, and otherwise its own [BSK-03]', async () => {
  const { cls, family } = await given();
  const { bookings } = await bookAll(family, cls);
  const other = await system.book(family, await system.addClass({ hour: 15 }));
  const eventsOf = async (query: Record<string, string>) => {
    const params = { bookingId: at(bookings, 1).id };
    const { body } = await system.asFamily(family, 'getBookingCalendar', { params, query });
    const uids = String(body).match(/UID:bkg_[0-9A-Z]+/g) ?? [];
    return new Set(uids.map((uid) => uid.slice('UID:'.length)));
  };
  expect(await eventsOf({ siblings: 'included' })).toEqual(new Set(bookings.map(({ id }) => id)));
  expect(await eventsOf({})).toEqual(new Set([at(bookings, 1).id]));
  expect(bookings.map(({ id }) => id)).not.toContain(other.id);
});

describe('a refusal names the child and the reason, and nothing is stored:', () => {
  it('a child who has a place [BSK-02]', async () => {
    const { cls, family } = await given();
    await system.book(family, cls, { child: 1 });
    const answer = await system.tryToBook(family, cls, all);
    refused(answer, 'alreadyBooked', 'Alex is already booked for this time slot', 'siblings.0.child_id');
    expect(await stateOf(family, cls)).toEqual({ counted: 1, stored: 1, charged: 12_000 });
    // The others are a press of their own.
    expect(await system.tryToBook(family, cls, { siblings: [2] })).toMatchObject({ status: 201 });
  });

  it('a child who has a place, which changes the price of the others [BSK-02, DIS-02]', async () => {
    const { cls, family } = await given();
    await system.changeSettings({ discounts: siblingRule });
    const { body } = await withChangeBetween(
      system.table,
      () => system.book(family, cls, { child: 1 }),
      () => system.tryToBook(family, cls, all),
      (commandName) => commandName === 'BatchGetItemCommand',
    );
    await system.changeSettings({ discounts: noRules });
    const detail = 'Alex is already booked for this time slot';
    expect(body).toMatchObject({ code: 'alreadyBooked', detail, issues: [{ field: 'siblings.0.child_id' }] });
  });

  it('a child who is somewhere else at the time [BSK-02, BSK-04]', async () => {
    const { cls, family } = await given();
    await system.book(family, await system.addClass(), { child: 2 });
    const answer = await system.tryToBook(family, cls, all);
    const detail = expect.stringMatching(/^Kim cannot be in two places at once/);
    refused(answer, 'sessionsOverlap', detail, 'siblings.1.child_id');
    expect((await system.placesOf(cls)).counted).toBe(0);
  });
});

describe('where there are fewer places than children', () => {
  it.each([
    [2, 'tooFewPlaces', 'This time slot has 2 places left, and you chose 3 children.'],
    [1, 'tooFewPlaces', 'This time slot has 1 place left, and you chose 3 children.'],
    [0, 'slotFull', 'This time slot is now full'],
  ])('none is booked: %i left [BSK-01, BSK-02]', async (left, code, detail) => {
    const { cls, family } = await given(3);
    for (let taken = left; taken < 3; taken += 1) await system.book(await system.addFamily(), cls);
    refused(await system.tryToBook(family, cls, all), code, expect.stringContaining(detail));
    expect(await stateOf(family, cls)).toMatchObject({ counted: 3 - left, charged: 0 });
  });

  it.each([
    ['fewer', 2, 409, 0],
    ['more', 4, 201, 3],
  ])(
    'counts those there are when it is stored: %s than were read [BSK-01]',
    async (_, capacity, status, counted) => {
      const { cls, family } = await given(3);
      const answer = await withChangeBetween(
        system.table,
        () => setCapacity(cls, capacity),
        () => system.tryToBook(family, cls, all),
      );
      expect(answer.status).toBe(status);
      expect((await system.placesOf(cls)).counted).toBe(counted);
    },
  );

  it.each([
    ['several children', 3, all],
    ['one child', 1, {}],
  ])(
    '%s take no place that another family takes meanwhile [BSK-02, BOK-28]',
    async (_, capacity, siblings) => {
      const { cls, family } = await given(capacity);
      const other = await system.addFamily();
      const answer = await withChangeBetween(
        system.table,
        () => system.book(other, cls),
        () => system.tryToBook(family, cls, siblings),
      );
      expect(answer.status).toBe(409);
      expect((await system.placesOf(cls)).counted).toBe(1);
    },
  );
});

describe('an attempt that is repeated', () => {
  it('gets the first answer, and books nothing more [BSK-01, BOK-53]', async () => {
    const { cls, family } = await given(3);
    const key = randomUUID();
    const { answer } = await bookAll(family, cls, key);
    expect((await system.tryToBook(family, cls, { ...all, key })).body).toEqual(answer.body);
    // Where its rules would refuse it by now.
    system.setTime('2025-12-01T10:00:00Z');
    const siblings = [1, 2].map((child) => ({ child_id: at(family.children, child).id, amount: 12_000 }));
    const change = { amount: 12_000, calendar_version: 0, siblings };
    const late = await system.tryToBook(family, cls, { key, change });
    expect(late).toMatchObject({ status: 201, body: answer.body });
    expect((await system.placesOf(cls)).counted).toBe(3);
  });

  it('gets those that are left where some ended, and never books again [BSK-03, BOK-53]', async () => {
    const { cls, family } = await given();
    const key = randomUUID();
    const { bookings } = await bookAll(family, cls, key);
    await system.end(at(bookings, 0));
    expect(await stateOf(family, cls)).toMatchObject({ counted: 2, stored: 2, charged: 36_000 });
    expect((await system.accountOf(family))?.credited).toBe(12_000);
    const again = bookedTogetherSchema.parse((await system.tryToBook(family, cls, { ...all, key })).body);
    expect([again.child_name, ...(again.siblings ?? []).map(({ child_name }) => child_name)]).toEqual([
      'Alex',
      'Kim',
    ]);
    for (const index of [1, 2]) await system.end(at(bookings, index));
    const none = await system.tryToBook(family, cls, { ...all, key });
    refused(none, 'bookingCancelled', 'This booking was cancelled');
    expect((await system.placesOf(cls)).counted).toBe(0);
  });
});
