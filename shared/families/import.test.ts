import { describe, expect, it } from 'vitest';
import { childIdSchema, familyIdSchema } from '#shared/lib/ids';
import { splitText } from '#shared/testing/split-text';
import { date } from '#shared/testing/values';
import { findFamilyTable, guessFamilyColumns } from './guess-columns.ts';
import {
  decideFamily,
  isSimilarName,
  omitsSomething,
  type StoredForImport,
  thingsImported,
} from './import-decision.ts';
import { groupFamilies, type SharedAnswers } from './import-groups.ts';
import { birthdayOrderIn, readFamilyRows } from './import-rows.ts';

const today = date('2026-11-27');
const tableOf = (lines: readonly string[]) =>
  findFamilyTable(splitText(lines.join('\r\n'))) ?? expect.fail('No table');

const read = async (lines: readonly string[], answers: SharedAnswers = new Map()) => {
  const table = tableOf(lines);
  const columns = guessFamilyColumns(table, today);
  const order = birthdayOrderIn(table, columns);
  const { rows, refused } = await readFamilyRows(table, {
    columns,
    order: order === 'ask' ? 'day-first' : order,
    today,
  });
  const grouped = groupFamilies(rows, answers);
  const reasons = [...refused, ...grouped.refused].map(({ line, reason }) => `${line}: ${reason}`);
  const families = grouped.families.map(({ adult, second, children, balance, lines: of }) => [
    [adult, ...(second ? [second] : [])].map((one) =>
      [one.full_name, one.email ?? '', one.phone_number].join(' | '),
    ),
    children.map((child) => `${child.name} ${child.date_of_birth}`),
    balance,
    of,
  ]);
  return { order, families, reasons, asked: grouped.asked, grouped };
};

const heading = 'Parent name,Parent email,Parent phone,Child name,Date of birth,Balance';
const row = (...cells: string[]) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',');
const good = 'Ana Novak,ana@example.com,07700 900101,Mia Novak,2018-04-03,';

