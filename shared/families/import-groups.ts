import { childNameKey, textKey } from '#shared/lib/fold-text';
import { phoneKey } from '#shared/lib/phone-number';
import { counted, listed } from '#shared/lib/text';
import { limits } from '#shared/limits';
import { cutText } from '../ledger/references.ts';
import { type ImportedAdult, type ImportedChild, type ImportedFamily, mostAdults } from './import.ts';
import type { ReadRow, RefusedRow } from './import-rows.ts';

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
  const office = [...new Set(rows.flatMap((row) => row.office))].join('\n');
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
    ...(office !== '' && { office_note: cutText(office, limits.familyNoteLength) }),
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
    else
      refused.push(
        ...own.map(({ line, cells }) => ({ line, cells, reason: family, kind: 'family' as const })),
      );
  }
  return { families, refused, asked };
};
