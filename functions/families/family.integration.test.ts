import { randomUUID } from 'node:crypto';
import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { putClass, putFamily } from '#infra/local/seed/put';
import {
  type SampleFamily,
  sampleClass,
  sampleFamily,
  sampleNow,
  sampleToday,
} from '#infra/testing/samples/samples';
import { invoke } from '#infra/testing/services/invoke';
import { startTests } from '#infra/testing/services/system';
import type { FootballClass } from '#shared/classes/class';
import { routes } from '#shared/contract/routes';
import { bookingAmount } from '#shared/testing/session-calendars';
import { classKey } from '../lib/dynamo/keys-of-classes.ts';

const { table, handler, setTime } = await startTests(() => ({}));

const bookEverySlot = async (cls: FootballClass, { id, profile, children }: SampleFamily) => {
  for (const [index, slot] of cls.time_slots.entries()) {
    setTime(new Date(sampleNow.getTime() + index * 1000));
    const answer = await invoke(handler, {
      route: 'bookSlot',
      userId: profile.id,
      familyId: id,
      headers: { 'idempotency-key': randomUUID() },
      body: {
        class_id: cls.id,
        time_slot_id: slot.id,
        child_id: children[0]?.id,
        is_trial: false,
        amount: bookingAmount(cls, false, sampleToday),
        calendar_version: 0,
      },
    });
    expect(answer.status).toBe(201);
  }
};

const myBookings = async ({ id, profile }: SampleFamily) => {
  const { status, body } = await invoke(handler, {
    route: 'listMyBookings',
    userId: profile.id,
    familyId: id,
  });
  expect(status).toBe(200);
  return routes.listMyBookings.response.parse(body).bookings;
};

describe('my family', () => {
  it('is the profile with the children, oldest entry first, in one Query, which confirms the membership [API-20, API-24, DAT-17, DAT-20, FID-02]', async () => {
    const family = sampleFamily({
      children: [{ name: 'Zoe' }, { name: 'Ana', medical_conditions: 'Asthma' }],
    });
    await putFamily(table, family);
    const { profile, children } = family;
    const caller = { userId: profile.id, familyId: family.id };
    const { result, cost } = await table.measure(() => invoke(handler, { route: 'getMyFamily', ...caller }));
    expect(result).toMatchObject({ status: 200, body: { profile, children } });
    expect(cost.map(({ operation }) => operation)).toEqual(['Query']);
  });
});

describe('my bookings', () => {
  it('are mine alone, newest first, in two round trips [API-13, PRM-03, PRM-15]', async () => {
    const cls = sampleClass({ capacities: [5, 5, 5] });
    const [family, other] = [sampleFamily(), sampleFamily()];
    await putClass(table, cls);
    await putFamily(table, family);
    await putFamily(table, other);
    await bookEverySlot(cls, family);
    await bookEverySlot(cls, other);

    const { result, cost } = await table.measure(() => myBookings(family));

    expect(result.map(({ time_slot_id }) => time_slot_id)).toEqual(
      cls.time_slots.map(({ id }) => id).toReversed(),
    );
    expect(new Set(result.map(({ parent_id }) => parent_id))).toEqual(new Set([family.id]));
    // The membership, bookings and their history; then classes with slots, and the family.
    expect(cost.map(({ operation }) => operation)).toEqual([
      'GetItem',
      'Query',
      'Query',
      'BatchGetItem',
      'BatchGetItem',
    ]);
  });

  it('leave out a booking whose class is just being deleted', async () => {
    const cls = sampleClass();
    const family = sampleFamily();
    await putClass(table, cls);
    await putFamily(table, family);
    await bookEverySlot(cls, family);
    await table.client.send(new DeleteCommand({ TableName: table.name, Key: { ...classKey(cls.id) } }));
    expect(await myBookings(family)).toEqual([]);
  });
});

describe('what a slot offers to my family', () => {
  const offerOf = (
    { id: familyId, profile }: SampleFamily,
    cls: FootballClass,
    slotId = cls.time_slots[0]?.id ?? '',
  ) =>
    invoke(handler, {
      route: 'getBookableSlot',
      userId: profile.id,
      familyId,
      params: { classId: cls.id, slotId },
    });
  const stored = async () => {
    const cls = sampleClass({ capacities: [5, 8] });
    const family = sampleFamily({
      children: [{ name: 'Zoe' }, { name: 'Ana', medical_conditions: 'Asthma' }],
    });
    await putClass(table, cls);
    await putFamily(table, family);
    return { cls, family };
  };

  it('is the class with its slots and the children, in one round trip of five units', async () => {
    const { cls, family } = await stored();
    const { result, cost } = await table.measure(() => offerOf(family, cls));
    expect(result).toMatchObject({
      status: 200,
      body: { class: cls, children: family.children, booked_child_ids: [] },
    });
    expect(cost.map(({ operation }) => operation)).toEqual(['GetItem', 'Query', 'Query', 'Query', 'GetItem']);
    expect(cost.reduce((sum, { tableUnits, indexUnits }) => sum + tableUnits + indexUnits, 0)).toBe(5);
  });

  it('says who has a place in the slot, by name, and nothing of other families [BOK-49, PRM-15]', async () => {
    const { cls, family } = await stored();
    const other = sampleFamily({ children: [{ name: 'Ana' }] });
    await putFamily(table, other);
    await bookEverySlot(cls, other);
    await bookEverySlot({ ...cls, time_slots: cls.time_slots.slice(0, 1) }, family);
    expect((await offerOf(family, cls)).body).toMatchObject({
      booked_child_ids: [family.children[0]?.id],
      class: { time_slots: [{ current_bookings: 2 }, { current_bookings: 1 }] },
    });
    expect((await offerOf(family, cls, cls.time_slots[1]?.id)).body).toMatchObject({ booked_child_ids: [] });
  });

  it('is refused for a class or a slot that is not there, and to an account that is gone', async () => {
    const { cls, family } = await stored();
    const other = await stored();
    const answers = await Promise.all([
      offerOf(family, sampleClass()),
      offerOf(family, cls, other.cls.time_slots[0]?.id),
      offerOf(sampleFamily(), cls),
    ]);
    expect(answers.map(({ status, body }) => ({ status, body }))).toMatchObject([
      { status: 404, body: { code: 'classNotFound' } },
      { status: 404, body: { code: 'slotNotFound' } },
      { status: 401, body: { code: 'notAuthenticated' } },
    ]);
  });
});
