import { describe, expect, it } from 'vitest';
import { at, formOf } from '#infra/testing/samples/samples';
import { startTermTests } from '#infra/testing/services/term-tests';
import type { FootballClass } from '#shared/classes/class';
import type { ClassId } from '#shared/lib/ids';
import { getClass, getManagedClass } from '../classes/classes.ts';
import { listDrafts } from '../classes/drafts.ts';
import { listActivity } from '../school/activity.ts';

const { table, admin, classOf, givenClass } = await startTermTests();

const plan = { first_week: '2025-11-03', weeks: 6, skipped_dates: [], price_change: { by: 'nothing' } };

const planTerm = (...classes: readonly { readonly id: ClassId; readonly version?: number }[]) =>
  admin.read('planTerm', {
    body: { plan, classes: classes.map(({ id, version = 1 }) => ({ id, version })) },
  });

const nameCoach = async (cls: FootballClass) => {
  const body = { ...formOf(cls), coach_name: 'Ellie Watts' };
  expect((await admin.call('updateClass', { params: { classId: cls.id }, body })).status).toBe(200);
};

const draftsOf = async (cls: FootballClass) =>
  (await listDrafts(table)).filter(({ planned_from }) => planned_from?.class_id === cls.id);

describe('planning', () => {
  it('makes a draft of each class once, however often and by how many it is asked for [TRM-02]', async () => {
    const classes = [await givenClass(10), await givenClass(10), await givenClass(10)];
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

  it('leaves a class that was changed or deleted since it was seen [TRM-02]', async () => {
    const cls = await givenClass(10);
    await nameCoach(cls);
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
    const cls = await givenClass(10);
    return { cls, draft: at((await planTerm(cls)).drafts, 0) };
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
    await nameCoach(await classOf(draft.id));
    expect(await getManagedClass(table, draft.id)).toMatchObject({
      version: 2,
      planned_from: { class_id: cls.id },
    });
    expect((await planTerm(cls)).left).toEqual([{ class_id: cls.id, reason: 'planned' }]);
    await admin.call('deleteClass', { params: { classId: draft.id } });
    expect((await planTerm(cls)).drafts).toHaveLength(1);
  });
});
