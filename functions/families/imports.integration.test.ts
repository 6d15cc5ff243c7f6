import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { putClass } from '#infra/local/seed/put';
import {
  InjectedFault,
  type Interceptor,
  intercepting,
  interruptAt,
  inWrite,
  textOf,
} from '#infra/testing/mutants/mutant';
import { randomOf } from '#infra/testing/random';
import { repetitions } from '#infra/testing/runner/slowness';
import { type ImportedRow, importOf } from '#infra/testing/samples/import-files';
import {
  sampleBooking,
  sampleClass,
  sampleFamily,
  sampleTimeZone,
  sampleToday,
} from '#infra/testing/samples/samples';
import { putMember } from '#infra/testing/samples/stored';
import { newAddress } from '#infra/testing/services/account-system';
import { adminApi } from '#infra/testing/services/admin-api';
import { memberSteps } from '#infra/testing/services/member-system';
import { startSystem } from '#infra/testing/services/system';
import { readAllItems } from '#infra/testing/table/all-items';
import { withChangeBetween } from '#infra/testing/table/test-table';
import { adminRoutes } from '#shared/contract/admin-routes';
import { routes } from '#shared/contract/routes';
import { type FamilyDecision, importLimits, importRowIdSchema } from '#shared/families/import';
import { balanceOf } from '#shared/ledger/balance';
import { ledgerEntryKey, providerIdSchema } from '#shared/ledger/entry';
import { secondReferenceSchema } from '#shared/ledger/references';
import { addDays } from '#shared/lib/calendar';
import { dayMs } from '#shared/lib/durations';
import type { ChildId, FamilyId } from '#shared/lib/ids';
import { instantOf } from '#shared/lib/values';
import { date } from '#shared/testing/values';
import { getRegistration } from '../accounts/registrations.ts';
import { contactWords } from '../accounts/search-words.ts';
import type { Built } from '../across/built-on.ts';
import { familyHoldings } from '../across/parts-of-family.ts';
import { endBooking } from '../booking/end-booking.ts';
import { takePlace } from '../booking/take-place.ts';
import { entryNotePut } from '../ledger/entries.ts';
import { getFamilyLedger } from '../ledger/ledger.ts';
import { setSecondReference } from '../ledger/references.ts';
import { canonicalJson, entityAttribute, sha256 } from '../lib/dynamo/items.ts';
import { familyIndexKeys, familyKey } from '../lib/dynamo/keys-of-people.ts';
import { sendTransaction, updateItem } from '../lib/dynamo/writes.ts';
import { newBookingId, newFamilyId } from '../lib/ids.ts';
import { setAside } from '../lib/mail/aside-mails.ts';
import { updateCard } from './children.ts';
import { getFamily } from './families.ts';
import { familiesWithPhone } from './phone-turns.ts';
import { familyTaskPut } from './tasks.ts';

const system = await startSystem(memberSteps);
afterAll(() => system.stop());
const { table, admin } = system;

/** A surname that no other family has: a parent's name alone is a question (IMP-12). */
const newName = () =>
  `Ana N${randomUUID().replace(/[^a-f]/g, '')}${String.fromCharCode(97 + (names++ % 26))}`;
let names = 0;

type Row = ImportedRow;
/** Children of one name that are born on one day are a question. */
const partOf = (rows: readonly Row[], file?: string) =>
  importOf(
    rows.map(({ children = ['Mia'], name = newName(), ...row }, index) => ({
      ...{ ...row, name },
      children: children.map((child) => ({ name: child, date_of_birth: addDays(date('2018-04-03'), index) })),
    })),
    file,
  );
type Part = ReturnType<typeof partOf>;

let phones = 0;
const newPhone = () => {
  phones += 1;
  return `07${String(phones).padStart(9, '0')}`;
};

const send = async (
  route: 'lookUpFamilies' | 'importFamilies',
  body: Part,
  by: Pick<typeof admin, 'call'> = admin,
): Promise<FamilyDecision[]> => {
  const answer = await by.call(route, { body });
  if (answer.status !== 200) throw new Error(`${route} was answered with ${answer.status}`);
  return adminRoutes[route].response.parse(answer.body).families;
};
const decisionOf: FamilyDecision = {
  ...{ state: 'same', reason: null, changes: [], completed: [], differs: [], similar: [], candidates: [] },
  ...{ parent_id: null, parent_name: null },
};
const statesOf = (decisions: readonly FamilyDecision[]) => decisions.map(({ state }) => state);

