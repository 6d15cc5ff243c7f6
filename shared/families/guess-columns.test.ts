import { describe, expect, it } from 'vitest';
import { laterSystems, systems } from '#shared/testing/families/heading-rows';
import { splitText } from '#shared/testing/split-text';
import { date } from '#shared/testing/values';
import { describeColumns, findFamilyTable, guessFamilyColumns } from './guess-columns.ts';
import { missingColumns } from './import-columns.ts';

const today = date('2026-11-27');

const tableOf = (text: string) => {
  const columns = text
    .trim()
    .split(';')
    .map((column) => column.split('|').map((part) => part.trim()));
  return {
    table: {
      heading: columns.map(([heading = '']) => heading),
      headingLine: 1,
      isSure: true,
      above: [],
      rows: [{ line: 2, cells: columns.map(([, cell = '']) => cell) }],
    },
    expected: columns.map(([heading, , fate]) => `${heading}: ${fate}`),
  };
};

const fatesOf = (heading: readonly string[], ...rows: readonly (readonly string[])[]) =>
  guessFamilyColumns(
    {
      heading,
      headingLine: 1,
      isSure: true,
      above: [],
      rows: rows.map((cells, index) => ({ line: index + 2, cells })),
    },
    today,
  );

describe('the columns of', () => {
  it.each(Object.entries({ ...systems, ...laterSystems }))(
    '%s are each taken as what they are, or asked [IMP-07]',
    (_, text) => {
      const { table, expected } = tableOf(text);
      const fates = guessFamilyColumns(table, today).map((fate) =>
        fate === null ? '-' : fate === 'ask' ? '?' : fate,
      );
      expect(table.heading.map((heading, index) => `${heading}: ${fates[index]}`)).toEqual(expected);
    },
  );
});

