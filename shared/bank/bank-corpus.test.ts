import { describe, expect, it } from 'vitest';
import type { BankColumns } from '#shared/bank/import';
import { calendarDateSchema } from '#shared/lib/values';
import { splitText } from '#shared/testing/split-text';
import { dayOrderIn, decimalSignIn, doubtfulReasons, readBankRows } from './read-rows.ts';
import { findTable, guessColumns, headingText, openColumns } from './table.ts';

const today = calendarDateSchema.parse('2026-12-01');
const fileOf = (lines: readonly string[]) => lines.join('\r\n');
const tableOf = (lines: readonly string[]) => findTable(splitText(fileOf(lines))) ?? expect.fail('No table');

const read = async (lines: readonly string[], named: Partial<BankColumns> = {}) => {
  const table = tableOf(lines);
  const columns = { ...guessColumns(table), ...named };
  const asked = openColumns(table, columns).map(({ column, kind }) => `${table.heading[column]}: ${kind}`);
  const [order, decimals] = [dayOrderIn(table, columns), decimalSignIn(table, columns)];
  if (order === 'ask' || decimals === 'ask')
    return { table, columns, asked, order, decimals, found: [], doubts: [] };
  const { rows, leftOut } = await readBankRows(table, columns, { order, decimals, today });
  const found = rows.map(({ day, amount, payer, text }) => [day, Number(amount), payer, text]);
  return { table, columns, asked, order, decimals, rows, leftOut, found, doubts: doubtfulReasons(leftOut) };
};

interface Example {
  readonly file: readonly string[];
  readonly found: readonly unknown[];
  /** Reasons for which money may be left out by mistake. */
  readonly doubts?: Readonly<Record<string, number>>;
}

const text = 'F-7K2M9';
const heading = {
  sparkasse:
    '"Auftragskonto";"Buchungstag";"Valutadatum";"Buchungstext";"Verwendungszweck";"Beguenstigter/Zahlungspflichtiger";"Kontonummer/IBAN";"Betrag";"Waehrung";"Info"',
} as const;