/** Undoes an import, as the site does: part by part. */
const undo = async ({ import_id }: Part, by: Pick<typeof admin, 'call'> = admin) => {
  const kept: { full_name: string; built: string[] }[] = [];
  let undone = 0;
  for (let after: string | null = null; ; ) {
    const answer = await by.call('undoImport', { params: { importId: import_id }, body: { after } });
    if (answer.status !== 200) return { status: answer.status, undone, kept };
    const part = adminRoutes.undoImport.response.parse(answer.body);
    kept.push(...part.kept);
    undone += part.undone;
    if (part.next === null) return { status: 200, undone, kept };
    after = part.next;
  }
};

/** An import, where it is offered to be undone. */
const listed = async ({ import_id }: Part, by: Pick<typeof admin, 'call'> = admin) => {
  const { imports } = adminRoutes.listImports.response.parse((await by.call('listImports')).body);
  return imports.find((one) => one.import_id === import_id);
};

const familyOf = async ({ parent_id }: FamilyDecision = expect.fail('No family')) => {
  const found = parent_id && (await getFamily(table, parent_id));
  return found || expect.fail('The family is not stored');
};
const balance = async ({ parent_id }: FamilyDecision = expect.fail('No family')) => {
  const ledger = parent_id && (await getFamilyLedger(table, parent_id, { consistent: true }));
  return ledger ? Number(balanceOf(ledger)) : undefined;
};

/** All that is stored, but the log, what expires, and the settled money of families that are gone. */
const lasting = async () => {
  const items = await readAllItems(table);
  const gone = ['ledger-entry', 'ledger', 'attempt', 'erased'];
  const passing = ['activity', 'import', 'import-row', 'phone-turn', ...gone];
  return items
    .filter((item) => !passing.includes(String(item[entityAttribute])))
    .map(canonicalJson)
    .toSorted();
};

describe('an import of families', () => {
  it('is the decision of the dry run, which stores nothing [IMP-01]', async () => {
    const known = await system.join({ phone_number: newPhone() }, [{ name: 'Ben' }]);
    const part = partOf([
      { email: newAddress() },
      { email: known.profile.email, children: ['Ben', 'Bo'] },
      { phone: known.profile.phone_number, children: ['Ben'] },
      { phone: newPhone(), children: ['Zoe', 'Zac'], balance: 2_050 },
    ]);
    const before = await readAllItems(table);
    const checked = await send('lookUpFamilies', part);
    expect(await readAllItems(table)).toEqual(before);
    expect(statesOf(checked)).toEqual(['new', 'changes', 'asked', 'new']);
  });

  it('is listed with the name of its file, as long as a name may be, and without one [IMP-02]', async () => {
    const [named, nameless] = [partOf([{ email: newAddress() }]), partOf([{ email: newAddress() }])];
    const import_ = (body: object) => admin.call('importFamilies', { body });
    expect((await import_({ ...named, file_name: 'Families.xlsx' })).status).toBe(200);
    expect((await import_(nameless)).status).toBe(200);
    expect(await listed(named)).toMatchObject({ file_name: 'Families.xlsx', families: 1 });
    expect(await listed(nameless)).not.toHaveProperty('file_name');
    const long = 'x'.repeat(importLimits.fileNameLength + 1);
    expect((await import_({ ...nameless, file_name: long })).status).toBe(400);
    // It begins anew after it was taken back, under the name that its file has now.
    await undo(named);
    expect((await import_({ ...named, file_name: 'Copy.xlsx' })).status).toBe(200);
    expect(await listed(named)).toMatchObject({ file_name: 'Copy.xlsx' });
  });

  it('repeated, by anybody, changes nothing, and records each opening balance once [IMP-02]', async () => {
    const part = partOf([
      { email: newAddress(), balance: 2_050 },
      { phone: newPhone(), balance: -500 },
      { email: newAddress() },
    ]);
    const first = await send('importFamilies', part);
    expect(statesOf(first)).toEqual(['new', 'new', 'new']);
    const before = await lasting();
    const other = adminApi({ table, clock: system.clock });
    expect(statesOf(await send('importFamilies', part, other))).toEqual(['same', 'same', 'same']);
    expect(await lasting()).toEqual(before);
    expect(await Promise.all(first.map(balance))).toEqual([2_050, -500, 0]);
    // In another file the family has its opening balance already.
    const again = partOf([{ email: (await familyOf(first[0])).family.email, balance: 9_900 }]);
    expect(statesOf(await send('importFamilies', again))).toEqual(['same']);
    expect(await balance(first[0])).toBe(2_050);
  });

  it('of two files with one family that is known by phone alone is one family, whichever decides first [IMP-02]', async () => {
    for (const email of [null, newAddress()]) {
      const phone = newPhone();
      const [slow, fast] = [partOf([{ phone }]), partOf([{ phone, email }])];
      let meanwhile: FamilyDecision[] | undefined;
      const overtaken: Interceptor = async (request, forward) => {
        if (!meanwhile && inWrite(phone)(request)) {
          meanwhile = [];
          meanwhile = await send('importFamilies', fast);
        }
        return forward(request.input);
      };
      const decided = await intercepting(table, [overtaken], () => send('importFamilies', slow));
      expect(meanwhile).toMatchObject([{ state: 'new' }]);
      expect(decided).toMatchObject([{ state: 'same', parent_id: meanwhile?.[0]?.parent_id }]);
    }
    await system.expectCountsToAgree();
  });
});

