import { randomUUID } from 'node:crypto';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it, vi } from 'vitest';
import { at } from '#infra/testing/samples/samples';
import { memberSteps } from '#infra/testing/services/member-system';
import { startTests } from '#infra/testing/services/system';
import { readAllItems } from '#infra/testing/table/all-items';
import { healthConsent } from '#shared/consents';
import { type FamilyNote, managedFamilySchema, parentDetailsSchema } from '#shared/families/admin-routes';
import { familyExportSchema } from '#shared/families/family-export';
import type { FamilyId } from '#shared/lib/ids';
import { instantOf } from '#shared/lib/values';
import { getRegistration, holdAddress } from '../accounts/registrations.ts';
import { getFamilyLedger } from '../ledger/ledger.ts';
import { newFamilyId } from '../lib/ids.ts';
import { getFamily } from './families.ts';

const system = await startTests(memberSteps);

const entered = (overrides: object = {}) => ({
  full_name: 'Zofia Kowalska',
  phone_number: '07700 900 456',
  email: '',
  children: [
    { name: 'Ola Kowalska', date_of_birth: '2018-05-04' },
    { name: 'Jan Kowalski', date_of_birth: '2020-11-30' },
  ],
  ...overrides,
});

const add = (overrides: object = {}, key = randomUUID()) =>
  system.admin.call('addFamily', { body: entered(overrides), headers: { 'idempotency-key': key } });

const added = async (overrides: object = {}) => {
  const { status, body } = await add(overrides);
  expect(status).toBe(201);
  return managedFamilySchema.parse(body);
};

const familyOf = async (id: FamilyId) => (await getFamily(system.table, id)) ?? expect.unreachable();

const logged = async (action: string, subject: string) =>
  (await readAllItems(system.table)).filter(
    (item) => item.entity === 'activity' && item.action === action && item.subject_id === subject,
  );

describe('a family that phones', () => {
  it('is in every list, count and search, and what only it can answer is open [BHF-02, BHF-05]', async () => {
    const before = (await system.search({ limit: 100 })).total;
    const { id, has_login } = await added();
    expect(has_login).toBe(false);
    const { family, children } = await familyOf(id);
    expect(family).toMatchObject({
      members: [],
      ...{ email: '', email_verified: false, phone_number: '07700 900 456' },
    });
    expect(children.map(({ name }) => name)).toEqual(['Ola Kowalska', 'Jan Kowalski']);
    const unanswered = {
      health_answer: null,
      medical_conditions: null,
      contacts: [],
      card_confirmed_at: null,
    };
    for (const child of children)
      expect(child).toMatchObject({ ...unanswered, photos_school: null, photos_web: null });
    const listed = await system.search({ limit: 100 });
    expect(listed.total).toBe(before + 1);
    expect(listed.parents.find((parent) => parent.id === id)).toMatchObject({ has_login: false });
    for (const query of ['Kowalska', '900456', 'Jan'])
      expect(await system.admin.call('searchEverything', { body: { query } })).toMatchObject({
        body: { families: [expect.objectContaining({ id })] },
      });
    const { body } = await system.admin.call('getParent', { params: { parentId: id } });
    expect(parentDetailsSchema.parse(body)).toMatchObject({ profile: { has_login: false }, members: [] });
    expect((await getFamilyLedger(system.table, id))?.reference).toMatch(/./);
    expect(await system.admin.call('getParentLedger', { params: { parentId: id } })).toMatchObject({
      status: 200,
    });
    await system.expectCountsToAgree();
  });

  it('has an address that no other family and no account has [BHF-02]', async () => {
    const { email } = (await system.join()).profile;
    const taken = { status: 409, body: { code: 'emailOfOther' } };
    expect(await add({ email: email.toUpperCase() })).toMatchObject(taken);
    const own = `${randomUUID()}@example.com`;
    const { id } = await added({ email: own });
    expect(await add({ email: own })).toMatchObject(taken);
    expect(await getRegistration(system.table, own)).toEqual({ holder: 'family', familyId: id });
    // Its owner can sign up: until then nobody has proved it.
    const seen = await getRegistration(system.table, own);
    const held = await holdAddress(system.table, own, { attempt: 'one', seen, now: system.clock() });
    expect(held).toEqual({ holder: 'attempt', attempt: 'one', familyId: id });
    await system.expectCountsToAgree();
  });

  it('is given what is stored of it by the office, which family and log can see [BHF-04, SEE-02]', async () => {
    const { id } = await added();
    const params = { parentId: id };
    const note = { text: 'Asks for Saturdays', corrects: null };
    await system.admin.call('addFamilyNote', { params, body: note });
    const { status, body } = await system.admin.call('downloadFamilyData', { params });
    expect(status).toBe(200);
    const data = familyExportSchema.parse(body);
    expect(data).toMatchObject({
      family_id: id,
      profile: { full_name: 'Zofia Kowalska', phone_number: '07700 900 456' },
    });
    expect(data.profile).not.toHaveProperty('id');
    expect(data.children.map(({ name }) => name)).toEqual(['Ola Kowalska', 'Jan Kowalski']);
    expect(data.notes).toMatchObject([{ text: note.text, author: 'Pat Parent' }]);
    expect(data.members).toEqual([]);
    // This reading of the two cards is in the file itself.
    const view = { role: 'admin', session: null };
    expect(data.card_views).toMatchObject([view, view]);
    const entries = await logged('family.exported', id);
    expect(entries).toMatchObject([{ actor_id: system.userId, fields: [] }]);
    expect(JSON.stringify(entries)).not.toMatch(/Kowalsk|07700/);
  });

  it('is given nothing where the log cannot be written', async () => {
    const { id } = await added();
    const { client } = system.table;
    const send = client.send.bind(client);
    vi.spyOn(client, 'send').mockImplementation(async (...request: Parameters<typeof send>) => {
      if (request[0] instanceof TransactWriteCommand) throw new Error('The table is away');
      return send(...request);
    });
    try {
      const { status, body } = await system.admin.call('downloadFamilyData', { params: { parentId: id } });
      expect(status).toBe(500);
      expect(JSON.stringify(body)).not.toContain('Kowalsk');
    } finally {
      vi.mocked(client.send).mockRestore();
    }
    expect(await logged('family.exported', id)).toEqual([]);
  });
});

