import type { BankColumns } from '#shared/bank/import';
import { paymentDayIssue } from '#shared/ledger/entry';
import type { FileRow } from '#shared/lib/file-table';
import { formatDate } from '#shared/lib/format';
import { amountSchema } from '#shared/lib/money';
import type { CalendarDate } from '#shared/lib/values';
import { limits } from '#shared/limits';
import { type BankRow, bankRowIdOf, bankRowSchema, cutText, plainText } from '../ledger/references.ts';
import {
  currencyInHeading,
  type DayOrder,
  type DecimalSign,
  dayOrderOf,
  dayText,
  decimalSignOf,
  directionOf,
  isOtherCurrency,
  isUnclearAmount,
  looksLikeAmount,
  looksLikeDay,
  readBankAmount,
  readBankDay,
  stateOf,
} from './cells.ts';
import { type BankTable, isNamed } from './table.ts';

/** Longer numbers are accounts, and their cents are not exact. */
const maxCents = 1e12;

/** A cell in its normal form. Empty for what may change: a state. */
const cellText = (cell: string, isOutgoing: boolean): string => {
  if (stateOf(cell)) return '';
  // A time is a part of what a cell says.
  const day = cell.includes(':') ? undefined : dayText(cell);
  if (day) return day;
  const read = readBankAmount(cell);
  if (!('cents' in read) || read.cents >= maxCents) return plainText(cell);
  if (read.cents === 0) return '';
  return `${isOutgoing || read.isOutgoing ? '-' : ''}$${read.cents}`;
};

const textsOfRows = ({ heading, headingLine, rows }: BankTable): string[] => {
  const hasHeading = headingLine !== null;
  const isRetained = heading.map(
    (name) => !hasHeading || !(isNamed(name, 'balance') || isNamed(name, 'ofExport')),
  );
  const isOutgoing = heading.map(
    (name) => hasHeading && isNamed(name, 'outgoing') && !isNamed(name, 'incoming'),
  );
  const seen = new Map<string, number>();
  return rows.map(({ cells }) => {
    const said = cells.map((cell, index) =>
      (isRetained[index] ?? true) ? cellText(cell, isOutgoing[index] ?? false) : '',
    );
    const text = JSON.stringify(said.filter((part) => part !== '').toSorted());
    const number = (seen.get(text) ?? 0) + 1;
    seen.set(text, number);
    return `${text} ${number}`;
  });
};

export interface LeftOutRow extends FileRow {
  readonly reason: string;
}

interface ReadRows {
  readonly rows: readonly BankRow[];
  readonly leftOut: readonly LeftOutRow[];
}

/** `ask` where neither the file nor the named columns tell. */
export const dayOrderIn = ({ rows }: BankTable, columns: BankColumns): DayOrder | 'ask' => {
  const own = dayOrderOf(rows.map(({ cells }) => cells[columns.day] ?? ''));
  if (own === 'either') return columns.day_order ?? 'day-first';
  return own === 'open' ? (columns.day_order ?? 'ask') : own;
};

/** `ask` where "1.000" is ambiguous and neither other amounts nor the named columns tell. Null without cents. */
export const decimalSignIn = ({ rows }: BankTable, columns: BankColumns): DecimalSign | 'ask' | null => {
  const named = rows.flatMap(({ cells }) =>
    [columns.amount, columns.outgoing].map((column) => cells[column ?? -1] ?? ''),
  );
  const own = decimalSignOf(named);
  if (own || !named.some(isUnclearAmount)) return own;
  const amounts = rows
    .flatMap(({ cells }) => cells)
    .filter((cell) => looksLikeAmount(cell) && !looksLikeDay(cell));
  return decimalSignOf(amounts) ?? columns.decimal_sign ?? 'ask';
};

const amountIn = (cells: readonly string[], columns: BankColumns, decimals: DecimalSign | null) => {
  const read = readBankAmount(cells[columns.amount] ?? '', decimals);
  const hasNone = 'issue' in read ? read.issue === 'empty' : read.cents === 0;
  if (columns.outgoing === null || !hasNone) return read;
  const out = readBankAmount(cells[columns.outgoing] ?? '', decimals);
  return 'issue' in out || out.cents === 0 ? out : { cents: out.cents, isOutgoing: true };
};