describe('a family of a file that is, or may be, a stored one', () => {
  /** A stored family without a login. */
  const given = async (row: Row) => {
    const [decision] = await send('importFamilies', partOf([row]));
    expect(decision?.state).toBe('new');
    return await familyOf(decision);
  };
  /** Looks, imports, and says what of the stored family changed. */
  const bring = async (row: Row) => {
    const part = partOf([row]);
    const [looked] = await send('lookUpFamilies', part);
    const [decision] = await send('importFamilies', part);
    expect(decision).toEqual({ ...looked, parent_id: decision?.parent_id ?? null });
    return decision ?? expect.fail('No decision');
  };

  interface Known {
    readonly phone: string;
    readonly name: string;
  }
  it.each<[string, (known: Known) => Row, string]>([
    ['a phone and a child', ({ phone }) => ({ phone }), 'same'],
    ['a phone and the name of the parent', (known) => ({ ...known, children: ['Bo'] }), 'changes'],
    ['a phone alone', ({ phone }) => ({ phone, email: newAddress(), children: ['Bo'] }), 'phone'],
    ['the name of the parent', ({ name }) => ({ name, email: newAddress(), children: ['Bo'] }), 'name'],
    ['a child alone', () => ({ phone: newPhone() }), 'child'],
    [
      'the same surname',
      ({ name }) => ({ name: name.replace('Ana', 'Eva'), email: newAddress(), children: ['Bo'] }),
      'new',
    ],
  ])('by %s [IMP-12]', async (_, rowOf, result) => {
    const [known, child] = [{ phone: newPhone(), name: newName() }, `Mia ${newName()}`];
    const stored = await given({ ...known, children: [child] });
    const decision = await bring({ children: [child], ...rowOf(known) });
    const isQuestion = !['same', 'changes', 'new'].includes(result);
    expect(decision.state).toBe(isQuestion ? 'asked' : result);
    if (!isQuestion) return;
    expect(decision.candidates).toMatchObject([
      {
        ...{ family_id: stored.family.id, row: null, reason: result },
        ...{ full_name: known.name, email: '', phone_number: known.phone },
        children: [{ name: child, date_of_birth: '2018-04-03' }],
      },
    ]);
    // Nothing was stored of the file.
    expect(await familyOf({ ...decision, parent_id: stored.family.id })).toEqual(stored);
  });

  it('is the one that somebody says, and completes it [IMP-12]', async () => {
    const [phone, email] = [newPhone(), newAddress()];
    const { family } = await given({ phone });
    const part = { phone, email, children: ['Bo'], is: family.id };
    expect(await bring(part)).toMatchObject({
      ...{ state: 'changes', parent_id: family.id, parent_name: family.full_name },
      ...{ changes: ['New child: Bo'], completed: [`Email ${email}`] },
      differs: [expect.stringContaining(`stored is ${family.full_name}`)],
    });
  });

  it('is another one where somebody says so, of one that is stored or of the same file [IMP-12]', async () => {
    const phone = newPhone();
    const { family } = await given({ phone });
    const apart = [{ family_id: family.id, reason: 'phone' }];
    expect(await bring({ phone, children: ['Bo'], apart })).toMatchObject({ state: 'new' });

    const other = newPhone();
    const rows = [
      { phone: other, children: ['Ian'] },
      { phone: other, children: ['Bo'] },
    ];
    const unanswered = partOf(rows);
    const [first, second] = unanswered.families;
    // Each is asked about with the other one, and none is stored before somebody answers.
    for (const route of ['lookUpFamilies', 'importFamilies'] as const)
      expect(await send(route, unanswered)).toMatchObject(
        [second, first].map((one) => ({
          state: 'asked',
          candidates: [{ family_id: null, row: one?.rows[0], reason: 'phone' }],
        })),
      );
    const answered = partOf(rows.map((row) => ({ ...row, phone: newPhone(), apart_in_file: true })));
    expect(statesOf(await send('importFamilies', answered))).toEqual(['new', 'new']);
    // It says nothing of a family that was stored before.
    await given({ phone: other });
    const again = partOf([{ phone: other, children: ['Kit'], apart_in_file: true }]);
    expect(statesOf(await send('importFamilies', again))).toEqual(['asked']);
    await system.expectCountsToAgree();
  });

  it('is asked about again where the answer is stale or forged [IMP-12]', async () => {
    const phone = newPhone();
    const [{ family }, { family: stranger }] = [await given({ phone }), await given({ email: newAddress() })];
    const row = { phone, children: ['Bo'] };
    for (const answer of [
      { is: stranger.id },
      { apart: [{ family_id: stranger.id, reason: 'phone' }] },
      // It was said of something else that they have alike.
      { apart: [{ family_id: family.id, reason: 'name' }] },
    ])
      expect(await bring({ ...row, ...answer })).toMatchObject({
        state: 'asked',
        candidates: [{ family_id: family.id }],
      });
    expect(await bring({ email: newAddress(), is: family.id })).toMatchObject({
      state: 'refused',
      reason: expect.stringMatching(/is not like this one any more/),
    });
    // An email says more than an answer.
    expect(await bring({ email: stranger.email, is: family.id })).toMatchObject({
      state: 'asked',
      candidates: [{ family_id: stranger.id, reason: 'same' }],
    });
  });

  it('that changed before the write is decided anew [IMP-12]', async () => {
    const isImport = (_: string, input: object) => inWrite('"entity":"import-row"')({ operation: '', input });
    for (const answer of ['is', 'apart'] as const) {
      const phone = newPhone();
      const { family } = await given({ phone });
      const part = partOf([
        {
          ...{ phone, children: ['Bo'] },
          ...(answer === 'is' ? { is: family.id } : { apart: [{ family_id: family.id, reason: 'phone' }] }),
        },
      ]);
      const params = { parentId: family.id };
      const body = { full_name: newName(), phone_number: newPhone() };
      const change = async () =>
        expect((await admin.call('updateParent', { params, body })).status).toBeLessThan(300);
      const [decision] = await withChangeBetween(table, change, () => send('importFamilies', part), isImport);
      expect(decision?.state).toBe(answer === 'is' ? 'refused' : 'new');
      expect((await familyOf({ ...decisionOf, parent_id: family.id })).children).toHaveLength(1);
    }
  });

  it('gets an email and a phone that it lacks, and is then invited and found by them [IMP-12]', async () => {
    const [phone, email, name] = [newPhone(), newAddress(), newName()];
    const { family } = await given({ phone, name });
    const part = partOf([{ phone, email, name }]);
    expect(await send('lookUpFamilies', part)).toMatchObject([
      { completed: [`Email ${email}`], changes: [] },
    ]);
    expect(await send('importFamilies', part)).toMatchObject([{ state: 'changes', parent_id: family.id }]);
    expect((await familyOf({ ...decisionOf, parent_id: family.id })).family).toMatchObject({
      email,
      phone_number: phone,
    });
    expect(await bring({ email })).toMatchObject({ state: 'same', parent_id: family.id });
    expect(await getRegistration(table, email)).toEqual({ holder: 'family', familyId: family.id });
    const found = await admin.call('searchEverything', { body: { query: email.split('@')[0] ?? '' } });
    expect(found.body).toMatchObject({ families: [{ id: family.id }] });
    const invited = await admin.call('inviteImported', { params: { importId: part.import_id } });
    expect(invited.body).toMatchObject({ invited: 1 });

    const [withoutPhone] = await send('importFamilies', partOf([{ email: newAddress() }]));
    const known = await familyOf(withoutPhone);
    const lacking = newPhone();
    expect(await bring({ email: known.family.email, phone: lacking })).toMatchObject({
      completed: [`Phone ${lacking}`],
    });
    expect((await familyOf(withoutPhone)).family.phone_number).toBe(lacking);
  });

  it('adds nothing to an administrator without a family [IMP-12]', async () => {
    const { id, profile } = await system.join({ phone_number: newPhone() }, []);
    await updateItem(table, familyKey(id), { remove: ['GSI2PK', 'GSI2SK'] });
    expect(await bring({ email: profile.email, children: ['Bo'] })).toMatchObject({
      state: 'refused',
      reason: expect.stringMatching(/administrator without a family/),
    });
    expect(await familiesWithPhone(table, profile.phone_number)).toEqual([]);
    expect(await bring({ phone: profile.phone_number })).toMatchObject({ state: 'new' });
    const set = familyIndexKeys({ id, created_at: instantOf(system.clock()) });
    await updateItem(table, familyKey(id), { set });
  });

  it('without children is stored, and invited by its phone number [IMP-11]', async () => {
    const part = partOf([
      { email: newAddress(), phone: newPhone(), children: [] },
      { email: newAddress(), children: [] },
    ]);
    const decisions = await send('importFamilies', part);
    expect(statesOf(decisions)).toEqual(['new', 'new']);
    expect((await familyOf(decisions[0])).children).toEqual([]);
    // Of the other one nothing is known that its reader could be asked (FID-09).
    const invited = await admin.call('inviteImported', { params: { importId: part.import_id } });
    expect(invited.body).toEqual({ invited: 1, unproved: 1 });
    await system.expectCountsToAgree();
  });
});

