import { paymentDayIssue } from '#shared/domain/ledger/payment-day';
import { formatDate } from '#shared/domain/text/format';
import { limits } from '#shared/limits';
import { amountSchema } from '#shared/schemas/amount';
import type { BankColumns } from '#shared/schemas/bank-columns';
import { type BankRow, bankRowSchema } from '#shared/schemas/bank-row';
import type { CalendarDate } from '#shared/schemas/values';
import { decimalSignOf, isOtherCurrency, readBankAmount } from './bank-amount.ts';
import { type DayOrder, dayOrderOf, readBankDay } from './bank-day.ts';
import { bankRowText, cutText } from './bank-row-text.ts';
import type { BankTable } from './find-table.ts';

/** A row that is never recorded, with its number below the heading and the reason. */
export interface LeftOutRow {
  readonly line: number;
  readonly cells: readonly string[];
  readonly reason: string;
}

export interface ReadRows {
  readonly rows: readonly BankRow[];
  readonly leftOut: readonly LeftOutRow[];
}

/** The order of day and month in a table, or `ask` where neither the file nor the named columns say it. */
export const dayOrderIn = ({ rows }: BankTable, columns: BankColumns): DayOrder | 'ask' => {
  const own = dayOrderOf(rows.map((cells) => cells[columns.day] ?? ''));
  if (own === 'either') return columns.day_order ?? 'day-first';
  return own === 'open' ? (columns.day_order ?? 'ask') : own;
};

const incomingWords = /^(?:cr|credit|cr[eé]dit|c|h|haben|in|incoming|gutschrift|received|\+)\.?$/i;
const outgoingWords = /^(?:dr|db|debit|d[eé]bit|d|s|soll|out|outgoing|lastschrift|sent|-)\.?$/i;
const settledWords =
  /^(?:completed?|paid|succeeded|successful|success|settled|booked|posted|cleared|abgeschlossen|erfolgreich|(?:umsatz )?gebucht|termin[eé]e?|effectu[eé]e?)$/i;

const amountIn = (
  cells: readonly string[],
  columns: BankColumns,
  decimals: ReturnType<typeof decimalSignOf>,
) => {
  const read = readBankAmount(cells[columns.amount] ?? '', decimals);
  const hasNone = 'issue' in read ? read.issue === 'empty' : read.cents === 0;
  if (columns.outgoing === null || !hasNone) return read;
  const out = readBankAmount(cells[columns.outgoing] ?? '', decimals);
  return 'issue' in out || out.cents === 0 ? out : { cents: out.cents, isOutgoing: true };
};

/** The amount that came in with a row, or why none did. */
const incomingAmount = (
  cells: readonly string[],
  columns: BankColumns,
  decimals: ReturnType<typeof decimalSignOf>,
): number | string => {
  const cellOf = (column: number | null): string => (column === null ? '' : (cells[column] ?? ''));
  const read = amountIn(cells, columns, decimals);
  const direction = cellOf(columns.direction);
  const [currency, status] = [cellOf(columns.currency), cellOf(columns.status)];
  if (isOtherCurrency(currency)) return `Another currency: ${currency}`;
  if ('issue' in read) {
    if (read.issue === 'currency') return `Another currency: ${read.currency}`;
    return read.issue === 'empty' ? 'No amount' : 'The amount cannot be read';
  }
  if (read.cents === 0) return 'The amount is 0';
  if (read.isOutgoing || outgoingWords.test(direction)) return 'Money that went out';
  if (columns.direction !== null && !incomingWords.test(direction))
    return `Neither in nor out: “${direction}”`;
  if (columns.status !== null && !settledWords.test(status)) return `The status is “${status}”`;
  const amount = amountSchema.safeParse(read.cents);
  return amount.success ? amount.data : (amount.error.issues[0]?.message ?? '');
};

/**
 * The rows of a table that can be recorded, and those that cannot, with the reason (BNK-01). Rows with the same day,
 * amount, text and payer are numbered, so that each of them is a row of its own in every file (BNK-02).
 * @param order of dates that can be read in two ways
 */
export const readBankRows = (
  { rows: lines }: BankTable,
  columns: BankColumns,
  { order, today }: { readonly order: DayOrder; readonly today: CalendarDate },
): ReadRows => {
  const rows: BankRow[] = [];
  const leftOut: LeftOutRow[] = [];
  const seen = new Map<string, number>();
  const decimals = decimalSignOf(
    lines.flatMap((cells) => [columns.amount, columns.outgoing].map((column) => cells[column ?? -1] ?? '')),
  );
  for (const [index, cells] of lines.entries()) {
    const refuse = (reason: string) => leftOut.push({ line: index + 1, cells, reason });
    const cellOf = (column: number | null): string => (column === null ? '' : (cells[column] ?? ''));
    const day = readBankDay(cellOf(columns.day), order);
    if (!day) {
      refuse(cellOf(columns.day) === '' ? 'No date' : 'The date cannot be read');
      continue;
    }
    const amount = incomingAmount(cells, columns, decimals);
    const issue = typeof amount === 'string' ? amount : paymentDayIssue(day, today);
    if (issue) {
      refuse(`${issue}${typeof amount === 'string' ? '' : ` (${formatDate(day)})`}`);
      continue;
    }
    const text = columns.text
      .map(cellOf)
      .filter((part) => part !== '')
      .join(' ');
    const row = bankRowSchema.parse({
      day,
      amount,
      text: cutText(text, limits.bankTextLength),
      payer: cutText(cellOf(columns.payer), limits.bankPayerLength),
      number: 1,
    });
    const key = bankRowText(row);
    const number = (seen.get(key) ?? 0) + 1;
    seen.set(key, number);
    rows.push({ ...row, number });
  }
  return { rows, leftOut };
};
