import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { putFamily } from '#infra/local/seed/put-family';
import { at } from '#infra/testing/samples/at';
import { sampleFamily, sampleNow } from '#infra/testing/samples/samples';
import { startFamilyTests } from '#infra/testing/services/family-tests';
import { type Invocation, invoke } from '#infra/testing/services/invoke';
import { healthConsent } from '#shared/consents';
import type { familyRoutes } from '#shared/contract/family-routes';
import { instantOf } from '#shared/domain/time/instant-of';
import type { Family } from '#shared/schemas/profile';

const { table, handler } = await startFamilyTests();

const call = (
  { profile }: Family,
  route: keyof typeof familyRoutes,
  request: Omit<Invocation, 'route' | 'userId'> = {},
) => invoke(handler, { route, userId: profile.id, ...request });

const given = async (children: Parameters<typeof sampleFamily>[0] = {}): Promise<Family> => {
  const family = sampleFamily(children);
  await putFamily(table, family);
  return family;
};
const unanswered = { children: [{ health_answer: null }] };
const answered = { version: healthConsent.version, at: instantOf(sampleNow) };

const change = (family: Family, body: unknown) =>
  call(family, 'updateCard', { params: { childId: at(family.children, 0).id }, body });
const childOf = async (family: Family) => at(Object((await call(family, 'getMyFamily')).body).children, 0);

describe('the health of a child', () => {
  it.each([
    [{ nothing_to_know: true }, null],
    [{ medical_conditions: '  Asthma\r\nNuts ' }, 'Asthma\nNuts'],
  ])(
    'is answered by %j, with the version of the consent text and the time [EME-02]',
    async (health, note) => {
      const family = await given(unanswered);
      const answer = await change(family, { health });
      const child = { medical_conditions: note, health_answer: answered };
      expect(answer).toMatchObject({ status: 200, body: child });
      expect(await childOf(family)).toEqual({ ...at(family.children, 0), ...child });
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
    expect(answer).toMatchObject({
      status: 400,
      body: { issues: [{ field: 'health.medical_conditions' }] },
    });
    expect(await childOf(family)).toMatchObject({ health_answer: null });
  });

  it('is required of a change of the card [EME-02]', async () => {
    expect(await change(await given(unanswered), {})).toMatchObject({
      status: 400,
      body: { issues: [{ field: 'health' }] },
    });
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
    const body = { name: 'Kim', date_of_birth: child.date_of_birth };
    const edit = (health: object) =>
      call(family, 'updateChild', { params: { childId: child.id }, body: { ...body, ...health } });
    expect(await edit({ medical_conditions: ' ' })).toMatchObject({
      status: 400,
      body: { issues: [{ field: 'medical_conditions' }] },
    });
    expect(await childOf(family)).toMatchObject({ name: 'Robin Parent', medical_conditions: 'Asthma' });
    expect((await edit({ nothing_to_know: true })).status).toBe(204);
    expect(await childOf(family)).toMatchObject({ name: 'Kim', medical_conditions: null });
  });

  it('is in the export as it is shown, also where nobody answered [EME-02]', async () => {
    const family = await given({ children: [{ health_answer: null }, {}, { medical_conditions: 'Nuts' }] });
    const { body } = await call(family, 'exportMyData');
    expect(body).toMatchObject({
      children: [
        { health: 'Not answered' },
        { health: 'Nothing to know' },
        { health: 'Nuts', health_answer: { version: healthConsent.version } },
      ],
    });
  });
});

describe('a card', () => {
  it('is changed by its own family alone, for a child that is still there', async () => {
    const family = await given(unanswered);
    const other = await given();
    const body = { health: { medical_conditions: 'Changed' } };
    const refused = { status: 404, body: { code: 'childNotFound' } };
    const params = { childId: at(family.children, 0).id };
    expect(await call(other, 'updateCard', { params, body })).toMatchObject(refused);
    expect(await childOf(family)).toEqual(at(family.children, 0));
    expect((await call(family, 'removeChild', { params })).status).toBe(204);
    expect(await change(family, body)).toMatchObject(refused);
  });

  it('is changed in one request', async () => {
    const family = await given(unanswered);
    const { cost } = await table.measure(() => change(family, { health: { nothing_to_know: true } }));
    expect(cost.map(({ operation }) => operation)).toEqual(['UpdateItem']);
  });
});