/** Another currency than the school's for all amounts: by the heading of the amount, a balance, or above the heading. */
const currencyOfFile = ({ heading, currency }: BankTable, { amount }: BankColumns): string => {
  const ofBalance = heading
    .filter((name) => isNamed(name, 'balance'))
    .flatMap((name) => currencyInHeading(name) ?? []);
  return currencyInHeading(heading[amount] ?? '') ?? ofBalance[0] ?? currency ?? '';
};

/** Money that went out, or no money, is no mistake. */
const harmless = ['Money that went out', 'No amount', 'The amount is 0'];

/** Reasons of left-out rows that may be payments, to be looked at first (BNK-05). */
export const doubtfulReasons = (leftOut: readonly LeftOutRow[]): { reason: string; count: number }[] => {
  const counts = new Map<string, number>();
  for (const { reason } of leftOut)
    if (!harmless.includes(reason)) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts].map(([reason, count]) => ({ reason, count }));
};

const incomingAmount = (
  cells: readonly string[],
  columns: BankColumns,
  { decimals, currency }: { readonly decimals: DecimalSign | null; readonly currency: string },
): number | string => {
  const cellOf = (column: number | null): string => (column === null ? '' : (cells[column] ?? ''));
  const read = amountIn(cells, columns, decimals);
  const direction = cellOf(columns.direction);
  const status = cellOf(columns.status);
  const said = cellOf(columns.currency) || (/\$/.test(cellOf(columns.amount)) ? '' : currency);
  if (isOtherCurrency(said)) return `Another currency: ${said}`;
  if ('issue' in read) {
    if (read.issue === 'currency') return `Another currency: ${read.currency}`;
    return read.issue === 'empty' ? 'No amount' : 'The amount cannot be read';
  }
  if (read.cents === 0) return 'The amount is 0';
  if (read.isOutgoing || directionOf(direction) === 'outgoing') return 'Money that went out';
  if (columns.direction !== null && directionOf(direction) !== 'incoming')
    return `Neither in nor out: “${direction}”`;
  if (columns.status !== null && stateOf(status) !== 'settled') return `The status is “${status}”`;
  const amount = amountSchema.safeParse(read.cents);
  return amount.success ? amount.data : (amount.error.issues[0]?.message ?? '');
};

/**
 * The rows that can be recorded, and those that cannot, with the reason (BNK-01).
 * @param order of ambiguous dates
 * @param decimals the sign before the cents of ambiguous amounts
 */
export const readBankRows = async (
  table: BankTable,
  columns: BankColumns,
  {
    order,
    decimals,
    today,
  }: { readonly order: DayOrder; readonly decimals: DecimalSign | null; readonly today: CalendarDate },
): Promise<ReadRows> => {
  const rows: BankRow[] = [];
  const leftOut: LeftOutRow[] = [];
  const said = textsOfRows(table);
  const currency = currencyOfFile(table, columns);
  for (const [index, { line, cells }] of table.rows.entries()) {
    const refuse = (reason: string) => leftOut.push({ line, cells, reason });
    const cellOf = (column: number | null): string => (column === null ? '' : (cells[column] ?? ''));
    const day = readBankDay(cellOf(columns.day), order);
    if (!day) {
      refuse(cellOf(columns.day) === '' ? 'No date' : 'The date cannot be read');
      continue;
    }
    const amount = incomingAmount(cells, columns, { decimals, currency });
    const issue = typeof amount === 'string' ? amount : paymentDayIssue(day, today);
    if (issue) {
      refuse(`${issue}${typeof amount === 'string' ? '' : ` (${formatDate(day)})`}`);
      continue;
    }
    const text = columns.text
      .map(cellOf)
      .filter((part) => part !== '')
      .join(' ');
    rows.push(
      bankRowSchema.parse({
        id: await bankRowIdOf(said[index] ?? ''),
        day,
        amount,
        text: cutText(text, limits.bankTextLength),
        payer: cutText(cellOf(columns.payer), limits.bankPayerLength),
      }),
    );
  }
  return { rows, leftOut };
};