/** Written after the exports of these banks, with invented people. */
const examples: Readonly<Record<string, Example>> = {
  'Sparkasse: Waehrung, and a pending row': {
    file: [
      heading.sparkasse,
      `"DE00";"13.11.26";"13.11.26";"GUTSCHRIFT";"${text}";"Jana";"DE11";"20,00";"EUR";"Umsatz gebucht"`,
      `"DE00";"13.11.26";"13.11.26";"GUTSCHRIFT";"${text}";"Jana";"DE11";"21,00";"USD";"Umsatz gebucht"`,
      `"DE00";"14.11.26";"14.11.26";"GUTSCHRIFT";"${text}";"Jana";"DE11";"22,00";"USD";"Umsatz vorgemerkt"`,
    ],
    found: [['2026-11-13', 2_100, 'Jana', `GUTSCHRIFT ${text}`]],
    doubts: { 'Another currency: EUR': 1, 'The status is “Umsatz vorgemerkt”': 1 },
  },
  'DKB: the currency in the heading of the amount': {
    file: [
      '"Girokonto";"DE00"',
      '"Kontostand vom 14.11.2026:";"1.234,56 €"',
      '""',
      '"Buchungsdatum";"Wertstellung";"Status";"Zahlungspflichtige*r";"Verwendungszweck";"Umsatztyp";"Betrag (€)"',
      `"13.11.26";"13.11.26";"Gebucht";"Jana Größe";"${text}";"Eingang";"20,00"`,
    ],
    found: [],
    doubts: { 'Another currency: €': 1 },
  },
  'ING: the currency above the heading, and in a column of its own': {
    file: [
      'Umsatzanzeige;Datei erstellt am: 14.11.2026 10:00',
      'Saldo;1.000,00;EUR',
      '',
      'Buchung;Valuta;Auftraggeber/Empfänger;Buchungstext;Verwendungszweck;Saldo;Währung;Betrag;Währung',
      `13.11.2026;13.11.2026;Jana;Gutschrift;${text};1.000,00;EUR;20,00;EUR`,
    ],
    found: [],
    doubts: { 'Another currency: EUR': 1 },
  },
  'Comdirect: "Umsatz in EUR"': {
    file: [
      '"Buchungstag";"Wertstellung (Valuta)";"Vorgang";"Buchungstext";"Umsatz in EUR"',
      `"13.11.2026";"13.11.2026";"Übertrag";"Auftraggeber: Jana ${text}";"20,00"`,
    ],
    found: [],
    doubts: { 'Another currency: EUR': 1 },
  },
  'Wells Fargo: no heading': {
    file: [
      `"11/13/2026","20.00","*","","ZELLE FROM PAT PARENT ON 11/13 REF ${text}"`,
      '"11/14/2026","-80.00","*","","RECURRING PAYMENT FIELD RENTAL"',
    ],
    found: [['2026-11-13', 2_000, '', `ZELLE FROM PAT PARENT ON 11/13 REF ${text}`]],
  },
  'CommBank: no heading, a signed amount, a balance': {
    file: [
      `13/11/2026,"+20.00","Transfer from PAT PARENT ${text}","+1020.00"`,
      '14/11/2026,"-80.00","Field rental","+940.00"',
    ],
    found: [['2026-11-13', 2_000, '', `Transfer from PAT PARENT ${text}`]],
  },
  'Bank of America: a summary, and a line of a balance': {
    file: [
      'Description,,Summary Amt.',
      'Beginning balance as of 11/01/2026,,"1,000.00"',
      'Total credits as of 11/30/2026,,"20.00"',
      '',
      'Date,Description,Amount,Running Bal.',
      '11/01/2026,Beginning balance as of 11/01/2026,,"1,000.00"',
      `11/13/2026,"Zelle payment from PAT for ${text}","20.00","1,020.00"`,
    ],
    found: [['2026-11-13', 2_000, '', `Zelle payment from PAT for ${text}`]],
  },
  'Monzo: in and out apart, a currency of the amount and a local one': {
    file: [
      'Transaction ID,Date,Time,Type,Name,Emoji,Category,Amount,Currency,Local amount,Local currency,Notes and #tags,Description,Money Out,Money In',
      `tx_1,13/11/2026,10:22:11,Faster payment,Pat Parent,,Income,20.00,USD,20.00,GBP,${text},${text},,20.00`,
      `tx_2,14/11/2026,10:22:11,Card payment,Field,,Bills,-80.00,USD,-80.00,GBP,,FIELD,-80.00,`,
    ],
    found: [['2026-11-13', 2_000, 'Pat Parent', `tx_1 ${text} ${text}`]],
  },
  'Venmo: lines above the heading, and a balance below it': {
    file: [
      'Account Statement - (@Ballerz) ,,,,,,,,,,',
      'Account Activity,,,,,,,,,,',
      ',ID,Datetime,Type,Status,Note,From,To,Amount (total),Beginning Balance,Ending Balance',
      ',,,,,,,,,"$1,000.00",',
      `,3456,2026-11-13T10:22:11,Payment,Complete,${text},Pat Parent,Ballerz,+ $20.00,,`,
      `,3457,2026-11-14T10:22:11,Payment,Pending,${text},Pat Parent,Ballerz,+ $20.00,,`,
      `,3458,2026-11-14T10:22:11,Payment,Complete,Field,Ballerz,Pitch,- $80.00,,`,
      ',,,,,,,,,,"$940.00"',
    ],
    found: [['2026-11-13', 2_000, 'Pat Parent', text]],
    doubts: { 'No date': 2, 'The status is “Pending”': 1 },
  },
  'Wise: a direction in words, amounts without a sign': {
    file: [
      'ID,Status,Direction,Created on,Source name,Source amount (after fees),Source currency,Reference',
      `T-1,COMPLETED,IN,2026-11-13 10:22:11,Pat Parent,20.00,USD,${text}`,
      'T-2,COMPLETED,OUT,2026-11-14 10:22:11,Ballerz,80.00,USD,Field',
      `T-3,COMPLETED,IN,2026-11-15 10:22:11,Pat Parent,30.00,GBP,${text}`,
      `T-4,CANCELLED,IN,2026-11-15 10:22:11,Pat Parent,30.00,USD,${text}`,
    ],
    found: [['2026-11-13', 2_000, '', text]],
    doubts: { 'Another currency: GBP': 1, 'The status is “CANCELLED”': 1 },
  },
  'OTP: dates with a point behind, directions and currencies in Hungarian': {
    file: [
      'Tranzakció dátuma;Könyvelés dátuma;Típus;Bejövő/Kimenő;Partner neve;Közlemény;Összeg;Pénznem',
      `2026.11.13.;2026.11.13.;Utalás;Bejövő;Kovács Anna;${text};20,00;USD`,
      `2026.11.14.;2026.11.14.;Utalás;Kimenő;Pálya;bérlet;80,00;USD`,
      `2026.11.14.;2026.11.14.;Utalás;Bejövő;Kovács Anna;${text};20 000;HUF`,
    ],
    found: [['2026-11-13', 2_000, 'Kovács Anna', text]],
    doubts: { 'Another currency: HUF': 1 },
  },
  'a Swedish bank: "Valuta" is a currency, and the sender a number': {
    file: [
      'Bokföringsdag;Belopp;Avsändare;Mottagare;Namn;Rubrik;Saldo;Valuta',
      `2026-11-13;20,00;1234 56 78901;;Anna;${text};1020,00;USD`,
      `2026-11-14;200,00;1234 56 78901;;Anna;${text};1220,00;SEK`,
    ],
    found: [['2026-11-13', 2_000, 'Anna', text]],
    doubts: { 'Another currency: SEK': 1 },
  },
  'a currency in each cell': {
    file: [
      'Date,Memo,Amount',
      `2026-11-13,${text},"€ 20,00"`,
      `2026-11-13,${text},20.00 EUR`,
      `2026-11-13,${text},CHF 20`,
      `2026-11-13,${text},20 kr`,
      `2026-11-13,${text},$20.00`,
      `2026-11-13,${text},USD 21.00`,
    ],
    found: [
      ['2026-11-13', 2_000, '', text],
      ['2026-11-13', 2_100, '', text],
    ],
    doubts: {
      'Another currency: €': 1,
      'Another currency: EUR': 1,
      'Another currency: CHF': 1,
      'Another currency: kr': 1,
    },
  },
  'directions in a column with an unknown name': {
    file: ['When,What,Dollars,Kind', `13-Nov-2026,${text},20.00,Credit`, '14-Nov-2026,Field,80.00,Debit'],
    found: [['2026-11-13', 2_000, '', text]],
  },
  'a number where a payer is expected': {
    file: ['Date,Customer,Name,Memo,Amount', `2026-11-13,10023,Pat Parent,${text},20.00`],
    found: [['2026-11-13', 2_000, 'Pat Parent', text]],
  },
  'states in a column with an unknown name': {
    file: ['Date,Memo,Amount,Info', `2026-11-13,${text},20.00,Posted`, `2026-11-14,${text},20.00,Pending`],
    found: [['2026-11-13', 2_000, '', text]],
    doubts: { 'The status is “Pending”': 1 },
  },
  'two columns of amounts without a heading': {
    file: [`13/11/2026,PAT ${text},,20.00`, '14/11/2026,FIELD,80.00,'],
    found: [['2026-11-13', 2_000, '', `PAT ${text}`]],
  },
  'a column "Pending", whose words are no states': {
    file: ['Date,Memo,Amount,Pending', `2026-11-13,${text},20.00,Yes`],
    found: [],
    doubts: { 'The status is “Yes”': 1 },
  },
  'a word that is no direction': {
    file: [`Date,Memo,Amount,Direction`, `2026-11-13,${text},20.00,In`, `2026-11-14,${text},30.00,Sideways`],
    found: [['2026-11-13', 2_000, '', text]],
    doubts: { 'Neither in nor out: “Sideways”': 1 },
  },
};

