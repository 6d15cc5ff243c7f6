import type { BankColumns } from '#shared/schemas/bank-columns';
import { looksLikeAmount, readBankAmount } from './bank-amount.ts';
import { looksLikeDay } from './bank-day.ts';
import { directionOf, isCurrency, stateOf } from './bank-words.ts';
import type { BankTable } from './find-table.ts';
import { type HeadingKind, headingWords, isNamed } from './heading-words.ts';

type Test = (cell: string) => boolean;
type GuessedTable = Pick<BankTable, 'heading' | 'rows'>;

/** The cells of a column that say something. */
const cellsOf = ({ rows }: GuessedTable, column: number): string[] =>
  rows.flatMap((cells) => (cells[column] ? [cells[column]] : []));

const isDirection: Test = (cell) => directionOf(cell) !== undefined;
const isState: Test = (cell) => stateOf(cell) !== undefined;
/** Words about a row, not of the one who paid. */
const isAboutRow: Test = (cell) => isCurrency(cell) || isState(cell) || isDirection(cell);

const isAccount: Test = (cell) => /^[A-Z]{2}\d{2}[\dA-Z ]{8,}$/i.test(cell);
/** A text of words. A number is nobody's name. */
const isText: Test = (cell) =>
  /\p{L}{2}/u.test(cell) && !looksLikeDay(cell) && !looksLikeAmount(cell) && !isAccount(cell);

/** A text, or a reference alone. */
const isWorded: Test = (cell) => isText(cell) || /^\p{L}-?[\p{L}\d]{5,}$/u.test(cell);

