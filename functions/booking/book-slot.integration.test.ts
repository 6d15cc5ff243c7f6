import { randomUUID } from 'node:crypto';
import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { putClass, putFamily } from '#infra/local/seed/put';
import {
  at,
  type SampleFamily,
  sampleClass,
  sampleFamily,
  sampleNow,
  sampleToday,
} from '#infra/testing/samples/samples';
import { addSecondAdult } from '#infra/testing/samples/stored';
import { type Answer, invoke } from '#infra/testing/services/invoke';
import { fixedParts, startTests } from '#infra/testing/services/system';
import type { Booking } from '#shared/booking/booking';
import type { FootballClass } from '#shared/classes/class';
import { problemSchema } from '#shared/contract/errors';
import { calendarDateSchema } from '#shared/lib/values';
import { bookingAmount } from '#shared/testing/session-calendars';
import { getTimeSlot } from '../classes/classes.ts';
import { rosterPartition, slotKey } from '../lib/dynamo/keys-of-classes.ts';
import { newChildId, newClassId, newSlotId } from '../lib/ids.ts';
import { bookingFromItem } from './bookings.ts';

const { table, handler, setTime } = await startTests(() => ({}));

const given = async (
  options: Parameters<typeof sampleClass>[0] = {},
  family: SampleFamily = sampleFamily(),
) => {
  const cls = sampleClass(options);
  await putClass(table, cls);
  await putFamily(table, family);
  return { cls, family };
};

interface Request {
  readonly cls: FootballClass;
  readonly family: SampleFamily;
  readonly slot?: number;
  readonly child?: number;
  readonly isTrial?: boolean;
  readonly overrides?: Record<string, unknown> | undefined;
  readonly key?: string;
  readonly userId?: string;
}

const book = ({
  cls,
  family,
  slot = 0,
  child = 0,
  isTrial = false,
  overrides = {},
  key = randomUUID(),
  userId = family.profile.id,
}: Request): Promise<Answer> =>
  invoke(handler, {
    route: 'bookSlot',
    userId,
    familyId: family.id,
    headers: { 'idempotency-key': key },
    body: {
      class_id: cls.id,
      time_slot_id: at(cls.time_slots, slot).id,
      child_id: at(family.children, child).id,
      is_trial: isTrial,
      amount: bookingAmount(cls, isTrial, sampleToday),
      trial_date: isTrial ? '2025-09-27' : null,
      calendar_version: 0,
      ...overrides,
    },
  });

/** What the slot says and what is stored for it: these must always agree. */
const state = async (cls: FootballClass, slot = 0) => {
  const { id } = at(cls.time_slots, slot);
  const { Items = [] } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: 'PK = :slot',
      ExpressionAttributeValues: { ':slot': rosterPartition(id).PK },
      ConsistentRead: true,
    }),
  );
  const { Item: item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: slotKey(cls.id, id), ConsistentRead: true }),
  );
  const bookings: Booking[] = Items.map(bookingFromItem);
  return { counter: item?.current_bookings, revenue: item?.revenue, bookings };
};

const problemOf = ({ headers, body }: Answer) => ({
  ...problemSchema.parse(body),
  mediaType: headers['content-type'],
});

