import type { Child } from '#shared/families/family';
import { comparedOfStored } from '#shared/families/import-decision';
import {
  type ComparedFamily,
  type Likeness,
  likenessKeys,
  likenessOf,
  sharesChild,
} from '#shared/families/same-family';
import { childNameKey } from '#shared/lib/fold-text';
import { type FamilyId, familyIdSchema } from '#shared/lib/ids';
import { phoneKey } from '#shared/lib/phone-number';
import { wordsOf } from '#shared/lib/search-text';
import { instantOf } from '#shared/lib/values';
import { childWords } from '../accounts/search-words.ts';
import { isListedFamily, readActiveFamilies, type StoredFamily } from '../accounts/stored-families.ts';
import { type FamilyWithChildren, getFamily } from '../families/families.ts';
import { familiesWithPhone } from '../families/phone-turns.ts';
import { familyTaskPut, type SameTask } from '../families/tasks.ts';
import { ContentionError } from '../lib/contention.ts';
import { isNew } from '../lib/dynamo/expressions.ts';
import { wordPrefix } from '../lib/dynamo/keys-of-people.ts';
import { inPartition, queryAll } from '../lib/dynamo/reads.ts';
import { sendTransaction } from '../lib/dynamo/writes.ts';
import type { Table } from '../lib/table.ts';

/** Families that one is compared with for one number, or one child: of more than these nobody looks through the hints. */
const mostCandidates = 50;
/** Families with a name that are read: many have a child called Max. */
const mostNamed = 300;

/**
 * Whether a family is compared with others by its phone number. An adult who left a family has an empty one, with the number that
 * the former one may have too.
 */
const isComparable = ({ child_keys, office_contact }: StoredFamily): boolean =>
  child_keys.size > 0 || office_contact !== undefined;

const withPhoneOf = async (table: Table, family: StoredFamily): Promise<StoredFamily[]> => {
  if (!isComparable(family)) return [];
  const contacts = [family, ...family.members];
  const phones = [...new Set(contacts.map(({ phone_number }) => phone_number))];
  const found = await Promise.all(phones.map((phone) => familiesWithPhone(table, phone)));
  return found.flat().filter(isComparable);
};

/** Of whom a word of a search is. */
type WordSource = 'contact' | 'child';

/** The families with an entry of a word, as a word of whom. One consistent Query. */
const familiesWithWord = async (table: Table, word: string) => {
  const { PK, SK } = wordPrefix(word);
  const items = await queryAll(table, { ...inPartition({ PK }, { beginning: SK }), ConsistentRead: true });
  const of = (source: WordSource): ReadonlySet<FamilyId> =>
    new Set(
      items
        .filter((item) => item.word === word && String(item.SK).includes(`#${source}#`))
        .map(({ parent_id }) => familyIdSchema.parse(parent_id)),
    );
  return { contact: of('contact'), child: of('child') };
};

/** Reads the families with a word once for all names that have the word. */
const wordReader = (table: Table) => {
  const read = new Map<string, ReturnType<typeof familiesWithWord>>();
  return (word: string) => {
    const known = read.get(word) ?? familiesWithWord(table, word);
    read.set(word, known);
    return known;
  };
};

/** The families with all of some words, the first of which the fewest have. A word that nobody has ends the look. */
const familiesWithWords = async (
  readWord: ReturnType<typeof wordReader>,
  words: readonly string[],
  source: WordSource,
): Promise<FamilyId[]> => {
  let found: FamilyId[] | undefined;
  for (const word of words) {
    const ids = (await readWord(word))[source];
    found = found ? found.filter((id) => ids.has(id)) : [...ids];
    if (found.length === 0) break;
  }
  return found ?? [];
};

/** The words of a child's name that have entries. Equal names have equal words. */
const wordsOfChild = (name: string): string[] => childWords([name]).map(({ word }) => word);

/** The families that have a child of the same name and date of birth. */
const withChild = async (table: Table, own: FamilyId, child: Child): Promise<StoredFamily[]> => {
  const named = (await familiesWithWords(wordReader(table), wordsOfChild(child.name), 'child'))
    .filter((id) => id !== own)
    .slice(0, mostNamed);
  const familyOf = await readActiveFamilies(table, named, { consistent: true });
  const key = childNameKey(child.name);
  const candidates = named
    .flatMap((id) => familyOf(id) ?? [])
    .filter((family) => isListedFamily(family) && family.child_keys.has(key))
    .slice(0, mostCandidates);
  const read = await Promise.all(candidates.map(({ id }) => getFamily(table, id)));
  return read.flatMap((stored) =>
    stored && sharesChild(stored, { children: [child] }) ? [stored.family] : [],
  );
};

