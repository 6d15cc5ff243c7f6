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

  it('round-trips every text, except for the apostrophe before formulas', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const cell = body(text);
        const read = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
        expect([text, `'${text}`]).toContain(read);
        expect(read).not.toMatch(/^\s*[=+\-@＝＋－＠]/u);
      }),
    );
  });
});
