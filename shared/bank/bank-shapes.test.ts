import * as fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { type CalendarDate, calendarDateSchema } from '#shared/lib/values';
import { splitText } from '#shared/testing/split-text';
import { addDays } from '../lib/calendar.ts';
import { decimalSignIn, readBankRows } from './read-rows.ts';
import { findTable, guessColumns } from './table.ts';

interface Booked {
  readonly day: CalendarDate;
  readonly cents: number;
  readonly isOutgoing: boolean;
  readonly text: string;
  readonly payer: string;
}

interface Shape {
  readonly delimiter: string;
  readonly before?: readonly string[];
  readonly heading: readonly string[];
  readonly write: (row: Booked) => readonly string[];
  readonly hasPayer?: boolean;
  readonly order?: 'month-first';
}

const splitWords = (day: CalendarDate) => {
  const [year = '', month = '', date = ''] = day.split('-');
  return {
    year,
    month,
    date,
    monthName: new Date(`${day}T00:00:00Z`).toLocaleString('en', { month: 'short', timeZone: 'UTC' }),
  };
};
const points = (day: CalendarDate) => day.split('-').toReversed().join('.');
const slashes = (day: CalendarDate) => day.split('-').toReversed().join('/');
const american = (day: CalendarDate) => {
  const { year, month, date } = splitWords(day);
  return `${month}/${date}/${year}`;
};
const english = (cents: number) => (cents / 100).toLocaleString('en', { minimumFractionDigits: 2 });
const german = (cents: number) => (cents / 100).toLocaleString('de', { minimumFractionDigits: 2 });
const french = (cents: number) => german(cents).replaceAll('.', '\u202F');
const signed = ({ cents, isOutgoing }: Booked, write: (cents: number) => string) =>
  `${isOutgoing ? '-' : ''}${write(cents)}`;
const inTwo = ({ cents, isOutgoing }: Booked, write: (cents: number) => string) =>
  isOutgoing ? [write(cents), ''] : ['', write(cents)];

const shapes: Readonly<Record<string, Shape>> = {
  'a German bank with S and H': {
    delimiter: ';',
    hasPayer: true,
    heading: ['Buchungsdatum', 'Name', 'Verwendungszweck', 'Umsatz', 'S/H'],
    write: (row) => [points(row.day), row.payer, row.text, german(row.cents), row.isOutgoing ? 'S' : 'H'],
  },
  'a French bank': {
    delimiter: '\t',
    heading: ['Date opération', 'Libellé', 'Débit', 'Crédit'],
    write: (row) => [slashes(row.day), row.text, ...inTwo(row, french)],
  },
  PayPal: {
    delimiter: ',',
    order: 'month-first',
    hasPayer: true,
    heading: ['Date', 'Time', 'Name', 'Type', 'Status', 'Currency', 'Gross', 'Fee', 'Net', 'Subject'],
    write: (row) => [
      ...[american(row.day), '10:22:11', row.payer, 'Payment', 'Completed', 'USD'],
      ...[signed(row, english), '0.00', signed(row, english), row.text],
    ],
  },
  Stripe: {
    delimiter: ',',
    hasPayer: true,
    heading: ['id', 'Created (UTC)', 'Amount', 'Currency', 'Description', 'Status', 'Customer Email'],
    write: (row) => [
      ...['ch_1', `${row.day} 10:22:11`, signed(row, english), 'usd', row.text, 'Paid', row.payer],
    ],
  },
  SumUp: {
    delimiter: ',',
    heading: ['Date', 'Status', 'Description', 'Total', 'Currency'],
    write: (row) => {
      const { year, monthName, date } = splitWords(row.day);
      const at = `${monthName} ${Number(date)}, ${year}, 10:22 AM`;
      return [at, 'Successful', row.text, `${row.isOutgoing ? '-' : ''}$${english(row.cents)}`, 'USD'];
    },
  },
  Square: {
    delimiter: ',',
    hasPayer: true,
    heading: ['Date', 'Time', 'Gross Sales', 'Customer Name', 'Description'],
    write: (row) => {
      const amount = `$${english(row.cents)}`;
      return [row.day, '10:22:11', row.isOutgoing ? `(${amount})` : amount, row.payer, row.text];
    },
  },
  'a bank with the minus behind': {
    delimiter: '|',
    heading: ['Date', 'Reference', 'Amount'],
    write: (row) => [
      row.day.replaceAll('-', ''),
      row.text,
      `${english(row.cents)}${row.isOutgoing ? '-' : ''}`,
    ],
  },
};

const today = calendarDateSchema.parse('2026-03-01');
const aText = fc
  .array(
    fc.constantFrom(
      'F-7K2M9',
      'for',
      'Größe',
      'a,b',
      '"quoted"',
      'x;y',
      "O'Neil",
      '2026',
      '12.00',
      '|',
      '=1',
    ),
    {
      minLength: 1,
      maxLength: 4,
    },
  )
  .map((words) => `Pay ${words.join(' ')}`);
const aBooked: fc.Arbitrary<Booked> = fc.record({
  day: fc.integer({ min: 0, max: 700 }).map((days) => addDays(today, -days)),
  cents: fc.integer({ min: 1, max: 5_000_000 }),
  isOutgoing: fc.boolean(),
  text: aText,
  payer: fc.constantFrom('A Parent', 'Jürgen, the father', 'Mrs "B"'),
});

describe('the rows of a file', () => {
  it.each(Object.entries(shapes))('are read as they were written by %s [BNK-01]', async (_, shape) => {
    await fc.assert(
      fc.asyncProperty(fc.array(aBooked, { minLength: 1, maxLength: 12 }), async (booked) => {
        const { delimiter, before = [], heading, write } = shape;
        const body = Papa.unparse([[...heading], ...booked.map((row) => [...write(row)])], { delimiter });
        const table = findTable(splitText([...before, body].join('\r\n')));
        if (!table) throw new Error('No heading');
        const columns = guessColumns(table);
        const decimals = decimalSignIn(table, columns);
        if (decimals === 'ask') throw new Error('Amounts with cents are clear');
        const options = { order: shape.order ?? 'day-first', decimals, today } as const;
        const { rows, leftOut } = await readBankRows(table, columns, options);
        const incoming = booked.filter(({ isOutgoing }) => !isOutgoing);
        expect(rows.map(({ day, amount, payer }) => ({ day, amount, payer }))).toEqual(
          incoming.map(({ day, cents, payer }) => ({
            day,
            amount: cents,
            payer: shape.hasPayer ? payer : '',
          })),
        );
        for (const [index, { text }] of incoming.entries()) expect(rows[index]?.text).toContain(text);
        expect(leftOut.map(({ reason }) => reason)).toEqual(
          booked.flatMap(({ isOutgoing }) => (isOutgoing ? 'Money that went out' : [])),
        );
      }),
    );
  });
});