describe('a booking', () => {
  it('stores child, age and price, and counts the place [BOK-33, DAT-15, ADM-10]', async () => {
    const { cls, family } = await given();
    expect((await book({ cls, family })).status).toBe(201);
    const { counter, revenue, bookings } = await state(cls);
    expect({ counter, revenue, stored: bookings.length }).toEqual({ counter: 1, revenue: 12000, stored: 1 });
    expect(bookings[0]).toMatchObject({ child_name: 'Robin Parent', child_age: 7, amount: 12000 });
  });

  it('answers with the booking, its slot, class and parent [DAT-12, DAT-13, API-12, API-15]', async () => {
    const { cls, family } = await given();
    const answer = await book({ cls, family });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      parent_id: family.id,
      time_slot_id: at(cls.time_slots, 0).id,
      child_name: 'Robin Parent',
      child_age: 7,
      is_trial: false,
      trial_date: null,
      // Six weeks are left from Tuesday Sep 23 to Nov 1 (40 days), at $20.00.
      amount: 12000,
      created_at: sampleNow.toISOString(),
      parent: { email: family.profile.email, full_name: 'Pat Parent', phone_number: '07700 900123' },
      time_slot: {
        start_time: '09:00',
        class: { weekly_rate: 2000, start_date: '2025-09-06', end_date: '2025-11-01' },
      },
    });
  });

  it('stores the next session as the date of a trial, at the weekly rate [BOK-33, PRC-14, PRC-15]', async () => {
    const { cls, family } = await given();
    const answer = await book({ cls, family, isTrial: true });
    expect(answer.body).toMatchObject({ is_trial: true, trial_date: '2025-09-27', amount: 2000 });
  });

  it.each([
    ['the holder', async ({ profile }: SampleFamily) => profile],
    ['the second adult', ({ id }: SampleFamily) => addSecondAdult(table, id)],
  ])(
    'by %s costs two round trips, 8 write units on the table and 2 on indexes, as those after it [FID-02]',
    async (_, adultOf) => {
      const { cls, family } = await given(
        {},
        sampleFamily({
          children: [{ name: 'N'.repeat(100), medical_conditions: 'asthma' }, { name: 'M'.repeat(100) }],
        }),
      );
      const { id: userId } = await adultOf(family);
      for (const child of [0, 1]) {
        const { result, cost } = await table.measure(() => book({ cls, family, child, userId }));
        expect(result.status).toBe(201);
        expect(cost.map(({ operation }) => operation)).toEqual(['BatchGetItem', 'TransactWriteItems']);
        // Five strongly consistent reads of at most 4 KB, and four writes of at most 1 KB in a transaction.
        expect(cost[0]).toMatchObject({ tableUnits: 5, indexUnits: 0 });
        expect(cost[1]).toMatchObject({ tableUnits: 8, indexUnits: 2 });
      }
      expect((await state(cls)).bookings).toMatchObject([
        { booked_by_adult: userId },
        { booked_by_adult: userId },
      ]);
    },
  );

  it('lets the same parent book another child in the slot and the same child in another slot [BOK-30]', async () => {
    const family = sampleFamily({ children: [{ name: 'Ana' }, { name: 'Ben' }] });
    const { cls } = await given({ capacities: [5, 5] }, family);
    const answers = [
      await book({ cls, family }),
      await book({ cls, family, child: 1 }),
      await book({ cls, family, slot: 1 }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect((await state(cls)).counter).toBe(2);
  });

  it('refuses a second booking of the same child in the slot, also under a corrected name [BOK-29, KID-02]', async () => {
    const { cls, family } = await given();
    await book({ cls, family });
    const { id, date_of_birth } = at(family.children, 0);
    const renamed = await invoke(handler, {
      route: 'updateChild',
      userId: family.profile.id,
      familyId: family.id,
      params: { childId: id },
      body: { name: 'Robyn Parent', date_of_birth },
    });
    expect(renamed.status).toBe(204);
    const second = problemOf(await book({ cls, family }));
    expect(second).toMatchObject({
      status: 409,
      code: 'alreadyBooked',
      detail: 'Robyn Parent is already booked for this time slot',
    });
    expect(await state(cls)).toMatchObject({ counter: 1, revenue: 12000, bookings: { length: 1 } });
  });
});

