import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { bankRowSchema } from '#shared/ledger/references';
import { familyIdSchema } from '#shared/lib/ids';
import { signedCentsSchema } from '#shared/lib/money';
import { centsSchema } from '#shared/lib/values';
import { limits } from '#shared/limits';
import { batchesOf, decodeFile, openFile, tableIn } from '../tables/table-file.ts';
import { readBook } from '../tables/workbook.ts';
import { bankReading, type KnownRow, tickedRows } from './bank-file.ts';

const readBankFile = async (file: File) => {
  const opened = await openFile(file, bankReading, new AbortController().signal, readBook);
  const [sheet] = typeof opened === 'string' ? [] : opened.sheets;
  return sheet ? tableIn(sheet, bankReading) : opened;
};

describe('the text of a bank file', () => {
  it.each([
    ['UTF-8', Buffer.from('Größe €')],
    ['UTF-8 with a mark', Buffer.from('\uFEFFGröße €')],
    ['windows-1252', Buffer.from([0x47, 0x72, 0xf6, 0xdf, 0x65, 0x20, 0x80])],
    ['UTF-16', Buffer.from('\uFEFFGröße €', 'utf16le')],
  ])('is read in %s [BNK-01]', (_, bytes) => {
    expect(decodeFile(bytes)).toBe('Größe €');
  });

  it('keeps the other letters where a program has cut one in two [BNK-01]', () => {
    expect(decodeFile(Buffer.from('Größe €,Zoë').subarray(0, -1))).toBe('Größe €,Zo\uFFFD');
  });
});

describe('a bank file', () => {
  it('loses no row to a quote that nobody closed [BNK-01]', async () => {
    const lines = ['Date,Memo,Amount', '2026-02-13,"Pat,20.00', '2026-02-14,F-7K2M9,30.00'];
    expect(await readBankFile(new File([lines.join('\n')], 'bank.csv'))).toMatchObject({
      rows: [
        { line: 2, cells: ['2026-02-13', '"Pat', '20.00'] },
        { line: 3, cells: ['2026-02-14', 'F-7K2M9', '30.00'] },
      ],
    });
  });

  it('loses no row between two words in quotes, and no other cell in quotes [BNK-01]', async () => {
    const lines = [
      'Date,Memo,Amount',
      '2026-02-13,"Pat" F-7K2M9,20.00',
      '2026-02-14,x,"1,250.00"',
      '2026-02-15,"Mia",40.00',
    ];
    expect(await readBankFile(new File([lines.join('\n')], 'bank.csv'))).toMatchObject({
      rows: [
        { line: 2, cells: ['2026-02-13', '"Pat" F-7K2M9', '20.00'] },
        { line: 3, cells: ['2026-02-14', 'x', '1,250.00'] },
        { line: 4, cells: ['2026-02-15', 'Mia', '40.00'] },
      ],
    });
  });

  it.each([
    ['bytes', 'x'.repeat(limits.bankFileBytes + 1), /larger than 2 MB/],
    ['lines', '1,2\n'.repeat(limits.bankFileLines), /20001 lines/],
    ['rows', '2026-02-13,2.00\n'.repeat(limits.bankFileRows + 1), /2001 rows/],
    ['columns', `2026-02-13,2.00${',x'.repeat(limits.bankFileColumns)}\n`, /62 columns/],
  ])('is refused with too many %s [BNK-01]', async (_, text, message) => {
    expect(await readBankFile(new File([text], 'bank.csv'))).toMatch(message);
  });

  it('is read from a workbook, whatever its name is: dates, amounts and lines [IMP-04]', async () => {
    const rows = [
      ['Statement of account', null, null],
      ['Date', 'Details', 'Amount'],
      [new Date('2026-02-13'), 'F-7K2M9', 20.5],
      [new Date('2026-02-14'), '00123', -3],
    ];
    const bytes = await writeXlsx({ sheets: [{ name: 'February', rows }] });
    expect(await readBankFile(new File([Uint8Array.from(bytes)], 'bank.csv'))).toMatchObject({
      heading: ['Date', 'Details', 'Amount'],
      rows: [
        { line: 3, cells: ['2026-02-13', 'F-7K2M9', '20.5'] },
        { line: 4, cells: ['2026-02-14', '00123', '-3'] },
      ],
    });
  });

  it('of the largest size is read in one cell, or in the shortest lines [BNK-01]', async () => {
    const most = limits.bankFileBytes - 100;
    for (const cell of ['('.repeat(most), ' '.repeat(most), '1,'.repeat(most / 2), '0'.repeat(most)])
      expect(await readBankFile(new File([`2026-02-13;2.00;"${cell}"`], 'bank.csv'))).toBeTypeOf('object');
    expect(await readBankFile(new File(['1\n'.repeat(most / 2)], 'bank.csv'))).toMatch(/lines/);
  });
});

const row = (text: string, amount = 1_000) =>
  bankRowSchema.parse({ day: '2026-02-13', amount, text, payer: '', id: 'x'.repeat(43) });

describe('the parts of a file', () => {
  it('keep all rows in order, each within the limits of a request', () => {
    const rows = Array.from({ length: 60 }, (_, n) => row('ß'.repeat(n < 30 ? 400 : 1)));
    const most = { rows: limits.bankRowsAtOnce, bytes: limits.requestBodyBytes };
    const parts = batchesOf(rows, most);
    expect(parts.flat()).toEqual(rows);
    for (const part of parts) {
      expect(part.length).toBeLessThanOrEqual(limits.bankRowsAtOnce);
      expect(Buffer.byteLength(JSON.stringify({ rows: part }))).toBeLessThan(limits.requestBodyBytes);
    }
  });
});

describe('what is ticked', () => {
  const known = (
    amount: number,
    match: Partial<NonNullable<KnownRow['match']>> = {},
    state: KnownRow['state'] = 'new',
  ): KnownRow => ({
    row: row('F-7K2M9', amount),
    state,
    reason: null,
    several: [],
    match: {
      by: 'reference',
      full_name: 'Pat',
      reference: null,
      is_repeated: false,
      parent_id: familyIdSchema.parse('fam_01J8Z000000000000000000001'),
      balance: signedCentsSchema.parse(1_500),
      due: centsSchema.parse(1_500),
      ...match,
    },
  });

  it.each([
    ['a reference with an open balance', [known(1_000)], 1],
    ['rows until nothing is open', [known(1_000), known(1_000), known(1_000)], 2],
    ['no reference of which nothing is due yet', [known(1_000, { due: centsSchema.parse(0) })], 0],
    ['no payer and no amount', [known(1_500, { by: 'payer' }), known(1_500, { by: 'amount' })], 0],
    ['nothing that is recorded by hand already', [known(1_000, { is_repeated: true })], 0],
    ['nothing that was taken back', [known(1_000, {}, 'taken-back')], 0],
  ])('is %s [BNK-03]', (_, rows, count) => {
    expect(tickedRows(rows).size).toBe(count);
  });
});
