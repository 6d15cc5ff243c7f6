import { describe, expect, it } from 'vitest';
import { date } from '#shared/testing/values';
import type { FamilyColumns } from './import-columns.ts';
import { countLost, countThings, findDoubts } from './import-doubts.ts';
import { familyReader } from './import-rows.ts';

const today = date('2026-11-27');

const cellsOf = (text: string): string[] => text.split(/[|;]/).map((cell) => cell.trim());

/** Reads rows of cells between bars, whose columns are "heading: meaning;". */
const read = (text: string, ...rows: readonly string[]) => {
  const columns = cellsOf(text).map((column) => column.split(': '));
  const table = {
    heading: columns.map(([heading = '']) => heading),
    headingLine: 3,
    isSure: true,
    above: [],
    rows: rows.map((cells, index) => ({ line: index + 4, cells: cellsOf(cells) })),
  };
  const fates = columns.map(([, fate]) => fate) as unknown as FamilyColumns;
  const understood = familyReader(table)({ columns: fates, order: 'day-first', today });
  return { table, fates, understood, doubts: findDoubts(table, fates, understood, today) };
};
const rowOf = (columns: string, cells: string) => {
  const { understood } = read(columns, cells);
  return understood.rows[0] ?? expect.fail(understood.refused[0]?.reason);
};
const child = 'Child: child1.name; DOB: child1.born';
const mia = 'Mia | 2018-04-03';
const ofEmail = `Email: adult1.email; ${child}`;
const ofMia = `a@example.com | ${mia}`;