describe('a column', () => {
  it.each<[string, string[], string[], (string | null)[]]>([
    [
      'without a person beside that of the second parent is the first one’s',
      ['Parent', 'Email', 'Second Parent', 'Second Parent Email', 'Child', 'DOB'],
      ['Ana Novak', 'a@example.com', 'Ben Novak', 'b@example.com', 'Mia Novak', '2018-04-03'],
      ['adult1.name', 'adult1.email', 'adult2.name', 'adult2.email', 'child1.name', 'child1.born'],
    ],
    [
      'whose word nobody knows is asked',
      ['Zorbax Email', 'Child', 'DOB'],
      ['a@example.com', 'Mia Novak', '2018-04-03'],
      ['ask', 'child1.name', 'child1.born'],
    ],
    [
      'whose heading nobody knows is asked where it has emails',
      ['Foo', 'Child', 'DOB'],
      ['a@example.com', 'Mia Novak', '2018-04-03'],
      ['ask', 'child1.name', 'child1.born'],
    ],
    [
      'of names is asked beside a parent and a child',
      ['Name', 'Parent name', 'Child name', 'DOB', 'Email'],
      ['Kim One', 'Ana Novak', 'Mia Novak', '2018-04-03', 'a@example.com'],
      ['ask', 'adult1.name', 'child1.name', 'child1.born', 'adult1.email'],
    ],
    [
      'of names is the parent’s where a child is named',
      ['Full name', 'Email', 'Child name', 'Birthday'],
      ['Ana Novak', 'a@example.com', 'Mia Novak', '2018-04-03'],
      ['adult1.name', 'adult1.email', 'child1.name', 'child1.born'],
    ],
    [
      'of names is an adult’s in a list without birthdays of children',
      ['Name', 'Email', 'Phone'],
      ['Ana Novak', 'a@example.com', '07700 900101'],
      ['adult1.name', 'adult1.email', 'adult1.phone'],
    ],
    [
      'of birthdays of adults makes a list of adults',
      ['Name', 'Birthday', 'Email'],
      ['Ana Novak', '1985-04-03', 'a@example.com'],
      ['adult1.name', null, 'adult1.email'],
    ],
    [
      'of last names completes who has a first name alone',
      ['Child first name', 'Surname', 'DOB', 'Parent name', 'Email'],
      ['Mia', 'Novak', '2018-04-03', 'Ana Novak', 'a@example.com'],
      ['child1.first', 'child1.last', 'child1.born', 'adult1.name', 'adult1.email'],
    ],
    [
      'of last names is of both where both lack one',
      ['Child first name', 'Parent first name', 'Surname', 'DOB', 'Email'],
      ['Mia', 'Ana', 'Novak', '2018-04-03', 'a@example.com'],
      ['child1.first', 'adult1.first', 'family.last', 'child1.born', 'adult1.email'],
    ],
    [
      'of last names is of both where the names of both are one word',
      ['Family Name', 'Mother', 'Child 1', 'Child 1 DOB', 'Email'],
      ['Novak', 'Ana', 'Mia', '2018-04-03', 'a@example.com'],
      ['family.last', 'adult1.name', 'child1.name', 'child1.born', 'adult1.email'],
    ],
    [
      'of health is asked beside numbered children',
      ['Child 1', 'DOB 1', 'Child 2', 'Child 2 DOB', 'Medical', 'Email'],
      ['Mia Novak', '2018-04-03', 'Ben Novak', '2020-05-06', 'Asthma', 'a@example.com'],
      ['child1.name', 'child1.born', 'child2.name', 'child2.born', 'ask', 'adult1.email'],
    ],
    [
      'of health with a number is of the child with that number, and asked where no child has it',
      ['Child 1', 'DOB 1', 'Child 2', 'Child 2 DOB', 'Medical 2', 'Medical 3', 'Email'],
      ['Mia Novak', '2018-04-03', 'Ben Novak', '2020-05-06', 'Asthma', 'Nuts', 'a@example.com'],
      ['child1.name', 'child1.born', 'child2.name', 'child2.born', 'child2.health', 'ask', 'adult1.email'],
    ],
    [
      'of health with a number is a further one of all children where the children have no numbers',
      ['Child', 'DOB', 'Medication 1', 'Child Medication 2', 'Email'],
      ['Mia Novak', '2018-04-03', 'Inhaler', 'EpiPen', 'a@example.com'],
      ['child1.name', 'child1.born', 'children.health', 'children.health', 'adult1.email'],
    ],
    [
      'with the heading of another one is of the next child',
      ['Parent', 'Email', 'Child', 'DOB', 'Medical', 'Child', 'DOB', 'Medical'],
      ['Ana', 'a@example.com', 'Mia', '2018-04-03', 'Asthma', 'Ben', '2018-04-03', ''],
      [
        ...['adult1.name', 'adult1.email', 'child1.name', 'child1.born', 'child1.health'],
        ...['child2.name', 'child2.born', 'child2.health'],
      ],
    ],
    [
      'with the heading of another one is of the next parent, and a third one a note for the office',
      ['Child', 'DOB', 'Parent', 'Email', 'Parent', 'Email', 'Parent', 'Email'],
      ['Mia', '2018-04-03', 'Ana', 'a@example.com', 'Leo', 'b@example.com', 'Eva', 'c@example.com'],
      [
        ...['child1.name', 'child1.born', 'adult1.name', 'adult1.email'],
        ...['adult2.name', 'adult2.email', 'office', 'office'],
      ],
    ],
    [
      'of a first name is asked where another one has one as well',
      ['Forename', 'Surname', 'DOB', 'Forename', 'Surname', 'Email'],
      ['Mia', 'Novak', '2018-04-03', 'Ana', 'Novak', 'a@example.com'],
      ['ask', 'ask', 'child1.born', 'ask', 'ask', 'adult1.email'],
    ],
    [
      'of a first name is the child’s where another one says the same',
      ['First name', 'Legal first name', 'Surname', 'DOB', 'Email'],
      ['Mia', 'MIA', 'Novak', '2018-04-03', 'a@example.com'],
      ['child1.first', 'child1.first', 'child1.last', 'child1.born', 'adult1.email'],
    ],
    [
      'of “Yes” names nobody',
      ['Parent 1', 'Is there a second parent?', 'Parent 2', 'Child', 'DOB', 'Email'],
      ['Ana Novak', 'Yes', 'Leo Novak', 'Mia Novak', '2018-04-03', 'a@example.com'],
      ['adult1.name', null, 'adult2.name', 'child1.name', 'child1.born', 'adult1.email'],
    ],
    [
      'of emails that another word counts than the second parent’s name is asked',
      ['Parent', 'Additional first name', 'Additional email', 'Other email', 'Email'],
      ['Ana Novak', 'Leo', 'l@example.com', 'x@example.com', 'a@example.com'],
      ['adult1.name', 'adult2.first', 'adult2.email', 'ask', 'adult1.email'],
    ],
    [
      'counts where the cells agree with it',
      ['Email', 'Child name', 'Date of birth', 'Kontakt'],
      ['yes', 'Mia Novak', '2018-04-03', 'ana@example.com'],
      [null, 'child1.name', 'child1.born', 'adult1.email'],
    ],
    [
      'of a child alone is asked where no parent can be reached',
      ['Student name', 'Student email', 'Student DOB'],
      ['Mia Novak', 'a@example.com', '2018-04-03'],
      ['child1.name', 'ask', 'child1.born'],
    ],
    [
      'of a second balance is asked',
      ['Child', 'DOB', 'Email', 'Balance', 'Amount due'],
      ['Mia', '2018-04-03', 'a@example.com', '10.00', '5.00'],
      ['child1.name', 'child1.born', 'adult1.email', 'balance', 'ask'],
    ],
  ])('%s [IMP-06, IMP-07]', (_, heading, row, fates) => {
    expect(fatesOf(heading, row)).toEqual(fates);
  });

  it('“Nom” beside “Prénom” is the last name, unless its cells have both [IMP-07]', () => {
    const heading = ['Nom', 'Prénom', 'Né(e) le', 'Courriel'];
    expect(fatesOf(heading, ['Novak', 'Mia', '2018-04-03', 'a@example.com'])[0]).toBe('child1.last');
    expect(fatesOf(heading, ['Novak Mia', 'Mia', '2018-04-03', 'a@example.com'])[0]).toBe('child1.name');
  });

  it('behind the last heading is a column too [IMP-05]', () => {
    const table = findFamilyTable(splitText('Child,DOB,Email\nMia,2018-04-03,a@example.com,Epilepsy,\n'));
    expect(table && describeColumns(table).at(-1)).toMatchObject({
      heading: 'Column 4',
      looksLike: 'health',
    });
  });

  it('without a heading is known by its cells, and names are asked [IMP-07]', () => {
    const table =
      findFamilyTable(splitText('Ana Novak,ana@example.com,Mia Novak,2018-04-03')) ?? expect.fail();
    expect(guessFamilyColumns(table, today)).toEqual(['ask', 'adult1.email', 'ask', 'child1.born']);
  });

  it('has its person from a heading above it [IMP-07]', () => {
    const lines = [
      'All families',
      'Parent,,,Child,',
      'First name,Last name,Email,First name,Date of birth',
      'Ana,Novak,ana@example.com,Mia,2018-04-03',
    ];
    const table = findFamilyTable(splitText(lines.join('\r\n'))) ?? expect.fail();
    expect(guessFamilyColumns(table, today)).toEqual([
      'adult1.first',
      'adult1.last',
      'adult1.email',
      'child1.first',
      'child1.born',
    ]);
  });

  it('that must not be left out in silence is known by heading or cells, with the number of its cells [IMP-05]', () => {
    const { table } = tableOf(`
      Yellow Alert | Epilepsy, EpiPen in bag | -; Doctor Phone | 020 7946 0999 | -; Foo | ana@example.com | -;
      Bar | 07700 900101 | -; Team balance | 20.00 | -; Authorised to collect | Sam Hill | -;
      Customer number | 100234 | -; T-shirt | M | -; Medication | | -`);
    const rows = [...table.rows, { line: 3, cells: [''] }, { line: 4, cells: ['No'] }];
    expect(
      describeColumns({ ...table, rows }).map(({ heading, count, looksLike }) => [heading, count, looksLike]),
    ).toEqual([
      ['Yellow Alert', 1, 'health'],
      ['Doctor Phone', 1, 'phone'],
      ['Foo', 1, 'email'],
      ['Bar', 1, 'phone'],
      ['Team balance', 1, 'balance'],
      ['Authorised to collect', 1, 'contact'],
      ['Customer number', 1, null],
      ['T-shirt', 1, null],
      ['Medication', 0, null],
    ]);
  });

  it.each([
    [['child1.name', 'child1.born', 'adult1.phone'], null],
    [['child1.name', 'adult1.phone'], 'the child’s date of birth'],
    [['child1.name', 'child1.born'], 'the parent’s email or phone'],
  ] as const)('of %j: missing is %s [IMP-01, IMP-11]', (columns, missing) => {
    expect(missingColumns(columns)).toBe(missing);
  });
});