it('a family that is too large for one transaction is refused with the reason, and one that just fits is stored [IMP-02]', async () => {
  const children = Array.from(
    { length: 20 },
    (_, index) => `Kid${index} Anna${index} Maria${index} Novak${index}`,
  );
  const row = { email: newAddress(), phone: newPhone(), children };
  const withRows = (part: Part, count: number): Part => ({
    ...part,
    families: part.families.map((family) => ({
      ...family,
      rows: Array.from({ length: count }, (_, index) =>
        importRowIdSchema.parse(sha256(`${row.email} ${index}`)),
      ),
    })),
  });
  // Profile, ledger, reference, count, address, what the import made, and the turn of the phone; then words of the
  // contact, and children with theirs.
  const contact = { full_name: 'Ana Novak', email: row.email, phone_number: row.phone };
  const most = 100 - 7 - contactWords(contact).length - 20 - 61;
  for (const route of ['lookUpFamilies', 'importFamilies'] as const) {
    const [decision] = await send(route, withRows(partOf([row]), most + 1));
    expect(decision).toMatchObject({ state: 'refused', parent_id: null });
    expect(decision?.reason).toMatch(/too many children and rows/);
  }
  const [stored] = await send('importFamilies', withRows(partOf([row]), most));
  expect(stored?.state).toBe('new');
  expect((await familyOf(stored)).children).toHaveLength(20);
});