describe('the files of banks', () => {
  it.each(Object.entries(examples))('are read: %s [BNK-05]', async (_, { file, found, doubts = {} }) => {
    const result = await read(file);
    expect(result.found).toEqual(found);
    expect(Object.fromEntries(result.doubts.map(({ reason, count }) => [reason, count]))).toEqual(doubts);
    expect(result.asked).toEqual([]);
  });

  it.each([
    ['currency', ['2026-11-13,F-7K2M9,20.00,EUR', '2026-11-14,F-7K2M9,20.00,points']],
    ['status', ['2026-11-13,F-7K2M9,20.00,Pending', '2026-11-14,F-7K2M9,20.00,xyz']],
    ['direction', ['2026-11-13,F-7K2M9,20.00,Debit', '2026-11-14,F-7K2M9,20.00,xyz']],
  ] as const)('ask about a column of which some cells look like a %s [BNK-05]', async (kind, rows) => {
    const file = ['Date,Memo,Amount,Extra', ...rows];
    expect((await read(file)).asked).toEqual([`Extra: ${kind}`]);
    expect((await read(file, { neither: [3] })).asked).toEqual([]);
    expect((await read(file, { [kind]: 3 })).asked).toEqual([]);
  });

  it('read "1.000" and 03/04/2026 as the other rows say, or ask [BNK-05]', async () => {
    const unclear = ['Date;Memo;Amount', '03/04/2026;one;1.000'];
    expect(await read([...unclear, '13/04/2026;two;20,50'])).toMatchObject({
      found: [
        ['2026-04-03', 100_000, '', 'one'],
        ['2026-04-13', 2_050, '', 'two'],
      ],
    });
    expect(await read(unclear)).toMatchObject({ order: 'ask', decimals: 'ask' });
    const named = { day_order: 'month-first', decimal_sign: ',' } as const;
    expect(await read(unclear, named)).toMatchObject({ found: [['2026-03-04', 100_000, '', 'one']] });
    // Another column of the file says it.
    expect(await read(['Date;Memo;Amount;Saldo', '13.04.2026;one;1.000;2.000,50'])).toMatchObject({
      found: [['2026-04-13', 100_000, '', 'one']],
    });
  });

  it('leave rows out, each with its reason [BNK-01]', async () => {
    const { rows, leftOut } = await read([
      'Date|Reference|Amount',
      ...['20260213|F-7K2M9|162.00', '20260214|PITCH|80.00-', '20261202|F-7K2M9|20.00'],
      ...['20190101|F-7K2M9|20.00', '20260215|F-7K2M9|twenty', '20260215|F-7K2M9|', 'Sum||262.00'],
    ]);
    expect(rows).toHaveLength(1);
    expect(leftOut?.map(({ reason }) => reason)).toEqual([
      ...['Money that went out', 'This date is in the future (Dec 2, 2026)'],
      ...['Use a date of the last 5 years (Jan 1, 2019)', 'The amount cannot be read'],
      ...['No amount', 'The date cannot be read'],
    ]);
  });

  it.each([
    ['Day,What,Dollars', [1]],
    ['Date,Memo,What,Amount', [1]],
    // Which of them is a text, an administrator says.
    ['Date,What,Balance,Amount', []],
  ])('have the text in the column that is left: %s [BNK-01]', (heading, text) => {
    expect(guessColumns({ heading: heading.split(','), rows: [] }).text).toEqual(text);
  });

  it('are of one bank without a heading where their cells are of the same kinds [BNK-05]', () => {
    const file = [`13/11/2026,PAT ${text},,20.00`, '14/11/2026,FIELD,80.00,'];
    expect(headingText(tableOf(file))).toBe('["","date","text","","amount"]');
  });

  it('are none where a text is no table', () => {
    expect(findTable(splitText('Dear school,\nplease find our payment of 20.00 attached.'))).toBeUndefined();
  });

  it('offer their columns where no date can be read [BNK-05]', () => {
    expect(tableOf(['Tag;Was;Wieviel', '4. Woche;F-7K2M9;20,00', '5. Woche;F-7K2M9;30,00'])).toMatchObject({
      heading: ['Tag', 'Was', 'Wieviel'],
      rows: [{ cells: { length: 3 } }, { cells: { length: 3 } }],
    });
  });
});

