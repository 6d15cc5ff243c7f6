import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { putVenue } from '#infra/local/seed/put';
import { enteredClass, enteredSlot, sampleVenueNamed } from '#infra/testing/samples/samples';
import type { Answer } from '#infra/testing/services/invoke';
import { startTests } from '#infra/testing/services/system';
import { withChangeBetween } from '#infra/testing/table/test-table';
import type { ClassDraft } from '#shared/classes/class-input';
import { routes } from '#shared/contract/routes';
import { idempotencyKeyHeader } from '#shared/lib/ids';
import { currentClassesKey } from '../lib/dynamo/keys-of-classes.ts';
import { batchPut } from '../lib/dynamo/writes.ts';
import { newClassId } from '../lib/ids.ts';
import { listActivity } from '../school/activity.ts';
import {
  getClass,
  getManagedClass,
  getTimeSlot,
  listClasses,
  listManagedClasses,
  listSlotIds,
} from './classes.ts';
import { listCurrentClasses } from './current-classes.ts';

const system = await startTests(() => ({}));
const { table, admin, now } = system;

const attempt = () => ({ [idempotencyKeyHeader.toLowerCase()]: randomUUID() });

const newForm = async (overrides = {}) => {
  const venue = sampleVenueNamed(`Park ${randomUUID()}`);
  await putVenue(table, venue);
  return { ...enteredClass, venue_id: venue.id, time_slots: [enteredSlot], ...overrides };
};

const drafted = async (overrides = {}): Promise<ClassDraft> => {
  const body = await newForm(overrides);
  return await admin.read('createDraft', { body });
};

const publish = ({ id, version }: ClassDraft) =>
  admin.call('publishDraft', { params: { classId: id }, body: { version } });
const change = ({ id }: ClassDraft, body: object) =>
  admin.call('updateDraft', { params: { classId: id }, body });
const remove = ({ id }: ClassDraft, headers = attempt()) =>
  admin.call('deleteDraft', { params: { classId: id }, headers });

const drafts = async () => (await admin.read('listDrafts')).drafts.map(({ id }) => id);

const actionsOn = async (subject: string) =>
  (await listActivity(table, { before: undefined, now: now(), limit: 50 }))
    .filter(({ subject_id }) => subject_id === subject)
    .map(({ action, fields }) => [action, ...fields].join(' '))
    .toSorted();