describe('the rows of a file of families', () => {
  it('are of the parent who can be reached, whoever stands first [IMP-10]', async () => {
    const { families } = await read([
      'Mum,Mum Email,Dad,Dad Mobile,Child,DOB',
      'Una Field,una(at)example.com,Theo Field,07700 900127,Max Field,2018-11-11',
    ]);
    expect(families[0]?.[0]).toEqual(['Theo Field |  | 07700 900127', 'Una Field |  | ']);
  });

  it('of a family without children keep the second parent for the office [IMP-05, IMP-11]', async () => {
    const { grouped } = await read([
      'Mum,Mum Email,Dad,Dad Mobile',
      'Una Field,una@example.com,Theo Field,07700 900127',
      'Ana Novak,ana@example.com,,',
    ]);
    const notes = grouped.families.map(({ office_note }) => office_note);
    expect(notes).toEqual(['Second parent: Theo Field, 07700 900127', undefined]);
  });

  it('of one child keep all that they say of it, and what is too long is shown [IMP-05, IMP-06]', async () => {
    const of = (email: string, phone: string, health: string, call: string, notes: string) =>
      row('Ana Novak', email, phone, 'Mia Novak', '2018-04-03', health, 'Ruth', call, notes);
    const {
      grouped: { families },
    } = await read([
      'Parent name,Parent email,Parent phone,Child name,Date of birth,Health,Emergency name,Emergency phone,Office notes',
      of('ana@example.com', '07700 900101', 'Asthma', '07700 900301', ''),
      of('ana2@example.com', '07700900101', 'Epilepsy', '07700 900302', ''),
      of('', '07700 900102', 'asthma', '07700 900301', ''),
      of('', '07700 900101', `Long ${'x'.repeat(990)}`, '07700 900301', ''),
    ]);
    expect(families).toHaveLength(1);
    expect(families[0]?.children).toMatchObject([
      { medical_conditions: expect.stringMatching(/^Asthma. Epilepsy. Long x+$/), contact: { name: 'Ruth' } },
    ]);
    expect(families[0]?.office_note?.split('\n').toSorted()).toEqual([
      'Ana Novak: another email ana2@example.com',
      'Ana Novak: another phone number 07700 900102',
      'Another emergency contact of Mia Novak: Ruth, 07700 900302',
    ]);
    expect(families[0]?.beyond).toEqual([`Health note of Mia Novak: ${'x'.repeat(13)}`]);
  });

  it('have a note for the office up to its limit, and the rest is shown [IMP-05]', async () => {
    const table = tableOf([`${heading},Remarks`, `${good},${'Much to say. '.repeat(100)}`]);
    const columns = guessFamilyColumns(table, today).map((fate, index) => (index === 6 ? 'office' : fate));
    const { rows } = await readFamilyRows(table, { columns, order: 'day-first', today });
    const [{ office_note = '', beyond } = expect.fail('No family')] = groupFamilies(rows, new Map()).families;
    expect(office_note.length).toBeLessThanOrEqual(1_000);
    const [, rest = ''] = /^Note for the office: (.*)$/.exec(beyond.join()) ?? [];
    expect(`${office_note} ${rest}`.replaceAll(' ', '')).toBe(
      `Remarks: ${'Much to say. '.repeat(100)}`.replaceAll(' ', ''),
    );
  });

  it('are counted as a spreadsheet counts them: with the heading, the lines above it and empty ones [IMP-01]', () => {
    const table = tableOf([
      'All families',
      '',
      heading,
      good,
      '',
      row('Two\nlines', 'b@example.com', '', 'Bo', '2019-01-01', ''),
      good,
    ]);
    expect(table.rows.map(({ line }) => line)).toEqual([4, 6, 7]);
  });

  it.each([
    ['23/04/2018', 'day-first'],
    ['04/23/2018', 'month-first'],
    ['04/04/2018', 'day-first'],
  ])('with %s have their dates %s [IMP-01]', async (born, order) => {
    const { order: found } = await read([heading, row('Ana', 'a@example.com', '', 'Mia', born, '')]);
    expect(found).toBe(order);
  });

  it('have years of two digits in this century [IMP-01]', async () => {
    const { families } = await read([heading, 'Ana,a@example.com,,Mia,23/04/18,']);
    expect(families[0]?.[1]).toEqual(['Mia 2018-04-23']);
  });

  it.each([
    ['Ana,a@example.com,,Mia,7,', '“7” is an age or a grade. Please use the date of birth'],
    [
      'Ana,a@example.com,,Mia,43193,',
      '“43193” is how Excel counts days. Please format the column as dates, and save it again',
    ],
    ['Ana,a@example.com,,Mia,2031-02-03,', 'Date of birth cannot be in the future'],
    ['Ana,a@example.com,,Mia,,', 'No date of birth of Mia'],
    ['Ana,a@example.com,,,2018-04-03,', 'A date of birth without the name of the child'],
    ['Ana,n/a,none,Mia,2018-04-03,', 'Neither an email nor a phone number of a parent'],
    ['Ana,ana@,,Mia,2018-04-03,', 'Parent email “ana@” is no email'],
    ['Ana,,call me,Mia,2018-04-03,', 'Parent phone “call me” is no phone number'],
  ])('%s is refused: %s [IMP-01]', async (bad, reason) => {
    const { families, reasons } = await read([heading, good, bad]);
    expect(reasons).toEqual([`3: ${reason}`]);
    expect(families).toHaveLength(1);
  });

  it('take formulas as texts, phones as typed, and balances with their sign [IMP-02]', async () => {
    const { families } = await read([
      heading,
      row('=HYPERLINK(1)', '', '="07700 900101"', '+Mia', '2018-04-03', '(20.50)'),
      'Kim,,(07700) 900-102,Bo,2019-04-03,30',
    ]);
    expect(families).toEqual([
      [['=HYPERLINK(1) |  | 07700 900101'], ['+Mia 2018-04-03'], -2050, [2]],
      [['Kim |  | (07700) 900-102'], ['Bo 2019-04-03'], 3000, [3]],
    ]);
  });

  it('are one family by email, by phone and name, or by a child with a surname, and never by surname [IMP-02, IMP-12]', async () => {
    const { families, reasons, asked } = await read([
      heading,
      'Ana Novak,ana@example.com,07700 900101,Mia Novak,2018-04-03,20',
      'ana novak,ANA@example.com,,Ben Novak,2020-05-06,20',
      'Leo Novak,leo@example.com,,Mia Novak,2018-04-03,',
      'Eva Novak,eva@example.com,,Zoe Novak,2018-04-03,',
      'Kim,,07700900105,Bo,2019-01-01,',
      'Kim,,+44 7700 900105,Cy,2019-01-01,',
    ]);
    expect([reasons, asked]).toEqual([[], []]);
    expect(families).toEqual([
      [
        ['Ana Novak | ana@example.com | 07700 900101', 'Leo Novak | leo@example.com | '],
        ['Mia Novak 2018-04-03', 'Ben Novak 2020-05-06'],
        2000,
        [2, 3, 4],
      ],
      [['Eva Novak | eva@example.com | '], ['Zoe Novak 2018-04-03'], null, [5]],
      // Twins stay two.
      [['Kim |  | 07700900105'], ['Bo 2019-01-01', 'Cy 2019-01-01'], null, [6, 7]],
    ]);
  });

  const [ana, kim] = ['Ana Novak,ana@example.com,,Mia,2018-04-03,', '07700 900105'];
  it.each([
    ['an email and a name', ana, 'Ana Novak,ana@example.com,,Bo,2019-01-01,', 1],
    ['a phone and a name', `Kim,,${kim},Bo,2019-01-01,`, `KIM,k@example.com,${kim},Cy,2019-01-01,`, 1],
    ['a phone alone', `Kim,,${kim},Bo,2019-01-01,`, `Lee,,${kim},Cy,2019-01-01,`, 'phone'],
    ['a name alone', ana, 'ana  novak,a@example.com,,Bo,2019-01-01,', 'name'],
    ['a child without a surname', ana, 'Leo,leo@example.com,,Mia,2018-04-03,', 'child'],
    ['an email, of two names', ana, 'Kim Lee,ana@example.com,,Bo,2019-01-01,', 'email'],
    ['a surname', ana, 'Eva Novak,eva@example.com,,Zoe,2018-04-03,', 2],
  ] as const)('with %s: one family, two, or a question [IMP-12]', async (_, one, other, result) => {
    const lines = [heading, one, other];
    const { families, asked, reasons } = await read(lines);
    expect(reasons).toEqual([]);
    if (typeof result === 'number') {
      expect(families).toHaveLength(result);
      expect(asked).toEqual([]);
      return;
    }
    // Neither is imported before somebody says what they are, and both are shown.
    expect(families).toEqual([]);
    expect(asked).toMatchObject([{ reason: result, families: [{ lines: [2] }, { lines: [3] }] }]);
    const shared = asked[0]?.shared ?? '';
    expect((await read(lines, new Map([[shared, 'one']]))).families).toHaveLength(1);
    const apart = await read(lines, new Map([[shared, 'apart']]));
    expect(apart.grouped.families).toMatchObject([{ apart_in_file: true }, { apart_in_file: true }]);
  });

  it('that share an email and are two families leave it to the first [IMP-02]', async () => {
    const lines = [heading, ana, `Kim,ana@example.com,${kim},Bo,2019-04-03,`];
    const { asked } = await read(lines);
    const apart = await read(lines, new Map([[asked[0]?.shared ?? '', 'apart']]));
    expect(apart.families.map(([adults]) => adults)).toEqual([
      ['Ana Novak | ana@example.com | '],
      ['Kim |  | 07700 900105'],
    ]);
  });

  it('of one family are refused together where they contradict each other [IMP-02]', async () => {
    const alike =
      '“Zoë” and “Zoe Berg” may be one child. Please write the name alike, or add one of them by hand';
    const { families, reasons } = await read([
      heading,
      'Ana,ana@example.com,,Mia,2018-04-03,20',
      'Ana,ana@example.com,,Ben,2020-04-03,30',
      'Kim,kim@example.com,,Bo,2018-04-03,',
      'Kim,kim@example.com,,Bo,2019-04-03,',
      'Eva,eva@example.com,,Zoë,2018-04-03,',
      'Eva,eva@example.com,,Zoe Berg,2018-04-03,',
    ]);
    expect(families).toEqual([]);
    expect(reasons).toEqual([
      '2: The rows of this family have different balances',
      '3: The rows of this family have different balances',
      '4: Bo has two dates of birth',
      '5: Bo has two dates of birth',
      `6: ${alike}`,
      `7: ${alike}`,
    ]);
  });

  it('keep their ids whatever columns are named, and equal rows have two [IMP-02]', async () => {
    const table = tableOf([heading, good, good]);
    const columns = guessFamilyColumns(table, today);
    const reading = { columns, order: 'day-first', today } as const;
    const first = await readFamilyRows(table, reading);
    const second = await readFamilyRows(table, { ...reading, columns: columns.with(2, null) });
    expect(first.rows.map(({ id }) => id)).toEqual(second.rows.map(({ id }) => id));
    expect(new Set(first.rows.map(({ id }) => id)).size).toBe(2);
  });
});