it('an interrupted import goes on where it was, whenever it is interrupted, and is undone without a trace [IMP-02]', async () => {
  for (let seed = 1; seed <= repetitions(20, { atLeast: 4 }); seed += 1) {
    const random = randomOf('import', seed);
    const of = `seed ${seed}`;
    const known = newAddress();
    await send('importFamilies', partOf([{ email: known, children: ['Ben'] }]));
    const withKnown = await lasting();
    const part = partOf([
      { email: newAddress(), children: ['Mia', 'Max'], balance: 1_200, note: 'Asthma' },
      { phone: newPhone() },
      { email: known, children: ['Ben', 'Bo'], balance: -300, phone: newPhone() },
    ]);
    const interrupted = (steps: number) =>
      adminApi({
        table: interruptAt(random.below(steps), random.pick(['before', 'after'])).table(table),
        clock: system.clock,
      });
    await send('importFamilies', part, interrupted(45)).catch((error) => {
      if (!(error instanceof InjectedFault) && !/was answered with 5/.test(String(error))) throw error;
    });
    const decisions = await send('importFamilies', part);
    expect(await Promise.all(decisions.map(balance)), of).toEqual([1_200, 0, -300]);
    const names = (await familyOf(decisions[2])).children.map(({ name }) => name);
    expect(names.toSorted(), of).toEqual(['Ben', 'Bo']);
    expect(statesOf(await send('importFamilies', part)), of).toEqual(['same', 'same', 'same']);
    await system.expectCountsToAgree();

    await undo(part, interrupted(60)).catch(() => undefined);
    expect(await undo(part), of).toMatchObject({ kept: [] });
    expect(await lasting(), of).toEqual(withKnown);
    expect(await balance(decisions[2]), of).toBe(0);
    await system.expectCountsToAgree();
  }
});