const idsOf = async (lines: readonly string[], named: Partial<BankColumns> = {}) => {
  const { rows = [] } = await read(lines, named);
  return rows.map(({ id, amount }) => `${Number(amount)} ${id}`).toSorted();
};

describe('the identity of a row', () => {
  const file = [
    'Datum;Valuta;Text;Betrag;Saldo',
    '13.11.2026;14.11.2026;F-7K2M9 Größe;45,10;1.045,10',
    '13.11.2026;14.11.2026;F-7K2M9 Größe;45,10;1.090,20',
    '15.11.2026;16.11.2026;Hall rent back;80,00;1.170,20',
    '16.11.2026;16.11.2026;Pitch;-80,00;1.090,20',
  ];
  const [head = '', ...rows] = file;
  const balanceAt = (line: string, cents: string) => line.replace(/[^;]*$/, cents);

  const ways: readonly (readonly [string, readonly string[], Partial<BankColumns>])[] = [
    ['other columns of text', file, { text: [] }],
    ['the text as the payer', file, { text: [], payer: 2 }],
    ['another date', file, { day: 1 }],
    ['another delimiter', file.map((line) => `"${line.replaceAll(';', '"\t"')}"`), {}],
    ['another order of rows', [head, ...rows.toReversed()], {}],
    ['a changed balance', [head, ...rows.map((line, n) => balanceAt(line, `${n},00`))], {}],
    ['no balance', file.map((line) => line.replace(/;[^;]*$/, '')), {}],
    ['another order of columns', file.map((line) => line.split(';').toReversed().join(';')), {}],
    [
      'other ways of writing',
      file.map((line) => line.replaceAll('.11.2026', '-11-2026').replaceAll(',10', '.10').toUpperCase()),
      {},
    ],
    [
      'a column that says when it was exported',
      file.map((line, n) => `${line};${n === 0 ? 'Exported at' : '01.12.2026 10:00'}`),
      {},
    ],
    ['lines above the heading', ['Konto;DE00', '', ...file], {}],
  ];
  it.each(ways)('is the same with %s [BNK-04]', async (_, again, named) => {
    const ids = await idsOf(file);
    expect(new Set(ids).size).toBe(3);
    expect(await idsOf(again, named)).toEqual(ids);
  });

  it('is another one for another cell, and for each of equal rows [BNK-04]', async () => {
    const [one = '', ...others] = await idsOf(file);
    for (const [from, to] of [
      ['13.11.2026', '12.11.2026'],
      ['45,10', '45,11'],
      ['F-7K2M9', 'F-7K2M8'],
    ] as const) {
      const changed = await idsOf([head, ...rows.map((line) => line.replace(from, to))]);
      expect(changed.filter((id) => [one, ...others].includes(id))).toHaveLength(1);
    }
    // A state is no part of it: what waited is booked later.
    const stated = (state: string) => idsOf(['Date,Memo,Amount,Status', `2026-11-13,Pat,20.00,${state}`]);
    expect(await stated('Settled')).toEqual(await stated('Completed'));
    // A payment and its return on one day are two rows.
    const back = await idsOf(['Date,Paid out,Paid in', '2026-11-13,,20.00', '2026-11-13,20.00,']);
    expect(await idsOf(['Date,Paid out,Paid in', '2026-11-13,20.00,', '2026-11-13,,20.00'])).toEqual(back);
  });
});