describe('a row', () => {
  it('has the health of several columns with their headings, and for each numbered child its own [IMP-06]', () => {
    const row = rowOf(
      `Email: adult1.email; Child 1: child1.name; DOB 1: child1.born; Child 1 Medical: child1.health;
      Child 2: child2.name; DOB 2: child2.born; Child 2 Medical: child2.health;
      Child 3: child3.name; DOB 3: child3.born; Allergies: children.health`,
      `${ofMia} | Asthma | Ben | 2018-04-03 | No | Zoe | 2018-04-03 | nuts.`,
    );
    expect(row.children.map(({ name, medical_conditions }) => [name, medical_conditions])).toEqual([
      ['Mia', 'Allergies: nuts. Child 1 Medical: Asthma'],
      ['Ben', 'Allergies: nuts'],
      ['Zoe', 'nuts.'],
    ]);
  });

  it('has no note where all columns say nothing, and a heading with “Yes” [IMP-06, IMP-09]', () => {
    const columns = `${ofEmail}; Allergies: children.health; Medication: children.health`;
    const notes = (...health: string[]) =>
      rowOf(columns, [ofMia, ...health].join('|')).children[0]?.medical_conditions;
    expect(notes('None known', 'n/a')).toBeNull();
    expect(notes('', 'EpiPen')).toBe('Medication: EpiPen');
    expect(notes('Yes', 'no')).toBe('Allergies: Yes');
    const [asthma] = rowOf(`${ofEmail}; Asthma: children.health`, `${ofMia} | Yes`).children;
    expect(asthma?.medical_conditions).toBe('Asthma: Yes');
  });

  it('takes the first usable email and phone; others are the second parent’s, or a note for the office [IMP-06]', () => {
    const columns = `${child}; Name: adult1.name; Email: adult1.email; Work email: adult1.email;
      Home: adult1.phone; Mobile: adult1.phone`;
    const cells = `${mia} | Ana Novak | ana@ | ana@example.com leo@example.com | ask Leo | 07700 900101 (mum)`;
    expect(rowOf(columns, cells)).toMatchObject({
      adults: [{ full_name: 'Ana Novak', email: 'ana@example.com', phone_number: '07700 900101' }],
      office: ['Email: ana@', 'Home: ask Leo', 'Mobile: 07700 900101 (mum)', 'Work email: leo@example.com'],
      left: [
        { heading: 'Email', text: 'ana@', reason: 'is no email', isNoted: true },
        { heading: 'Home', text: 'ask Leo', reason: 'is no phone number' },
        { heading: 'Mobile', text: '07700 900101 (mum)', reason: 'has more than a phone number' },
        { heading: 'Work email', text: 'leo@example.com', reason: 'is another email' },
      ],
    });
    const second = rowOf(`${columns}; Father: adult2.name`, `${cells} | Leo Novak`);
    expect(second.adults[1]).toEqual({ full_name: 'Leo Novak', email: 'leo@example.com', phone_number: '' });
    expect(second.office).toEqual(['Email: ana@', 'Home: ask Leo', 'Mobile: 07700 900101 (mum)']);
    const both = '07700 900101 (mum) / 07700 900102 (work)';
    expect(rowOf(`${child}; Tel: adult1.phone`, `${mia} | ${both}`).office).toEqual([`Tel: ${both}`]);
  });

  it('has first and last name before a name, and the last name of the family where it lacks one [IMP-06]', () => {
    const columns = `Email: adult1.email; Whole: adult1.name; First: adult1.first; Last: adult1.last;
      Child: child1.first; Family: family.last; DOB: child1.born`;
    const names = (...cells: string[]) => {
      const { adults, children } = rowOf(columns, ['a@example.com', ...cells, '2018-04-03'].join('|'));
      return [adults[0]?.full_name, children[0]?.name];
    };
    expect(names('Mrs Novak', 'Ana', 'Smith', 'Mia', 'Novak')).toEqual(['Ana Smith', 'Mia Novak']);
    expect(names('', 'Ana', '', 'Mia', 'Novak')).toEqual(['Ana Novak', 'Mia Novak']);
    expect(names('Novak, Ana', '', '', 'Mia', '')).toEqual(['Ana Novak', 'Mia']);
    // A name of one word is a first name where there is a last name.
    expect(names('Ana', '', 'Smith', 'Mia', 'Novak')).toEqual(['Ana Smith', 'Mia Novak']);
    expect(names('Ana', '', '', 'Mia', 'Novak')).toEqual(['Ana Novak', 'Mia Novak']);
  });

  it('shows what no field has: a second value of a meaning, and what is said of no child [IMP-05, IMP-06]', () => {
    const row = rowOf(
      `Email: adult1.email; Parent: adult1.name; Other: adult1.name; ${child}; Birthday: child1.born;
      Child 2: child2.name; Child 2 Medical: child2.health; Owes: balance; Also owes: balance`,
      `a@example.com | Ana Novak | Kim Fox | ${mia} | 2018-05-04 | | EpiPen | 5 | 7`,
    );
    expect(row.left.map(({ heading, text, isNoted }) => [heading, text, isNoted])).toEqual([
      ['Other', 'Kim Fox', false],
      ['Birthday', '2018-05-04', true],
      ['Child 2 Medical', 'EpiPen', false],
      ['Also owes', '7', true],
    ]);
    expect(row.office).toEqual(['Birthday: 2018-05-04', 'Also owes: 7']);
    expect(countLost([row])).toEqual(['2 texts that no field has']);
    expect(countLost([{ left: row.left.filter(({ isNoted }) => isNoted) }])).toEqual([]);
  });

  it('answers “Nothing to know” where a column says so and none says more [IMP-09]', () => {
    const columns = `${ofEmail}; Allergies: children.health; Medication: children.health`;
    const answers = (...health: string[]) => {
      const [one] = rowOf(columns, [ofMia, ...health].join('|')).children;
      return [one?.medical_conditions, one?.nothing_to_know];
    };
    expect(answers('None', '')).toEqual([null, true]);
    expect(answers('No known allergies', 'EpiPen')).toEqual(['Medication: EpiPen', undefined]);
    expect(answers('', '')).toEqual([null, undefined]);
    expect(answers('?', 'tbc')).toEqual([null, undefined]);
  });

  const ruth = { name: 'Ruth Morgan', phone_number: '07700 900301' };
  const twoPhones = '07700 900301 (home) / 07700 900302 (work)';
  it.each([
    ['Ruth Morgan | Grandmother | 07700 900301', { ...ruth, relation: 'Grandmother' }, []],
    ['Ruth Morgan 07700 900301 (nan) | |', { ...ruth, relation: 'nan' }, []],
    ['Ruth Morgan | |', null, ['Emergency: Ruth Morgan']],
    ['Ruth Morgan | | 07700 900301 / 07700 900302', { ...ruth, relation: '' }, ['Tel: 07700 900302']],
    [`Ruth Morgan | | ${twoPhones}`, { ...ruth, relation: '' }, [`Tel: ${twoPhones}`]],
  ])('%s is the contact %j, and a note %j [IMP-06, IMP-10]', (cells, contact, office) => {
    const columns = `${ofEmail}; Emergency: children.contactName; Relation: children.contactRelation;
      Tel: children.contactPhone`;
    const row = rowOf(columns, `${ofMia} | ${cells}`);
    expect(row.children[0]?.contact).toEqual(contact);
    expect(row.office).toEqual(office);
  });

  it('is refused only where no family can be made of it, by the number that the file shows [IMP-10]', () => {
    const { understood } = read(
      `Email: adult1.email; Phone: adult1.phone; ${child}; Child 2: child2.name; DOB 2: child2.born; Owes: balance`,
      `Ana <ana@example.com> | | ${mia} | Ben | 7 | €20`,
      `bad@ | 07700 900101 | ${mia}`,
      'kim@example.com | | | | | |',
      `bad@ | call me | ${mia}`,
      'a@example.com | | Mia | 7',
      '| | Total |',
    );
    expect(
      understood.rows.map(({ line, adults, children }) => [line, adults.length, children.length]),
    ).toEqual([
      [4, 1, 1],
      [5, 1, 1],
      [6, 1, 0],
    ]);
    expect(understood.rows[0]?.left.map(({ reason }) => reason)).toEqual([
      '“7” is an age or a grade. Please use the date of birth',
      'is not imported. The balance is in another currency: €',
    ]);
    expect(understood.refused.map(({ line, reason }) => `${line}: ${reason}`)).toEqual([
      '7: Email “bad@” is no email',
      '8: “7” is an age or a grade. Please use the date of birth',
      '9: No date of birth of Total',
    ]);
  });

  it('of a list of adults is a family without children [IMP-11]', () => {
    const columns = 'First: adult1.first; Last: adult1.last; Email: adult1.email';
    const row = rowOf(columns, 'Ana | Novak | a@example.com');
    expect(row).toMatchObject({ adults: [{ full_name: 'Ana Novak', email: 'a@example.com' }], children: [] });
    expect(countThings([row])).toEqual(['1 email']);
  });

  it('counts what it brings, each kind of thing once [IMP-05]', () => {
    const { understood } = read(
      `Email: adult1.email; Phone: adult1.phone; ${child}; Health: children.health`,
      `a@example.com | 07700 900101 | ${mia} | Asthma`,
      'b@example.com | | Ben | 2018-04-03 | none',
    );
    expect(countThings(understood.rows)).toEqual([
      '2 children, 1 with a health note',
      '1 answer “Nothing to know”',
      '2 emails',
      '1 phone',
    ]);
  });
});