describe('the undo of an import', () => {
  it('is offered for seven days, and the file can be imported again after it [IMP-02]', async () => {
    const part = partOf([{ email: newAddress(), balance: 800 }]);
    const [first] = await send('importFamilies', part);
    expect(await listed(part)).toMatchObject({ families: 1 });
    const late = new Date(system.clock().getTime() + importLimits.undoDays * dayMs);
    const later = adminApi({ table, clock: () => late });
    expect(await undo(part, later)).toMatchObject({ status: 404 });
    expect(await undo(part)).toMatchObject({ undone: 1, kept: [] });
    expect(await listed(part)).toBeUndefined();
    expect(await undo(part)).toMatchObject({ status: 404 });
    const soon = adminApi({ table, clock: () => new Date(late.getTime() - dayMs) });
    const [again] = await send('importFamilies', part, soon);
    expect(again?.state).toBe('new');
    expect(again?.parent_id).not.toBe(first?.parent_id);
    expect(await balance(again)).toBe(800);
    // It began anew, and so did its seven days.
    expect(await listed(part, later)).toMatchObject({ families: 1 });
    expect(await undo(part, later)).toMatchObject({ undone: 1, kept: [] });
  });

  it('makes a family anew where another family of the file was kept [IMP-02]', async () => {
    const phone = newPhone();
    const part = partOf([{ email: newAddress() }, { phone, balance: 800 }]);
    const [kept, first] = await send('importFamilies', part);
    const body = { full_name: 'Changed By Hand', phone_number: newPhone() };
    await admin.call('updateParent', { params: { parentId: kept?.parent_id ?? '' }, body });
    expect(await undo(part)).toMatchObject({ undone: 1, kept: [{ built: ['was changed by hand'] }] });
    const again = await send('importFamilies', part);
    expect(statesOf(again)).toEqual(['same', 'new']);
    expect(again[1]?.parent_id).not.toBe(first?.parent_id);
    expect(await balance(again[1])).toBe(800);
  });
});

