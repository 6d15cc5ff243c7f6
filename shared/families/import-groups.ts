import { childNameKey, textKey } from '#shared/lib/fold-text';
import { phoneKey } from '#shared/lib/phone-number';
import { counted, listed } from '#shared/lib/text';
import { limits } from '#shared/limits';
import { cutText } from '../ledger/references.ts';
import { type ImportedAdult, type ImportedChild, type ImportedFamily, maxAdults } from './import.ts';
import type { ReadRow, RefusedRow } from './import-rows.ts';
import { childIdentity, familyNameOf, type Likeness, likenessKeys } from './same-family.ts';

type SharedKey = string;

/** Only the school knows whether these rows are one family (IMP-12). */
export interface AskedRows {
  readonly shared: SharedKey;
  readonly reason: 'email' | Likeness;
  readonly families: readonly {
    readonly lines: readonly number[];
    readonly adults: readonly ImportedAdult[];
    readonly children: readonly ImportedChild[];
  }[];
}

export type SharedAnswers = ReadonlyMap<SharedKey, 'one' | 'apart'>;

export interface FileFamily extends ImportedFamily {
  readonly lines: readonly number[];
  /** Notes over their limit, with their kind: they are not imported (IMP-05). */
  readonly beyond: readonly string[];
}

const contactsOf = ({ email, phone_number }: ImportedAdult): string[] => [
  ...(email ? [email] : []),
  ...(phone_number ? [phoneKey(phone_number) ?? phone_number] : []),
];

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

/** Same names; unnamed parents with a common contact; an unnamed one with the owner of its contact. In any order of rows. */
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
  // The account is that of a parent with an email; the office calls one with a phone number.
  const rankOfContact = ({ email, phone_number }: ImportedAdult) => (email ? 0 : phone_number ? 1 : 2);
  return adults.toSorted((one, other) => rankOfContact(one) - rankOfContact(other));
};

/** Contacts in the family's rows that no parent has: one of each goes to a parent. */
const furtherContacts = (rows: readonly ReadRow[], adults: readonly ImportedAdult[]): string[] => {
  const own = new Set(adults.flatMap(contactsOf));
  return rows
    .flatMap((row) => row.adults)
    .flatMap(({ full_name, email, phone_number }) => [
      ...(email && !own.has(email) ? [{ full_name, text: `another email ${email}` }] : []),
      ...(phone_number && !own.has(phoneKey(phone_number) ?? phone_number)
        ? [{ full_name, text: `another phone number ${phone_number}` }]
        : []),
    ])
    .map(({ full_name, text }) => `${full_name || 'Parent'}: ${text}`);
};

/** Joins the health notes that two rows have about one child. */
const joinNotes = (before: string | null, after: string | null): string => {
  const isIn = before !== null && after !== null && textKey(before).includes(textKey(after));
  return [before, isIn ? null : after].filter((note) => note !== null).join('. ');
};

/** A text within its limit, and the rest. */
const splitAt = (limit: number, text: string) => {
  const fits = cutText(text, limit);
  return { fits, rest: text.slice(fits.length).trim() };
};

const contactKey = (contact: ImportedChild['contact']): string =>
  contact ? `${textKey(contact.name)} ${phoneKey(contact.phone_number) ?? contact.phone_number}` : '';

/** "Leo" and "Leo Novak", or "Zoë" and "Zoe", of one birthday. Twins have other names. */
const mayBeOneChild = (one: ImportedChild, other: ImportedChild): boolean => {
  const [few, many] = [one, other]
    .map(({ name }) => textKey(name.replace(/-/g, ' ')).split(' '))
    .toSorted((words, others) => words.length - others.length);
  return one.date_of_birth === other.date_of_birth && (few?.every((word) => many?.includes(word)) ?? false);
};

