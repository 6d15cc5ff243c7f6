import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { putClass } from '#infra/local/seed/put';
import { importOf } from '#infra/testing/samples/import-files';
import { sampleBooking, sampleClass, sampleTimeZone } from '#infra/testing/samples/samples';
import { newAddress } from '#infra/testing/services/account-system';
import { invoke } from '#infra/testing/services/invoke';
import { memberSteps } from '#infra/testing/services/member-system';
import { startTests } from '#infra/testing/services/system';
import { readAllItems } from '#infra/testing/table/all-items';
import { itemsNaming } from '#infra/testing/table/items-naming';
import { adminRoutes } from '#shared/contract/admin-routes';
import { familyRoutes } from '#shared/contract/family-routes';
import { dayMs } from '#shared/lib/durations';
import { familyIdSchema, type UserId } from '#shared/lib/ids';
import { policies } from '#shared/policies';
import { memberships } from '../accounts/accounts.ts';
import { takePlace } from '../booking/take-place.ts';
import { familyOperations } from '../entries/family-operations.ts';
import { entityAttribute, tableSchema, toEpochSeconds } from '../lib/dynamo/items.ts';
import { createHandler } from '../lib/http/create-handler.ts';
import { newBookingId } from '../lib/ids.ts';
import type { Table } from '../lib/table.ts';
import { getFamily } from './families.ts';
import { listNotes } from './notes.ts';

const system = await startTests(memberSteps);
const { table, admin } = system;

const contact = { name: 'Ruth Novak', relation: 'Grandmother', phone_number: '07700 900301' };
const second = { full_name: 'Ben Novak', email: 'ben@example.com', phone_number: '07700 900302' };

/** Imports two children for the family of an address, and says what the file says of them. */
const importFor = async (email: string, note = 'Asthma') => {
  const children = [
    { name: 'Mia', medical_conditions: note, contact },
    { name: 'Max', nothing_to_know: true },
  ];
  const part = importOf([{ email, second, children }]);
  const { body } = await admin.call('importFamilies', { body: part });
  const [decision] = adminRoutes.importFamilies.response.parse(body).families;
  const id = familyIdSchema.parse(decision?.parent_id);
  const family = (await getFamily(table, id)) ?? expect.fail('The family is not stored');
  return { id, importId: part.import_id, family };
};

/** An account with one child, whose family then is in a file with two others. */
const given = async (note?: string) => {
  const known = await system.join({}, [{ name: 'Kim' }]);
  const imported = await importFor(known.profile.email, note);
  expect(imported.id).toBe(known.id);
  const ids = new Map(imported.family.children.map(({ name, id }) => [name, id]));
  const idOf = (name: string) => ids.get(name) ?? expect.fail(`${name} is not stored`);
  return { ...imported, known, userId: known.profile.id, mia: idOf('Mia'), max: idOf('Max') };
};

const undo = (importId: string) => admin.call('undoImport', { params: { importId }, body: { after: null } });

const familyApi = (of: Table = table, clock = system.clock) =>
  createHandler(
    familyRoutes,
    familyOperations,
    { table: of, clock, timeZone: sampleTimeZone },
    { memberships: memberships(of) },
  );

const seen = async (userId: UserId, clock = system.clock) => {
  const { body } = await invoke(familyApi(table, clock), { route: 'getMyFamily', userId });
  return familyRoutes.getMyFamily.response.parse(body);
};
const answer = (userId: UserId, childId: string, body: object, of?: Table) =>
  invoke(familyApi(of), { route: 'updateCard', userId, params: { childId }, body });

const confirmed = {
  health: { medical_conditions: 'Asthma, spray in the bag' },
  contacts: [{ ...contact, may_collect: true }],
  imported: 'answered',
};
const emptyOnRegister = { medical_conditions: null, health_answer: null, contacts: [] };
const onRegister = { medical_conditions: 'Asthma, spray in the bag', contacts: confirmed.contacts };