describe('what people added to an imported family', () => {
  interface Added {
    readonly id: FamilyId;
    readonly child: ChildId;
    readonly importId: string;
  }
  const ok = async (answer: Promise<{ readonly status: number }>) =>
    expect((await answer).status).toBeLessThan(300);
  /** Calls about the family, or about its child. */
  const office =
    (route: Parameters<typeof admin.call>[0], body?: object) =>
    ({ id, child, importId }: Added) => {
      const names = { parentId: id, childId: child, importId };
      const used = Object.entries(names).filter(([name]) => routes[route].path.includes(`{${name}}`));
      return ok(admin.call(route, { params: Object.fromEntries(used), ...(body && { body }) }));
    };
  const entry = {
    amount: 900,
    day: sampleToday,
    method: 'cash',
    note: null,
    booking_id: null,
    receipt: false,
  };
  const addNote = (text: string) => office('addFamilyNote', { text, corrects: null });
  const book = async ({ id, child }: Added) => {
    const cls = sampleClass({ capacities: [5] });
    await putClass(table, cls);
    const { children } = await familyOf({ ...decisionOf, parent_id: id });
    const booking = sampleBooking(
      cls,
      { ...sampleFamily(), id, children },
      {
        ...{ id: newBookingId(system.clock()), child_id: child, child_name: 'Mia' },
        ...{ booked_by_adult: undefined, booked_by: admin.userId },
      },
    );
    expect(await takePlace(table, booking)).toMatchObject({ outcome: 'booked' });
    return booking;
  };

  /** One act for every kind of items that a person can add, with the office's words for it. */
  const acts: Readonly<Record<string, readonly [Built, (added: Added) => Promise<unknown>]>> = {
    'family-note': ['has a note', addNote('Calls late')],
    'a corrected date of birth': [
      'has a child that was corrected',
      office('correctChild', { name: 'Mia', date_of_birth: '2018-04-04' }),
    ],
    'a corrected name': [
      'has a child that was corrected',
      office('correctChild', { name: 'Maya', date_of_birth: '2018-04-03' }),
    ],
    'a further child': [
      'has a further child',
      office('addFamilyChildren', { children: [{ name: 'Ben', date_of_birth: '2019-04-03' }] }),
    ],
    child: [
      'has answers about a child',
      ({ id, child }) =>
        updateCard(
          table,
          { parentId: id, childId: child },
          { confirmed: true, shown: {} },
          { at: instantOf(system.clock()), by: admin.userId },
        ),
    ],
    family: [
      'was changed by hand',
      (of) => office('updateParent', { full_name: newName(), phone_number: newPhone() })(of),
    ],
    'adult-invitation': ['was invited', office('inviteImported')],
    'payment-reference': [
      'has a second reference',
      async ({ id }) => {
        const second_reference = secondReferenceSchema.parse(`REF${id.slice(-8)}7`);
        const edit = { second_reference, shown: { second_reference: null } };
        expect((await setSecondReference(table, id, edit, [])).outcome).toBe('done');
      },
    ],
    ledger: ['is not to be reminded to pay', office('setDoNotRemind', { do_not_remind: true })],
    'ledger-entry': ['has a payment or another entry', office('recordPayment', entry)],
    'entry-note': [
      'has a payment or another entry',
      // What a card payment was paid with can be stored before its entry.
      ({ id }) =>
        sendTransaction(table, [
          entryNotePut(
            table,
            id,
            ledgerEntryKey({ type: 'card', id: providerIdSchema.parse('pi_1') }),
            'Card',
          ),
        ]),
    ],
    booking: ['has a booking', book],
    'ended-booking': [
      'had a booking',
      async (added) => {
        const deps = { table, clock: system.clock, timeZone: sampleTimeZone };
        const ending = { ending: { reason: 'cancelled' }, by: 'admin', tell: false } as const;
        expect(await endBooking(deps, await book(added), ending)).toMatchObject({ outcome: 'ended' });
      },
    ],
    'waiting-entry': [
      'is on a waiting list',
      async ({ id, child }) => {
        const cls = sampleClass({ capacities: [1] });
        await putClass(table, cls);
        const other = await system.join({ phone_number: newPhone() }, [{ name: 'Kim' }]);
        const booking = sampleBooking(cls, other, { id: newBookingId(system.clock()) });
        expect(await takePlace(table, booking)).toMatchObject({ outcome: 'booked' });
        const { class_id, time_slot_id } = booking;
        await ok(
          admin.call('addToWaitingList', {
            body: { class_id, time_slot_id, parent_id: id, child_ids: [child] },
          }),
        );
      },
    ],
    account: [
      'has a login',
      async ({ id }) => {
        const { profile } = sampleFamily();
        await putMember(table, profile, { family_id: id, family_role: 'holder' });
      },
    ],
    'family-task': [
      'was said to be another family',
      async ({ id }) => {
        const pair = { family_id: id, other_id: newFamilyId(system.clock()), reason: 'phone' } as const;
        const task = { kind: 'same', ...pair, at: instantOf(system.clock()), dismissed: true } as const;
        expect((await sendTransaction(table, [familyTaskPut(table, task)])).outcome).toBe('done');
      },
    ],
    'aside-mail': [
      'has an email that was not sent',
      ({ id }) =>
        setAside(table, {
          item: { PK: `A#${id}`, SK: 'MAIL', parent_id: id, [entityAttribute]: 'ledger-entry' },
          error: new Error('The mail server refused it'),
          now: system.clock(),
        }),
    ],
    imported: [
      'has more from another file',
      async ({ id }) => {
        const { email } = (await familyOf({ ...decisionOf, parent_id: id })).family;
        const more = partOf([{ email, children: ['Mia', 'Max'] }]);
        expect(statesOf(await send('importFamilies', more))).toEqual(['changes']);
      },
    ],
  };

  const given = async () => {
    const part = partOf([{ email: newAddress(), phone: newPhone() }]);
    const [decision] = await send('importFamilies', part);
    const { family, children } = await familyOf(decision);
    const added = {
      id: family.id,
      child: children[0]?.id ?? expect.fail('No child'),
      importId: part.import_id,
    };
    return { part, added };
  };

  it('is one act at least for every kind of the list that an undo looks for [IMP-13]', () => {
    const kinds = familyHoldings
      .filter(({ built }) => typeof built === 'function')
      .map(({ entities }) => entities);
    expect(kinds.filter((entities) => !entities.some((entity) => entity in acts))).toEqual([]);
  });

  it.each(Object.keys(acts))('is not taken by an undo, which says why: %s [IMP-13]', async (what) => {
    const [why, act] = acts[what] ?? expect.fail('No act');
    const { part, added } = await given();
    await act(added);
    const before = await lasting();
    const { undone, kept } = await undo(part);
    expect(undone).toBe(0);
    expect(kept).toMatchObject([{ built: expect.arrayContaining([why]) }]);
    expect(await lasting()).toEqual(before);
    // The family takes further acts.
    await addNote('Still here')(added);
  });

  it.each([
    'child',
    'booking',
    'ended-booking',
    'waiting-entry',
    'a corrected date of birth',
    'a corrected name',
  ])('to a child that a file added to a known family is not taken: %s [IMP-13]', async (what) => {
    const [why, act] = acts[what] ?? expect.fail('No act');
    const email = newAddress();
    await send('importFamilies', partOf([{ email, children: ['Ben'] }]));
    const part = partOf([{ email, children: ['Ben', 'Mia'] }]);
    const [decision] = await send('importFamilies', part);
    const { family, children } = await familyOf(decision);
    const child = children.find(({ name }) => name === 'Mia')?.id ?? expect.fail('No child');
    const added = { id: family.id, child, importId: part.import_id };
    await act(added);
    expect(await undo(part)).toMatchObject({ undone: 0, kept: [{ built: [why] }] });
    expect((await familyOf(decision)).children).toHaveLength(2);
  });

  it('keeps a completed email whose family was invited by it, and takes back one that nobody used [IMP-13]', async () => {
    for (const isInvited of [true, false]) {
      const [phone, email, name] = [newPhone(), newAddress(), newName()];
      const [known] = await send('importFamilies', partOf([{ phone, name }]));
      const part = partOf([{ phone, name, email }]);
      await send('importFamilies', part);
      if (isInvited) await ok(admin.call('inviteImported', { params: { importId: part.import_id } }));
      expect(await undo(part)).toMatchObject(
        isInvited ? { undone: 0, kept: [{ built: ['was invited'] }] } : { undone: 1, kept: [] },
      );
      expect((await familyOf(known)).family.email).toBe(isInvited ? email : '');
      expect(await getRegistration(table, email)).toEqual(
        isInvited ? { holder: 'family', familyId: known?.parent_id } : undefined,
      );
    }
  });

  it('is nothing where nobody added anything: all is gone, and the undo is in the log [IMP-13]', async () => {
    const { part, added } = await given();
    expect(await undo(part)).toMatchObject({ undone: 1, kept: [] });
    expect(await getFamily(table, added.id)).toBeUndefined();
    const logged = (await readAllItems(table)).filter(({ subject_id }) => subject_id === part.import_id);
    expect(logged).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ action: 'families.import-undone', actor_id: admin.userId }),
      ]),
    );
  });

  describe('where an undo was interrupted after it closed the family', () => {
    const closed = async () => {
      const { part, added } = await given();
      const isSecond: Interceptor = (request, forward) => {
        if (textOf(request.input).includes('REMOVE #undoing')) throw new InjectedFault('Interrupted');
        return forward(request.input);
      };
      await intercepting(table, [isSecond], () => undo(part)).catch(() => undefined);
      const found = await familyOf({ ...decisionOf, parent_id: added.id });
      expect(found).toMatchObject({ family: { deleting: true } });
      return { part, added };
    };

    it('ends with a family that is deleted meanwhile [IMP-13]', async () => {
      const { part, added } = await closed();
      await office('deleteParent')(added);
      expect(await getFamily(table, added.id)).toBeUndefined();
      expect(await undo(part)).toMatchObject({ status: 200, kept: [] });
      await system.expectCountsToAgree();
    });
  });
});

