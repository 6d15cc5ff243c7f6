import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { splitText } from '#shared/testing/split-text';
import { date } from '#shared/testing/values';
import { describeColumns, findFamilyTable, guessFamilyColumns } from './guess-columns.ts';
import { missingColumns } from './import-columns.ts';

const today = date('2026-11-27');

const withoutComments = readFileSync(join(import.meta.dirname, 'heading-rows.txt'), 'utf8').replaceAll(
  /^#.*\n/gm,
  '',
);
const systems = Object.fromEntries(
  withoutComments
    .split(/^= /m)
    .slice(1)
    .map((row) => [row.slice(0, row.indexOf('\n')), row.slice(row.indexOf('\n'))]),
);

const tableOf = (text: string) => {
  const columns = text
    .trim()
    .split(/;\s*|\n/)
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

/** What is guessed of a column beside others, as the heading rows have it. */
const guesses: Readonly<Record<string, string>> = {
  'without a person beside that of the second parent is the first one’s': `
    Parent | Ana Novak | adult1.name; Email | a@example.com | adult1.email; Second Parent | Ben Novak | adult2.name;
    Second Parent Email | b@example.com | adult2.email; Child | Mia Novak | child1.name; DOB | 2018-04-03 | child1.born`,
  'whose word nobody knows is asked': `
    Zorbax Email | a@example.com | ?; Child | Mia Novak | child1.name; DOB | 2018-04-03 | child1.born`,
  'whose heading nobody knows is asked where it has emails': `
    Foo | a@example.com | ?; Child | Mia Novak | child1.name; DOB | 2018-04-03 | child1.born`,
  'of names is asked beside a parent and a child': `
    Name | Kim One | ?; Parent name | Ana Novak | adult1.name; Child name | Mia Novak | child1.name;
    DOB | 2018-04-03 | child1.born; Email | a@example.com | adult1.email`,
  'of names is the parent’s where a child is named': `
    Full name | Ana Novak | adult1.name; Email | a@example.com | adult1.email; Child name | Mia Novak | child1.name;
    Birthday | 2018-04-03 | child1.born`,
  'of names is an adult’s in a list without birthdays of children': `
    Name | Ana Novak | adult1.name; Email | a@example.com | adult1.email; Phone | 07700 900101 | adult1.phone`,
  'of birthdays of adults makes a list of adults': `
    Name | Ana Novak | adult1.name; Birthday | 1985-04-03 | -; Email | a@example.com | adult1.email`,
  'of last names completes who has a first name alone': `
    Child first name | Mia | child1.first; Surname | Novak | child1.last; DOB | 2018-04-03 | child1.born;
    Parent name | Ana Novak | adult1.name; Email | a@example.com | adult1.email`,
  'of last names is of both where both lack one': `
    Child first name | Mia | child1.first; Parent first name | Ana | adult1.first; Surname | Novak | family.last;
    DOB | 2018-04-03 | child1.born; Email | a@example.com | adult1.email`,
  'of last names is of both where the names of both are one word': `
    Family Name | Novak | family.last; Mother | Ana | adult1.name; Child 1 | Mia | child1.name;
    Child 1 DOB | 2018-04-03 | child1.born; Email | a@example.com | adult1.email`,
  'of health is asked beside numbered children': `
    Child 1 | Mia Novak | child1.name; DOB 1 | 2018-04-03 | child1.born; Child 2 | Ben Novak | child2.name;
    Child 2 DOB | 2020-05-06 | child2.born; Medical | Asthma | ?; Email | a@example.com | adult1.email`,
  'of health with a number is of the child with that number, and asked where no child has it': `
    Child 1 | Mia Novak | child1.name; DOB 1 | 2018-04-03 | child1.born; Child 2 | Ben Novak | child2.name;
    Child 2 DOB | 2020-05-06 | child2.born; Medical 2 | Asthma | child2.health; Medical 3 | Nuts | ?;
    Email | a@example.com | adult1.email`,
  'of health with a number is a further one of all children where the children have no numbers': `
    Child | Mia Novak | child1.name; DOB | 2018-04-03 | child1.born; Medication 1 | Inhaler | children.health;
    Child Medication 2 | EpiPen | children.health; Email | a@example.com | adult1.email`,
  'with the heading of another one is of the next child': `
    Parent | Ana | adult1.name; Email | a@example.com | adult1.email; Child | Mia | child1.name;
    DOB | 2018-04-03 | child1.born; Medical | Asthma | child1.health; Child | Ben | child2.name;
    DOB | 2018-04-03 | child2.born; Medical | | child2.health`,
  'with the heading of another one is of the next parent, and a third one a note for the office': `
    Child | Mia | child1.name; DOB | 2018-04-03 | child1.born; Parent | Ana | adult1.name;
    Email | a@example.com | adult1.email; Parent | Leo | adult2.name; Email | b@example.com | adult2.email;
    Parent | Eva | office; Email | c@example.com | office`,
  'of a first name is asked where another one has one as well': `
    Forename | Mia | ?; Surname | Novak | ?; DOB | 2018-04-03 | child1.born; Forename | Ana | ?; Surname | Novak | ?;
    Email | a@example.com | adult1.email`,
  'of a first name is the child’s where another one says the same': `
    First name | Mia | child1.first; Legal first name | MIA | child1.first; Surname | Novak | child1.last;
    DOB | 2018-04-03 | child1.born; Email | a@example.com | adult1.email`,
  'of “Yes” names nobody': `
    Parent 1 | Ana Novak | adult1.name; Is there a second parent? | Yes | -; Parent 2 | Leo Novak | adult2.name;
    Child | Mia Novak | child1.name; DOB | 2018-04-03 | child1.born; Email | a@example.com | adult1.email`,
  'of emails that another word counts than the second parent’s name is asked': `
    Parent | Ana Novak | adult1.name; Additional first name | Leo | adult2.first;
    Additional email | l@example.com | adult2.email; Other email | x@example.com | ?; Email | a@example.com | adult1.email`,
  'counts where the cells agree with it': `
    Email | yes | -; Child name | Mia Novak | child1.name; Date of birth | 2018-04-03 | child1.born;
    Kontakt | ana@example.com | adult1.email`,
  'of a child alone is asked where no parent can be reached': `
    Student name | Mia Novak | child1.name; Student email | a@example.com | ?; Student DOB | 2018-04-03 | child1.born`,
  'Nom beside Prénom is the last name': `
    Nom | Novak | child1.last; Prénom | Mia | child1.first; Né(e) le | 2018-04-03 | child1.born; Courriel | a@example.com | adult1.email`,
  'Nom beside Prénom is the name where its cells have both': `
    Nom | Novak Mia | child1.name; Prénom | Mia | child1.first; Né(e) le | 2018-04-03 | child1.born; Courriel | a@example.com | adult1.email`,
  'of how somebody is related is of the contact before it': `
    Child | Mia | child1.name; DOB | 2018-04-03 | child1.born; Email | a@example.com | adult1.email;
    Emergency contact | Ruth Morgan | children.contactName; Relationship | Aunt | children.contactRelation`,
  'of a second balance is asked': `
    Child | Mia | child1.name; DOB | 2018-04-03 | child1.born; Email | a@example.com | adult1.email;
    Balance | 10.00 | balance; Amount due | 5.00 | ?`,
};

describe('a column', () => {
  it.each(Object.entries({ ...systems, ...guesses }))(
    '%s: is taken as what it is, or asked [IMP-06, IMP-07]',
    (_, text) => {
      const { table, expected } = tableOf(text);
      const fates = guessFamilyColumns(table, today).map((fate) =>
        fate === null ? '-' : fate === 'ask' ? '?' : fate,
      );
      expect(table.heading.map((heading, index) => `${heading}: ${fates[index]}`)).toEqual(expected);
    },
  );

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
    const fates = ['adult1.first', 'adult1.last', 'adult1.email', 'child1.first', 'child1.born'];
    expect(guessFamilyColumns(table, today)).toEqual(fates);
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