const stored = (
  children: readonly [string, string][],
  more: Partial<StoredForImport> = {},
): StoredForImport => ({
  family: {
    id: familyIdSchema.parse(`fam_${'0'.repeat(26)}`),
    full_name: 'Ana Novak',
    phone_number: '07700 900101',
    email: 'ana@example.com',
    members: [],
  },
  children: children.map(([name, born], index) => ({
    id: childIdSchema.parse(`chd_${String(index).padStart(26, '0')}`),
    name,
    date_of_birth: date(born),
  })),
  opening: null,
  hasNote: false,
  ...more,
});

const familyOf = async (...rows: string[]) => {
  const { grouped } = await read([heading, ...rows]);
  return grouped.families[0] ?? expect.fail('No family');
};

describe('the decision about a family', () => {
  const ana = (name: string, born = '2018-04-03', phone = '', balance = '') =>
    familyOf(`Ana Novak,ana@example.com,${phone},${name},${born},${balance}`);

  it.each([
    ['Mia Novak', [['Mia Novak', '2018-04-03']], '', 'same', []],
    ['mia  NOVAK', [['Mia Novak', '2018-04-03']], '07700900101', 'same', []],
    ['Mia Novak', [], '', 'changes', ['New child: Mia Novak']],
    // A twin, and a child of another birthday, are others.
    ['Ben Novak', [['Mia Novak', '2018-04-03']], '', 'changes', ['New child: Ben Novak']],
    ['Mya Novak', [['Mia Novak', '2017-04-03']], '', 'changes', ['New child: Mya Novak']],
    // Another spelling is proposed.
    ['Mya Novak', [['Mia Novak', '2018-04-03']], '', 'asked', []],
    ['Mia', [['Mia Novak', '2018-04-03']], '', 'asked', []],
    ['Mía Novak', [['Mia Novak', '2018-04-03']], '', 'asked', []],
  ] as const)(
    '%s of a family with %j is %s %s [IMP-01, IMP-02]',
    async (name, children, phone, state, changes) => {
      const { decision } = decideFamily(
        await ana(name, '2018-04-03', phone),
        stored(children.map(([one, born]) => [one, born])),
      );
      expect([decision.state, decision.changes]).toEqual([state, changes]);
    },
  );

  const known = stored([['Mia Novak', '2018-04-03']]).family;
  const holder = { full_name: 'Ana Novak', phone_number: '07700 900101', email: 'ana@example.com' };
  const second = { full_name: 'Leo Novak', phone_number: '', email: 'leo@example.com' };
  const [noEmail, noPhone] = [{ email: '' }, { phone_number: '' }];
  const ofAna = 'Ana Novak,ana@example.com,07700 900101';
  const ofAnna = 'Anna Novak,anna@example.com,07700 900102';
  const differing = [
    'Name Anna Novak, stored is Ana Novak',
    'Email anna@example.com, stored is ana@example.com',
    'Phone 07700 900102, stored is 07700 900101',
  ];
  const twoOfLogin = { ...noPhone, members: [{ ...holder, ...noPhone }, second] };
  it.each([
    ['what is the same', {}, 'Ana Novak,ana@example.com,07700900101', [], []],
    ['an email', noEmail, ofAna, ['Email ana@example.com'], []],
    ['a phone', noPhone, ofAna, ['Phone 07700 900101'], []],
    ['what differs', {}, ofAnna, [], differing],
    // A login's address is its own matter, and what the second adult has is not the holder's.
    [
      'no email of a login',
      { ...noEmail, members: [{ ...holder, ...noEmail }] },
      'Ana Novak,ana@example.com,',
      [],
      ['Email ana@example.com, stored is '],
    ],
    ['no phone of the second adult', twoOfLogin, 'Leo Novak,leo@example.com,07700 900102', [], []],
    [
      'no phone of a stranger to a login',
      { ...noPhone, members: [{ ...holder, ...noPhone }] },
      'Eva Fox,eva@example.com,07700 900102',
      [],
      [],
    ],
    [
      'nothing by the second adult, who has the phone of the house',
      { members: [holder, second] },
      'Leo Novak,leo@example.com,07700 900101',
      [],
      [],
    ],
  ])('completes %s [IMP-12]', async (_, more, adult, completed, differs) => {
    const { decision } = decideFamily(
      await familyOf(`${adult},Mia Novak,2018-04-03,`),
      stored([['Mia Novak', '2018-04-03']], { family: { ...known, ...more } }),
    );
    expect(decision).toMatchObject({ completed, differs, changes: [] });
    expect(decision.state).toBe(completed.length > 0 ? 'changes' : 'same');
  });

  it('shows another date of birth of a child, and keeps the stored one [IMP-12]', async () => {
    const { decision, added } = decideFamily(
      await ana('Mia Novak', '2017-04-03'),
      stored([['Mia Novak', '2018-04-03']]),
    );
    expect(decision).toMatchObject({
      state: 'same',
      differs: ['Mia Novak: born on Apr 3, 2017, stored is Apr 3, 2018'],
    });
    expect(added).toEqual([]);
  });

  it('follows what was said of a child in another spelling [IMP-02]', async () => {
    const known = stored([['Mia Novak', '2018-04-03']]);
    const family = await ana('Mya Novak');
    const said = (is: NonNullable<(typeof family.children)[number]['is']>) =>
      decideFamily({ ...family, children: family.children.map((child) => ({ ...child, is })) }, known)
        .decision;
    expect(said(known.children[0]?.id ?? expect.fail())).toMatchObject({ state: 'same', changes: [] });
    expect(said('another')).toMatchObject({ state: 'changes', changes: ['New child: Mya Novak'] });
  });

  it('says that what a file has of a stored child besides its name is left out [IMP-03]', async () => {
    const family = await ana('Mia Novak');
    const withNote = {
      ...family,
      children: family.children.map((child) => ({ ...child, medical_conditions: 'Asthma' })),
    };
    const [known, unknown] = [stored([['Mia Novak', '2018-04-03']]), stored([])];
    const isSaid = (one: typeof family, of: StoredForImport | undefined) =>
      omitsSomething(one, decideFamily(one, of).decision);
    expect([isSaid(withNote, known), isSaid(withNote, unknown), isSaid(withNote, undefined)]).toEqual([
      true,
      false,
      false,
    ]);
    expect([isSaid(family, known), isSaid({ ...family, second: family.adult }, known)]).toEqual([
      false,
      true,
    ]);
  });

  it('brings the note for the office that a known family lacks, and names it [IMP-05]', async () => {
    const known = stored([['Mia Novak', '2018-04-03']]);
    const family = { ...(await ana('Mia Novak')), office_note: 'T-shirt: M' };
    const { decision, office_note } = decideFamily(family, known);
    expect([decision.state, decision.changes, office_note]).toEqual([
      'changes',
      ['Note for the office'],
      'T-shirt: M',
    ]);
    expect(thingsImported(family, decision).office).toEqual(['T-shirt: M']);
    const again = decideFamily(family, { ...known, hasNote: true });
    expect([again.decision.state, again.office_note]).toEqual(['same', undefined]);
  });

  it('takes one opening balance, and shows a different one [IMP-02, IMP-12]', async () => {
    const known = stored([['Mia Novak', '2018-04-03']]);
    const family = await ana('Mia Novak', '2018-04-03', '', '20');
    expect(decideFamily(family, known)).toMatchObject({ balance: 2000, decision: { state: 'changes' } });
    const decided = [2_000, 2_050, -500].map((opening) => decideFamily(family, { ...known, opening }));
    const differs = ['Opening balance $20.00, stored is $20.50', 'Opening balance $20.00, stored is -$5.00'];
    expect(decided).toMatchObject(
      [[], ...differs.map((text) => [text])].map((of) => ({
        balance: null,
        decision: { state: 'same', differs: of },
      })),
    );
  });
});

it.each([
  ['Mia Novak', 'Ben Novak', false],
  ['Zoë Müller', 'Zoe Muller', true],
  ['Jon Smith', 'John Smith', true],
  ['', 'Mia', false],
  ['Max', 'Mia', false],
  ['Catherine', 'Katharine', true],
])('%s and %s may be one child: %s [IMP-02]', (one, other, similar) => {
  expect(isSimilarName(one, other)).toBe(similar);
});
