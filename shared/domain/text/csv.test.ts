import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toCsv } from './csv.ts';

const body = (cell: string | number | null) => toCsv([], [[cell]]).slice('\uFEFF\r\n'.length, -'\r\n'.length);

describe('a CSV file', () => {
  it('has a byte order mark, a header and one line for each row', () => {
    expect(
      toCsv(
        ['Child', 'Age'],
        [
          ['Zoë', 7],
          ['Bo', null],
        ],
      ),
    ).toBe('\uFEFFChild,Age\r\nZoë,7\r\nBo,\r\n');
  });

  it.each([
    ['plain', 'plain'],
    ['a,b', '"a,b"'],
    ['a;b', '"a;b"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\nlines', '"two\nlines"'],
    ["O'Neill", "O'Neill"],
    ['', ''],
  ])('writes %j as %j', (text, cell) => {
    expect(body(text)).toBe(cell);
  });

  it.each([
    '=1+1',
    '+44 20 7946 0958',
    '-1',
    '@SUM(A1)',
    '\t=1',
    ' =1',
    '\r=1',
    '＝1',
    '=HYPERLINK("http://x","y")',
  ])('never lets %j run as a formula', (text) => {
    expect(body(text).replace(/^"/, '')).toMatch(/^'/);
  });

  it('writes numbers as numbers, including negative ones', () => {
    expect([body(0), body(-5), body(1.5)]).toEqual(['0', '-5', '1.5']);
  });

  it.each([
    ['a;=1+1', '"a;\'=1+1"'],
    ['a,-1', '"a,\'-1"'],
    ['a\t@SUM(A1)', '"a\t\'@SUM(A1)"'],
    ['two\n=1', '"two\n\'=1"'],
    ['two\r\n =1', '"two\r\'\n\' =1"'],
    ['a;"=1', '"a;\'""=1"'],
    ['\n=1', '"\n\'=1"'],
    ['a|＝1', "a|'＝1"],
    ['a = 1; b', '"a = 1; b"'],
  ])('writes %j as %j, for programs that separate cells in another way', (text, cell) => {
    expect(body(text)).toBe(cell);
  });

  /** Any text, with many of the characters that count here. */
  const texts = fc
    .array(
      fc.oneof(
        fc.constantFrom(...'=+-@＝"\t\r\n,;| '),
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 2 }),
      ),
    )
    .map((parts) => parts.join(''));

  it('round-trips every text, except for the apostrophe before formulas', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const cell = body(text);
        const read = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
        expect(read.replaceAll("'", '')).toBe(text.replaceAll("'", ''));
        expect(read).not.toMatch(/^\s*[=+\-@＝＋－＠]/u);
      }),
    );
  });

  it.each([',', ';', '\t', '|'])('holds no formula for a program that splits lines at %j', (separator) => {
    fc.assert(
      fc.property(fc.array(texts, { minLength: 1 }), (row) => {
        const file = toCsv([], [row]).slice('\uFEFF\r\n'.length);
        const cells = file.split(/[\r\n]/).flatMap((line) => line.split(separator));
        expect(cells.filter((cell) => /^[\s"]*[=+\-@＝＋－＠]/u.test(cell))).toEqual([]);
      }),
    );
  });
});
