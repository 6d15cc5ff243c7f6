import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { putFamily } from '#infra/local/seed/put';
import { at, type SampleFamily, sampleFamily, sampleNow } from '#infra/testing/samples/samples';
import { type Invocation, invoke } from '#infra/testing/services/invoke';
import { startTests } from '#infra/testing/services/system';
import { healthConsent, photoConsent } from '#shared/consents';
import type { familyRoutes } from '#shared/contract/family-routes';
import { dayMs } from '#shared/lib/durations';
import { instantOf } from '#shared/lib/values';
import { limits } from '#shared/limits';

const { table, handler, setTime } = await startTests(() => ({}));

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

describe('a confirmation', () => {
  it('is stored with its time and who confirmed, again at each confirmation, and changes nothing else [EME-03, FID-06]', async () => {
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
});