/** A stored family that is, or may be, the same as one of a file. */
export interface LikeFamily {
  readonly stored: FamilyWithChildren;
  readonly likeness: 'same' | Likeness;
}

/**
 * The listed families that are the same as one of a file, or may be (IMP-12): those with a phone number, a child with a surname, or
 * the name of a parent. One Query for each number and one for most surnames, and what they find; all consistent.
 */
export const findLikeFamilies = async (table: Table, family: ComparedFamily): Promise<LikeFamily[]> => {
  const { name } = likenessKeys(family);
  const readWord = wordReader(table);
  const parents = name.length === 0 ? [] : family.adults.map(({ full_name }) => wordsOf(full_name));
  const children = family.children.map((one) => wordsOfChild(one.name)).filter((words) => words.length > 1);
  const all = [...parents, ...children].flat();
  // The surname is a word of most of the names: nearly always no other one is to be looked for.
  const shared = (word: string) => all.filter((one) => one === word).length;
  const inOrder = (words: readonly string[]) =>
    words.toSorted((one, other) => shared(other) - shared(one) || other.length - one.length);
  const phones = new Map(family.adults.map(({ phone_number }) => [phoneKey(phone_number), phone_number]));
  const [withPhone, named] = await Promise.all([
    Promise.all([...phones.values()].map((phone) => familiesWithPhone(table, phone))),
    Promise.all([
      ...parents.map((words) => familiesWithWords(readWord, inOrder(words), 'contact')),
      ...children.map((words) => familiesWithWords(readWord, inOrder(words), 'child')),
    ]),
  ]);
  const ids = [...new Set(named.flatMap((some) => some.slice(0, mostNamed)))];
  const familyOf = await readActiveFamilies(table, ids, { consistent: true });
  const isNamed = (stored: StoredFamily) => {
    const keys = likenessKeys(comparedOfStored({ family: stored, children: [] }));
    const hasChild = family.children.some((one) => stored.child_keys.has(childNameKey(one.name)));
    return keys.name.some((one) => name.includes(one)) || hasChild;
  };
  const candidates = new Set([
    ...withPhone.flat().map(({ id }) => id),
    ...ids.filter((id) => {
      const stored = familyOf(id);
      return stored && isListedFamily(stored) && isNamed(stored);
    }),
  ]);
  const read = await Promise.all([...candidates].slice(0, mostCandidates).map((id) => getFamily(table, id)));
  return read.flatMap((stored) => {
    if (!stored || stored.family.deleting || !isListedFamily(stored.family)) return [];
    const likeness = likenessOf(family, comparedOfStored(stored));
    return likeness ? [{ stored, likeness }] : [];
  });
};

/**
 * Notes for the office which families may be the same as one that was stored anew, or got a child (FID-11): listed ones with its
 * phone number, or with a child of the same name and date of birth. A pair that the office was asked about is not noted again. Called
 * from the stream: a sign-up never learns whether a family is known, not even by the time that it takes.
 */
export const noteSameFamilies = async (table: Table, familyId: FamilyId, now: Date): Promise<void> => {
  const stored = await getFamily(table, familyId);
  if (!stored || stored.family.deleting || !isListedFamily(stored.family)) return;
  const { family, children } = stored;
  const reasons = new Map<FamilyId, SameTask['reason']>();
  for (const { id } of await withPhoneOf(table, family)) reasons.set(id, 'phone');
  for (const child of children)
    for (const { id } of await withChild(table, familyId, child)) reasons.set(id, 'child');
  reasons.delete(familyId);
  for (const [other_id, reason] of [...reasons].slice(0, mostCandidates)) {
    const task = { kind: 'same', family_id: familyId, other_id, reason, at: instantOf(now) } as const;
    const { outcome } = await sendTransaction(table, [familyTaskPut(table, task, { if: isNew })]);
    if (outcome === 'busy') throw new ContentionError('Contention on a task persisted');
  }
};