describe('children that the office adds', () => {
  const addChildren = (parentId: string, children: object[], key = randomUUID()) =>
    system.admin.call('addFamilyChildren', {
      ...{ params: { parentId }, body: { children } },
      headers: { 'idempotency-key': key },
    });
  const ada = { name: 'Ada', date_of_birth: '2019-02-28' };

  it('are the family’s own, with open cards, once for an attempt, and logged [BHF-02]', async () => {
    const { id } = await system.join();
    const key = randomUUID();
    const answers = [await addChildren(id, [ada], key), await addChildren(id, [ada], key)];
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    const { children } = await familyOf(id);
    expect(children.map(({ name }) => name)).toEqual(['Robin', 'Ada']);
    expect(at(children, 1)).toMatchObject({ parent_id: id, health_answer: null });
    // It is no change of the family itself.
    expect((await getFamilyLedger(system.table, id))?.hour_changes).toBe(0);
    expect(await addChildren(id, [{ ...ada, name: 'ADA' }])).toMatchObject({
      status: 409,
      body: { code: 'childNameTaken' },
    });
  });
});

describe('a child that the office corrects', () => {
  const correct = (parentId: string, childId: string, child: object) =>
    system.admin.call('correctChild', { params: { parentId, childId }, body: child });
  const born = { date_of_birth: '2018-04-03' };

  it('keeps what is known of its health, and is found by its name [BHF-02]', async () => {
    const health_answer = { version: healthConsent.version, at: instantOf(system.clock()) };
    const robin = { name: 'Robin', medical_conditions: 'Asthma', health_answer };
    const { id, children } = await system.join({}, [robin]);
    const child = at(children, 0);
    expect(child).toMatchObject(robin);
    expect(await correct(id, child.id, { name: 'Robyn Zwölf', ...born })).toMatchObject({ status: 204 });
    const { name: _, date_of_birth: __, ...rest } = child;
    expect(at((await familyOf(id)).children, 0)).toEqual({ ...rest, name: 'Robyn Zwölf', ...born });
    expect(await system.admin.call('searchEverything', { body: { query: 'Zwölf' } })).toMatchObject({
      body: { families: [expect.objectContaining({ id })] },
    });
    // It is no change of the family itself.
    expect((await getFamilyLedger(system.table, id))?.hour_changes).toBe(0);
    // A name that stays.
    expect(await correct(id, child.id, { name: 'Robyn Zwölf', date_of_birth: '2018-04-04' })).toMatchObject({
      status: 204,
    });
  });

  it('is refused for another family, a name that is taken, a future birth date, and an answer about health [BHF-02]', async () => {
    const [family, other] = [await system.join(), await system.join()];
    const child = at(family.children, 0);
    const params = { parentId: family.id };
    await system.admin.call('addFamilyChildren', { params, body: { children: [{ name: 'Ada', ...born }] } });
    for (const [parentId, change, expected] of [
      [other.id, { name: 'Ben', ...born }, { status: 404, body: { code: 'childNotFound' } }],
      [
        newFamilyId(system.clock()),
        { name: 'Ben', ...born },
        { status: 404, body: { code: 'parentNotFound' } },
      ],
      [family.id, { name: 'ADA', ...born }, { status: 409, body: { code: 'childNameTaken' } }],
      [family.id, { name: 'Ben', date_of_birth: '2999-01-01' }, { status: 400 }],
      [family.id, { name: 'Ben', ...born, medical_conditions: null }, { status: 400 }],
    ] as const)
      expect(await correct(parentId, child.id, change)).toMatchObject(expected);
    expect((await familyOf(family.id)).children).toContainEqual(child);
  });
});

const addNote = (parentId: string, text: string, corrects: string | null = null) =>
  system.admin.call('addFamilyNote', {
    params: { parentId },
    body: { text, corrects },
    headers: { 'idempotency-key': randomUUID() },
  });

const notesOf = async (parentId: string): Promise<FamilyNote[]> =>
  Object((await system.admin.call('listFamilyNotes', { params: { parentId } })).body).notes;

it('keeps author and time of a note, and corrects it by another one [BHF-04]', async () => {
  const { id } = await system.join();
  const first = await addNote(id, 'Pays in cash on Saturdays');
  expect(first.status).toBe(201);
  system.later(60);
  const { id: noted } = Object(first.body);
  expect((await addNote(id, 'Pays by transfer', noted)).status).toBe(201);
  const notes = await notesOf(id);
  expect(notes.map(({ text, corrects }) => [text, corrects])).toEqual([
    ['Pays by transfer', noted],
    ['Pays in cash on Saturdays', null],
  ]);
  for (const { author, at } of notes) {
    expect(author).toBe('Pat Parent');
    expect(at).toMatch(/^2025-/);
  }
});
