import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { findFamilyTable } from '#shared/families/guess-columns';
import { openFile, type Reading, tableIn } from './table-file.ts';
import { readBook } from './workbook.ts';

const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relationsOf = (targets: readonly (readonly [string, string])[]) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${targets
    .map(
      ([type, target], at) =>
        `<Relationship Id="rId${at + 1}" Type="${relations}/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`;

interface Parts {
  /** The content of `sheetData`, or the whole of a sheet, of each sheet by its name. */
  readonly sheets: Readonly<Record<string, string>>;
  readonly hidden?: Readonly<Record<string, 'hidden' | 'veryHidden'>>;
  readonly strings?: string;
  readonly styles?: string;
  readonly properties?: string;
  /** Sheets that are charts. */
  readonly charts?: readonly string[];
}

/** A workbook of the parts that programs write. */
const bookOf = ({ sheets, hidden = {}, strings = '', styles = '', properties = '', charts = [] }: Parts) => {
  const names = Object.keys(sheets);
  const targets = names.map((name, at): [string, string] => [
    charts.includes(name) ? 'chartsheet' : 'worksheet',
    `worksheets/sheet${at + 1}.xml`,
  ]);
  const files = {
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    '_rels/.rels': relationsOf([['officeDocument', 'xl/workbook.xml']]),
    'xl/_rels/workbook.xml.rels': relationsOf([
      ...targets,
      ['sharedStrings', 'sharedStrings.xml'],
      ['styles', 'styles.xml'],
    ]),
    'xl/workbook.xml': `<workbook ${main} xmlns:r="${relations}">${properties}<sheets>${names
      .map(
        (name, at) =>
          `<sheet name="${name}" sheetId="${at + 1}" ${hidden[name] ? `state="${hidden[name]}" ` : ''}r:id="rId${at + 1}"/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/sharedStrings.xml': `<sst ${main}>${strings}</sst>`,
    'xl/styles.xml': `<styleSheet ${main}>${styles}</styleSheet>`,
    ...Object.fromEntries(
      names.map((name, at) => [
        `xl/worksheets/sheet${at + 1}.xml`,
        `<worksheet ${main}>${/<sheetData/.test(sheets[name] ?? '') ? sheets[name] : `<sheetData>${sheets[name]}</sheetData>`}</worksheet>`,
      ]),
    ),
  };
  return zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)])));
};

