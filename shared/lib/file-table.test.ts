import { describe, expect, it } from 'vitest';
import { findTable } from '#shared/bank/table';
import { findFamilyTable } from '#shared/families/guess-columns';
import { splitText } from '#shared/testing/split-text';

const heading = 'Parent name,Email,Phone,Child name,Date of birth';
const rows = [
  'Ana Novak,ana@example.com,07700 900101,Mia Novak,03/04/2018',
  'Kim Smith,kim@example.com,07700 900102,Bo Smith,04/05/2019',
  'Lee Jones,lee@example.com,07700 900103,Cy Jones,05/06/2020',
];
const tableOf = (lines: readonly string[], chosen?: number | null) =>
  findFamilyTable(splitText(lines.join('\n')), chosen);

describe('the heading of a file', () => {
  it.each<[string, readonly string[]]>([
    ['a title', ['All our families']],
    ['a line about the export', ['Exported 28/11/2026']],
    ['a line about the export in two cells', ['Exported,28/11/2026']],
    ['a date where the rows have theirs', ['Exported,,,,28/11/2026']],
    ['an address, and empty lines', ['Ballerz', '1 High Street,AB1 2CD', 'info@example.com', '', '']],
    ['whom to call', ['Contact,info@example.com,07700 900100', '']],
    ['a period', ['From,01/09/2025,To,28/11/2026', 'Printed by,Ana']],
    ['many lines', Array.from({ length: 28 }, (_, at) => `Note ${at},28/11/2026`)],
  ])('is found below %s [IMP-14]', (_, above) => {
    const filled = above.filter((line) => line !== '');
    expect(tableOf([...above, heading, ...rows])).toMatchObject({
      heading: heading.split(','),
      headingLine: above.length + 1,
      isSure: true,
      above: filled.map((line) => ({ line: above.indexOf(line) + 1 })),
      rows: rows.map((_row, at) => ({ line: above.length + 2 + at })),
    });
  });

  it('in words that nobody knows is found below a line with a date, and said to be unsure [IMP-14]', () => {
    const unknown = 'Vanhempi,Osoite,Numero,Lapsi,Aika';
    expect(tableOf(['Exported,28/11/2026', unknown, ...rows])).toMatchObject({
      headingLine: 2,
      isSure: false,
    });
    expect(tableOf([unknown, ...rows])).toMatchObject({ headingLine: 1, isSure: false });
  });

  it('is no row in silence: one without values is said to be unsure [IMP-14]', () => {
    const lines = ['Ana Novak,none,call first,Mia Novak,unknown', ...rows];
    expect(tableOf(lines)).toMatchObject({ headingLine: 1, isSure: false });
    expect(tableOf(lines, null)).toMatchObject({ headingLine: null, above: [{ line: 1 }] });
  });

  it('may be missing: columns have numbers then, and no row is lost [IMP-14]', () => {
    for (const [lines, first] of [
      [rows, 1],
      [['Exported 28/11/2026', '', ...rows], 3],
    ] as const) {
      const table = tableOf(lines);
      expect(table).toMatchObject({ headingLine: null, isSure: true, rows: [{ line: first }, {}, {}] });
      expect(table?.heading).toEqual(['Column 1', 'Column 2', 'Column 3', 'Column 4', 'Column 5']);
    }
  });

  it('can be chosen, and can be none [IMP-14]', () => {
    const lines = ['Families', heading, 'Name,At,Number,Whose,Day', ...rows];
    expect(tableOf(lines, 3)).toMatchObject({
      headingLine: 3,
      isSure: true,
      above: [{}, {}],
      rows: [{}, {}, {}],
    });
    expect(tableOf(lines, 2)).toMatchObject({ headingLine: 2, rows: [{ line: 3 }, {}, {}, {}] });
    expect(tableOf([heading, ...rows], null)?.rows).toHaveLength(3);
  });

  it('of a bank file is found below a line that looks like a payment [IMP-14]', () => {
    const lines = [
      'Balance,28/11/2026,100.00',
      'Date,Description,Amount',
      '13/02/2026,F-7K2M9,20.00',
      '14/02/2026,F-ABCDE,30.00',
    ];
    expect(findTable(splitText(lines.join('\n')))).toMatchObject({
      headingLine: 2,
      rows: [{ line: 3 }, { line: 4 }],
    });
  });
});

it('is read by what separates most of its cells, also where its rows begin late', () => {
  const lines = ['Name;Email;Date of birth', ...Array.from({ length: 300 }, (_, at) => `Nobody ${at};none;`)];
  const late = [...lines, 'Ana Novak, Ltd;ana@example.com;2018-04-03'];
  expect(tableOf(late)).toMatchObject({ heading: ['Name', 'Email', 'Date of birth'] });
  expect(tableOf(late)?.rows).toHaveLength(301);
});
