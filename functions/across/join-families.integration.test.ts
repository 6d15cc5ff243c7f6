import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { asRole, inRole } from '#infra/local/roles/roles';
import { InjectedFault, type Interceptor, intercepting, inWrite } from '#infra/testing/mutants/mutant';
import { isChosen } from '#infra/testing/runner/slowness';
import { importOf } from '#infra/testing/samples/import-files';
import {
  at,
  type SampleFamily,
  sampleNow,
  sampleTimeZone,
  sampleToday,
} from '#infra/testing/samples/samples';
import { addSecondAdult, askedCardPayment, storedFamily } from '#infra/testing/samples/stored';
import { newAddress } from '#infra/testing/services/account-system';
import { adminApi } from '#infra/testing/services/admin-api';
import { runMailer } from '#infra/testing/services/background';
import { asAdmin, invoke } from '#infra/testing/services/invoke';
import { richFamilies } from '#infra/testing/services/rich-families';
import { startTermTests } from '#infra/testing/services/term-tests';
import { insertRecord } from '#infra/testing/table/all-items';
import { withChangeBetween } from '#infra/testing/table/test-table';
import { cardCurrency } from '#shared/cards/card-payment';
import type { CardFact } from '#shared/cards/events';
import type { FootballClass } from '#shared/classes/class';
import { managedFamilySchema, parentDetailsSchema } from '#shared/families/admin-routes';
import type { FamilyExport } from '#shared/families/family-export';
import { ledgerTotals } from '#shared/ledger/balance';
import { providerIdSchema } from '#shared/ledger/entry';
import { secondReferenceSchema } from '#shared/ledger/references';
import type { FamilyId } from '#shared/lib/ids';
import { familyIdSchema, userIdSchema } from '#shared/lib/ids';
import { instantOf } from '#shared/lib/values';
import { registerSchema } from '#shared/registers/register';
import { coachRoutes } from '#shared/registers/routes';
import { date, instant } from '#shared/testing/values';
import { getAccount, getPeopleCounts } from '../accounts/accounts.ts';
import { getRegistration } from '../accounts/registrations.ts';
import { getStoredFamily } from '../accounts/stored-families.ts';
import { endBooking } from '../booking/end-booking.ts';
import { applyFact } from '../cards/apply-facts.ts';
import { readCardOffice } from '../cards/connection.ts';
import { coachOperations } from '../entries/coach-operations.ts';
import { familyTaskPut, listFamilyTasks, tasksOf } from '../families/tasks.ts';
import { listLedgerEntries } from '../ledger/entries.ts';
import { getFamilyLedger } from '../ledger/ledger.ts';
import { withoutDeadline } from '../lib/aws-requests.ts';
import { type Item, keyText, tableSchema } from '../lib/dynamo/items.ts';
import { familyKey, referenceKey } from '../lib/dynamo/keys-of-people.ts';
import { batchDelete, batchPut, sendTransaction, updateItem } from '../lib/dynamo/writes.ts';
import { createHandler } from '../lib/http/create-handler.ts';
import { newFamilyId } from '../lib/ids.ts';
import { listApplications } from '../waiting/applications.ts';
import { getOffer } from '../waiting/offers.ts';
import { beginFamilyDeletion } from './delete-family.ts';
import { readFamilyExport } from './family-export.ts';
import { joinFamilies } from './join-families.ts';
import { chargesOf, readFullLedger } from './statement.ts';

const tests = await startTermTests();
const { table, admin, system, givenClass } = tests;
/** More than a join has writes, or reads of ledgers. */
const mostMoments = 24;
const { given, takeFor, markAndView, creditSession } = richFamilies(tests);

const office = userIdSchema.parse('5ea5e4d0-0000-4000-8000-00000000000f');

const join = (kept: FamilyId, other: FamilyId, api = admin, key: string = randomUUID()) =>
  api.call('joinFamilies', {
    params: { parentId: kept },
    body: { other_id: other },
    headers: { 'idempotency-key': key },
  });

const exportOf = async (familyId: FamilyId, userId = undefined) =>
  (await readFamilyExport(table, { userId, familyId }, { now: sampleNow, timeZone: sampleTimeZone })) ??
  expect.unreachable('no family');

/** Text of an item with the members of sets, in one order. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, part) => {
    if (part instanceof Set) return [...part].toSorted();
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)));
  });

const naming = async (id: string) => (await system.items()).filter((item) => textOf(item).includes(id));

const born = (day: string) => date(day);
const robin = { name: 'Robin', date_of_birth: born('2018-06-15') };

/** Two families with one child in common, and each with one of its own. */
const givenTwo = async () => {
  const kept = await given([robin, { name: 'Ana', date_of_birth: born('2020-02-29') }]);
  const other = await given([
    { ...robin, name: ' ROBIN' },
    { name: 'Ben', date_of_birth: born('2017-01-02') },
  ]);
  return { kept, other };
};

type Two = Awaited<ReturnType<typeof givenTwo>>;

/** A text about the other family as it is about the kept one afterwards. */
const asKept = (text: string, { kept, other }: Two): string =>
  text
    .replaceAll(other.family.id, kept.family.id)
    .replaceAll(at(other.family.children, 0).id, at(kept.family.children, 0).id)
    .replaceAll('opening-balance-1', 'opening-balance-2');

const sorted = (values: readonly unknown[]): string[] => values.map(textOf).toSorted();

