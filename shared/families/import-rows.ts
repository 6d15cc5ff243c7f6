import type { FileRow, FileTable } from '#shared/lib/file-table';
import { childNameKey, textKey } from '#shared/lib/fold-text';
import { phoneKey } from '#shared/lib/phone-number';
import { cleanLine, counted, listed } from '#shared/lib/text';
import type { CalendarDate } from '#shared/lib/values';
import { limits } from '#shared/limits';
import { type DayOrder, dayOrderOf, isOtherCurrency, readBankAmount, readBankDay } from '../bank/cells.ts';
import { bankRowIdOf, cutText } from '../ledger/references.ts';
import { emailSchema } from '../lib/email.ts';
import { dateOfBirthIssue } from './children.ts';
import {
  type ImportedAdult,
  type ImportedChild,
  type ImportedFamily,
  type ImportRowId,
  importRowIdSchema,
  mostAdults,
} from './import.ts';
import { type FamilyColumns, isAge, type Meaning } from './import-columns.ts';
import { fullNameSchema, phoneNumberSchema } from './profile-input.ts';

/** A row that is not imported, and why. */
export interface RefusedRow extends FileRow {
  readonly reason: string;
}

/** A row as it is understood. */
interface ReadRow extends FileRow {
  readonly id: ImportRowId;
  readonly adults: readonly ImportedAdult[];
  readonly children: readonly ImportedChild[];
  /** What the family owes, in cents; below 0 it is in credit. */
  readonly balance: number | null;
}

/** What people write where there is nothing. */
const nothing = /^(?:none|nil|null|n\/?a|n\.a\.?|not (?:known|applicable|given)|unknown|tbc|\?+|[-–—.]+)$/i;

/** A cell without what programs write around a text to keep it text; a formula is a text as well. */
const said = (cell: string | undefined): string => {
  const text = cleanLine(cell ?? '').replace(/^="(.*)"$/, '$1');
  return nothing.test(text) ? '' : text;
};

/** Why a row cannot be read. */
class RowIssue extends Error {}
const refuse = (reason: string): never => {
  throw new RowIssue(reason);
};

const bornOf = (cell: string, order: DayOrder, today: CalendarDate): CalendarDate => {
  if (isAge(cell)) return refuse(`“${cell}” is an age or a grade. Please use the date of birth`);
  const day = readBankDay(cell, order);
  if (!day)
    return refuse(
      /^\d{5}$/.test(cell)
        ? `“${cell}” is how Excel counts days. Please format the column as dates, and save it again`
        : `The date of birth “${cutText(cell, 40)}” cannot be read`,
    );
  const issue = dateOfBirthIssue(day, today);
  return issue ? refuse(issue) : day;
};

const phoneOf = (cell: string): string => {
  if (cell === '') return '';
  const [first] = [cell, ...cell.split(/\s*(?:[,;|/]|\bor\b)\s*/i)].flatMap((part) => {
    const read = phoneNumberSchema.safeParse(part);
    return read.success ? [read.data] : [];
  });
  return first ?? refuse(`The phone number “${cutText(cell, 40)}” cannot be read`);
};

/** The addresses of a cell: some programs write those of both parents into one. */
const emailsOf = (cell: string): string[] =>
  cell
    .split(/[\s,;|]+/)
    .filter((part) => part !== '')
    .map((part) => {
      const read = emailSchema.safeParse(part.replace(/^[<(]|[>)]$/g, ''));
      return read.success ? read.data : refuse(`The email “${cutText(cell, 60)}” is not valid`);
    });

const nameOf = (parts: readonly string[]): string => {
  const name = parts.filter((part) => part !== '').join(' ');
  if (name === '') return '';
  const read = fullNameSchema.safeParse(name);
  return read.success ? read.data : refuse(`The name “${cutText(name, 40)}” cannot be read`);
};

const balanceIn = (cell: string): number | null => {
  if (cell === '') return null;
  const read = readBankAmount(cell);
  if ('issue' in read) {
    if (read.issue === 'empty') return null;
    return refuse(
      read.issue === 'currency' && isOtherCurrency(read.currency)
        ? `The balance is in another currency: ${read.currency}`
        : `The balance “${cutText(cell, 40)}” cannot be read`,
    );
  }
  // In a list of families "CR" and a minus both say that the family is in credit.
  const isCredit = read.isOutgoing || /\bcr\.?$/i.test(cell);
  return read.cents === 0 ? null : isCredit ? -read.cents : read.cents;
};

