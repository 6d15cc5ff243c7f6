import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { at, sampleNow } from '#infra/testing/samples/samples';
import { addSecondAdult, storedFamily } from '#infra/testing/samples/stored';
import { bookingSteps } from '#infra/testing/services/booking-system';
import type { Answer } from '#infra/testing/services/invoke';
import { fixedParts, startTests } from '#infra/testing/services/system';
import type { FootballClass } from '#shared/classes/class';
import { problemSchema } from '#shared/contract/errors';
import { userIdSchema } from '#shared/lib/ids';
import { date } from '#shared/testing/values';
import { readFigures } from '../classes/classes.ts';
import { newChildId, newClassId, newSlotId } from '../lib/ids.ts';

const system = await startTests(bookingSteps);
const { table, tryToBook } = system;
const other = await system.addFamily();

const given = async (options: Parameters<typeof system.addClass>[0] = {}) => ({
  cls: await system.addClass(options),
  family: await system.addFamily('Robin Parent', 'Kim Parent'),
});

/** What the slot says and what is stored for it: these must always agree. */
const state = async (cls: FootballClass) => {
  const { counted, bookings } = await system.placesOf(cls);
  const { slotRevenue } = await readFigures(table);
  return { counted, bookings, revenue: slotRevenue.get(at(cls.time_slots, 0).id) };
};
const empty = { counted: 0, bookings: [], revenue: 0 };
const booked = { counted: 1, bookings: { length: 1 }, revenue: 12_000 };

const problemOf = ({ headers, body }: Answer) => ({
  ...problemSchema.parse(body),
  mediaType: headers['content-type'],
});

describe('a booking', () => {
  it('stores child, age and price, counts the place, and answers with slot, class and parent [BOK-33, DAT-15, ADM-10, DAT-12, DAT-13, API-12, API-15]', async () => {
    const { cls, family } = await given();
    const answer = await tryToBook(family, cls);
    expect(answer.status).toBe(201);
    // Six weeks are left from Tuesday Sep 23 to Nov 1 (40 days), at $20.00.
    const stored = { child_name: 'Robin Parent', child_age: 7, amount: 12_000, is_trial: false };
    expect(answer.body).toMatchObject({
      ...stored,
      parent_id: family.id,
      time_slot_id: at(cls.time_slots, 0).id,
      trial_date: null,
      created_at: sampleNow.toISOString(),
      parent: { email: family.profile.email, full_name: 'Pat Parent', phone_number: '07700 900123' },
      time_slot: {
        start_time: '09:00',
        class: { weekly_rate: 2000, start_date: '2025-09-06', end_date: '2025-11-01' },
      },
    });
    expect(await state(cls)).toMatchObject({ ...booked, bookings: [stored] });
  });

  it('stores the next session as the date of a trial, at the weekly rate [BOK-33, PRC-14, PRC-15]', async () => {
    const { cls, family } = await given();
    const answer = await tryToBook(family, cls, { isTrial: true });
    expect(answer.body).toMatchObject({ is_trial: true, trial_date: '2025-09-27', amount: 2000 });
  });

  it.each([false, true])(
    'costs two round trips, 8 write units on the table and 2 on indexes, as those after it, by a second adult: %s [FID-02]',
    async (bySecond) => {
      const cls = await system.addClass();
      const children = [{ name: 'N'.repeat(100), medical_conditions: 'asthma' }, { name: 'M'.repeat(100) }];
      const family = await storedFamily(table, { children });
      const profile = bySecond ? await addSecondAdult(table, family.id) : family.profile;
      for (const child of [0, 1]) {
        const body = await system.orderOf(family, cls, { child });
        const { result, cost } = await table.measure(() =>
          system.asFamily({ id: family.id, profile }, 'bookSlot', { body }),
        );
        expect(result.status).toBe(201);
        expect(cost.map(({ operation }) => operation)).toEqual(['BatchGetItem', 'TransactWriteItems']);
        // Five strongly consistent reads of at most 4 KB, and four writes of at most 1 KB in a transaction.
        expect(cost[0]).toMatchObject({ tableUnits: 5, indexUnits: 0 });
        expect(cost[1]).toMatchObject({ tableUnits: 8, indexUnits: 2 });
      }
      const by = { booked_by_adult: profile.id };
      expect((await state(cls)).bookings).toMatchObject([by, by]);
    },
  );

  it('is possible for another child in the slot and the same child in another slot [BOK-30]', async () => {
    const { cls, family } = await given({ capacities: [5, 5] });
    for (const place of [{}, { child: 1 }, { slot: 1 }])
      expect((await tryToBook(family, cls, place)).status).toBe(201);
    expect((await state(cls)).counted).toBe(2);
  });

  it('of the same child in the slot is refused, also under a corrected name [BOK-29, KID-02]', async () => {
    const { cls, family } = await given();
    await tryToBook(family, cls);
    const { id, date_of_birth } = at(family.children, 0);
    const renaming = { params: { childId: id }, body: { name: 'Robyn Parent', date_of_birth } };
    expect((await system.asFamily(family, 'updateChild', renaming)).status).toBe(204);
    expect(problemOf(await tryToBook(family, cls))).toMatchObject({
      status: 409,
      code: 'alreadyBooked',
      detail: 'Robyn Parent is already booked for this time slot',
    });
    expect(await state(cls)).toMatchObject(booked);
  });
});

