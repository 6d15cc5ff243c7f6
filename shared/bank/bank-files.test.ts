import { describe, expect, it } from 'vitest';
import type { BankColumns } from '#shared/bank/import';
import { calendarDateSchema } from '#shared/lib/values';
import { splitText } from '#shared/testing/split-text';
import { dayOrderIn, decimalSignIn, readBankRows } from './read-rows.ts';
import { findTable, guessColumns } from './table.ts';

const today = calendarDateSchema.parse('2026-03-01');

const read = async (text: string, named: Partial<BankColumns> = {}) => {
  const table = findTable(splitText(text));
  if (!table) throw new Error('No heading');
  const columns = { ...guessColumns(table), ...named };
  const order = dayOrderIn(table, columns);
  const decimals = decimalSignIn(table, columns);
  if (order === 'ask' || decimals === 'ask') return { order, decimals, columns, rows: [], reasons: [] };
  const { rows, leftOut } = await readBankRows(table, columns, { order, decimals, today });
  return {
    order,
    decimals,
    columns,
    rows: rows.map(({ day, amount, text: said, payer }) => [day, amount, said, payer]),
    reasons: leftOut.map(({ reason }) => reason),
  };
};

const lines = (...all: readonly string[]) => all.join('\r\n');

/** Files written after what banks and providers document of their exports: with invented people. */
const files: Readonly<Record<string, { file: string; rows: unknown[]; reasons: string[] }>> = {
  'a UK bank: two amount columns': {
    file: lines(
      'Date,Type,Description,Paid out,Paid in,Balance',
      '13 Feb 2026,FPI,A PARENT F-7K2M9,,162.00,1162.00',
      '14 Feb 2026,DD,PITCH HIRE,80.00,,1082.00',
      '15 Feb 2026,INT,INTEREST,,0.00,1082.00',
    ),
    rows: [['2026-02-13', 16_200, 'A PARENT F-7K2M9', '']],
    reasons: ['Money that went out', 'No amount'],
  },
  'a US bank: month first': {
    file: lines(
      'Details,Posting Date,Description,Amount,Type,Balance',
      'CREDIT,02/13/2026,"ZELLE FROM A PARENT, F-7K2M9",1162.50,QUICKPAY_CREDIT,2000.00',
      'DEBIT,02/14/2026,FIELD RENTAL,-80.00,ACH_DEBIT,1920.00',
    ),
    rows: [['2026-02-13', 116_250, 'CREDIT ZELLE FROM A PARENT, F-7K2M9', '']],
    reasons: ['Money that went out'],
  },
  'a German bank: preamble, semicolons, decimal commas, a sum': {
    file: lines(
      'Umsatzanzeige;Datei erstellt am: 01.03.2026 08:00',
      '',
      'Kunde;Ballerz',
      'Konto;Girokonto',
      'Saldo;1.000,00;USD',
      '',
      'Sortierung;Datum absteigend',
      '',
      'Buchungstag;Valuta;Auftraggeber/Empfänger;Buchungstext;Verwendungszweck;Betrag;Währung',
      '13.02.2026;13.02.2026;Jana Größe;Gutschrift;SVWZ+F7K2M9;1.162,00;USD',
      '14.02.2026;14.02.2026;Platzwart;Lastschrift;Miete;-80,00;USD',
      '15.02.2026;15.02.2026;Jana Größe;Gutschrift;F-7K2M9;20,00;EUR',
      'Summe;;;;;1.102,00;USD',
    ),
    rows: [['2026-02-13', 116_200, 'Gutschrift SVWZ+F7K2M9', 'Jana Größe']],
    reasons: ['Money that went out', 'Another currency: EUR', 'The date cannot be read'],
  },
  'a German bank: minus by "S" and "H"': {
    file: lines(
      'Buchungsdatum;Name;Verwendungszweck;Umsatz;S/H',
      '13.02.26;A. Vater;F-7K2M9;162,00;H',
      '14.02.26;Platzwart;Miete;80,00;S',
    ),
    rows: [['2026-02-13', 16_200, 'F-7K2M9', 'A. Vater']],
    reasons: ['Money that went out'],
  },
  'a French bank: tabs, spaces in numbers': {
    file: lines(
      'Date opération\tLibellé\tDébit\tCrédit',
      '13/02/2026\tVIR A MERE F-7K2M9\t\t1 162,00',
      '14/02/2026\tLOYER\t80,00\t',
    ),
    rows: [['2026-02-13', 116_200, 'VIR A MERE F-7K2M9', '']],
    reasons: ['Money that went out'],
  },
  PayPal: {
    file: lines(
      '"Date","Time","TimeZone","Name","Type","Status","Currency","Gross","Fee","Net","Subject"',
      '"2/13/2026","10:22:11","PST","A Parent","Payment","Completed","USD","162.00","-5.00","157.00","F-7K2M9"',
      '"2/14/2026","10:22:11","PST","A Parent","Payment","Pending","USD","20.00","0.00","20.00","F-7K2M9"',
    ),
    rows: [['2026-02-13', 16_200, 'F-7K2M9', 'A Parent']],
    reasons: ['The status is “Pending”'],
  },
  Stripe: {
    file: lines(
      'id,Created (UTC),Amount,Currency,Description,Status,Customer Email',
      'ch_1,2026-02-13 10:22:11,162.00,usd,F-7K2M9,Paid,a@example.com',
      'ch_2,2026-02-13 10:22:12,162.00,usd,F-7K2M9,Failed,a@example.com',
    ),
    rows: [['2026-02-13', 16_200, 'F-7K2M9', 'a@example.com']],
    reasons: ['The status is “Failed”'],
  },
  SumUp: {
    file: lines(
      'Date,Transaction ID,Status,Description,Total,Currency',
      '"Feb 13, 2026, 10:22 AM",T1,Successful,F-7K2M9,$162.00,USD',
      '"Feb 14, 2026, 10:22 AM",T2,Cancelled,F-7K2M9,$20.00,USD',
    ),
    rows: [['2026-02-13', 16_200, 'T1 F-7K2M9', '']],
    reasons: ['The status is “Cancelled”'],
  },
  Square: {
    file: lines(
      'Date,Time,Gross Sales,Net Total,Customer Name,Description',
      '2026-02-13,10:22:11,"$1,162.00","$1,130.00",A Parent,F-7K2M9',
      '2026-02-14,10:22:11,($20.00),($20.00),A Parent,Refund',
    ),
    rows: [['2026-02-13', 116_200, 'F-7K2M9', 'A Parent']],
    reasons: ['Money that went out'],
  },
  'a bank with the minus behind, and bars': {
    file: lines(
      'Date|Reference|Amount',
      '20260213|F-7K2M9|162.00',
      '20260214|PITCH|80.00-',
      '20270101|F-7K2M9|20.00',
      '20190101|F-7K2M9|20.00',
      '20260215|F-7K2M9|twenty',
    ),
    rows: [['2026-02-13', 16_200, 'F-7K2M9', '']],
    reasons: [
      'Money that went out',
      'This date is in the future (Jan 1, 2027)',
      'Use a date of the last 5 years (Jan 1, 2019)',
      'The amount cannot be read',
    ],
  },
};

describe('bank files', () => {
  it.each(Object.entries(files))('reads %s [BNK-01]', async (_, { file, rows, reasons }) => {
    expect(await read(file)).toMatchObject({ rows, reasons });
  });

  it('asks for the order of day and month where the file leaves it open', async () => {
    const file = lines('Date,Description,Amount', '02/03/2026,F-7K2M9,20.00', '01/02/2026,F-7K2M9,20.00');
    expect((await read(file)).order).toBe('ask');
    const { rows } = await read(file, { day_order: 'month-first' });
    expect(rows.map(([day]) => day)).toEqual(['2026-02-03', '2026-01-02']);
  });

  it.each([
    ['Day,What,Dollars', [1]],
    ['Date,Memo,What,Amount', [1]],
    // Which of them is a text, an administrator says.
    ['Date,What,Balance,Amount', []],
  ])('takes the column that is left for the text: %s [BNK-01]', (heading, text) => {
    expect(guessColumns({ heading: heading.split(','), rows: [] }).text).toEqual(text);
  });

  it('finds no heading in a text that is no table', () => {
    expect(findTable(splitText('Dear school,\nplease find our payment of 20.00 attached.'))).toBeUndefined();
  });
});
