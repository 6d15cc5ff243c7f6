import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { putClass, putVenue } from '#infra/local/seed/put';
import { formOf, sampleClass, sampleVenueNamed } from '#infra/testing/samples/samples';
import { adminApi } from '#infra/testing/services/admin-api';
import { captureLog } from '#infra/testing/services/system';
import { startTestTable, type TestTable } from '#infra/testing/table/test-table';
import type { FootballClass } from '#shared/classes/class';
import { routes } from '#shared/contract/routes';
import type { ClassId } from '#shared/lib/ids';
import { getClass, getManagedClass } from '../classes/classes.ts';
import { listDrafts } from '../classes/drafts.ts';
import { venueOfClass } from '../classes/venues.ts';
import { listActivity } from '../school/activity.ts';

let table: TestTable;
let admin: ReturnType<typeof adminApi>;

beforeAll(async () => {
  table = await startTestTable();
  admin = adminApi({ table });
});
afterAll(() => table.stop());
captureLog();

const storedClass = async (): Promise<FootballClass> => {
  const venue = sampleVenueNamed(`Park ${randomUUID()}`);
  await putVenue(table, venue);
  const cls = sampleClass({ overrides: venueOfClass(venue) });
  await putClass(table, cls);
  return cls;
};

const plan = { first_week: '2025-11-03', weeks: 6, skipped_dates: [], price_change: { by: 'nothing' } };

const planTerm = async (...classes: readonly { readonly id: ClassId; readonly version?: number }[]) => {
  const body = { plan, classes: classes.map(({ id, version = 1 }) => ({ id, version })) };
  const answer = await admin.call('planTerm', { body });
  expect(answer.status).toBe(200);
  return routes.planTerm.response.parse(answer.body);
};

const draftsOf = async (cls: FootballClass) =>
  (await listDrafts(table)).filter(({ planned_from }) => planned_from?.class_id === cls.id);

describe('planning', () => {
  it('makes a draft of each class once, however often and by how many it is asked for [TRM-02]', async () => {
    const classes = [await storedClass(), await storedClass(), await storedClass()];
    const answers = await Promise.all([1, 2, 3].map(() => planTerm(...classes)));
    expect(answers.flatMap(({ drafts }) => drafts)).toHaveLength(3);
    expect(answers.flatMap(({ left }) => left.map(({ reason }) => reason))).toEqual(Array(6).fill('planned'));
    for (const cls of classes) {
      const [draft, ...others] = await draftsOf(cls);
      expect(others).toEqual([]);
      expect(draft?.form.time_slots).toMatchObject([{ start_time: '09:00', max_capacity: 10 }]);
      expect(await getClass(table, draft?.id ?? cls.id)).toBeUndefined();
    }
    const events = await listActivity(table, { before: undefined, now: new Date(), limit: 50 });
    expect(events.filter(({ action }) => action === 'class.drafted')).toHaveLength(3);
  });

  it('goes on where it was interrupted [TRM-02]', async () => {
    const [one, other] = [await storedClass(), await storedClass()];
    await planTerm(one);
    const { drafts, left } = await planTerm(one, other);
    expect(drafts.map(({ planned_from }) => planned_from?.class_id)).toEqual([other.id]);
    expect(left).toEqual([{ class_id: one.id, reason: 'planned' }]);
  });

  it('leaves a class that was changed or deleted since it was seen [TRM-02]', async () => {
    const cls = await storedClass();
    await admin.call('updateClass', {
      params: { classId: cls.id },
      body: { ...formOf(cls), coach_name: 'Ellie Watts' },
    });
    expect((await planTerm(cls)).left).toEqual([{ class_id: cls.id, reason: 'changed' }]);
    await admin.call('deleteClass', { params: { classId: cls.id } });
    expect((await planTerm({ id: cls.id, version: 2 })).left).toEqual([
      { class_id: cls.id, reason: 'changed' },
    ]);
    expect(await draftsOf(cls)).toEqual([]);
  });
});

describe('what was planned', () => {
  const planned = async () => {
    const cls = await storedClass();
    const [draft] = (await planTerm(cls)).drafts;
    if (!draft) throw new Error('A draft is expected');
    return { cls, draft };
  };

  it('is planned again once the draft is deleted [TRM-02]', async () => {
    const { cls, draft } = await planned();
    await admin.call('deleteDraft', { params: { classId: draft.id } });
    expect((await planTerm(cls)).drafts).toHaveLength(1);
  });

  it('is not planned again while its class is there, which administrators alone see the origin of [TRM-02]', async () => {
    const { cls, draft } = await planned();
    const published = await admin.call('publishDraft', {
      params: { classId: draft.id },
      body: { version: 1 },
    });
    expect(published.body).toMatchObject({ planned_from: { class_id: cls.id, first_week: plan.first_week } });
    expect(await getClass(table, draft.id, { consistent: true })).not.toHaveProperty('planned_from');
    const current = await getManagedClass(table, draft.id);
    if (!current) throw new Error('A class is expected');
    await admin.call('updateClass', {
      params: { classId: draft.id },
      body: { ...formOf(current), coach_name: 'Ellie Watts' },
    });
    expect(await getManagedClass(table, draft.id)).toMatchObject({
      version: 2,
      planned_from: { class_id: cls.id },
    });
    expect((await planTerm(cls)).left).toEqual([{ class_id: cls.id, reason: 'planned' }]);
    await admin.call('deleteClass', { params: { classId: draft.id } });
    expect((await planTerm(cls)).drafts).toHaveLength(1);
  });
});