/** The order of day and month in the dates of birth, or `ask` where the file leaves it open (IMP-01). */
export const birthdayOrderIn = ({ rows }: FileTable, columns: FamilyColumns): DayOrder | 'ask' => {
  const born = columns.flatMap((meaning, index) => (meaning?.endsWith('.born') ? [index] : []));
  const order = dayOrderOf(rows.flatMap(({ cells }) => born.map((index) => cells[index] ?? '')));
  if (order === 'either') return 'day-first';
  return order === 'open' ? 'ask' : order;
};

interface Reading {
  readonly columns: FamilyColumns;
  readonly order: DayOrder;
  readonly today: CalendarDate;
}

const readRow = (
  cells: readonly string[],
  { columns, order, today }: Reading,
): Pick<ReadRow, 'adults' | 'children' | 'balance'> => {
  const cellOf = (meaning: Meaning): string => {
    const index = columns.indexOf(meaning);
    return index < 0 ? '' : said(cells[index]);
  };
  const [emails, otherEmails] = [emailsOf(cellOf('adult1.email')), emailsOf(cellOf('adult2.email'))];
  const [email = null, further = null] = emails;
  const adult = (number: '1' | '2', address: string | null): ImportedAdult => ({
    full_name: nameOf([
      cellOf(`adult${number}.name`),
      cellOf(`adult${number}.first`),
      cellOf(`adult${number}.last`),
    ]),
    email: address,
    phone_number: phoneOf(cellOf(`adult${number}.phone`)),
  });
  const note = cellOf('note');
  const contact = {
    name: nameOf([cellOf('contact.name')]),
    relation: cutText(cellOf('contact.relation'), limits.relationLength),
    phone_number: phoneOf(cellOf('contact.phone')),
  };
  const children = (['1', '2', '3', '4'] as const).flatMap((number): ImportedChild[] => {
    const name = nameOf([
      cellOf(`child${number}.name`),
      cellOf(`child${number}.first`),
      cellOf(`child${number}.last`),
    ]);
    const born = cellOf(`child${number}.born`);
    if (name === '' && born === '') return [];
    if (name === '') return refuse('A date of birth without the name of the child');
    if (born === '') return refuse(`No date of birth of ${name}`);
    return [
      {
        name,
        date_of_birth: bornOf(born, order, today),
        medical_conditions: note === '' ? null : cutText(note, limits.medicalConditionsLength),
        contact: contact.phone_number === '' ? null : contact,
        is: null,
      },
    ];
  });
  const adults = [adult('1', email), adult('2', otherEmails[0] ?? further)].filter(
    ({ full_name, email: address, phone_number }) => full_name + (address ?? '') + phone_number !== '',
  );
  if (children.length === 0) return refuse('No child');
  if (adults.every(({ email: address, phone_number }) => address === null && phone_number === ''))
    return refuse('Neither an email nor a phone number of a parent');
  return { adults, children, balance: balanceIn(cellOf('balance')) };
};

/**
 * The rows of a table as they are understood, and those that are refused, with the reason (IMP-01). A row is known by all of its
 * cells and its number among equals: the columns that are named do not change what it is.
 */
export const readFamilyRows = async (
  table: FileTable,
  reading: Reading,
): Promise<{ readonly rows: readonly ReadRow[]; readonly refused: readonly RefusedRow[] }> => {
  const rows: ReadRow[] = [];
  const refused: RefusedRow[] = [];
  const seen = new Map<string, number>();
  for (const row of table.rows) {
    const text = JSON.stringify(row.cells);
    const number = (seen.get(text) ?? 0) + 1;
    seen.set(text, number);
    try {
      const id = importRowIdSchema.parse(await bankRowIdOf(`family ${text} ${number}`));
      rows.push({ ...row, id, ...readRow(row.cells, reading) });
    } catch (error) {
      if (!(error instanceof RowIssue)) throw error;
      refused.push({ ...row, reason: error.message });
    }
  }
  return { rows, refused };
};

/** Names what rows share: an email or a phone number. */
type SharedContact = string;

/**
 * Rows that share an email or a phone number, and whose names differ: nobody but the school knows whether they are one
 * family.
 */
export interface AskedRows {
  readonly shared: SharedContact;
  readonly lines: readonly number[];
  /** The parents of these rows. */
  readonly names: readonly string[];
}

/** What the administrator said of rows that share a contact. */
export type SharedAnswers = ReadonlyMap<SharedContact, 'one' | 'apart'>;

