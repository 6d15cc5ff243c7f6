import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountCell, type CsvCell, phoneCell, toCsv } from './csv.ts';

const body = (cell: CsvCell) => toCsv([], [[cell]]).slice('\uFEFF\r\n'.length, -'\r\n'.length);

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
    '@SUM(A1)',
    ' =1',
    '＝1',
    '=HYPERLINK("http://x","y")',
    "+cmd|' /C calc'!A0",
    '- bring shin pads',
    "+44 cmd|' /C calc'!A0",
    "\t+44 cmd|' /C calc'!A0",
    '+44 7700 900555 (dad), after 3',
    '-$20.00',
  ])('never lets %j run as a formula', (text) => {
    expect(body(text).replace(/^"/, '')).toMatch(/^'/);
  });

  it.each([
    'call dad, +44 7700 900555',
    'Bring:\n- water\n- shin pads',
    'Mum: +44 7700 900555\n+44 7700 900556',
    '-5',
    '-1,250.00',
    '-',
    '=)',
    '3-4 sessions',
    'pat@example.com',
    'x|-5',
  ])('changes nothing of %j, which is no formula', (text) => {
    expect(body(text).replace(/^"(.*)"$/s, '$1')).toBe(text);
  });

  it('writes numbers as numbers, including negative ones', () => {
    expect([body(0), body(-5), body(1.5)]).toEqual(['0', '-5', '1.5']);
  });

  it.each([
    ['a;=1+1', '"a;\'=1+1"'],
    ['a;-1-SUM(B1)', '"a;\'-1-SUM(B1)"'],
    ['a,=1', '"a,=1"'],
    ['a;"=1', '"a;\'""=1"'],
    ['a|＝1', "a|'＝1"],
    ['a = 1; b', '"a = 1; b"'],
  ])('writes %j as %j, for programs that separate cells in another way', (text, cell) => {
    expect(body(text)).toBe(cell);
  });

  const texts = fc
    .array(
      fc.oneof(
        fc.constantFrom(...'=+-@＝"\t\r\n,;| '),
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 2 }),
      ),
    )
    .map((parts) => parts.join(''));

  it('leaves a sign at the beginning of a cell only before digits, in free text and as a phone number', () => {
    const tails = fc.array(fc.constantFrom(...'0123456789 ()+-.,|!=xXab\'"/', '44 7700 900555', 'cmd'), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(fc.constantFrom('+', '-', '＋', '－'), tails, (sign, tail) => {
        const text = sign + tail.join('');
        for (const cell of [body(text), body(phoneCell(text))])
          expect(cell.replace(/^"/, '')).toMatch(/^(?:'|[+\-＋－]?[\d\s().,]*(?: x\d+)?"?$)/u);
      }),
    );
  });

  /** The records of a file by the grammar of RFC 4180 and nothing else: cells and line ends that it does not allow fail. */
  const readStrictly = (file: string): string[][] => {
    const records: string[][] = [[]];
    const cell = /(?:"(?<quoted>(?:[^"]|"")*)"|(?<plain>[^",\r\n]*))(?<end>,|\r\n)/y;
    while (cell.lastIndex < file.length) {
      const at = cell.lastIndex;
      const { quoted, plain = '', end } = cell.exec(file)?.groups ?? expect.fail(`no cell at ${at}`);
      records.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
      if (end === '\r\n') records.push([]);
    }
    expect(records.pop()).toEqual([]);
    return records;
  };

  it('is a file of RFC 4180: as many cells in each record as in the header, the last line ended', () => {
    const rows = fc.integer({ min: 1, max: 4 }).chain((width) => {
      const row = fc.array(texts, { minLength: width, maxLength: width });
      return fc.tuple(row, fc.array(row));
    });
    const withoutGuard = (records: readonly (readonly string[])[]) =>
      records.map((record) => record.map((text) => text.replaceAll("'", '')));
    fc.assert(
      fc.property(rows, ([header, records]) => {
        const read = readStrictly(toCsv(header, records).slice('\uFEFF'.length));
        expect(withoutGuard(read)).toEqual(withoutGuard([header, ...records]));
      }),
    );
  });

  it.each([';', '\t', '|'])('holds no formula for a program that splits lines at %j', (separator) => {
    fc.assert(
      fc.property(fc.array(texts, { minLength: 1 }), (row) => {
        const file = toCsv([], [row]).slice('\uFEFF\r\n'.length);
        const [first = '', ...others] = file.split(/[\r\n]/).flatMap((line) => line.split(separator));
        expect(first).not.toMatch(/^[\s"]*[=@＝＠][\s"]*[\p{L}\p{N}]/u);
        expect(others.filter((cell) => /^[\s"]*(?:[=@＝＠]|[+\-＋－]\p{L}+[(!])/u.test(cell))).toEqual([]);
      }),
    );
  });

  it('writes amounts as numbers with two decimals', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e12, max: 1e12 }), (cents) => {
        const cell = body(amountCell(cents));
        expect(cell).toMatch(/^-?\d+\.\d\d$/);
        expect(Math.round(Number(cell) * 100)).toBe(cents === 0 ? 0 : cents);
      }),
    );
    expect([body(amountCell(-33_750)), body(amountCell(5)), body(amountCell(0))]).toEqual([
      '-337.50',
      '0.05',
      '0.00',
    ]);
  });

  // LibreOffice 7.4 (English, German, French, Swedish), Gnumeric 1.12 and SheetJS 0.18 read each of these as text.
  it.each([
    ['07700900555', '07700 900555'],
    ['+44 (0)20 7946 0958', '+44 (0)20 7946 0958'],
    ['030/123456', '030 123456'],
    ['071 234', '07 1234'],
    ['7700 900 555', '+447700 900555'],
    ['2 12 2026', '212 2026'],
    ['(020) 7946-0958', '020 7946 0958'],
    ['770 900 555', '770 900555'],
    ['+770 900 555', '+770 900555'],
    ['020 7946 0958 x12', '020 7946 0958 x12'],
    ['12-34-56-78', '1234 5678'],
    ['12-34-56-789', '12 34 56 789'],
    ['+1 (1) 555 0100', '+1 1 555 0100'],
    ['(0) 20 7946 0958', '(0) 20 7946 0958'],
  ])('writes the phone number %s as %s: text without an apostrophe', (phone, cell) => {
    expect(body(phoneCell(phone))).toBe(cell);
    if (/^[+0]/.test(phone)) expect(body(phone)).toBe(cell);
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['ask the school', 'ask the school'],
    [null, ''],
  ])('writes %j, which is no phone number, as free text', (text, cell) => {
    expect(body(phoneCell(text))).toBe(cell);
  });
});