/** Formats of numbers, each a style with its place as number. */
const formats = (...codes: readonly string[]) =>
  `<numFmts>${codes.map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${code.replaceAll('"', '&quot;')}"/>`).join('')}</numFmts><cellXfs>${codes
    .map((_, at) => `<xf numFmtId="${164 + at}" applyNumberFormat="1"/>`)
    .join('')}</cellXfs>`;

const most = { lines: 1_000, columns: 50 };
const cellsOf = async (parts: Parts) => {
  const book = await readBook(bookOf(parts), most);
  return 'issue' in book ? book.issue : book.sheets[0]?.cells;
};
const oneCell = async (cell: string, parts: Partial<Parts> = {}) => {
  const cells = await cellsOf({ sheets: { Sheet1: `<row r="1">${cell}</row>` }, ...parts });
  return typeof cells === 'string' ? cells : (cells?.[0]?.[0] ?? '');
};

describe('a cell of a workbook', () => {
  it.each([
    ['a shared text', '<t>Ana</t>', 'Ana'],
    [
      'a text in several fonts',
      '<r><t xml:space="preserve">Ana </t></r><r><rPr><b/></rPr><t>Novak</t></r>',
      'Ana Novak',
    ],
    [
      'a text with its reading, as Excel in Japan writes it',
      '<t>山田</t><rPh sb="0" eb="2"><t>ヤマダ</t></rPh><phoneticPr fontId="1"/>',
      '山田',
    ],
  ])('is %s [IMP-04]', async (_, string, text) => {
    expect(await oneCell('<c r="A1" t="s"><v>0</v></c>', { strings: `<si>${string}</si>` })).toBe(text);
  });

  it.each([
    ['a text in its cell', '<c r="A1" t="inlineStr"><is><t>0012</t></is></c>', '0012'],
    ['the result of a formula', '<c r="A1" t="str"><f>A2&amp;"x"</f><v>ana@x.com</v></c>', 'ana@x.com'],
    ['a formula without a result', '<c r="A1"><f>A2</f></c>', '=A2'],
    ['a phone number typed as a number', '<c r="A1"><v>447700900101</v></c>', '447700900101'],
    ['a reference of many digits', '<c r="A1"><v>4.477009001012E+15</v></c>', '4477009001012000'],
    ['a number with noise', '<c r="A1"><v>20.100000000000001</v></c>', '20.1'],
    ['a whole number written with decimals', '<c r="A1"><v>7.0</v></c>', '7'],
    ['a small number', '<c r="A1"><v>1E-07</v></c>', '0.0000001'],
    ['yes', '<c r="A1" t="b"><v>1</v></c>', 'TRUE'],
    ['an error', '<c r="A1" t="e"><v>#REF!</v></c>', '#REF!'],
    ['a date as text', '<c r="A1" t="d"><v>2018-04-03T00:00:00</v></c>', '2018-04-03'],
    ['nothing', '<c r="A1" s="0"/><c r="B1"><v>1</v></c>', ''],
  ])('is %s [IMP-04]', async (_, cell, text) => {
    expect(await oneCell(cell)).toBe(text);
  });

  it.each([
    ['a number whose format has leading zeros', '7700900101', '0##########', '07700900101'],
    ['digits in groups with leading zeros', '7700900101', '00000 000000', '07700900101'],
    ['an amount of another currency', '-20.5', '[$€-407] #,##0.00', '€-20.5'],
    ['an amount whose currency is quoted', '20', '#,##0.00 "kr"', 'kr20'],
    ['a number with a word', '3', '0 "lessons"', '3'],
    ['a date in the format of Google', '43193.0', 'mmm" "d", "yyyy', '2018-04-03'],
    ['a date in German', '43193', '[$-407]dd/mm/yyyy', '2018-04-03'],
    ['a leap day', '43890', 'yyyy-mm-dd', '2020-02-29'],
    ['a date with its time', '43193.604166666664', 'dd/mm/yyyy hh:mm', '2018-04-03 14:30'],
    ['a time', '0.60416666666666663', 'hh:mm', '14:30'],
  ])('is %s [IMP-04]', async (_, value, format, text) => {
    expect(await oneCell(`<c r="A1" s="0"><v>${value}</v></c>`, { styles: formats(format) })).toBe(text);
  });

  it.each([
    ['43193', '', '<cellXfs><xf numFmtId="14"/></cellXfs>'],
    ['41731', '<workbookPr date1904="1"/>', formats('d-mmm-yy')],
    ['41731', '<workbookPr date1904="true"/>', formats('d-mmm-yy')],
  ])('is the day %s of a workbook with the properties "%s" [IMP-04]', async (value, properties, styles) => {
    expect(await oneCell(`<c r="A1" s="0"><v>${value}</v></c>`, { properties, styles })).toBe('2018-04-03');
  });
});

const heading = ['Parent', 'Email', 'Phone', 'Child', 'Date of birth'];
const texts = (line: number, cells: readonly string[]) =>
  `<row r="${line}">${cells.map((cell, at) => `<c r="${String.fromCharCode(65 + at)}${line}" t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`;
const ana = ['Ana Novak', 'ana@example.com', '07700 900101', 'Mia Novak', '2018-04-03'];

describe('the sheets of a workbook', () => {
  it('of LibreOffice keep texts, dates, currencies, results and lines, and name what is hidden [IMP-04]', async () => {
    const file = readFileSync(join(import.meta.dirname, 'testing/libreoffice.xlsx'));
    expect(await readBook(new Uint8Array(file), most)).toEqual({
      sheets: [
        {
          name: 'Families',
          lines: 6,
          columns: 6,
          cells: [
            ['Families of the school', '', '', '', '', ''],
            ['', '', '', '', '', ''],
            [...heading, 'Balance'],
            [...ana, '€20.5'],
            ['Kim & Co', 'kim@example.com', '07700900102', 'Bo', '2019-12-31', ''],
            ['Hidden Row', 'hid@example.com', '447700900103', 'Cy', '2020-02-29', ''],
          ],
          notes: ['1 row is hidden in this sheet, and read as well.'],
        },
        {
          name: 'Old',
          lines: 2,
          columns: 2,
          cells: [
            ['Name', 'Email'],
            ['Old One', 'old@example.com'],
          ],
          notes: [],
        },
      ],
      leftOut: ['Lists'],
    });
  });

  it('of Google Sheets end where their texts end: it writes a thousand rows [IMP-04]', async () => {
    const styled = (line: number) =>
      `<row r="${line}" customHeight="1" ht="15.75"><c r="A${line}" s="0"/><c r="Z${line}" s="0"/></row>`;
    const cells = await cellsOf({
      sheets: {
        Sheet1: `<sheetPr><outlinePr summaryBelow="0"/></sheetPr><sheetViews><sheetView workbookViewId="0"/></sheetViews><sheetData>${texts(1, heading)}${texts(2, ana)}${Array.from({ length: 998 }, (_, at) => styled(at + 3)).join('')}</sheetData>`,
      },
      styles: formats('General'),
    });
    expect(cells).toEqual([heading, ana]);
  });

  it('of programs that write no addresses of cells are read in their order [IMP-04]', async () => {
    const bare = (cells: readonly string[]) =>
      `<row>${cells.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`;
    expect(await cellsOf({ sheets: { Sheet1: bare(heading) + bare(ana) } })).toEqual([heading, ana]);
  });

  it('give merged parents to each child, and hidden columns a note [IMP-04]', async () => {
    const sheet = `<cols><col min="3" max="3" hidden="1"/></cols><sheetData>${texts(1, heading)}${texts(2, ana)}${texts(3, ['', '', '', 'Ben Novak', '2020-05-06'])}${texts(5, ['', '', '', 'Other', '2020-05-06'])}</sheetData><mergeCells><mergeCell ref="A2:A4"/><mergeCell ref="B2:B4"/><mergeCell ref="C2:XFD1048576"/></mergeCells>`;
    const book = await readBook(bookOf({ sheets: { Sheet1: sheet } }), most);
    expect(book).toMatchObject({
      sheets: [
        {
          cells: [
            heading,
            ana,
            ['Ana Novak', 'ana@example.com', '07700 900101', 'Ben Novak', '2020-05-06'],
            ['', '', '', '', ''],
            ['', '', '07700 900101', 'Other', '2020-05-06'],
          ],
          notes: [
            '1 column is hidden in this sheet, and read as well.',
            'A cell that is merged over several rows counts for each of them.',
          ],
        },
      ],
    });
  });

  it('that are hidden are read where all are, and charts are left out [IMP-04]', async () => {
    const hidden = { A: 'hidden', B: 'veryHidden' } as const;
    const all = await readBook(bookOf({ sheets: { A: texts(1, heading), B: texts(1, ana) }, hidden }), most);
    expect(all).toMatchObject({ sheets: [{ name: 'A' }, { name: 'B' }], leftOut: [] });
    const charts = bookOf({ sheets: { Chart: '', A: texts(1, heading) }, charts: ['Chart'] });
    expect(await readBook(charts, most)).toMatchObject({ sheets: [{ name: 'A' }], leftOut: ['Chart'] });
  });
});

const familyFile: Reading<NonNullable<ReturnType<typeof findFamilyTable>>> = {
  most: { ...most, bytes: 5_000_000, rows: 500 },
  findTable: findFamilyTable,
  needed: 'an email or a date of birth',
  advice: 'Please import it in two or more files.',
};
const opened = (bytes: Uint8Array<ArrayBuffer>) =>
  openFile(new File([bytes], 'families.csv'), familyFile, new AbortController().signal, readBook);

describe('a workbook', () => {
  it('is known by its content, and its rows have the lines of the sheet [IMP-04]', async () => {
    const file = await opened(
      bookOf({
        sheets: {
          'Export Summary': texts(1, ['This document was exported from Numbers.']),
          'Sheet 1 - Families':
            texts(1, ['Families', '', 'Exported', '28/11/2026']) + texts(4, heading) + texts(6, ana),
        },
      }),
    );
    if (typeof file === 'string') throw new Error(file);
    expect(file.sheets.map((sheet) => tableIn(sheet, familyFile))).toMatchObject([
      /^No table with an email/,
      { heading, headingLine: 4, above: [{ line: 1 }], rows: [{ line: 6, cells: ana }] },
    ]);
  });

  /** Says of the first part with these bytes that it has another size once it is unpacked. */
  const lying = (bytes: Uint8Array<ArrayBuffer>, size: number) => {
    const view = new DataView(bytes.buffer);
    for (let at = 0; at < bytes.length - 46; at += 1)
      if (view.getUint32(at, true) === 0x02014b50 && view.getUint32(at + 24, true) > 1_000_000)
        view.setUint32(at + 24, size, true);
    return bytes;
  };
  const large = (megabytes: number) => bookOf({ sheets: { Sheet1: ' '.repeat(megabytes * 1_000_000) } });
  const sheetOf = (data: string) => bookOf({ sheets: { Sheet1: data } });
  const packed = (path: string) => zipSync({ [path]: strToU8('x') });
  const old = Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, ...new Uint8Array(600)]);
  it.each<[string, () => Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>>, RegExp]>([
    [
      'is too large once it is unpacked',
      () => large(65),
      /unpacked it has more than 64 MB. Please copy the sheet/,
    ],
    [
      'says less of its size than is true',
      () => lying(large(2), 1_000),
      /No sheet of this workbook can be read/,
    ],
    ['says nothing of its size', () => lying(large(2), 0), /unpacked it has more than 64 MB/],
    ['is cut off', () => sheetOf(texts(1, heading)).slice(0, 900), /damaged.*Please save it again/],
    ['is cut off at once', () => sheetOf('').slice(0, 10), /damaged/],
    ['has text in its place', () => Uint8Array.from([0x50, 0x4b, 3, 4, ...strToU8('a,b')]), /damaged/],
    ['is of Numbers', () => packed('Index/Document.iwa'), /no workbook of Excel.*“Export”/],
    ['is a document', () => packed('[Content_Types].xml'), /No sheet of this workbook can be read.*CSV/],
    ['is in the old format', () => old, /old format of Excel \(\.xls\).*then Excel workbook/],
    [
      'has a password',
      async () =>
        Uint8Array.from(
          await writeXlsx({
            sheets: [{ name: 'A', rows: [heading] }],
            encryption: { password: 'x', spinCount: 10 },
          }),
        ),
      /has a password. Please save it without one/,
    ],
    ['has no sheet', () => bookOf({ sheets: {} }), /No sheet of this workbook/],
    [
      'has cells at both ends of the largest sheet',
      () =>
        sheetOf(
          '<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row>',
        ),
      /No sheet of this workbook/,
    ],
    [
      'has an address that no sheet has',
      () => sheetOf('<row r="1"><c r="AAAAAA99999999"><v>1</v></c></row>'),
      /No sheet of this workbook/,
    ],
  ])('that %s says what to do [IMP-04]', async (_, bytes, message) => {
    expect(await opened(await bytes())).toMatch(message);
  });

  it.each<[string, string, RegExp]>([
    ['lines', texts(1, heading) + texts(1_048_576, ana), /This file has 1048576 lines, and 1000 can be read/],
    [
      'columns',
      '<row r="1"><c r="XFD1"><v>1</v></c></row>',
      /This file has 16384 columns, and 50 can be read/,
    ],
    [
      'rows',
      texts(1, heading) + Array.from({ length: 501 }, (_, at) => texts(at + 2, ana)).join(''),
      /This file has 501 rows, and 500 can be read/,
    ],
  ])('with too many %s says how many can be read [IMP-04]', async (_, data, message) => {
    const file = await opened(sheetOf(data));
    const [sheet] = typeof file === 'string' ? [] : file.sheets;
    expect(sheet && tableIn(sheet, familyFile)).toMatch(message);
  });

  it('with a million empty rows is read up to its last text [IMP-04]', async () => {
    const file = await opened(sheetOf(texts(1, heading) + texts(2, ana) + '<row/>'.repeat(1_048_574)));
    expect(file).toMatchObject({ sheets: [{ lines: 2 }] });
  });
});
