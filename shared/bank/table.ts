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

/** The surest words first: English, German, French, Dutch, Scandinavian, Hungarian, Spanish and Italian. */
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
  /** Running totals do not belong to the row. */
  balance: [/balance|running bal|saldo|solde|kontostand|egyenleg|saldi|balans|saldo\b/],
  /** About the export, not the row. */
  ofExport: [
    /^(#|no\.?|nr\.?|lfd\.?\s?nr\.?|line|row|zeile|export(ed)?\b.*|erstellt am|abgerufen am|downloaded.*|generated.*|as of.*|statement (date|period|number|no).*)$/,
  ],
} as const satisfies Record<string, readonly RegExp[]>;
type HeadingKind = keyof typeof headingWords;

const headingKinds = (heading: string): string[] =>
  Object.entries(headingWords).flatMap(([kind, words]) =>
    words.some((word) => word.test(heading.toLowerCase())) ? [kind] : [],
  );

export const isNamed = (heading: string, kind: HeadingKind): boolean => headingKinds(heading).includes(kind);

export interface BankTable extends FileTable {
  readonly currency?: string | undefined;
}

const isKnownHeading = (cells: readonly string[]): boolean => {
  const kinds = new Set(cells.flatMap(headingKinds));
  return kinds.has('day') && ['amount', 'incoming', 'outgoing'].some((kind) => kinds.has(kind));
};

/** A date and an amount in two cells. */
const isDataRow = (cells: readonly string[]): boolean => {
  const day = cells.findIndex(looksLikeDay);
  return day >= 0 && cells.some((cell, index) => index !== day && looksLikeAmount(cell));
};

const isValue: CellTest = (cell) => looksLikeDay(cell) || looksLikeAmount(cell);

/** Several cells, one with a number. */
const isAnyRow = (cells: readonly string[]): boolean => filledCells(cells).length >= 2 && cells.some(isValue);

const currencyIn = (rows: readonly FileRow[]): string | undefined => {
  for (const cell of rows.flatMap(({ cells }) => cells)) {
    const read = readBankAmount(cell);
    if ('issue' in read && read.issue === 'currency') return read.currency;
    if (isCurrency(cell)) return cell;
  }
  return undefined;
};

/** Finds heading and rows (BNK-05). @returns undefined without a table */
export const findTable = (readings: readonly Cells[], chosen?: HeadingChoice): BankTable | undefined => {
  const found = findRows(readings, { isDataRow, isAnyRow, isValue, isKnownHeading }, chosen);
  if (!found) return undefined;
  return { ...found, currency: currencyIn(found.above) };
};

/** Files without a heading are of one bank where their columns are of the same kinds. */
const kindOf = (cell: string): string => {
  if (cell === '') return '';
  if (looksLikeDay(cell)) return 'date';
  return looksLikeAmount(cell) ? 'amount' : 'text';
};

/** Identifies the files of a bank: the heading in small letters, else the kinds of the first row's cells. */
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
/** Words about the row, not about who paid. */
const isAboutRow: CellTest = (cell) => isCurrency(cell) || isState(cell) || isDirection(cell);

const isAccount: CellTest = (cell) => /^[A-Z]{2}\d{2}[\dA-Z ]{8,}$/i.test(cell);
const isText: CellTest = (cell) =>
  /\p{L}{2}/u.test(cell) && !looksLikeDay(cell) && !looksLikeAmount(cell) && !isAccount(cell);

const isWorded: CellTest = (cell) => isText(cell) || /^\p{L}-?[\p{L}\d]{5,}$/u.test(cell);

const isOutgoing: CellTest = (cell) => {
  const read = readBankAmount(cell);
  return 'cents' in read ? read.isOutgoing : /^[-\u2212(]/.test(cell);
};

/** Whether the amounts, or two columns, tell incoming money from outgoing. */
const saysDirection = (table: GuessedTable, { amount, outgoing }: Pick<BankColumns, 'amount' | 'outgoing'>) =>
  outgoing !== null || cellsOf(table, amount).some(isOutgoing);

/** For an administrator to confirm (BNK-05). Cells must agree with a heading. Date and amount: first and last column. */
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
  // Each row fills one of two columns. What went out stands first, in every known bank.
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

/** A column that nobody named, whose cells may decide about rows. */
export interface OpenColumn {
  readonly column: number;
  readonly kind: 'currency' | 'status' | 'direction';
  readonly example: string;
}

/** Asked about, since rows must not be recorded without knowing what these columns say (BNK-05). */
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
