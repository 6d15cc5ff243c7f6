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
import {
  sampleBooking,
  sampleClass,
  sampleFamily,
  sampleTimeZone,
  sampleToday,
} from '#infra/testing/samples/samples';
import { adminApi, startMemberSystem } from '#infra/testing/services/admin-system';
import { invoke } from '#infra/testing/services/invoke';
import { readAllItems } from '#infra/testing/table/all-items';
import { itemsNaming } from '#infra/testing/table/items-naming';
import { withChangeBetween } from '#infra/testing/table/test-table';
import { adminRoutes } from '#shared/contract/admin-routes';
import { familyRoutes } from '#shared/contract/family-routes';
import {
  type FamilyDecision,
  importFamiliesSchema,
  importLimits,
  importRowIdSchema,
} from '#shared/families/import';
import { balanceOf } from '#shared/ledger/balance';
import { dayMs } from '#shared/lib/durations';
import { memberships } from '../accounts/accounts.ts';
import { contactWords } from '../accounts/search-words.ts';
import { takePlace } from '../booking/take-place.ts';
import { familyOperations } from '../entries/family-operations.ts';
import { getFamilyLedger } from '../ledger/ledger.ts';
import { entityAttribute, sha256 } from '../lib/dynamo/items.ts';
import { createHandler } from '../lib/http/create-handler.ts';
import { newBookingId } from '../lib/ids.ts';
import { getFamily } from './families.ts';

const system = await startMemberSystem();
afterAll(() => system.stop());
const { table, admin } = system;

interface Row {
  readonly email?: string | null;
  readonly phone?: string;
  readonly children?: readonly string[];
  readonly balance?: number | null;
  readonly name?: string;
  readonly note?: string;
}

/** A part of a file: one family for each row. */
const partOf = (rows: readonly Row[], file: string = randomUUID()) =>
  importFamiliesSchema.parse({
    import_id: sha256(file),
    families: rows.map(
      (
        { email = null, phone = '', children = ['Mia'], balance = null, name = 'Ana Novak', note = null },
        index,
      ) => ({
        rows: [sha256(`${file} ${index}`)],
        adult: { full_name: name, email, phone_number: phone },
        second: null,
        children: children.map((child) => ({
          name: child,
          date_of_birth: '2018-04-03',
          medical_conditions: note,
          contact: null,
          is: null,
        })),
        apart: false,
        balance,
      }),
    ),
  });
type Part = ReturnType<typeof partOf>;

const newEmail = () => `${randomUUID()}@example.com`;
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
const statesOf = (decisions: readonly FamilyDecision[]) => decisions.map(({ state }) => state);

/** Undoes an import, as the site does: part by part. */
const undo = async ({ import_id }: Part, by: Pick<typeof admin, 'call'> = admin) => {
  const kept: { full_name: string; built: string }[] = [];
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
  const passing = ['activity', 'import', 'import-row', 'phone-turn', 'ledger-entry', 'ledger', 'attempt'];
  const inOrder = (_: string, value: unknown): unknown => {
    if (value instanceof Set) return [...value].toSorted();
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)));
  };
  return items
    .filter((item) => !passing.includes(String(item[entityAttribute])))
    .map((item) => JSON.stringify(item, inOrder))
    .toSorted();
};

