import type { BankColumns } from '#shared/bank/import';
import {
  type Cells,
  type CellTest,
  cellsOf,
  columnFinder,
  type FileRow,
  type FileTable,
  filledCells,
  findRows,
  type HeadingChoice,
} from '#shared/lib/file-table';
import { limits } from '#shared/limits';
import { cutText } from '../ledger/references.ts';
import { directionOf, isCurrency, looksLikeAmount, looksLikeDay, readBankAmount, stateOf } from './cells.ts';

/** Words of headings, the surest first. Besides English: German, French, Dutch, Scandinavian, Hungarian, Spanish and Italian. */
const headingWords = {
  day: [
    /^(transaction |posted |posting |booking |value )?date$/,
    /^(completed|created|settled|buchungstag|buchungsdatum|date op[eé]ration|date de l'op[eé]ration|datum)/,
    /date|datum|d[aá]tum|buchung|created|valuta|bokf[oö]r|fecha|^data\b|wertstellung|^day$|^when$/,
  ],
  incoming: [
    /^(paid in|money in|credits?\b|cr[eé]dit|haben|gutschrift|deposits?|received|einzahlung|eingang|zugang|ins[aä]ttning|j[oó]v[aá][ií]r[aá]s|haber|abono|entrat[ae]|accredit|inflow|in$)/,
    /credit amount|amount in|deposit/,
  ],
  outgoing: [
    /^(paid out|money out|debits?\b|d[eé]bit|soll|lastschrift|belastung|withdrawals?|spent|auszahlung|ausgang|abgang|uttag|terhel[eé]s|debe|cargo|uscit[ae]|addebit|outflow|out$)/,
    /debit amount|amount out|withdraw/,
  ],
  amount: [
    /^(amount|betrag|bedrag|bel[oø]b|belopp|montant|gross|brutto|umsatz|[oö]sszeg|importe?|importo|kwota|total)(?![\p{L}])/u,
    /amount|betrag|bedrag|bel[oø]b|belopp|montant|gross|brutto|umsatz|[oö]sszeg|import|kwota|value|total collected/,
  ],
  direction: [
    /^(soll\s*[/-]+\s*haben|s\s*\/\s*h|(credit|debit|cr|dr|c|d)\s*[/ -]\s*(credit|debit|cr|dr|c|d)(\s+(indicator|flag|mark))?|direction|sens|af bij|bij\s*\/\s*af|in\s*\/\s*out|bej[oö]v[oő]\s*\/\s*kimen[oő]|balance impact|\+\/-)/,
    /soll-?\s*\/?\s*haben|credit.?debit|debit.?credit/,
  ],
  currency: [
    /^(currency|currency code|w[aä]e?hrung|devise|waers|ccy|curr\.?|amount currency|p[eé]nznem|devizanem|moneda|divisa|munt|valuta|valutta|waluta)/,
  ],
  status: [/^(pending|status|state|statut|[aá]llapot|st[aá]tusz|estado|stato)/],
  payer: [
    /^(name|payer|from|customer|sender|counter ?party|auftraggeber|beg[uü]e?nstigter|zahlungspflichtige|nom|[eé]metteur|partner|namn|navn|naam|avs[aä]ndare)/,
    /payer|customer|counter ?party|auftraggeber|zahlungspflichtig|cardholder|absender|partner neve/,
  ],
  text: [
    /description|descripci|descrizione|beschreibung|beskriv|reference|referens|memo|narrative|details|verwendungszweck|buchungstext|avisierungstext|libell[eé]|communication|mededeling|meddelande|k[oö]zlem[eé]ny|subject|note|item title|particulars|payee|transaction id|kundenreferenz|rubrik|omschrijving|concepto|causale|^text/,
  ],
  /** Running totals: no part of what a row says. */
  balance: [/balance|running bal|saldo|solde|kontostand|egyenleg|saldi|balans|saldo\b/],
  /** What an export says of itself or counts, not of the row. */
  ofExport: [
    /^(#|no\.?|nr\.?|lfd\.?\s?nr\.?|line|row|zeile|export(ed)?\b.*|erstellt am|abgerufen am|downloaded.*|generated.*|as of.*|statement (date|period|number|no).*)$/,
  ],
} as const satisfies Record<string, readonly RegExp[]>;
type HeadingKind = keyof typeof headingWords;

/** The kinds of columns that a heading may name. */
const headingKinds = (heading: string): string[] =>
  Object.entries(headingWords).flatMap(([kind, words]) =>
    words.some((word) => word.test(heading.toLowerCase())) ? [kind] : [],
  );

/** Whether a heading names a kind of columns. */
export const isNamed = (heading: string, kind: HeadingKind): boolean => headingKinds(heading).includes(kind);

/** The rows of a bank file below its heading. */
export interface BankTable extends FileTable {
  /** The currency that lines above the heading name. */
  readonly currency?: string | undefined;
}

/** The heading names a date and an amount in words that are known. */
const isKnownHeading = (cells: readonly string[]): boolean => {
  const kinds = new Set(cells.flatMap(headingKinds));
  return kinds.has('day') && ['amount', 'incoming', 'outgoing'].some((kind) => kinds.has(kind));
};

/** A row has a date and an amount, in two cells. */
const isEntry = (cells: readonly string[]): boolean => {
  const day = cells.findIndex(looksLikeDay);
  return day >= 0 && cells.some((cell, index) => index !== day && looksLikeAmount(cell));
};

const isValue: CellTest = (cell) => looksLikeDay(cell) || looksLikeAmount(cell);

/** A row of a table that nothing is known of: several cells, one of them with a number. */
const isAnyRow = (cells: readonly string[]): boolean => filledCells(cells).length >= 2 && cells.some(isValue);

const currencyIn = (rows: readonly FileRow[]): string | undefined => {
  for (const cell of rows.flatMap(({ cells }) => cells)) {
    const read = readBankAmount(cell);
    if ('issue' in read && read.issue === 'currency') return read.currency;
    if (isCurrency(cell)) return cell;
  }
  return undefined;
};

/** Finds the heading and the rows of a bank file (BNK-05). @returns undefined where there is no table */
export const findTable = (readings: readonly Cells[], chosen?: HeadingChoice): BankTable | undefined => {
  const found = findRows(readings, { isEntry, isAnyRow, isValue, isKnownHeading }, chosen);
  if (!found) return undefined;
  return { ...found, currency: currencyIn(found.above) };
};

/** What a cell is, roughly: files without a heading are of one bank where their columns are of the same kinds. */
const kindOf = (cell: string): string => {
  if (cell === '') return '';
  if (looksLikeDay(cell)) return 'date';
  return looksLikeAmount(cell) ? 'amount' : 'text';
};

/** What identifies the files of a bank: their heading, in small letters; without one, the kinds of their first row. */
export const headingText = ({ heading, headingLine, rows }: BankTable): string => {
  const cells =
    headingLine !== null
      ? heading.map((cell) => cell.toLowerCase())
      : ['', ...(rows[0]?.cells ?? []).map(kindOf)];
  return cutText(JSON.stringify(cells), limits.bankHeadingLength);
};

type GuessedTable = Pick<BankTable, 'heading' | 'rows'>;

const isDirection: CellTest = (cell) => directionOf(cell) !== undefined;
const isState: CellTest = (cell) => stateOf(cell) !== undefined;
/** Words about a row, not of the one who paid. */
const isAboutRow: CellTest = (cell) => isCurrency(cell) || isState(cell) || isDirection(cell);

const isAccount: CellTest = (cell) => /^[A-Z]{2}\d{2}[\dA-Z ]{8,}$/i.test(cell);
/** A text of words. A number is nobody's name. */
const isText: CellTest = (cell) =>
  /\p{L}{2}/u.test(cell) && !looksLikeDay(cell) && !looksLikeAmount(cell) && !isAccount(cell);

/** A text, or a reference alone. */
const isWorded: CellTest = (cell) => isText(cell) || /^\p{L}-?[\p{L}\d]{5,}$/u.test(cell);

const isOutgoing: CellTest = (cell) => {
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
  const { names, share, fits, find: findNamed, findByCells } = columnFinder(table);
  const find = (kind: HeadingKind, test: CellTest, taken: readonly (number | null)[] = []) =>
    findNamed(headingWords[kind], test, taken);
  const every = (test: CellTest) => (index: number) => share(index, test) === 1;

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
  const areApart = (one: number, other: number) =>
    table.rows.every(({ cells }) => !cells[one] || !cells[other]);
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
    day,
    amount,
    outgoing: out,
    direction,
    currency,
    status,
    payer,
    // A single column that is left can only be the text.
    text:
      text.length === 0 && others.length === 1 && fits(others[0] ?? 0, isText) ? others : text.slice(0, 8),
    neither: [],
    day_order: null,
    decimal_sign: null,
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
  const tests: readonly (readonly [OpenColumn['kind'], boolean, CellTest])[] = [
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