const mergeFamily = (rows: readonly ReadRow[]): FileFamily | string => {
  const adults = mergeAdults(rows);
  if (adults.length > maxAdults)
    return `More than ${maxAdults} parents: ${listed(adults.map(({ full_name }) => full_name))}`;
  const further = furtherContacts(rows, adults);
  const beyond: string[] = [];
  const children = new Map<string, ImportedChild>();
  for (const child of rows.flatMap((row) => row.children)) {
    const before = children.get(childIdentity(child));
    const contact = before?.contact ?? child.contact;
    if (child.contact && contactKey(child.contact) !== contactKey(contact)) {
      const { name, relation, phone_number } = child.contact;
      const texts = [name, relation, phone_number].filter(Boolean).join(', ');
      further.push(`Another emergency contact of ${child.name}: ${texts}`);
    }
    const health = joinNotes(before?.medical_conditions ?? null, child.medical_conditions);
    const { fits, rest } = splitAt(limits.medicalConditionsLength, health);
    if (rest !== '') beyond.push(`Health note of ${child.name}: ${rest}`);
    const { nothing_to_know = before?.nothing_to_know, ...known } = child;
    children.set(childIdentity(child), {
      ...known,
      medical_conditions: fits || null,
      ...(fits === '' && nothing_to_know && { nothing_to_know }),
      contact,
    });
  }
  const names = [...children.values()].map(({ name }) => name);
  const twice = names.find(
    (name, index) => names.findIndex((other) => childNameKey(other) === childNameKey(name)) !== index,
  );
  if (twice) return `${twice} has two dates of birth`;
  if (names.length > limits.childrenPerFamily)
    return `More than ${counted(limits.childrenPerFamily, 'child', 'children')} in one family`;
  for (const [index, child] of [...children.values()].entries()) {
    const other = [...children.values()].slice(index + 1).find((one) => mayBeOneChild(child, one));
    if (other)
      return `“${child.name}” and “${other.name}” may be one child. Please write the name alike, or add one of them by hand`;
  }
  // Many programs repeat a family's balance in each child's row.
  const balances = [...new Set(rows.flatMap(({ balance }) => balance ?? []))];
  if (balances.length > 1) return 'The rows of this family have different balances';
  const [adult, second = null] = adults;
  if (!adult) return 'No parent';
  // A second parent is stored with a child.
  if (second && children.size === 0) {
    const texts = [second.full_name, second.email, second.phone_number].filter(Boolean).join(', ');
    further.push(`Second parent: ${texts}`);
  }
  const office = [...new Set([...rows.flatMap((row) => row.office), ...further])].join('\n');
  const { fits: office_note, rest } = splitAt(limits.familyNoteLength, office);
  if (rest !== '') beyond.push(`Note for the office: ${rest}`);
  const [child] = children.values();
  const named = adult.full_name || (child ? familyNameOf(child) : '');
  return {
    lines: rows.map(({ line }) => line),
    rows: rows.map(({ id }) => id),
    adult: { ...adult, full_name: cutText(named, limits.personNameLength) },
    second,
    is: null,
    apart: [],
    apart_in_file: false,
    children: [...children.values()],
    ...(office !== '' && { office_note }),
    beyond,
    balance: balances[0] ?? null,
  };
};

/** A child with a surname is one child within a file. */
const isFullName = ({ name }: ImportedChild): boolean => textKey(name).includes(' ');

/** Keys that make rows one family: more than one common thing, or a child with a surname (IMP-02, IMP-12). */
const sameKeysOf = ({ adults, children }: ReadRow): string[] => {
  const { email, phone, child, name } = likenessKeys({ adults, children });
  const each = (ones: readonly string[], others: readonly string[]) =>
    ones.flatMap((one) => others.map((other) => `${one} + ${other}`));
  return [
    ...each(phone, [...child, ...name]),
    ...each(email, [...phone, ...child, ...name]),
    ...children.filter(isFullName).map(childIdentity),
  ];
};