describe('an import of families', () => {
  it('is the decision of the dry run, which stores nothing [IMP-01]', async () => {
    const known = await system.join({ phone_number: newPhone() }, [{ name: 'Ben' }]);
    const part = partOf([
      { email: newEmail() },
      { email: known.profile.email, children: ['Ben', 'Bo'] },
      { phone: known.profile.phone_number, children: ['Ben'] },
      { phone: newPhone(), children: ['Zoe', 'Zac'], balance: 2_050 },
    ]);
    const before = await readAllItems(table);
    const checked = await send('lookUpFamilies', part);
    expect(await readAllItems(table)).toEqual(before);
    expect(statesOf(checked)).toEqual(['new', 'refused', 'refused', 'new']);
  });

  it('knows a family by email, then by phone, and twins stay two [IMP-02]', async () => {
    const [email, phone] = [newEmail(), newPhone()];
    const first = await send('importFamilies', partOf([{ email, phone, children: ['Mia', 'Max'] }]));
    expect((await familyOf(first[0])).children.map(({ name }) => name)).toEqual(['Mia', 'Max']);
    const second = await send(
      'importFamilies',
      partOf([
        { email, children: ['Ben'], name: 'Somebody Else' },
        { phone: `+44 ${phone.slice(1)}`, children: ['Bo'] },
        { email: newEmail(), children: ['Mia'] },
      ]),
    );
    expect(second.map(({ state, changes }) => [state, changes])).toEqual([
      ['changes', ['New child: Ben']],
      ['changes', ['New child: Bo']],
      ['new', []],
    ]);
    expect(new Set([first[0], second[0], second[1]].map((one) => one?.parent_id)).size).toBe(1);
    const family = await familyOf(first[0]);
    // What the file leaves out stays.
    expect(family.family).toMatchObject({ full_name: 'Ana Novak', phone_number: phone, email });
    expect(new Set(family.children.map(({ name }) => name))).toEqual(new Set(['Mia', 'Max', 'Ben', 'Bo']));
    await system.expectCountsToAgree();
  });

  it('changes a phone number, and asks about a child in another spelling [IMP-02]', async () => {
    const [email, phone] = [newEmail(), newPhone()];
    await send('importFamilies', partOf([{ email, phone: newPhone(), children: ['Mia Novak'] }]));
    const [changed] = await send('importFamilies', partOf([{ email, phone, children: ['Mia Novak'] }]));
    expect(changed?.state).toBe('changes');
    expect((await familyOf(changed)).family.phone_number).toBe(phone);
    const [asked] = await send('importFamilies', partOf([{ email, children: ['Mya Novak'] }]));
    expect(asked).toMatchObject({
      state: 'asked',
      similar: [{ name: 'Mya Novak', known_name: 'Mia Novak' }],
    });
    expect((await familyOf(changed)).children).toHaveLength(1);
  });

  it('repeated, by anybody, changes nothing, and records each opening balance once [IMP-02]', async () => {
    const part = partOf([
      { email: newEmail(), balance: 2_050 },
      { phone: newPhone(), balance: -500 },
      { email: newEmail() },
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

  it('of one file by two administrators at once is one [IMP-02]', async () => {
    const part = partOf(
      Array.from({ length: 8 }, (_, index) => ({
        ...(index % 2 === 0 ? { email: newEmail() } : { phone: newPhone() }),
        balance: index % 3 === 0 ? 1_000 : null,
      })),
    );
    const other = adminApi({ table, clock: system.clock });
    const [one, two] = await Promise.all([send('importFamilies', part), send('importFamilies', part, other)]);
    expect(one.map(({ parent_id }) => parent_id)).toEqual(two.map(({ parent_id }) => parent_id));
    for (const [index, decision] of one.entries())
      expect(await balance(decision)).toBe(index % 3 === 0 ? 1_000 : 0);
    await system.expectCountsToAgree();
  });

  it('of two files with one family that is known by phone alone is one family, whichever decides first [IMP-02]', async () => {
    for (const email of [null, newEmail()]) {
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

  it('mails nobody, and keeps notes off the cards until the family confirms them [IMP-02]', async () => {
    const [decision] = await send(
      'importFamilies',
      partOf([{ email: newEmail(), note: 'Asthma', balance: 700 }]),
    );
    const { children, family } = await familyOf(decision);
    expect(children[0]).toMatchObject({ medical_conditions: null, health_answer: null, contacts: [] });
    expect(family).toMatchObject({ members: [], email_verified: false });
    const mails = (await readAllItems(table)).filter(({ PK }) => String(PK).startsWith('MAIL#'));
    expect(mails).toEqual([]);
  });
});

describe('a family that is too large for one transaction', () => {
  const children = Array.from(
    { length: 20 },
    (_, index) => `Kid${index} Anna${index} Maria${index} Novak${index}`,
  );
  const withRows = (part: Part, count: number): Part => ({
    ...part,
    families: part.families.map((family) => ({
      ...family,
      rows: Array.from({ length: count }, (_, index) =>
        importRowIdSchema.parse(sha256(`${part.import_id} ${index}`)),
      ),
    })),
  });

  it('is refused with the reason, by the dry run too, and one that just fits is stored [IMP-02]', async () => {
    const row = { email: newEmail(), phone: newPhone(), children };
    // Profile, ledger, reference, count, address, what the import made, and the turn of the phone; then words of the
    // contact, and children with theirs.
    const most =
      100 -
      7 -
      contactWords({ full_name: 'Ana Novak', email: row.email, phone_number: row.phone }).length -
      20 -
      61;
    const large = withRows(partOf([row]), most + 1);
    for (const route of ['lookUpFamilies', 'importFamilies'] as const) {
      const [decision] = await send(route, large);
      expect(decision).toMatchObject({ state: 'refused', parent_id: null });
      expect(decision?.reason).toMatch(/too many children and rows/);
    }
    const [stored] = await send('importFamilies', withRows(partOf([row]), most));
    expect(stored?.state).toBe('new');
    expect((await familyOf(stored)).children).toHaveLength(20);
  });

  it('is refused where it is known and its new children are too many [IMP-02]', async () => {
    const email = newEmail();
    await send('importFamilies', partOf([{ email, children: ['Ben'] }]));
    const added = withRows(partOf([{ email, children: children.slice(1) }]), 40);
    expect(statesOf(await send('importFamilies', added))).toEqual(['refused']);
    expect(statesOf(await send('importFamilies', partOf([{ email, children: children.slice(1) }])))).toEqual([
      'changes',
    ]);
  });
});

describe('what a file says of a family', () => {
  it('is in the export of the family, and goes with it [EME-07]', async () => {
    const known = await system.join({ phone_number: newPhone() }, [{ name: 'Ben' }]);
    const { id, profile } = known;
    const { email } = profile;
    await send('importFamilies', partOf([{ email, children: ['Kit Zephyr'], note: 'Allergic to quinces' }]));
    const family = createHandler(
      familyRoutes,
      familyOperations,
      { table, clock: system.clock, timeZone: sampleTimeZone },
      { memberships: memberships(table) },
    );
    const caller = { userId: profile.id, familyId: id, signedInAt: new Date() };
    const exported = await invoke(family, { route: 'exportMyData', ...caller });
    const { imported } = familyRoutes.exportMyData.response.parse(exported.body);
    expect(imported).toMatchObject([
      { made: 'changes', full_name: profile.full_name },
      { medical_conditions: 'Allergic to quinces' },
    ]);
    expect(await itemsNaming(table, ['quinces', 'zephyr'])).not.toEqual([]);
    expect((await admin.call('deleteParent', { params: { parentId: id } })).status).toBe(200);
    expect(await itemsNaming(table, ['quinces', 'zephyr', email])).toEqual([]);
  });

  it('goes with a family that it made [EME-07]', async () => {
    const email = newEmail();
    const [made] = await send(
      'importFamilies',
      partOf([{ email, name: 'Perpetua Quill', children: ['Otto Quill'], note: 'Sees a speechmaster' }]),
    );
    const words = ['speechmaster', 'quill', email];
    expect(await itemsNaming(table, words)).not.toEqual([]);
    const params = { parentId: made?.parent_id ?? '' };
    expect((await admin.call('deleteParent', { params })).status).toBe(200);
    expect(await itemsNaming(table, words)).toEqual([]);
  });
});

describe('an interrupted import', () => {
  it('goes on where it was, whenever it is interrupted, and is undone without a trace [IMP-02]', async () => {
    for (let seed = 1; seed <= 20; seed += 1) {
      const random = randomOf('import', seed);
      const of = `seed ${seed}`;
      const known = newEmail();
      await send('importFamilies', partOf([{ email: known, children: ['Ben'] }]));
      const withKnown = await lasting();
      const part = partOf([
        { email: newEmail(), children: ['Mia', 'Max'], balance: 1_200, note: 'Asthma' },
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
});

describe('the undo of an import', () => {
  it('keeps what was built on, and names it [IMP-02]', async () => {
    const part = partOf([
      { email: newEmail(), name: 'With Booking' },
      { email: newEmail(), name: 'Changed By Hand' },
      { email: newEmail(), name: 'Has Paid', balance: 900 },
      { email: newEmail(), name: 'Nothing Done' },
    ]);
    const decisions = await send('importFamilies', part);
    const [booked, changed, paid] = await Promise.all(decisions.map(familyOf));
    const cls = sampleClass({ capacities: [5] });
    await putClass(table, cls);
    const { family, children } = booked ?? expect.fail();
    const booking = sampleBooking(
      cls,
      { ...sampleFamily(), id: family.id, children },
      { id: newBookingId(system.clock()), booked_by_adult: undefined, booked_by: admin.userId },
    );
    expect(await takePlace(table, booking)).toMatchObject({ outcome: 'booked' });
    await admin.call('updateParent', {
      params: { parentId: changed?.family.id ?? '' },
      body: { full_name: 'Changed By Hand', phone_number: newPhone() },
    });
    const payment = {
      amount: 900,
      day: sampleToday,
      method: 'cash',
      note: null,
      booking_id: null,
      receipt: false,
    };
    const recorded = await admin.call('recordPayment', {
      params: { parentId: paid?.family.id ?? '' },
      body: payment,
    });
    expect(recorded.status).toBe(201);
    const result = await undo(part);
    expect(result.undone).toBe(1);
    expect(result.kept.map(({ full_name, built }) => `${full_name} ${built}`).toSorted()).toEqual([
      'Changed By Hand was changed by hand',
      'Has Paid has a payment or another entry',
      'With Booking has a booking',
    ]);
    expect(await balance(decisions[2])).toBe(0);
    await system.expectCountsToAgree();
  });

  it('is offered for seven days, and the file can be imported again after it [IMP-02]', async () => {
    const part = partOf([{ email: newEmail(), balance: 800 }]);
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
    const part = partOf([{ email: newEmail() }, { phone, balance: 800 }]);
    const [kept, first] = await send('importFamilies', part);
    const body = { full_name: 'Changed By Hand', phone_number: newPhone() };
    await admin.call('updateParent', { params: { parentId: kept?.parent_id ?? '' }, body });
    expect(await undo(part)).toMatchObject({ undone: 1, kept: [{ built: 'was changed by hand' }] });
    const again = await send('importFamilies', part);
    expect(statesOf(again)).toEqual(['same', 'new']);
    expect(again[1]?.parent_id).not.toBe(first?.parent_id);
    expect(await balance(again[1])).toBe(800);
  });
});

describe('the undo of an import at the same moment as', () => {
  /** A file that makes a family, and one that changes a known one. */
  const parts = async () => {
    const email = newEmail();
    await send('importFamilies', partOf([{ email, children: ['Ben'] }]));
    return [
      partOf([{ email: newEmail(), balance: 900 }]),
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

  it('another undo and a new import of the file leaves the marks of the new one [IMP-02]', async () => {
    for (const part of await parts()) {
      const before = await lasting();
      await send('importFamilies', part);
      let isOvertaken = false;
      const overtaken: Interceptor = async (request, forward) => {
        const isFirst =
          !isOvertaken && request.operation === 'GetItem' && textOf(request.input).includes('IMPORTED#');
        if (!isFirst) return forward(request.input);
        isOvertaken = true;
        expect(await undo(part)).toMatchObject({ undone: 1 });
        const answer = await forward(request.input);
        await send('importFamilies', part);
        return answer;
      };
      expect(await intercepting(table, [overtaken], () => undo(part))).toMatchObject({ status: 200 });
      expect(isOvertaken).toBe(true);
      expect(statesOf(await send('importFamilies', part))).toEqual(['same']);
      expect(await listed(part)).toMatchObject({ families: 1 });
      expect(await undo(part)).toMatchObject({ undone: 1, kept: [] });
      expect(await lasting()).toEqual(before);
    }
    await system.expectCountsToAgree();
  });

  it('the opening balance is recorded takes that back as well [IMP-02]', async () => {
    for (const part of (await parts()).slice(0, 2)) {
      const interrupted: Interceptor = (request, forward) => {
        if (inWrite('"entity":"ledger-entry"')(request))
          throw new InjectedFault('The function was interrupted');
        return forward(request.input);
      };
      const admitFault = (error: unknown) => expect(String(error)).toMatch(/was answered with 5/);
      await intercepting(table, [interrupted], () => send('importFamilies', part)).catch(admitFault);
      let decisions: FamilyDecision[] = [];
      const goOn = async () => {
        decisions = await send('importFamilies', part);
        expect(await balance(decisions[0])).toBe(900);
      };
      const isUndo = (name: string, input: object) =>
        name === 'TransactWriteItemsCommand' && textOf(input).includes('"#closing"');
      expect(await withChangeBetween(table, goOn, () => undo(part), isUndo)).toMatchObject({ status: 503 });
      expect(await undo(part)).toMatchObject({ undone: 1, kept: [] });
      expect((await balance(decisions[0])) ?? 0).toBe(0);
    }
    await system.expectCountsToAgree();
  });
});
