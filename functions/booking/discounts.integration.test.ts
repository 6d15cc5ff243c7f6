import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { SampleFamily } from '#infra/testing/samples/samples';
import { bookingSteps } from '#infra/testing/services/booking-system';
import type { Answer } from '#infra/testing/services/invoke';
import { startTests } from '#infra/testing/services/system';
import type { Booking } from '#shared/booking/booking';
import type { FootballClass } from '#shared/classes/class';
import { programmeIds } from '#shared/programmes';
import { discountRulesSchema } from '#shared/school/settings';
import { date } from '#shared/testing/values';

const system = await startTests(bookingSteps);

const percent = (value: number) => ({
  reduction: { by: 'percent', percent: value },
  programmes: [...programmeIds],
});

/** Ten per cent for siblings, five for a second class; both programmes cost $120.00. */
const givenRules = (rules: Record<string, unknown> = { sibling: percent(10), second_class: percent(5) }) =>
  system.changeSettings({
    discounts: discountRulesSchema.parse({ sibling: null, second_class: null, early: null, ...rules }),
  });

type Place = { readonly cls: FootballClass } & Parameters<typeof system.orderOf>[2];

/** What the booking screen asks the family to agree to. */
const agreed = (family: SampleFamily, { cls, ...place }: Place) => system.orderOf(family, cls, place);

const send = (family: SampleFamily, body: object, key = randomUUID()): Promise<Answer> =>
  system.asFamily(family, 'bookSlot', { body, headers: { 'idempotency-key': key } });

const book = (family: SampleFamily, { cls, ...place }: Place): Promise<Booking> =>
  system.book(family, cls, place);

const cancel = async (booking: Booking) =>
  expect(await system.end(booking)).toMatchObject({ record: { ended: { credit: booking.amount } } });

const given = async (rules?: Record<string, unknown>) => {
  await givenRules(rules);
  const [cls, other] = [await system.addClass({ capacities: [5, 5] }), await system.addClass()];
  return { cls, other, family: await system.addFamily('Robin', 'Alex', 'Kim') };
};

describe('a sibling', () => {
  it('pays less, in another class and weeks later too, and the price is stored with its parts [DIS-01, DIS-02]', async () => {
    const { cls, other, family } = await given();
    expect(await book(family, { cls })).toMatchObject({ amount: 12_000 });
    const second = await book(family, { cls: other, child: 1 });
    expect(second).toMatchObject({ amount: 10_800, discount: { rule: 'sibling', amount: 1_200 } });
    const params = { classId: cls.id, slotId: cls.time_slots[0]?.id ?? '' };
    const screen = await system.asFamily(family, 'getBookableSlot', { params });
    const list = await system.asFamily(family, 'listMyBookings');
    const { discounts } = Object(list.body);
    const places = expect.arrayContaining(discounts.places);
    expect(Object(screen.body).discounts).toEqual({ ...discounts, places });
    system.setTime('2025-10-05T10:00:00Z');
    // Four weeks at $20.00 are left.
    expect(await book(family, { cls, child: 2 })).toMatchObject({
      amount: 7_200,
      discount: { rule: 'sibling', amount: 800 },
    });
    expect(await system.accountOf(family)).toMatchObject({ charged: 12_000 + 10_800 + 7_200 });
  });

  it('counts while it has a full booking in a class that is not over [DIS-02]', async () => {
    const { cls, family } = await given();
    const later = await system.addClass({
      overrides: { start_date: date('2025-11-08'), end_date: date('2025-12-20') },
    });
    await book(family, { cls, isTrial: true });
    expect(await agreed(family, { cls: later, child: 1 })).toMatchObject({ amount: 14_000 });
    await book(family, { cls, child: 2 });
    expect(await agreed(family, { cls: later, child: 1 })).toMatchObject({ amount: 12_600 });
    system.setTime('2025-11-05T10:00:00Z');
    expect(await agreed(family, { cls: later, child: 1 })).toMatchObject({ amount: 14_000 });
    expect(await book(family, { cls: later, child: 1 })).not.toHaveProperty('discount');
  });

  it('that ends leaves the others their price, and counts no more [DIS-02, DIS-03]', async () => {
    const { cls, other, family } = await given();
    const first = await book(family, { cls });
    const second = await book(family, { cls, child: 1 });
    await cancel(first);
    expect((await system.placesOf(cls)).bookings).toMatchObject([{ id: second.id, amount: 10_800 }]);
    expect(await agreed(family, { cls: other, child: 1 })).toMatchObject({ amount: 11_400 });
    await cancel(second);
    expect(await book(family, { cls, child: 1 })).toMatchObject({ amount: 12_000 });
  });

  it('that is booked again pays the whole price where only places with the discount are left [DIS-04]', async () => {
    const { cls, other, family } = await given();
    const one = await book(family, { cls });
    expect(await book(family, { cls, child: 1 })).toMatchObject({ discount: { rule: 'sibling' } });
    await cancel(one);
    expect(await send(family, { ...(await agreed(family, { cls })), amount: 10_800 })).toMatchObject({
      body: { code: 'priceChanged' },
    });
    expect(await book(family, { cls })).not.toHaveProperty('discount');
    // Now there is one without it again.
    expect(await book(family, { cls: other, child: 2 })).toMatchObject({ discount: { rule: 'sibling' } });
  });
});