describe('a refused booking stores nothing', () => {
  const unknownClass = newClassId(sampleNow);
  const unknownSlot = newSlotId(sampleNow);
  const cases: [
    name: string,
    overrides: Request['overrides'],
    status: number,
    code: string,
    detail: string,
  ][] = [
    [
      'a class that does not exist',
      { class_id: unknownClass },
      404,
      'slotNotFound',
      'This time slot is no longer',
    ],
    [
      'a slot that does not exist',
      { time_slot_id: unknownSlot },
      404,
      'slotNotFound',
      'This time slot is no longer',
    ],
    [
      'a child that does not exist [BOK-27]',
      { child_id: newChildId(sampleNow) },
      404,
      'childNotFound',
      'Selected child not found',
    ],
    [
      'a child id that is no id [BOK-27]',
      { child_id: '../../x' },
      404,
      'childNotFound',
      'Selected child not found',
    ],
    ['another total than today’s [PRC-17]', { amount: 1 }, 409, 'priceChanged', 'The price has changed'],
    ['a field that is not asked for', { parent_id: 'someone' }, 400, 'invalidRequest', 'Please check'],
    ['no child [BOK-25]', { child_id: undefined }, 400, 'invalidRequest', 'Please check'],
  ];
  it.each(cases)('refuses %s', async (_name, overrides, status, code, detail) => {
    const { cls, family } = await given();
    const refusal = problemOf(await book({ cls, family, overrides }));
    expect(refusal).toMatchObject({ status, code, mediaType: 'application/problem+json' });
    expect(refusal.detail).toContain(detail);
    expect(await state(cls)).toEqual({ counter: 0, revenue: 0, bookings: [] });
  });

  it('says beside the field that a child is missing [BOK-25]', async () => {
    const { cls, family } = await given();
    const { body } = await book({ cls, family, overrides: { child_id: '' } });
    expect(body).toMatchObject({ issues: [{ field: 'child_id', message: 'Please select a child' }] });
  });

  it("refuses another family's child as not found [BOK-27, PRM-15]", async () => {
    const { cls, family } = await given();
    const other = sampleFamily();
    await putFamily(table, other);
    const refusal = await book({ cls, family, overrides: { child_id: at(other.children, 0).id } });
    expect(problemOf(refusal)).toMatchObject({ status: 404, code: 'childNotFound' });
    expect((await state(cls)).counter).toBe(0);
  });

  it('refuses a visitor [BOK-26, PRM-14]', async () => {
    const { cls, family } = await given();
    const refusal = await book({ cls, family, userId: '' });
    expect(problemOf(refusal)).toMatchObject({
      status: 401,
      code: 'notAuthenticated',
      detail: 'Not authenticated',
    });
    expect((await state(cls)).counter).toBe(0);
  });

  it('refuses a full slot [BOK-28, DAT-10]', async () => {
    const { cls, family } = await given({ capacities: [1] });
    const late = sampleFamily();
    await putFamily(table, late);
    await book({ cls, family });
    const refusal = await book({ cls, family: late });
    expect(problemOf(refusal)).toMatchObject({
      status: 409,
      code: 'slotFull',
      detail: 'This time slot is now full',
    });
    expect(await state(cls)).toMatchObject({ counter: 1, bookings: { length: 1 } });
  });

  it('refuses a full slot by reads alone: no transaction keeps the slot from others [BOK-28, TRM-08]', async () => {
    const { cls, family } = await given({ capacities: [1] });
    const late = sampleFamily({ children: [{ name: 'Ana' }, { name: 'Ben' }] });
    await putFamily(table, late);
    await book({ cls, family });
    const other = { child_id: at(late.children, 1).id, amount: bookingAmount(cls, false, sampleToday) };
    for (const overrides of [{}, { siblings: [other] }]) {
      const { result, cost } = await table.measure(() => book({ cls, family: late, overrides }));
      expect(problemOf(result)).toMatchObject({ status: 409, code: 'slotFull' });
      expect(cost.map(({ operation }) => operation)).not.toContain('TransactWriteItems');
    }
  });

  it.each([
    ['full', false],
    ['trial', true],
  ])('refuses a %s booking after the programme ended [BOK-31, BOK-32, PRC-06]', async (_kind, isTrial) => {
    const { cls, family } = await given({
      overrides: {
        start_date: calendarDateSchema.parse('2025-07-27'),
        end_date: calendarDateSchema.parse('2025-09-22'),
      },
    });
    const refusal = await book({ cls, family, isTrial });
    expect(problemOf(refusal)).toMatchObject({ status: 409, code: 'programEnded', detail: 'Program ended' });
    expect((await state(cls)).counter).toBe(0);
  });

  it('refuses a trial and a full programme when no session is left, though the end date is to come [BOK-31, BOK-48]', async () => {
    const { cls, family } = await given({
      overrides: {
        start_date: calendarDateSchema.parse('2025-09-22'),
        end_date: calendarDateSchema.parse('2025-09-25'),
      },
    });
    for (const isTrial of [true, false]) {
      const refusal = await book({ cls, family, isTrial });
      expect(problemOf(refusal)).toMatchObject({
        status: 409,
        code: 'programEnded',
        detail: 'Program ended',
      });
    }
  });
});

describe('the same attempt sent again', () => {
  it('answers the same, ten times at once, and stores one booking', async () => {
    const { cls, family } = await given();
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 10 }, () => book({ cls, family, key })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await state(cls)).toMatchObject({ counter: 1, revenue: 12000, bookings: { length: 1 } });
  });

  it('answers with its booking when the price changed at midnight in between', async () => {
    const { cls, family } = await given();
    const key = randomUUID();
    const first = await book({ cls, family, key });
    setTime(new Date('2025-10-20T10:00:00Z'));
    expect(fixedParts(await book({ cls, family, key }))).toEqual(fixedParts(first));
    expect(problemOf(await book({ cls, family })).code).toBe('priceChanged');
  });

  it('is a new booking, refused as a duplicate, under another key, and as another type is refused [API-41]', async () => {
    const { cls, family } = await given();
    const key = randomUUID();
    await book({ cls, family, key });
    expect(problemOf(await book({ cls, family })).code).toBe('alreadyBooked');
    expect(problemOf(await book({ cls, family, key, isTrial: true })).code).toBe('sentBefore');
  });
});

it('gives the last places to exactly as many of many simultaneous families [DAT-15, BOK-28]', async () => {
  const cls = sampleClass({ capacities: [3] });
  await putClass(table, cls);
  const families = Array.from({ length: 30 }, () => sampleFamily());
  for (const family of families) await putFamily(table, family);
  const answers = await Promise.all(families.map((family) => book({ cls, family })));
  const accepted = answers.filter(({ status }) => status === 201).length;
  expect(accepted).toBe(3);
  expect(
    new Set(answers.filter(({ status }) => status !== 201).map((answer) => problemOf(answer).code)),
  ).toEqual(new Set(['slotFull']));
  const { counter, bookings } = await state(cls);
  expect([counter, bookings.length]).toEqual([3, 3]);
  expect((await getTimeSlot(table, cls.id, at(cls.time_slots, 0).id))?.current_bookings).toBe(3);
});