/** The lists of an export that are those of both families, with all that a booking has besides its parent. */
const listsOf = (data: FamilyExport) => ({
  bookings: data.bookings.map(({ parent: _, child_name: __, ...booking }) => booking),
  ended: data.ended_bookings,
  entries: data.entries,
  notes: data.notes,
  marks: data.register_marks,
  waiting: data.waiting,
  offers: data.offers,
  places: data.kept_places,
  cards: data.imported.filter((card) => 'medical_conditions' in card),
});

const sumsOf = ({ charged, credited, waived, received }: FamilyExport) => ({
  charged,
  // An export counts waivers as credited (DAY-02).
  credited: credited - waived,
  waived,
  received,
});

it('makes one of two families, of which nothing is lost [FID-11]', async () => {
  const two = await givenTwo();
  const [kept, other] = [two.kept.family, two.other.family];
  const slotsBefore = (await system.items()).filter(({ entity }) => entity === 'slot');
  const [one, two_] = [await exportOf(kept.id), await exportOf(other.id)];
  const ledgers = await Promise.all([kept, other].map(({ id }) => getFamilyLedger(table, id)));
  const before = await system.items();

  expect(await join(kept.id, other.id)).toMatchObject({ status: 200, body: { success: true } });

  const after = await exportOf(kept.id);
  for (const [name, list] of Object.entries(listsOf(after))) {
    const ofKept = Object.entries(listsOf(one)).find(([part]) => part === name)?.[1] ?? [];
    const ofOther = Object.entries(listsOf(two_)).find(([part]) => part === name)?.[1] ?? [];
    expect(ofOther, name).not.toEqual([]);
    const moved = sorted(ofOther).map((text) => asKept(text, two));
    expect(sorted(list), name).toEqual([...sorted(ofKept), ...moved].toSorted());
  }
  // On one day somebody reads the page of a family once.
  const views = [...sorted(one.card_views), ...sorted(two_.card_views).map((text) => asKept(text, two))];
  const ofPage = (text: string) => text.includes('"session":null');
  expect(sorted(after.card_views)).toEqual(
    [...views.filter((text) => !ofPage(text)), ...new Set(views.filter(ofPage))].toSorted(),
  );

  // Money, to the cent: as it is kept, and counted anew.
  for (const [name, sum] of Object.entries(sumsOf(after)))
    expect([name, sum]).toEqual([name, Reflect.get(sumsOf(one), name) + Reflect.get(sumsOf(two_), name)]);
  const full = await readFullLedger(table, kept.id);
  expect(ledgerTotals(chargesOf(full, sampleTimeZone), full.entries)).toEqual(sumsOf(after));
  expect([after.reference, after.second_reference]).toEqual([one.reference, one.second_reference]);
  expect(after.joined_references).toEqual([two_.reference, two_.second_reference].toSorted());

  // What the ledger decides by.
  const ledger = (await getFamilyLedger(table, kept.id)) ?? expect.unreachable();
  for (const name of ['places', 'trials', 'ended_attempts', 'payers'] as const) {
    const both = ledgers.flatMap((each) => [...(each?.[name] ?? [])].map((mark) => asKept(mark, two)));
    expect([name, [...ledger[name]].toSorted()]).toEqual([name, [...new Set(both)].toSorted()]);
  }
  expect(ledger.due_plans).toEqual({ ...ledgers[0]?.due_plans, ...ledgers[1]?.due_plans });
  expect(ledger.closing).toBe(false);

  // Children and members.
  expect(after.children.map(({ name }) => name).toSorted()).toEqual(
    ['Ana', 'Ben', 'Robin', ...[kept, other].map(({ id }) => `Imported ${id.slice(-6)}`)].toSorted(),
  );
  expect((await getStoredFamily(table, kept.id))?.members).toMatchObject([
    { id: kept.profile.id, family_role: 'holder' },
    { id: other.profile.id, family_role: 'adult', email: other.profile.email },
  ]);
  expect((await getAccount(table, other.profile.id))?.family_id).toBe(kept.id);

  // No place was taken or given back.
  const countsOf = ({ list_version: _, ...slot }: Item) => slot;
  expect(sorted((await system.items()).filter(({ entity }) => entity === 'slot').map(countsOf))).toEqual(
    sorted(slotsBefore.map(countsOf)),
  );
  // Nobody is told again of what is stored under another key.
  const known = new Set(before.map(keyText));
  const fresh = (await system.items()).filter((item) => !known.has(keyText(item)));
  const mails = system.mails.length;
  await runMailer(
    fresh.map((item) => insertRecord(item)),
    tests.deps,
  );
  expect(system.mails.slice(mails).map(({ to }) => to)).toEqual([kept.profile.email]);
});

const writes = new Set(['TransactWriteItems', 'PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem']);

/** Kills the function at its n-th write, from 0: before it is carried out, or after it, before its answer arrives. */
const killAt = (n: number, when: 'before' | 'after') => {
  let count = 0;
  const interceptor: Interceptor = async ({ operation, input }, forward) => {
    if (count > n) throw new InjectedFault('The function is gone');
    if (!writes.has(operation)) return forward(input);
    count += 1;
    if (count <= n) return forward(input);
    if (when === 'after') await forward(input);
    throw new InjectedFault('The function was killed');
  };
  return { interceptor, count: () => count };
};

/** All items but those whose ids are made anew by each request. */
const comparable = async (): Promise<string[]> =>
  (await system.items())
    .filter(({ entity }) => !['activity', 'attempt', 'mail-request'].includes(String(entity)))
    .map(textOf)
    .toSorted();

