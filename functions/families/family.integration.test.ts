import { randomUUID } from 'node:crypto';
import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
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
import { type Invocation, invoke } from '#infra/testing/services/invoke';
import { startTests } from '#infra/testing/services/system';
import type { FootballClass } from '#shared/classes/class';
import { healthConsent, photoConsent } from '#shared/consents';
import type { familyRoutes } from '#shared/contract/family-routes';
import { routes } from '#shared/contract/routes';
import { dayMs } from '#shared/lib/durations';
import { instantOf } from '#shared/lib/values';
import { limits } from '#shared/limits';
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

it('my family is the profile with the children, oldest entry first, in one Query, which confirms the membership [API-20, API-24, DAT-17, DAT-20, FID-02]', async () => {
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
});

const call = (
  { id, profile }: SampleFamily,
  route: keyof typeof familyRoutes,
  request: Omit<Invocation, 'route' | 'userId'> = {},
) => invoke(handler, { route, userId: profile.id, familyId: id, ...request });

const given = async (children: Parameters<typeof sampleFamily>[0] = {}): Promise<SampleFamily> => {
  const family = sampleFamily(children);
  await putFamily(table, family);
  return family;
};
const unanswered = { children: [{ health_answer: null }] };
const answered = { version: healthConsent.version, at: instantOf(sampleNow) };

const change = (family: SampleFamily, body: unknown) =>
  call(family, 'updateCard', { params: { childId: at(family.children, 0).id }, body });
const childOf = async (family: SampleFamily) =>
  at(Object((await call(family, 'getMyFamily')).body).children, 0);

describe('the health of a child', () => {
  it.each([
    [{ nothing_to_know: true }, null],
    [{ medical_conditions: 'No known allergies' }, null],
    [{ medical_conditions: '  Asthma\r\nNuts ' }, 'Asthma\nNuts'],
  ])(
    'is answered by %j, with the version of the consent text and the time [EME-02, IMP-09]',
    async (health, note) => {
      const family = await given(unanswered);
      const answer = await change(family, { health });
      const child = { medical_conditions: note, health_answer: answered };
      expect(answer).toMatchObject({ status: 200, body: child });
      expect(await childOf(family)).toEqual({
        ...at(family.children, 0),
        ...child,
        card_by: family.profile.id,
      });
    },
  );

  it.each([
    {},
    { medical_conditions: ' ' },
    { nothing_to_know: false },
    { medical_conditions: 'x'.repeat(1001) },
  ])('is never a blank answer: %j [EME-02]', async (health) => {
    const family = await given(unanswered);
    const answer = await change(family, { health });
    expect(answer).toMatchObject({ status: 400, body: { issues: [{ field: 'health.medical_conditions' }] } });
    expect(await childOf(family)).toMatchObject({ health_answer: null });
  });

  it('is asked when a child is added, and may stay unanswered [EME-02, PAR-27]', async () => {
    const family = await given();
    const entered = { date_of_birth: '2019-02-28' };
    const { status, body } = await call(family, 'addChildren', {
      headers: { 'idempotency-key': randomUUID() },
      body: {
        children: [
          { ...entered, name: 'Quiet' },
          { ...entered, name: 'Well', nothing_to_know: true },
          { ...entered, name: 'Ill', medical_conditions: 'Asthma' },
        ],
      },
    });
    expect({ status, body }).toMatchObject({
      status: 201,
      body: {
        children: [
          { medical_conditions: null, health_answer: null },
          { medical_conditions: null, health_answer: answered },
          { medical_conditions: 'Asthma', health_answer: answered },
        ],
      },
    });
  });

  it('is not emptied by an edit of the child without an answer [EME-02, KID-01]', async () => {
    const family = await given({ children: [{ medical_conditions: 'Asthma' }] });
    const child = at(family.children, 0);
    const edit = (health: object) =>
      call(family, 'updateChild', { params: { childId: child.id }, body: { name: 'Kim', health } });
    expect(await edit({ medical_conditions: ' ' })).toMatchObject({
      status: 400,
      body: { issues: [{ field: 'health.medical_conditions' }] },
    });
    expect(await childOf(family)).toMatchObject({ name: 'Robin Parent', medical_conditions: 'Asthma' });
    expect((await edit({ nothing_to_know: true })).status).toBe(204);
    expect(await childOf(family)).toMatchObject({ name: 'Kim', medical_conditions: null });
  });
});

const ruth = {
  name: 'Ruth Morgan',
  relation: 'Grandmother',
  phone_number: '07700 900301',
  may_collect: true,
};
const tom = { name: 'Tom Becker', relation: 'Neighbour', phone_number: '07700 900302', may_collect: false };

describe('the contacts of a child', () => {
  it('are stored in the order in which they are sent, and replaced as a whole [EME-01]', async () => {
    const family = await given();
    const spaced = { ...ruth, name: ' Ruth  Morgan ', relation: ' Grandmother ' };
    expect(await change(family, { contacts: [tom, spaced] })).toMatchObject({
      status: 200,
      body: { contacts: [tom, ruth] },
    });
    await change(family, { contacts: [ruth] });
    expect(await childOf(family)).toMatchObject({ contacts: [ruth] });
    await change(family, { contacts: [] });
    expect(await childOf(family)).toMatchObject({ contacts: [] });
  });

  it.each([
    ['contacts', Array.from({ length: limits.contactsPerChild + 1 }, () => ruth)],
    ['contacts.0.name', [{ ...ruth, name: ' ' }]],
    ['contacts.0.relation', [{ ...ruth, relation: '' }]],
    ['contacts.0.relation', [{ ...ruth, relation: 'x'.repeat(limits.relationLength + 1) }]],
    ['contacts.1.phone_number', [ruth, { ...tom, phone_number: 'none' }]],
    ['contacts.0.may_collect', [{ ...ruth, may_collect: undefined }]],
  ])('are at most three, each complete: %s [EME-01]', async (field, contacts) => {
    const family = await given();
    expect(await change(family, { contacts })).toMatchObject({ status: 400, body: { issues: [{ field }] } });
    expect(await childOf(family)).toMatchObject({ contacts: [] });
  });
});

describe('photos of a child', () => {
  const answer = (family: SampleFamily, allowed: boolean) => ({
    allowed,
    version: photoConsent.version,
    at: instantOf(sampleNow),
    by: family.profile.id,
  });

  it('are answered one by one, none preset, each with text, time and account [EME-06]', async () => {
    const family = await given();
    expect(await childOf(family)).toMatchObject({ photos_school: null, photos_web: null });
    await change(family, { photos_school: true });
    expect(await childOf(family)).toMatchObject({ photos_school: answer(family, true), photos_web: null });
    await change(family, { photos_web: false });
    await change(family, { photos_school: false });
    expect(await childOf(family)).toMatchObject({
      photos_school: answer(family, false),
      photos_web: answer(family, false),
    });
  });
});

it('a confirmation is stored with its time and who confirmed, again at each confirmation, and changes nothing else [EME-03, FID-06]', async () => {
  const family = await given({ children: [{ medical_conditions: 'Asthma', contacts: [ruth] }] });
  const later = new Date(sampleNow.getTime() + dayMs);
  expect(await childOf(family)).toMatchObject({ card_confirmed_at: null });
  for (const now of [sampleNow, later]) {
    setTime(now);
    await change(family, { confirmed: true });
    expect(await childOf(family)).toEqual({
      ...at(family.children, 0),
      card_confirmed_at: instantOf(now),
      card_by: family.profile.id,
    });
  }
  expect((await change(family, { confirmed: false })).status).toBe(400);
});