/** A family as the rows of a file have it, with their numbers. */
export interface FileFamily extends ImportedFamily {
  readonly lines: readonly number[];
}

const childKeyOf = ({ name, date_of_birth }: ImportedChild): string =>
  `${childNameKey(name)} ${date_of_birth}`;
const contactsOf = ({ email, phone_number }: ImportedAdult): SharedContact[] => [
  ...(email ? [email] : []),
  ...(phone_number ? [phoneKey(phone_number) ?? phone_number] : []),
];
const isSameAdult = (one: ImportedAdult, other: ImportedAdult): boolean =>
  one.full_name === '' || other.full_name === '' || textKey(one.full_name) === textKey(other.full_name);

/** Sets of rows that become one. */
const unions = (count: number) => {
  const parents = Array.from({ length: count }, (_, index) => index);
  const rootOf = (index: number): number => {
    let root = index;
    while (parents[root] !== root) root = parents[root] ?? root;
    parents[index] = root;
    return root;
  };
  const join = (one: number, other: number): void => {
    const [first, second] = [rootOf(one), rootOf(other)].toSorted((a, b) => a - b);
    if (first !== undefined && second !== undefined) parents[second] = first;
  };
  const joinAll = ([first, ...others]: readonly number[]): void => {
    for (const other of others) if (first !== undefined) join(first, other);
  };
  return { rootOf, join, joinAll };
};

const groupBy = <Value>(values: readonly Value[], keysOf: (value: Value) => readonly string[]) => {
  const groups = new Map<string, number[]>();
  for (const [index, value] of values.entries())
    for (const key of new Set(keysOf(value))) groups.set(key, [...(groups.get(key) ?? []), index]);
  return groups;
};

/**
 * The parents that rows of a family name: those of the same name are one, and so are those without a name that share a contact.
 * One without a name is the named one with a contact of it. In whatever order the rows are, they are the same.
 */
const mergeAdults = (rows: readonly ReadRow[]): ImportedAdult[] => {
  const all = rows.flatMap((row) => row.adults);
  const { rootOf, join, joinAll } = unions(all.length);
  const keysOf = (adult: ImportedAdult): string[] =>
    adult.full_name === '' ? contactsOf(adult) : [`name ${textKey(adult.full_name)}`];
  for (const indexes of groupBy(all, keysOf).values()) joinAll(indexes);
  const groups = () => [
    ...groupBy(
      all.map((_, index) => index),
      (index) => [String(rootOf(index))],
    ).values(),
  ];
  const adultsOf = (indexes: readonly number[]) => indexes.flatMap((index) => all[index] ?? []);
  const nameOfGroup = (indexes: readonly number[]): string => textKey(adultsOf(indexes)[0]?.full_name ?? '');
  const named = groups()
    .filter((indexes) => nameOfGroup(indexes) !== '')
    .toSorted((one, other) => (nameOfGroup(one) < nameOfGroup(other) ? -1 : 1));
  for (const indexes of groups().filter((group) => nameOfGroup(group) === '')) {
    const contacts = new Set(adultsOf(indexes).flatMap(contactsOf));
    const own = named.find((group) =>
      adultsOf(group)
        .flatMap(contactsOf)
        .some((one) => contacts.has(one)),
    );
    if (own?.[0] !== undefined && indexes[0] !== undefined) join(own[0], indexes[0]);
  }
  const adults = groups().map((indexes) => {
    const same = adultsOf(indexes);
    const first = (textOf: (adult: ImportedAdult) => string | null) => same.map(textOf).find(Boolean);
    return {
      full_name: first((one) => one.full_name) ?? '',
      email: first((one) => one.email) ?? null,
      phone_number: first((one) => one.phone_number) ?? '',
    };
  });
  // The account is that of a parent with an email.
  return adults.toSorted((one, other) => Number(one.email === null) - Number(other.email === null));
};