describe('a guess that cannot be right', () => {
  const columns = `Parent: adult1.name; Email: adult1.email; ${child}`;
  const row = (parent: string, name: string, born = '2018-04-03') =>
    `${parent} | ${parent.replace(' ', '')}@example.com | ${name} | ${born}`;
  const good = [row('Ana Novak', 'Mia Novak'), row('Kim One', 'Bo One'), row('Lee Two', 'Cy Two')];
  const look = 'Please look at the column';

  it.each([
    [
      [row('Ana Novak', 'ana NOVAK'), ...good],
      `In 1 row the parent and the child have the same name. ${look}s “Parent” and “Child”.`,
      [0, 2],
    ],
    [
      ['Ana Novak', 'Kim One', 'Lee Two'].map((parent) => row(parent, 'Player')),
      `A child named “Player” is in 3 families. ${look} “Child”.`,
      [2],
    ],
    [[row('Ana Novak', 'N'), ...good], `1 name of a child has one letter. ${look} “Child”.`, [2]],
    [[row('A', 'Mia Novak'), ...good], `1 name of a parent has one letter. ${look} “Parent”.`, [0]],
    [
      [row('Ana Novak', 'Mia', '7'), row('Eva One', 'Bo', '8'), ...good],
      `2 of 5 rows are refused, such as row 4: “7” is an age or a grade. Please use the date of birth. ${look} “DOB”.`,
      [3],
    ],
    [
      [row('Ana Novak', 'Mia', '1985-04-03'), row('Eva One', 'Bo', '1990-04-03')],
      `2 of 2 dates of birth are of adults. ${look} “DOB”.`,
      [3],
    ],
  ])('is doubtful: %j [IMP-08]', (rows, text, places) => {
    expect(read(columns, ...rows).doubts).toMatchObject([{ text, columns: places }]);
  });

  it('is none where siblings share rows, and few are refused [IMP-08]', () => {
    const sibling = row('Ana Novak', 'Mia Novak');
    expect(read(columns, ...good, sibling, sibling, row('Eva Six', 'Bo', '7')).doubts).toEqual([]);
  });
});