describe('what a file says of a child', () => {
  it('answers nothing on the cards of a new family [IMP-03, IMP-09]', async () => {
    const { family } = await importFor(`${randomUUID()}@example.com`);
    const unanswered = { medical_conditions: null, health_answer: null, contacts: [] };
    expect(family.children).toMatchObject([unanswered, unanswered]);
  });

  it('waits for its family, and is on a register only after it confirmed it [IMP-03]', async () => {
    const { id, known, userId, mia, family } = await given();
    const cls = sampleClass({ capacities: [5] });
    await putClass(table, cls);
    const children = family.children.filter((child) => child.id === mia);
    const booking = sampleBooking(cls, { ...known, children }, { id: newBookingId(system.clock()) });
    expect(await takePlace(table, booking)).toMatchObject({ outcome: 'booked' });
    const roster = async () =>
      (await admin.call('getRoster', { params: { classId: cls.id }, query: {} })).body;

    expect(JSON.stringify(await roster())).not.toMatch(/Asthma|Ruth/);
    expect(JSON.stringify((await admin.call('getParent', { params: { parentId: id } })).body)).not.toMatch(
      /Asthma|Ruth/,
    );
    const { imported } = await seen(userId);
    expect(imported).toMatchObject([
      { child_id: mia, medical_conditions: 'Asthma', contact, adult: second },
      // An answer of the file as well: no card has it before (IMP-09).
      { medical_conditions: null, nothing_to_know: true, contact: null, adult: second },
    ]);

    expect(await answer(userId, mia, confirmed)).toMatchObject({ status: 200, body: onRegister });
    expect(JSON.stringify(await roster())).toMatch(/Asthma, spray in the bag.*Ruth Novak/);
    // What the file cannot say stays open.
    const after = await seen(userId);
    expect(after.imported.map(({ child_id }) => child_id)).not.toContain(mia);
    expect(after.imported).toHaveLength(1);
    expect(after.children.find((child) => child.id === mia)).toMatchObject({
      photos_school: null,
      photos_web: null,
    });
    // The same request again, after its answer was lost.
    expect(await answer(userId, mia, confirmed)).toMatchObject({ status: 200, body: onRegister });
  });

  it('is dropped where the family discards it, and nothing is answered by that [IMP-03]', async () => {
    const { userId, mia } = await given('Allergic to quinces');
    expect(await answer(userId, mia, { imported: 'answered' })).toMatchObject({
      status: 200,
      body: emptyOnRegister,
    });
    expect((await seen(userId)).imported.map(({ child_id }) => child_id)).not.toContain(mia);
    expect(await itemsNaming(table, ['quinces'])).toEqual([]);
  });

  it('goes with its child, and with the undo of the import [IMP-03, IMP-02]', async () => {
    const { userId, mia, importId } = await given('Allergic to medlars');
    const removed = await invoke(familyApi(), { route: 'removeChild', userId, params: { childId: mia } });
    expect(removed.status).toBe(204);
    expect(await itemsNaming(table, ['medlars'])).toEqual([]);
    expect((await seen(userId)).imported).toHaveLength(1);

    const untouched = await given('Allergic to sloes');
    expect(await undo(untouched.importId)).toMatchObject({ body: { undone: 1 } });
    expect((await seen(untouched.userId)).imported).toEqual([]);
    expect(await itemsNaming(table, ['sloes'])).toEqual([]);
    // A child of this import is gone: the office is told, and what waits stays.
    expect(await undo(importId)).toMatchObject({ body: { undone: 0 } });

    const made = await importFor(`${randomUUID()}@example.com`, 'Allergic to damsons');
    expect(await itemsNaming(table, ['damsons'])).toHaveLength(1);
    expect(await undo(made.importId)).toMatchObject({ body: { undone: 1 } });
    expect(await itemsNaming(table, ['damsons'])).toEqual([]);
  });

  it('keeps its child from the undo, once the family answered any of it [IMP-03, IMP-02]', async () => {
    const kept = { body: { undone: 0, kept: [{ built: ['has answers about a child'] }] } };
    const { userId, mia, importId } = await given();
    const onlyContacts = { contacts: confirmed.contacts, imported: 'answered' };
    expect(await answer(userId, mia, onlyContacts)).toMatchObject({ status: 200 });
    expect(await undo(importId)).toMatchObject(kept);
  });

  it('is shown and exported as long as it is kept, and then expires [IMP-03]', async () => {
    const { userId, mia } = await given('Allergic to bullaces');
    const kept = policies.card.importedRetainedDays;
    const daysLater = (days: number) => () => new Date(system.clock().getTime() + days * dayMs);
    const exported = async (clock: () => Date) => {
      const asked = { route: 'exportMyData', userId, signedInAt: new Date() } as const;
      return JSON.stringify((await invoke(familyApi(table, clock), asked)).body);
    };
    expect((await seen(userId, daysLater(kept - 1))).imported).toHaveLength(2);
    expect(await exported(daysLater(kept - 1))).toContain('bullaces');
    expect((await seen(userId, daysLater(kept))).imported).toEqual([]);
    expect(await exported(daysLater(kept))).not.toContain('bullaces');
    const [item] = await itemsNaming(table, ['bullaces']);
    expect(item).toMatchObject({
      child_id: mia,
      [tableSchema.timeToLiveAttribute]: toEpochSeconds(daysLater(kept)()),
    });
  });
});

/** Imports a file with one family. */
const bring = async (email: string, file: string, child: string, office_note: string) => {
  const body = importOf([{ name: `Ana ${email}`, email, children: [child], office_note }], file);
  const answer = await admin.call('importFamilies', { body });
  const [decision] = adminRoutes.importFamilies.response.parse(answer.body).families;
  return { import_id: body.import_id, id: decision?.parent_id ?? expect.fail('Not imported') };
};
it('a file’s note for the office is stored with its family, once, and goes with the undo [IMP-06]', async () => {
  const email = newAddress();
  const first = await bring(email, 'first', 'Mia', 'Tel: 07700 900102 (Leo)');
  await bring(email, 'first', 'Mia', 'Tel: 07700 900102 (Leo)');
  const textsOf = async () => (await listNotes(table, first.id)).map(({ text, by }) => [text, by]);
  expect(await textsOf()).toEqual([['Tel: 07700 900102 (Leo)', admin.userId]]);

  const second = await bring(email, 'second', 'Ben', 'Notes: likes drums');
  expect(second.id).toBe(first.id);
  expect((await textsOf()).map(([text]) => text)).toContain('Notes: likes drums');
  // All else of the family is stored: a note that the office lacks is brought, and one that it has is the same.
  const third = await bring(email, 'third', 'Ben', 'Notes: plays drums');
  await bring(email, 'fourth', 'Ben', 'Notes: plays drums');
  expect((await textsOf()).filter(([text]) => text === 'Notes: plays drums')).toHaveLength(1);
  expect(await undo(third.import_id)).toMatchObject({ body: { undone: 1, kept: [] } });
  expect((await textsOf()).map(([text]) => text)).not.toContain('Notes: plays drums');
  expect(await undo(second.import_id)).toMatchObject({ body: { undone: 1, kept: [] } });
  expect((await textsOf()).map(([text]) => text)).toEqual(['Tel: 07700 900102 (Leo)']);

  expect(await undo(first.import_id)).toMatchObject({ body: { undone: 1, kept: [] } });
  expect(await getFamily(table, first.id)).toBeUndefined();
  const items = await readAllItems(table);
  expect(items.filter((item) => item[entityAttribute] === 'family-note')).toEqual([]);
});