it('a price with a discount that does not apply is refused, and so is one without it [DIS-03]', async () => {
  const { cls, family } = await given();
  const first = await agreed(family, { cls });
  expect(await send(family, { ...first, amount: 10_800 })).toMatchObject({
    status: 409,
    body: { code: 'priceChanged' },
  });
  await book(family, { cls });
  const second = await agreed(family, { cls, child: 1 });
  expect(await send(family, { ...second, amount: 12_000 })).toMatchObject({ body: { code: 'priceChanged' } });
});

it('a rule that is switched off meanwhile changes the price, and not what was agreed before [DIS-01]', async () => {
  const { cls, family } = await given();
  await book(family, { cls });
  const key = randomUUID();
  const order = await agreed(family, { cls, child: 1 });
  expect(await send(family, order, key)).toMatchObject({ status: 201, body: { amount: 10_800 } });
  await givenRules({});
  expect(await send(family, order, key)).toMatchObject({ status: 201, body: { amount: 10_800 } });
  const third = await agreed(family, { cls, child: 2 });
  expect(third).toMatchObject({ amount: 12_000 });
  expect(await send(family, { ...third, amount: 10_800 })).toMatchObject({ body: { code: 'priceChanged' } });
});

describe('bookings of a family at once', () => {
  it('are never both the first nor both the second [DIS-02]', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { cls, other, family } = await given();
      const orders = [await agreed(family, { cls }), await agreed(family, { cls: other, child: 1 })];
      const wishes = orders.flatMap((order) => [order, { ...order, amount: 10_800 }]);
      const answers = await Promise.all(wishes.map((order) => send(family, order)));
      for (const { status, body } of answers) if (status !== 201) expect(body).toHaveProperty('code');
      const stored = [...(await system.placesOf(cls)).bookings, ...(await system.placesOf(other)).bookings];
      expect(stored.filter(({ amount }) => amount === 12_000)).toHaveLength(1);
      expect(stored.length).toBeLessThanOrEqual(2);
      for (const { amount, discount } of stored)
        expect(discount).toEqual(amount === 12_000 ? undefined : { rule: 'sibling', amount: 1_200 });
    }
  });
});

it('a move to another class has the price that the moved booking leaves room for [DIS-03]', async () => {
  const { cls, other, family } = await given({});
  const third = await system.addClass();
  const first = await book(family, { cls });
  await book(family, { cls: third, child: 1 });
  await givenRules();
  const order = await system.moveOrderOf(family, first, other);
  expect(order).toMatchObject({ credit: 12_000, charge: 10_800 });
  expect(await system.move(family, first, other)).toMatchObject({
    status: 200,
    body: { amount: 10_800, discount: { rule: 'sibling', amount: 1_200 } },
  });
  expect((await system.accountOf(family))?.places.size).toBe(2);
});

it('a trial that is kept has the discount of a full programme [DIS-03]', async () => {
  const { cls, family } = await given();
  await book(family, { cls, child: 1 });
  const trial = await book(family, { cls, isTrial: true });
  const discount = { rule: 'sibling', amount: 1_200 };
  expect(await system.keep(family, trial)).toMatchObject({ status: 200, body: { amount: 8_800, discount } });
  expect(await agreed(family, { cls, child: 2 })).toMatchObject({ amount: 10_800 });
});