const isOutgoing: Test = (cell) => {
  const read = readBankAmount(cell);
  return 'cents' in read ? read.isOutgoing : /^[-\u2212(]/.test(cell);
};

/** Whether a file tells incoming amounts from others by the amounts themselves, or by two columns. */
const saysDirection = (table: GuessedTable, { amount, outgoing }: Pick<BankColumns, 'amount' | 'outgoing'>) =>
  outgoing !== null || cellsOf(table, amount).some(isOutgoing);

/**
 * The columns as their headings and cells name them, for an administrator to confirm (BNK-05). A heading counts where the cells
 * agree with it. What nothing names is null; for the date and the amount it is the first column and the last one.
 */
export const guessColumns = (table: GuessedTable): BankColumns => {
  const names = table.heading.map((cell) => cell.toLowerCase());
  const columns = names.map((_, index) => cellsOf(table, index));
  const share = (index: number, test: Test): number => {
    const cells = columns[index] ?? [];
    return cells.length === 0 ? 0 : cells.filter(test).length / cells.length;
  };
  const fits = (index: number, test: Test): boolean =>
    columns[index]?.length === 0 || share(index, test) >= 0.5;
  const find = (kind: HeadingKind, test: Test, taken: readonly (number | null)[] = []): number | null => {
    for (const word of headingWords[kind]) {
      const found = names.findIndex(
        (name, index) => !taken.includes(index) && word.test(name) && fits(index, test),
      );
      if (found >= 0) return found;
    }
    return null;
  };
  const findByCells = (
    test: (index: number) => boolean,
    taken: readonly (number | null)[] = [],
  ): number | null => {
    const found = names.findIndex(
      (_, index) => !taken.includes(index) && (columns[index]?.length ?? 0) > 0 && test(index),
    );
    return found < 0 ? null : found;
  };
  const every = (test: Test) => (index: number) => share(index, test) === 1;

  const day = find('day', looksLikeDay) ?? findByCells((index) => share(index, looksLikeDay) >= 0.5) ?? 0;
  const namedDirection = find('direction', isDirection);
  const taken = [day, namedDirection];
  const [incoming, outgoing] = [
    find('incoming', looksLikeAmount, taken),
    find('outgoing', looksLikeAmount, taken),
  ];
  const currency = find('currency', isCurrency, taken) ?? findByCells(every(isCurrency), taken);
  const namedStatus = find('status', (cell) => /\p{L}/u.test(cell), taken);
  const status = namedStatus ?? findByCells(every(isState), [...taken, currency]);
  const inTwo = incoming !== null && outgoing !== null && incoming !== outgoing;

  const amounts = names.flatMap((name, index) => {
    const isOpen = ![...taken, currency, status].includes(index) && !isNamed(name, 'balance');
    return isOpen && share(index, looksLikeAmount) >= 0.5 && share(index, looksLikeDay) < 0.5 ? [index] : [];
  });
  const withCents = amounts.filter((index) => share(index, (cell) => /[.,]\d\d\D*$/.test(cell)) >= 0.5);
  const [first = null, second] = withCents.length > 0 ? withCents : amounts;
  // Two columns of which each row fills one: what went out stands first, in every bank known.
  const areApart = (one: number, other: number) => table.rows.every((cells) => !cells[one] || !cells[other]);
  const namedAmount = find('amount', looksLikeAmount, [...taken, currency]) ?? incoming;
  const pair =
    namedAmount === null && first !== null && second !== undefined && areApart(first, second)
      ? { amount: second, outgoing: first }
      : undefined;
  const { amount, outgoing: out } = inTwo
    ? { amount: incoming, outgoing }
    : (pair ?? { amount: namedAmount ?? first ?? names.length - 1, outgoing: null });

  // A column of texts may say "Gutschrift" in each row of one file, and something else in the next one.
  const isGuessedDirection = (index: number) =>
    share(index, isDirection) === 1 &&
    (!isNamed(names[index] ?? '', 'text') || share(index, (cell) => directionOf(cell) === 'outgoing') > 0);
  const direction =
    namedDirection ??
    (saysDirection(table, { amount, outgoing: out })
      ? null
      : findByCells(isGuessedDirection, [day, amount, currency, status]));
  const used = [day, amount, out, direction, currency, status];
  const payer = find('payer', isText, used);
  const others = names.map((_, index) => index).filter((index) => index !== payer && !used.includes(index));
  const named = others.filter((index) => isNamed(names[index] ?? '', 'text'));
  const worded = others.filter((index) => share(index, isWorded) >= 0.5 && share(index, isAboutRow) === 0);
  const text = named.length > 0 ? named : worded;
  const isBank = names.some((name) => isNamed(name, 'balance') || /iban|account|konto/.test(name));
  return {
    ...{ day, amount, outgoing: out, direction, currency, status, payer },
    // A single column that is left can only be the text.
    text:
      text.length === 0 && others.length === 1 && fits(others[0] ?? 0, isText) ? others : text.slice(0, 8),
    neither: [],
    ...{ day_order: null, decimal_sign: null },
    method: namedStatus === null || isBank ? 'bank-transfer' : 'card',
  };
};

/** A column that nobody named, whose cells look as if they decided about rows. */
export interface OpenColumn {
  readonly column: number;
  readonly kind: 'currency' | 'status' | 'direction';
  readonly example: string;
}

/** Columns about which an administrator is asked, since rows must not be recorded without knowing what they say (BNK-05). */
export const openColumns = (table: GuessedTable, columns: BankColumns): OpenColumn[] => {
  const { day, amount, outgoing, direction, currency, status, payer, text, neither } = columns;
  const known = [day, amount, outgoing, direction, currency, status, payer, ...text, ...neither];
  const tests: readonly (readonly [OpenColumn['kind'], boolean, Test])[] = [
    ['currency', currency === null, isCurrency],
    ['status', status === null, isState],
    ['direction', direction === null && !saysDirection(table, columns), isDirection],
  ];
  return table.heading.flatMap((_, column) => {
    if (known.includes(column)) return [];
    const cells = cellsOf(table, column);
    for (const [kind, isAsked, test] of tests) {
      const example = isAsked ? cells.find(test) : undefined;
      if (example) return [{ column, kind, example }];
    }
    return [];
  });
};