describe('the undo of an import at the same moment as', () => {
  /** A file that makes a family, and one that changes a known one. */
  const parts = async () => {
    const email = newAddress();
    await send('importFamilies', partOf([{ email, children: ['Ben'] }]));
    return [
      partOf([{ email: newAddress(), balance: 900 }]),
      partOf([{ email, children: ['Ben', 'Bo'], balance: 900 }]),
      partOf([{ email, children: ['Ben'], phone: newPhone() }]),
    ];
  };
  const storesRow =
    ({ families }: Part) =>
    (_: string, input: object) =>
      inWrite('"entity":"import-row"', families[0]?.rows[0] ?? '')({ operation: '', input });

  it('the import itself leaves no family that another undo does not find [IMP-02]', async () => {
    for (const part of await parts()) {
      const before = await lasting();
      const undoNow = async () => expect(await undo(part)).toMatchObject({ undone: 0, kept: [] });
      await withChangeBetween(table, undoNow, () => send('importFamilies', part), storesRow(part));
      expect(await listed(part)).toMatchObject({ families: 1 });
      expect(await undo(part)).toMatchObject({ undone: 1, kept: [] });
      expect(await lasting()).toEqual(before);
      expect(await listed(part)).toBeUndefined();
    }
    await system.expectCountsToAgree();
  });
});