describe('a draft', () => {
  it('is stored once for an attempt, and read by no reader of classes [TRM-01]', async () => {
    const [body, headers] = [await newForm(), attempt()];
    const answers = await Promise.all([1, 2, 3].map(() => admin.call('createDraft', { body, headers })));
    expect(new Set(answers.map(({ status, body: answer }) => JSON.stringify([status, answer]))).size).toBe(1);
    const draft = routes.createDraft.response.parse(answers[0]?.body);
    expect(await drafts()).toContain(draft.id);
    expect(await getClass(table, draft.id)).toBeUndefined();
    expect(await getManagedClass(table, draft.id)).toBeUndefined();
    for (const read of [listClasses, listCurrentClasses, listManagedClasses])
      expect((await read(table)).map(({ id }) => id)).not.toContain(draft.id);
    expect(await actionsOn(draft.id)).toEqual(['class.drafted']);
  });

  it('changes, with its version, and says which fields [TRM-01]', async () => {
    const draft = await drafted();
    const form = { ...draft.form, coach_name: 'Ellie Watts' };
    expect((await change(draft, form)).body).toMatchObject({ version: 2, form });
    expect((await change(draft, form)).body).toMatchObject({ version: 2, form });
    expect((await publish(draft)).body).toMatchObject({ code: 'classChanged' });
    expect(await actionsOn(draft.id)).toEqual(['class.draft-updated coach_name', 'class.drafted']);
  });

  it('is not published where a change comes first at the same time [TRM-01]', async () => {
    const draft = await drafted();
    const form = { ...draft.form, coach_name: 'Ellie Watts' };
    const changeIt = () => change(draft, form);
    const refused = await withChangeBetween(table, changeIt, () => publish(draft));
    expect(refused.body).toMatchObject({ code: 'classChanged' });
    const { drafts: all } = await admin.read('listDrafts');
    expect(all).toContainEqual(expect.objectContaining({ id: draft.id, version: 2 }));
  });

  it('keeps its venue from being deleted [TRM-01] [SET-02]', async () => {
    const { form } = await drafted();
    const headers = attempt();
    const refused = await admin.call('deleteVenue', { params: { venueId: form.venue_id }, headers });
    expect(refused.body).toMatchObject({ code: 'venueInUse' });
  });

  it.each<[string, (form: object) => Promise<Answer>]>([
    ['made', (body) => admin.call('createDraft', { body, headers: attempt() })],
    ['changed', async (form) => change(await drafted(), form)],
  ])('is not %s with a venue that is deleted at the same time [SET-02]', async (_, write) => {
    const form = await newForm();
    const refused = await withChangeBetween(
      table,
      () => admin.call('deleteVenue', { params: { venueId: form.venue_id }, headers: attempt() }),
      () => write(form),
      (name, input) => name === 'TransactWriteItemsCommand' && JSON.stringify(input).includes(form.venue_id),
    );
    expect(refused).toMatchObject({ status: 400, body: { issues: [{ field: 'venue_id' }] } });
    const { drafts: left } = await admin.read('listDrafts');
    expect(left.map(({ form: { venue_id } }) => venue_id)).not.toContain(form.venue_id);
  });

  it('is deleted, which a repeated request answers the same [TRM-01]', async () => {
    const [draft, headers] = [await drafted(), attempt()];
    expect((await remove(draft, headers)).status).toBe(204);
    expect((await remove(draft, headers)).status).toBe(204);
    expect((await remove(draft)).body).toMatchObject({ code: 'draftNotFound' });
    expect((await publish(draft)).body).toMatchObject({ code: 'draftNotFound' });
    expect(await drafts()).not.toContain(draft.id);
  });
});

describe('publishing', () => {
  it('makes the draft a class for everybody, once, with a log entry [TRM-01]', async () => {
    const draft = await drafted({ time_slots: [enteredSlot, { ...enteredSlot, start_time: '08:00' }] });
    const answers = await Promise.all([1, 2, 3].map(() => publish(draft)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await publish(draft)).status).toBe(200);
    expect(await drafts()).not.toContain(draft.id);
    const cls = await getClass(table, draft.id, { consistent: true });
    expect(cls).toMatchObject({ coach_name: draft.form.coach_name, price: 18_000 });
    expect(cls?.time_slots.map(({ start_time }) => start_time)).toEqual(['08:00', '09:00']);
    expect(await listSlotIds(table)).toEqual(
      expect.arrayContaining(cls?.time_slots.map(({ id }) => id) ?? []),
    );
    const [slot] = cls?.time_slots ?? [];
    expect(slot && (await getTimeSlot(table, draft.id, slot.id))).toBeDefined();
    expect(await actionsOn(draft.id)).toEqual(['class.drafted', 'class.published']);
  });

  it('gives the class the name of a venue that is renamed at the same time [SET-02]', async () => {
    const draft = await drafted();
    const name = `Meadow ${randomUUID()}`;
    const params = { venueId: draft.form.venue_id };
    await withChangeBetween(
      table,
      () => admin.call('updateVenue', { params, body: { name } }),
      () => publish(draft),
    );
    expect(await getClass(table, draft.id, { consistent: true })).toMatchObject({ venue: name });
  });

  it('of a draft that is older than the current classes puts it on the listing [TRM-01]', async () => {
    const draft = await drafted();
    system.passTime(60_000);
    await batchPut(table, [{ ...currentClassesKey, from: newClassId(now()) }]);
    await publish(draft);
    expect((await listCurrentClasses(table)).map(({ id }) => id)).toContain(draft.id);
  });
});