const mergeFamily = (rows: readonly ReadRow[]): FileFamily | string => {
  const adults = mergeAdults(rows);
  if (adults.length > mostAdults)
    return `More than ${mostAdults} parents: ${listed(adults.map(({ full_name }) => full_name))}`;
  const children = new Map<string, ImportedChild>();
  for (const child of rows.flatMap((row) => row.children)) {
    const before = children.get(childKeyOf(child));
    children.set(childKeyOf(child), {
      ...child,
      medical_conditions: before?.medical_conditions ?? child.medical_conditions,
      contact: before?.contact ?? child.contact,
    });
  }
  const names = [...children.values()].map(({ name }) => name);
  const twice = names.find(
    (name, index) => names.findIndex((other) => childNameKey(other) === childNameKey(name)) !== index,
  );
  if (twice) return `${twice} has two dates of birth`;
  if (names.length > limits.childrenPerFamily)
    return `More than ${counted(limits.childrenPerFamily, 'child', 'children')} in one family`;
  // Many programs repeat the balance of a family in the row of each child.
  const balances = [...new Set(rows.flatMap(({ balance }) => balance ?? []))];
  if (balances.length > 1) return 'The rows of this family have different balances';
  const [adult, second = null] = adults;
  if (!adult) return 'No parent';
  const named = adult.full_name || `Family of ${names[0] ?? ''}`;
  return {
    lines: rows.map(({ line }) => line),
    rows: rows.map(({ id }) => id),
    adult: { ...adult, full_name: cutText(named, limits.personNameLength) },
    second,
    apart: false,
    children: [...children.values()],
    balance: balances[0] ?? null,
  };
};

/**
 * Rows that are one family become one (IMP-02): those with the same child, and those that share an email or a phone number of
 * one parent. A surname joins nothing. Rows that share a contact and name other parents are asked about; apart, only the first
 * of them keeps the email.
 */
export const groupFamilies = (
  rows: readonly ReadRow[],
  answers: SharedAnswers,
): {
  readonly families: readonly FileFamily[];
  readonly refused: readonly RefusedRow[];
  readonly asked: readonly AskedRows[];
} => {
  const { rootOf, join, joinAll } = unions(rows.length);
  for (const indexes of groupBy(rows, ({ children }) => children.map(childKeyOf)).values()) joinAll(indexes);
  const shared = [...groupBy(rows, ({ adults }) => adults.flatMap(contactsOf))].filter(
    ([, indexes]) => indexes.length > 1,
  );
  const adultsWith = (contact: SharedContact, index: number) =>
    (rows[index]?.adults ?? []).filter((adult) => contactsOf(adult).includes(contact));
  for (const [contact, indexes] of shared)
    for (const one of indexes)
      for (const other of indexes)
        if (
          one < other &&
          (answers.get(contact) === 'one' ||
            adultsWith(contact, one).some((adult) =>
              adultsWith(contact, other).some((second) => isSameAdult(adult, second)),
            ))
        )
          join(one, other);
  const asked: AskedRows[] = [];
  const taken = new Map<string, number>();
  for (const [contact, indexes] of shared) {
    const roots = [...new Set(indexes.map(rootOf))];
    if (roots.length < 2) continue;
    if (contact.includes('@')) taken.set(contact, roots[0] ?? 0);
    if (answers.get(contact) === 'apart') continue;
    asked.push({
      shared: contact,
      lines: indexes.flatMap((index) => rows[index]?.line ?? []),
      names: [
        ...new Set(indexes.flatMap((index) => adultsWith(contact, index).map(({ full_name }) => full_name))),
      ],
    });
  }
  const waiting = new Set(
    asked.flatMap(({ shared: contact }) => (shared.find(([one]) => one === contact)?.[1] ?? []).map(rootOf)),
  );
  const families: FileFamily[] = [];
  const refused: RefusedRow[] = [];
  const groups = groupBy(
    rows.map((_, index) => index),
    (index) => [String(rootOf(index))],
  );
  for (const [key, indexes] of groups) {
    const root = Number(key);
    if (waiting.has(root)) continue;
    const own = indexes.flatMap((index) => rows[index] ?? []);
    const family = mergeFamily(
      own.map((row) => ({
        ...row,
        adults: row.adults.map((adult) => ({
          ...adult,
          email: adult.email && (taken.get(adult.email) ?? root) === root ? adult.email : null,
        })),
      })),
    );
    const apart = own.some(({ adults }) =>
      adults.flatMap(contactsOf).some((contact) => answers.get(contact) === 'apart'),
    );
    if (typeof family !== 'string') families.push({ ...family, apart });
    else refused.push(...own.map(({ line, cells }) => ({ line, cells, reason: family })));
  }
  return { families, refused, asked };
};

/** Whether enough columns are named: a child, and how its parents are reached. */
export const canBeRead = (columns: FamilyColumns): boolean =>
  columns.some((meaning) => meaning?.startsWith('child1.')) &&
  columns.includes('child1.born') &&
  (columns.includes('adult1.email') || columns.includes('adult1.phone'));