const countOf = async (entity: string): Promise<number> =>
  (await system.items()).filter((item) => item.entity === entity).length;

it('is completed by the next press after every write at which it was interrupted [FID-11]', async () => {
  await system.reset();
  const two = await givenTwo();
  const [kept, other] = [two.kept.family.id, two.other.family.id];
  const items = await system.items();
  const restore = async (): Promise<void> => {
    await batchDelete(table, await system.items());
    await batchPut(table, items);
  };
  const [logged, mails] = [await countOf('activity'), await countOf('mail-request')];
  const all = killAt(Number.POSITIVE_INFINITY, 'before');
  expect((await intercepting(table, [all.interceptor], () => join(kept, other))).status).toBe(200);
  const whole = await comparable();
  expect(all.count()).toBeGreaterThan(50);

  for (let n = 0; n < all.count(); n += 1) {
    for (const when of ['before', 'after'] as const) {
      if (!isChosen(2 * n + Number(when === 'after'), 29)) continue;
      await restore();
      const { interceptor } = killAt(n, when);
      const killed = await intercepting(table, [interceptor], () => join(kept, other));
      expect([n, when, killed.status]).toEqual([n, when, 500]);
      // Another administrator presses.
      const colleague = adminApi({ table, clock: tests.deps.clock });
      expect([n, when, (await join(kept, other, colleague)).status]).toEqual([n, when, 200]);
      expect(await comparable(), `killed ${when} write ${n}`).toEqual(whole);
      expect([await countOf('activity'), await countOf('mail-request')]).toEqual([logged + 1, mails + 1]);
    }
  }
});

/** A family with an account, and what it has booked. */
const simple = (children: Parameters<typeof storedFamily>[1] = { children: [robin] }) =>
  storedFamily(table, children);

const phonedFamily = async (
  phone_number: string,
  children: readonly object[] = [],
  email = '',
): Promise<FamilyId> => {
  const body = { full_name: 'Office Typed', phone_number, email, children };
  return managedFamilySchema.parse((await admin.call('addFamily', { body })).body).id;
};

/** Imports a family with an opening balance; where it is interrupted, the balance is not recorded yet. */
const importedFamily = async (name: string, balance: number, { isInterrupted = false } = {}) => {
  const body = importOf([{ name: `Pat ${name}`, email: newAddress(), children: [name], balance }]);
  const send = () => admin.call('importFamilies', { body });
  if (isInterrupted) await intercepting(table, [killAt(2, 'before').interceptor], send);
  else expect((await send()).status).toBe(200);
  const row = (await system.items()).find(({ PK }) => PK === `IMPORT#${body.import_id}`);
  return { id: familyIdSchema.parse(row?.parent_id), importId: body.import_id, send };
};

const coaches = createHandler(coachRoutes, coachOperations, tests.deps, {
  clock: tests.deps.clock,
  requireCurrentRole: async () => {},
});

/** The register of the next session of the first slot of a class, as an administrator reads it. */
const registerOf = async (cls: FootballClass) => {
  const params = { classId: cls.id, slotId: at(cls.time_slots, 0).id, date: '2025-09-27' };
  const { body } = await invoke(coaches, { route: 'getRegister', params, userId: office, ...asAdmin });
  return registerSchema.parse(body);
};

const childOf = ({ children }: SampleFamily, index = 0) => at(children, index);

describe('two families cannot be joined', () => {
  const refused = async (kept: FamilyId, other: FamilyId) => {
    const before = await comparable();
    const { status, body } = await join(kept, other);
    expect(await comparable()).toEqual(before);
    return { status, body };
  };

  const named = (count: number, name: string) => ({
    children: Array.from({ length: count }, (_, index) => ({ name: `${name} ${index}` })),
  });
  const sameName = { children: [{ name: 'ROBIN', date_of_birth: born('2018-06-16') }] };
  it.each([
    ['three logins', undefined, undefined, { code: 'tooManyAdults' }],
    ['too many children as one', named(11, 'Ana'), named(10, 'Ben'), { code: 'tooManyChildren' }],
    [
      'a child of one name with two dates of birth',
      undefined,
      sameName,
      { code: 'childNameTaken', detail: expect.stringContaining('ROBIN') },
    ],
  ] as const)('that have %s [FID-11, KID-02]', async (what, ofKept, ofOther, body) => {
    const [kept, other] = [await simple(ofKept), await simple(ofOther)];
    if (what === 'three logins') await addSecondAdult(table, other.id);
    expect(await refused(kept.id, other.id)).toMatchObject({ status: 409, body });
  });

  it('that have booked one child into one slot, until one of these bookings is cancelled [FID-11]', async () => {
    const [kept, other] = [await simple(), await simple()];
    const cls = await givenClass(5);
    await takeFor(cls, kept, childOf(kept));
    const booking = await takeFor(cls, other, childOf(other));
    expect(await refused(kept.id, other.id)).toMatchObject({
      status: 409,
      body: { code: 'bothBooked', detail: expect.stringContaining('Robin') },
    });
    const credit = { params: { bookingId: booking.id }, query: { credit: 'charge', tell: 'no' } };
    const ended = await admin.call('deleteBooking', credit);
    expect(ended.status).toBeLessThan(300);
    expect((await join(kept.id, other.id)).status).toBe(200);
  });

  it('of which one is gone, is the same, or is being erased [FID-11]', async () => {
    const [kept, other, erased] = [await simple(), await simple(), await simple()];
    await beginFamilyDeletion(table, erased.id);
    for (const [one, two] of [
      [kept.id, newFamilyId(sampleNow)],
      [newFamilyId(sampleNow), other.id],
      [kept.id, kept.id],
      [kept.id, erased.id],
      [erased.id, other.id],
    ] as const)
      expect(await refused(one, two)).toMatchObject({ status: 404, body: { code: 'parentNotFound' } });
  });
});

