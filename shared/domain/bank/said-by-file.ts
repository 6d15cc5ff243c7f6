import { readBankAmount } from './bank-amount.ts';
import { dayText } from './bank-day.ts';
import { plainText } from './bank-row-text.ts';
import { stateOf } from './bank-words.ts';
import type { BankTable } from './find-table.ts';
import { isNamed } from './heading-words.ts';

/** Beyond this a number of digits is no amount but an account, and its cents are no exact number. */
const mostCents = 1e12;

/** What a cell says, in one writing for all: of a date, of an amount, of a text. Empty for what may change: a state. */
const cellText = (cell: string, isOutgoing: boolean): string => {
  if (stateOf(cell)) return '';
  // A time is a part of what a cell says.
  const day = cell.includes(':') ? undefined : dayText(cell);
  if (day) return day;
  const read = readBankAmount(cell);
  if (!('cents' in read) || read.cents >= mostCents) return plainText(cell);
  if (read.cents === 0) return '';
  return `${isOutgoing || read.isOutgoing ? '-' : ''}$${read.cents}`;
};

/**
 * What a file says of each of its rows, whatever columns are named and ticked (BNK-04): all cells, in one writing and in no
 * order, and the number of the row among those that say the same. Running balances, states, numbers of lines and what an
 * export says of itself are left out: the same row may have others in another export.
 */
export const saidByFile = ({ heading, hasHeading, rows }: BankTable): string[] => {
  const isKept = heading.map(
    (name) => !hasHeading || !(isNamed(name, 'balance') || isNamed(name, 'ofExport')),
  );
  const isOutgoing = heading.map(
    (name) => hasHeading && isNamed(name, 'outgoing') && !isNamed(name, 'incoming'),
  );
  const seen = new Map<string, number>();
  return rows.map((cells) => {
    const said = cells.map((cell, index) =>
      (isKept[index] ?? true) ? cellText(cell, isOutgoing[index] ?? false) : '',
    );
    const text = JSON.stringify(said.filter((part) => part !== '').toSorted());
    const number = (seen.get(text) ?? 0) + 1;
    seen.set(text, number);
    return `${text} ${number}`;
  });
};