describe('a refused booking stores nothing', () => {
  const gone = [404, 'slotNotFound', 'This time slot is no longer'] as const;
  const noChild = [404, 'childNotFound', 'Selected child not found'] as const;
  const invalid = [400, 'invalidRequest', 'Please check'] as const;
  const visitor = userIdSchema.parse(randomUUID());
  it.each<[name: string, change: object, status: number, code: string, detail: string]>([
    ['a class that does not exist', { class_id: newClassId(sampleNow) }, ...gone],
    ['a slot that does not exist', { time_slot_id: newSlotId(sampleNow) }, ...gone],
    ['a child that does not exist', { child_id: newChildId(sampleNow) }, ...noChild],
    ['a child id that is no id', { child_id: '../../x' }, ...noChild],
    ['another family’s child', { child_id: at(other.children, 0).id }, ...noChild],
    ['another total than today’s', { amount: 1 }, 409, 'priceChanged', 'The price has changed'],
    ['a field that is not asked for', { parent_id: 'someone' }, ...invalid],
    ['no child', { child_id: undefined }, ...invalid],
  ])('for %s [BOK-25, BOK-27, PRC-17, PRM-15]', async (_name, change, status, code, detail) => {
    const { cls, family } = await given();
    const refusal = problemOf(await tryToBook(family, cls, { change }));
    expect(refusal).toMatchObject({ status, code, mediaType: 'application/problem+json' });
    expect(refusal.detail).toContain(detail);
    expect(await state(cls)).toEqual(empty);
  });

  it('and says beside the field that a child is missing [BOK-25]', async () => {
    const { cls, family } = await given();
    const { body } = await tryToBook(family, cls, { change: { child_id: '' } });
    expect(body).toMatchObject({ issues: [{ field: 'child_id', message: 'Please select a child' }] });
  });

  it('for a visitor [BOK-26, PRM-14]', async () => {
    const { cls, family } = await given();
    const by = { ...family, profile: { ...family.profile, id: visitor } };
    const refusal = { status: 401, code: 'notAuthenticated', detail: 'Not authenticated' };
    expect(problemOf(await tryToBook(family, cls, { by }))).toMatchObject(refusal);
    expect(await state(cls)).toEqual(empty);
  });

  it('for a full slot, by reads alone: no transaction keeps the slot from others [BOK-28, DAT-10, TRM-08]', async () => {
    const { cls, family } = await given({ capacities: [1] });
    await tryToBook(family, cls);
    const late = await system.addFamily('Ana', 'Ben');
    for (const siblings of [[], [1]]) {
      const body = await system.orderOf(late, cls, { siblings });
      const { result, cost } = await table.measure(() => system.asFamily(late, 'bookSlot', { body }));
      const full = { status: 409, code: 'slotFull', detail: 'This time slot is now full' };
      expect(problemOf(result)).toMatchObject(full);
      expect(cost.map(({ operation }) => operation)).not.toContain('TransactWriteItems');
    }
    expect(await state(cls)).toMatchObject(booked);
  });

  it.each([
    ['ended', '2025-07-27', '2025-09-22'],
    ['has no session left, though its end is to come', '2025-09-22', '2025-09-25'],
  ])('for a programme that %s [BOK-31, BOK-32, BOK-48, PRC-06]', async (_, start, end) => {
    const overrides = { start_date: date(start), end_date: date(end) };
    const { cls, family } = await given({ overrides });
    for (const isTrial of [true, false]) {
      const change = { amount: isTrial ? 2_000 : 12_000, trial_date: '2025-09-27', calendar_version: 0 };
      const ended = { status: 409, code: 'programEnded', detail: 'Program ended' };
      expect(problemOf(await tryToBook(family, cls, { isTrial, change }))).toMatchObject(ended);
    }
    expect(await state(cls)).toEqual(empty);
  });
});

describe('the same attempt sent again', () => {
  it('answers the same, ten times at once and after the price changed at midnight, and stores one booking', async () => {
    const { cls, family } = await given();
    const key = randomUUID();
    const send = () => tryToBook(family, cls, { key });
    const [first, ...answers] = await Promise.all(Array.from({ length: 10 }, send));
    const expected = first && fixedParts(first);
    expect(expected?.status).toBe(201);
    system.setTime('2025-10-20T10:00:00Z');
    answers.push(await tryToBook(family, cls, { key, change: { amount: 12_000 } }));
    for (const answer of answers) expect(fixedParts(answer)).toEqual(expected);
    const late = await tryToBook(family, cls, { change: { amount: 12_000 } });
    expect(problemOf(late).code).toBe('priceChanged');
    expect(await state(cls)).toMatchObject(booked);
  });
});