/** Keys about which the administrator is asked. */
const askedKeysOf = ({ adults, children }: ReadRow) => {
  const keys = likenessKeys({ adults, children });
  return (['email', 'phone', 'child', 'name'] as const).flatMap((reason) =>
    keys[reason].map((key) => ({ reason, shared: `${reason} ${key}` })),
  );
};

/** An email with one parent's name at most is the email of one family. */
const hasOneName = (rows: readonly ReadRow[], email: string): boolean => {
  const names = rows.flatMap(({ adults }) =>
    adults.flatMap((adult) => (adult.email === email ? textKey(adult.full_name) || [] : [])),
  );
  return new Set(names).size <= 1;
};

/**
 * Groups the rows of one family (IMP-02, IMP-12): a common email, a phone number with a child or a parent's name, or a child
 * with a surname. A surname alone joins nothing. The administrator decides about rows with only a phone number, a parent's
 * name, a child without a surname, or an email of different parents in common; none of them is imported before. Of separate
 * families only the first keeps the email.
 */
export const groupFamilies = (
  rows: readonly ReadRow[],
  answers: SharedAnswers,
): {
  readonly families: readonly FileFamily[];
  readonly refused: readonly RefusedRow[];
  readonly asked: readonly AskedRows[];
} => {
  const { rootOf, joinAll } = unions(rows.length);
  const rowsAt = (indexes: readonly number[]) => indexes.flatMap((index) => rows[index] ?? []);
  for (const indexes of groupBy(rows, sameKeysOf).values()) joinAll(indexes);
  const reasonOf = new Map(
    rows.flatMap((row) => askedKeysOf(row).map(({ shared, reason }) => [shared, reason] as const)),
  );
  const alike = [...groupBy(rows, (row) => askedKeysOf(row).map(({ shared }) => shared))].filter(
    ([, indexes]) => indexes.length > 1,
  );
  for (const [shared, indexes] of alike) {
    const email = reasonOf.get(shared) === 'email' && shared.slice('email '.length);
    if (answers.get(shared) === 'one' || (email && hasOneName(rowsAt(indexes), email))) joinAll(indexes);
  }
  const groups = groupBy(
    rows.map((_, index) => index),
    (index) => [String(rootOf(index))],
  );
  const rowsOf = (root: number) => rowsAt(groups.get(String(root)) ?? []);
  const asked: AskedRows[] = [];
  const waiting = new Set<number>();
  const apart = new Set<number>();
  const emailOwners = new Map<string, number>();
  for (const [shared, indexes] of alike) {
    const roots = [...new Set(indexes.map(rootOf))];
    const reason = reasonOf.get(shared);
    if (roots.length < 2 || !reason) continue;
    if (reason === 'email') emailOwners.set(shared.slice('email '.length), roots[0] ?? 0);
    if (answers.get(shared) === 'apart') {
      for (const root of roots) apart.add(root);
      continue;
    }
    for (const root of roots) waiting.add(root);
    const families = roots.map(rowsOf).map((own) => ({
      lines: own.map(({ line }) => line),
      adults: mergeAdults(own),
      children: [
        ...new Map(
          own.flatMap(({ children }) => children).map((child) => [childIdentity(child), child]),
        ).values(),
      ],
    }));
    asked.push({ shared, reason, families });
  }
  const families: FileFamily[] = [];
  const refused: RefusedRow[] = [];
  for (const key of groups.keys()) {
    const root = Number(key);
    if (waiting.has(root)) continue;
    const own = rowsOf(root);
    const ownsEmail = (email: string) => (emailOwners.get(email) ?? root) === root;
    const family = mergeFamily(
      own.map((row) => ({
        ...row,
        adults: row.adults.map((adult) => ({
          ...adult,
          email: adult.email && ownsEmail(adult.email) ? adult.email : null,
        })),
      })),
    );
    if (typeof family === 'string')
      refused.push(
        ...own.map(({ line, cells }) => ({ line, cells, reason: family, kind: 'family' as const })),
      );
    else families.push({ ...family, apart_in_file: apart.has(root) });
  }
  return { families, refused, asked };
};