describe('the members of two families', () => {
  const phoned = (phone: string, email = '') => phonedFamily(phone, [], email);
  const notesOf = async (id: FamilyId) => (await exportOf(id)).notes.map(({ text }) => text);

  it.each([
    ['a holder', 'a holder', ['holder', 'adult']],
    ['nobody', 'a holder', ['holder']],
    ['nobody', 'a holder and a second adult', ['holder', 'adult']],
    ['a holder and a second adult', 'nobody', ['holder', 'adult']],
    ['nobody', 'nobody', []],
  ] as const)('of whom one has %s and the other one %s [FID-11]', async (ofKept, ofOther, roles) => {
    const make = async (who: string, phone: string) => {
      if (who === 'nobody') return phoned(phone);
      const { id } = await simple({ children: [{ name: phone }] });
      if (who.includes('second')) await addSecondAdult(table, id);
      return id;
    };
    const [kept, other] = [await make(ofKept, '07700 900555'), await make(ofOther, '07700 900666')];
    const before = await Promise.all([kept, other].map((id) => getStoredFamily(table, id)));
    const ids = before.flatMap((family) => family?.members ?? []).map(({ id }) => id);
    const counts = await getPeopleCounts(table);

    expect((await join(kept, other)).status).toBe(200);
    const { members } = (await getStoredFamily(table, kept)) ?? expect.unreachable();
    expect(members.map(({ family_role }) => family_role)).toEqual(roles);
    expect(members.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    for (const id of ids) expect((await getAccount(table, id))?.family_id).toBe(kept);
    // Who was there is told that an adult joined.
    const [were, came] = before.map((family) => (family?.members ?? []).map(({ email }) => email));
    const all = [...(were ?? []), ...(came ?? [])];
    const told = (await system.items()).filter(
      ({ kind, email }) => kind === 'adult-joined' && all.includes(String(email)),
    );
    expect(told.map(({ email }) => email)).toEqual(came?.length ? were : []);
    // What the office typed of a family and counts no more is a note.
    expect(await notesOf(kept)).toEqual(
      ofOther === 'nobody' ? ['Joined with: Office Typed, 07700 900666'] : [],
    );
    expect(await getPeopleCounts(table)).toEqual({ ...counts, families: counts.families - 1 });
    expect(await naming(other)).not.toEqual([]);
    expect((await naming(other)).map(({ entity }) => entity)).not.toContain('registration');
  });

  it('have their mails about money go on, and the office sees which logins were taken off [FID-11, FID-10]', async () => {
    const kept = await phoned('07700 900555');
    const other = await simple();
    const { id: money_mails } = await addSecondAdult(table, other.id, 'adult');
    const day = instant('2025-09-01T10:00:00.000Z');
    const removed = { account: office, since: day, until: day };
    await updateItem(table, familyKey(other.id), { set: { removed_logins: [removed] } });
    expect((await join(kept, other.id)).status).toBe(200);
    expect(await getStoredFamily(table, kept)).toMatchObject({ money_mails, removed_logins: [removed] });
  });

  it('have the addresses that the office typed, or free them [FID-11]', async () => {
    const address = () => `${randomUUID()}@example.com`;
    const [one, two] = [address(), address()];
    // Without an address of its own the family gets that of the other one.
    const kept = await phoned('07700 900555');
    expect((await join(kept, await phoned('07700 900666', one))).status).toBe(200);
    expect(await getRegistration(table, one)).toEqual({ holder: 'family', familyId: kept });
    expect((await getStoredFamily(table, kept))?.email).toBe(one);
    // With one it keeps it.
    expect((await join(kept, await phoned('07700 900777', two))).status).toBe(200);
    expect(await getRegistration(table, two)).toBeUndefined();
    expect(await notesOf(kept)).toContain(`Joined with: Office Typed, 07700 900777, ${two}`);
    // The first member's address counts from then on.
    const joined = await simple();
    expect((await join(kept, joined.id)).status).toBe(200);
    expect(await getRegistration(table, one)).toBeUndefined();
    expect(await notesOf(kept)).toContain(`Joined with: Office Typed, 07700 900555, ${one}`);
    expect((await getStoredFamily(table, kept))?.email).toBe(joined.profile.email);
  });
});

describe('a child that both families have', () => {
  const contact = (name: string) => ({
    ...{ name, relation: 'Aunt', phone_number: '07700 900301' },
    may_collect: true,
  });
  const contacts = (...people: string[]) => ({ contacts: people.map(contact) });
  const onDay = (day: string) => ({ version: 1, at: instant(`2025-09-${day}T10:00:00.000Z`) });
  const by = userIdSchema.parse(randomUUID());
  const photos = (allowed: boolean, day: string) => ({ ...onDay(day), allowed, by });
  const health = (medical_conditions: string | null, day: string) => ({
    ...{ medical_conditions, health_answer: onDay(day) },
  });
  const unanswered = { medical_conditions: null, health_answer: null, card_confirmed_at: null, contacts: [] };
  const card_confirmed_at = onDay('13').at;

  it.each([
    [
      'was answered later in the other one',
      { ...health('Asthma', '09'), ...contacts('Ruth'), photos_web: photos(true, '09') },
      { ...health(null, '10'), ...contacts('Ida'), photos_web: photos(false, '10') },
      { medical_conditions: null, ...contacts('Ida'), photos_web: photos(false, '10') },
    ],
    [
      'was confirmed later in the other one',
      { ...health('Asthma', '12'), ...contacts('Ruth') },
      { ...health('Nuts', '01'), card_confirmed_at },
      { medical_conditions: 'Nuts', contacts: [], card_confirmed_at },
    ],
    [
      'was answered in the other one alone',
      { photos_school: photos(false, '01') },
      { ...health('Nuts', '01'), ...contacts('Ida') },
      { medical_conditions: 'Nuts', ...contacts('Ida'), photos_school: photos(false, '01') },
    ],
    ['was answered in neither', {}, {}, unanswered],
  ])('%s has the newer card [FID-11]', async (_, ofKept, ofOther, expected) => {
    const [kept, other] = [
      await simple({ children: [{ ...robin, ...unanswered, ...ofKept }] }),
      await simple({ children: [{ ...robin, ...unanswered, ...ofOther }] }),
    ];
    expect((await join(kept.id, other.id)).status).toBe(200);
    const { children } = await exportOf(kept.id);
    expect(children).toMatchObject([{ ...expected, id: childOf(kept).id, name: 'Robin' }]);
    expect(children).toHaveLength(1);
  });

  const waitFor = async (cls: FootballClass, family: SampleFamily): Promise<unknown> => {
    const place = { class_id: cls.id, time_slot_id: at(cls.time_slots, 0).id };
    const body = { ...place, parent_id: family.id, child_ids: [childOf(family).id] };
    const answer = await admin.call('addToWaitingList', { body });
    expect(answer.status).toBe(201);
    system.passTime(1_000);
    return Object(answer.body).id;
  };

  it.each(['kept', 'other'] as const)(
    'waits once on a list where the %s one is ahead [FID-11]',
    async (ahead) => {
      const families = { kept: await simple(), other: await simple() };
      const cls = await givenClass(1);
      const time_slot_id = at(cls.time_slots, 0).id;
      const blocking = await simple({ children: [{ name: 'Kim' }] });
      await takeFor(cls, blocking, childOf(blocking));
      const id = await waitFor(cls, families[ahead]);
      await waitFor(cls, families[ahead === 'kept' ? 'other' : 'kept']);
      expect((await join(families.kept.id, families.other.id)).status).toBe(200);
      expect(await listApplications(table, time_slot_id)).toMatchObject([
        { id, parent_id: families.kept.id, child_ids: [childOf(families.kept).id] },
      ]);
      expect((await tests.slotsOf(cls.id))[0]).toMatchObject({ taken: 1, booked: 1, held: 0 });
      const slot = (await system.items()).find((item) => item.SK === `${cls.id}#${time_slot_id}`);
      expect(slot).toMatchObject({ waiting: 1 });
    },
  );

  it.each(['kept', 'other'] as const)(
    'waits for no place that the %s one has booked [FID-11]',
    async (booked) => {
      const families = { kept: await simple(), other: await simple() };
      const cls = await givenClass(1);
      await takeFor(cls, families[booked], childOf(families[booked]));
      await waitFor(cls, families[booked === 'kept' ? 'other' : 'kept']);
      expect((await join(families.kept.id, families.other.id)).status).toBe(200);
      expect(await listApplications(table, at(cls.time_slots, 0).id)).toEqual([]);
      expect((await tests.slotsOf(cls.id))[0]).toMatchObject({ taken: 1, booked: 1 });
    },
  );
});

it('has the feed and the links of the logins go on [FID-11, FID-03]', async () => {
  const { kept, other } = await givenTwo();
  expect((await join(kept.family.id, other.family.id)).status).toBe(200);
  const feed = await invoke(tests.links, {
    route: 'getCalendarFeed',
    params: { userId: other.family.profile.id, file: `${other.secrets.feed}.ics` },
  });
  expect(feed.status).toBe(200);
  for (const { id } of [kept.live, other.live]) expect(String(feed.body)).toContain(id);
  const day = await tests.byLink('getLinkedDay', { secret: other.secrets.day });
  expect(day.status).toBe(200);
  const offer = (await system.items()).find(
    (item) =>
      item.entity === 'offer' && item.state === 'open' && textOf(item).includes(childOf(other.family, 1).id),
  );
  const link = { offer_id: String(offer?.id), secret: other.secrets.offer };
  expect((await tests.keep(link)).status).toBe(200);
  expect((await exportOf(kept.family.id)).bookings.map(({ class_id }) => class_id)).toContain(other.full.id);
});

it('shows the families as being joined until that is completed, and neither is erased meanwhile [FID-11]', async () => {
  const [kept, other] = [await simple(), await simple({ children: [{ name: 'Ben' }] })];
  const cls = await givenClass(3);
  const booking = await takeFor(cls, other, childOf(other));
  await intercepting(table, [killAt(1, 'before').interceptor], () => join(kept.id, other.id));
  const detailsOf = async (id: FamilyId) =>
    parentDetailsSchema.parse((await admin.call('getParent', { params: { parentId: id } })).body);
  expect(await detailsOf(kept.id)).toMatchObject({
    same: expect.arrayContaining([
      { id: other.id, full_name: 'Pat Parent', reason: 'phone', is_joining: true },
    ]),
  });
  expect(await detailsOf(other.id)).toMatchObject({
    profile: { full_name: 'Pat Parent', deleting: true, joined_into: kept.id, has_login: false },
    same: [{ id: kept.id, is_joining: true }],
  });
  // A coach sees the child by its present family.
  const register = await registerOf(cls);
  expect(register.children).toMatchObject([{ name: 'Ben', card: { adults: [{}, {}] } }]);

  const third = await simple({ children: [{ name: 'Cleo' }] });
  for (const [one, two] of [
    [third.id, other.id],
    [other.id, third.id],
  ] as const)
    expect((await join(one, two)).body).toMatchObject({ code: 'familyJoining' });
  const erase = (id: FamilyId) => admin.call('deleteParent', { params: { parentId: id } });
  expect((await erase(other.id)).body).toMatchObject({ code: 'familyJoining' });
  // With another family the kept one is joined when the first join has been completed.
  expect((await join(third.id, kept.id)).status).toBe(409);
  expect(await getStoredFamily(table, other.id)).toBeUndefined();
  expect((await exportOf(kept.id)).bookings.map(({ id }) => id)).toEqual([booking.id]);
});

it('is completed before the kept family is erased [FID-11]', async () => {
  const [kept, other] = [
    await phonedFamily('07700 900555'),
    await phonedFamily('07700 900666', [{ name: 'Ben', date_of_birth: '2018-01-01' }]),
  ];
  const body = { text: 'Calls late', corrects: null };
  await admin.call('addFamilyNote', { params: { parentId: other }, body });
  await intercepting(table, [killAt(1, 'before').interceptor], () => join(kept, other));
  expect((await admin.call('deleteParent', { params: { parentId: kept } })).status).toBe(200);
  for (const id of [kept, other])
    expect(new Set((await naming(id)).map(({ entity }) => entity))).toEqual(
      new Set(['activity', 'attempt', 'erased', 'joined-family']),
    );
});

it('keeps an import of either family from being undone, and records an opening balance that was left out [FID-11, IMP-02]', async () => {
  const kept = await importedFamily('Ana', 1_200);
  const other = await importedFamily('Ben', 3_400, { isInterrupted: true });
  const expectNothingUndone = async () => {
    for (const { importId } of [kept, other]) {
      const undone = await admin.call('undoImport', { params: { importId }, body: { after: null } });
      expect(undone).toMatchObject({ status: 200, body: { undone: 0, kept: [] } });
    }
  };
  await intercepting(table, [killAt(1, 'before').interceptor], () => join(kept.id, other.id));
  // Also while the join has not ended: the other families of the files are undone.
  await expectNothingUndone();
  expect((await join(kept.id, other.id)).status).toBe(200);
  const data = await exportOf(kept.id);
  expect(data.charged).toBe(4_600);
  expect(data.entries.map(({ key, amount }) => [key, amount]).toSorted()).toEqual([
    ['ATTEMPT#opening-balance-1', 1_200],
    ['ATTEMPT#opening-balance-2', 3_400],
  ]);
  await expectNothingUndone();
  expect((await exportOf(kept.id)).children.map(({ name }) => name).toSorted()).toEqual(['Ana', 'Ben']);
  // Of a file that is imported again the family is known.
  expect((await other.send()).body).toMatchObject({ families: [{ state: 'same', parent_id: kept.id }] });
});

it('ends what the office was asked about the two [FID-11]', async () => {
  const [kept, other] = [await simple(), await simple({ children: [{ name: 'Ben' }] })];
  const task = { kind: 'same', family_id: kept.id, other_id: other.id, reason: 'phone' } as const;
  await sendTransaction(table, [familyTaskPut(table, { ...task, at: instant('2025-09-01T09:00:00.000Z') })]);
  expect((await join(kept.id, other.id)).status).toBe(200);
  expect(tasksOf(await listFamilyTasks(table), kept.id)).toEqual([]);
});

it('keeps the references of both families reserved, one that is set as the second one and removed as well [FID-11, BNK-03]', async () => {
  const [kept, other] = [await simple(), await simple({ children: [{ name: 'Ben' }] })];
  const setReference = async ({ id }: Pick<SampleFamily, 'id'>, second_reference: string) => {
    const answer = await admin.call('setSecondReference', {
      params: { parentId: id },
      body: { second_reference },
    });
    expect(answer.status).toBe(204);
  };
  const reservedFor = async (reference: string) => {
    const { PK } = referenceKey(secondReferenceSchema.parse(reference));
    return (await system.items()).find((item) => item.PK === PK)?.parent_id;
  };
  await setReference(other, 'JOINED 2345');
  expect((await join(kept.id, other.id)).status).toBe(200);
  for (const second of ['joined-2345', 'SECOND 2345', 'JOINED 2345', '']) {
    await setReference(kept, second);
    expect(await reservedFor('JOINED 2345')).toBe(kept.id);
  }
  expect(await reservedFor('SECOND 2345')).toBeUndefined();
});

describe('in the same moment', () => {
  const givenBooked = async () => {
    const [kept, other] = [await simple(), await simple({ children: [robin, { name: 'Ben' }] })];
    const cls = await givenClass(5, 5);
    const ben = await takeFor(cls, other, childOf(other, 1));
    return { kept, other, cls, ben };
  };

  /** Whether a request moves a booking of a family. */
  const movesBooking = (_: string, input: object): boolean =>
    inWrite('Put', '"entity":"booking"', '"joined_at"')({ operation: '', input });
  const movesMarks = (_: string, input: object): boolean =>
    inWrite('Update', 'REGISTER#')({ operation: '', input });

  const joinWith = (
    { kept, other }: { readonly kept: SampleFamily; readonly other: SampleFamily },
    change: () => Promise<unknown>,
    isBefore?: (commandName: string, input: object) => boolean,
  ) => withChangeBetween(table, change, () => join(kept.id, other.id), isBefore);

  const expectSums = async (familyId: FamilyId, sums: object): Promise<void> => {
    const full = await readFullLedger(table, familyId);
    expect(ledgerTotals(chargesOf(full, sampleTimeZone), full.entries)).toMatchObject(sums);
    expect(await getFamilyLedger(table, familyId)).toMatchObject(sums);
  };

  type Booked = Awaited<ReturnType<typeof givenBooked>>;
  const amount = 700;
  const pay = ({ other, ben }: Booked) => {
    const payment = {
      amount,
      day: sampleToday,
      method: 'cash',
      booking_id: ben.id,
      note: 'Paid',
      receipt: false,
    };
    return admin.call('recordPayment', { params: { parentId: other.id }, body: payment });
  };
  const end = ({ ben }: Booked) =>
    endBooking(tests.deps, ben, {
      ...{ ending: { reason: 'removed', credit: 'charge' }, by: 'admin', tell: false },
    });

  it.each<
    [string, (of: Booked) => Promise<unknown>, typeof movesBooking | undefined, (of: Booked) => object]
  >([
    [
      'a payment of the other family counts',
      pay,
      undefined,
      ({ ben }) => ({ received: amount, entries: [{ amount, note: 'Paid', booking_id: ben.id }] }),
    ],
    [
      'a credit of a booking that is being moved counts once',
      ({ ben }) => creditSession(ben),
      movesBooking,
      ({ ben }) => ({ credited: 2_000, bookings: [{ id: ben.id, credited: 2_000 }] }),
    ],
    [
      'the end of a booking that is being moved counts once',
      end,
      movesBooking,
      ({ ben }) => ({ credited: ben.amount, ended_bookings: [{ id: ben.id }], bookings: [] }),
    ],
  ])('%s [FID-11]', async (_, change, isBefore, expected) => {
    const two = await givenBooked();
    await joinWith(two, () => change(two), isBefore);
    const { entries, bookings, ended_bookings, ...sums }: Partial<FamilyExport> = expected(two);
    expect(await exportOf(two.kept.id)).toMatchObject(expected(two));
    await expectSums(two.kept.id, { charged: two.ben.amount, ...sums });
    const taken = ended_bookings ? 0 : 1;
    expect((await tests.slotsOf(two.cls.id))[0]).toMatchObject({ taken, booked: taken });
  });

  it('a booking of the same child in the kept family stands, and the other one is credited [FID-11]', async () => {
    const two = await givenBooked();
    const { kept, other, cls } = two;
    const time_slot_id = at(cls.time_slots, 1).id;
    const first = await takeFor(cls, other, childOf(other), { time_slot_id });
    const second = () => takeFor(cls, kept, childOf(kept), { time_slot_id });
    await joinWith(two, second, movesBooking);
    const data = await exportOf(kept.id);
    expect(data.bookings).toHaveLength(2);
    expect(data.ended_bookings).toMatchObject([
      { id: first.id, ended: { reason: 'removed', credit: first.amount } },
    ]);
    await expectSums(kept.id, { credited: first.amount });
    expect((await tests.slotsOf(cls.id))[1]).toMatchObject({ taken: 1, booked: 1 });
  });

  it('marks of coaches are kept, by the register of before as well [FID-11, REG-10]', async () => {
    const two = await givenBooked();
    const { kept, other, cls, ben } = two;
    const robins = await takeFor(cls, other, childOf(other), { time_slot_id: at(cls.time_slots, 1).id });
    await markAndView(ben, '2025-09-27');
    await joinWith(two, () => markAndView(ben, '2025-09-27'), movesMarks);
    expect((await exportOf(kept.id)).register_marks).toHaveLength(2);

    // A phone that has the register of before sends its marks now.
    system.setTime(new Date('2025-09-27T09:00:00Z'));
    const mark = (child_id: string, slot: number) => ({
      ...{ class_id: cls.id, slot_id: at(cls.time_slots, slot).id, date: '2025-09-27' },
      marks: [
        {
          ...{ id: `mrk_${randomUUID().replaceAll('-', '').slice(0, 16)}`, parent_id: other.id, child_id },
          ...{ attendance: 'absent', at: '2025-09-27T08:59:00.000Z' },
        },
      ],
    });
    const body = { sessions: [mark(ben.child_id, 0), mark(robins.child_id, 1)] };
    const sent = await invoke(coaches, { route: 'sendMarks', body, userId: office, ...asAdmin });
    expect(sent.body).toMatchObject({ marks: [{ refused: null }, { refused: null }] });
    const { register_marks } = await exportOf(kept.id);
    expect(
      register_marks.filter(({ attendance }) => attendance === 'absent').map(({ child_id }) => child_id),
    ).toEqual(expect.arrayContaining([ben.child_id, childOf(kept).id]));
    expect(register_marks).toHaveLength(4);
  });

  it('an offer that is made to the other family is one of the kept family [FID-11]', async () => {
    const two = await givenBooked();
    const cls = await givenClass(1);
    const time_slot_id = at(cls.time_slots, 0).id;
    const blocking = await simple({ children: [{ name: 'Kim' }] });
    const taken = await takeFor(cls, blocking, childOf(blocking));
    const waiting = { parent_id: two.other.id, child_ids: [childOf(two.other, 1).id] };
    const body = { class_id: cls.id, time_slot_id, ...waiting };
    expect((await admin.call('addToWaitingList', { body })).status).toBe(201);
    const offer = async () => {
      await endBooking(tests.deps, taken, { ending: { reason: 'cancelled' }, by: 'parent', tell: false });
      await system.tick();
    };
    const movesEntry = (_: string, input: object): boolean =>
      inWrite('Put', '"entity":"waiting-entry"')({ operation: '', input });
    await joinWith(two, offer, movesEntry);
    const [entry] = await listApplications(table, time_slot_id);
    expect(entry).toMatchObject({ parent_id: two.kept.id });
    const offered = await getOffer(table, entry?.offer_id ?? expect.unreachable('no offer'));
    expect(offered).toMatchObject({ parent_id: two.kept.id, state: 'open' });
    expect((await tests.slotsOf(cls.id))[0]).toMatchObject({ taken: 1, booked: 0, held: 1 });
  });

  it('a mail about the other family waits for the end of the join, and is one of the kept family [FID-11, MAIL-02]', async () => {
    const two = await givenBooked();
    const { kept, other, ben } = two;
    const stored = (await system.items()).find(({ entity, id }) => entity === 'booking' && id === ben.id);
    const record = insertRecord(stored ?? {});
    const deliver = () => runMailer([record], tests.deps);
    await intercepting(table, [killAt(1, 'before').interceptor], () => join(kept.id, other.id));
    expect((await deliver()).batchItemFailures).toHaveLength(1);
    expect(system.mails).toEqual([]);
    expect((await join(kept.id, other.id)).status).toBe(200);
    expect((await deliver()).batchItemFailures).toEqual([]);
    expect(system.mails.map(({ to }) => to).toSorted()).toEqual(
      [kept, other].map(({ profile }) => profile.email).toSorted(),
    );
  });
});

it.each([
  ['write they arrive, where its index finds them', false],
  ['look at a ledger they arrive, where its index finds none of them yet', true],
])(
  'has each payment by card and each refund once, before whichever %s [FID-11] [CRD-02]',
  async (_, isIndexLate) => {
    const [kept, other] = [await simple(), await simple({ children: [{ name: 'Ben' }] })];
    const arrives = inRole('card-events', (fact: CardFact) => applyFact(tests.deps, fact));
    // One of each for each moment. So many a family asks for in some hours.
    const asked = [];
    for (let hour = 0; hour < 2 * mostMoments; hour += 1)
      asked.push(
        await askedCardPayment(table, other, { now: new Date(sampleNow.getTime() - hour * 3_600_000) }),
      );
    const [recorded, pending] = [asked.slice(0, mostMoments), asked.slice(mostMoments)];
    for (const { payment } of recorded) await arrives(payment('paid'));
    const left = recorded.map(({ refund }, index) => [
      refund('made', 100),
      ...(['processing', 'paid'] as const).flatMap((state) => pending[index]?.payment(state) ?? []),
    ]);
    const next = async () => {
      for (const fact of left.shift() ?? []) expect(await arrives(fact)).toBe('stored');
    };
    const { intent, amount } = at(recorded, 0);
    await arrives({
      ...{ fact: 'dispute', id: providerIdSchema.parse('du_1'), intent, amount, currency: cardCurrency },
      ...{ state: 'open', due_by: null, at: instantOf(sampleNow) },
    });
    await next();
    let [hasBegun, isArriving] = [false, false];
    const watch: Interceptor = async (request, forward) => {
      const text = textOf(request.input);
      if (isIndexLate && text.includes(`CARDPAYMENTS#${other.id}`) && request.operation === 'Query')
        return { output: {}, response: undefined };
      const looks = request.operation === 'GetItem' && text.includes('"LEDGERS"');
      const isMoment = isIndexLate ? looks : writes.has(request.operation);
      if (hasBegun && !isArriving && isMoment) {
        isArriving = true;
        await next();
        isArriving = false;
      }
      hasBegun ||= text.includes('"joined-family"');
      return forward(request.input);
    };
    const families = { from: other.id, to: kept.id };
    const joining = () =>
      asRole('admin', () =>
        withoutDeadline(() =>
          joinFamilies(tests.deps, families, { by: office, now: sampleNow, extraWrites: [] }),
        ),
      );
    expect(await intercepting(table, [watch], joining)).toEqual({ outcome: 'joined' });
    expect(left.length).toBeLessThan(mostMoments - 5);
    while (left.length > 0) await next();
    const received = asked.length * 13_500 - mostMoments * 100;
    expect((await getFamilyLedger(table, kept.id))?.received).toBe(received);
    expect(ledgerTotals([], await listLedgerEntries(table, kept.id)).received).toBe(received);
    const { tasks } = await readCardOffice(table);
    expect(tasks.map(({ kind, family_id }) => [kind, family_id])).toEqual([['dispute', kept.id]]);
    const entries = (await naming(other.id)).filter(({ entity }) => entity === 'ledger-entry');
    expect(entries.every((item) => tableSchema.timeToLiveAttribute in item)).toBe(true);
  },
);
