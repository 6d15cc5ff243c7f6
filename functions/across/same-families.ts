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

/** Nobody looks through more hints for one number, or one child. */
const maxCandidates = 50;
/** Many families have a child called Max. */
const maxNamed = 300;

/** A family that an adult left behind is empty, and has the number that the former family may have too. */
const isComparable = ({ child_keys, office_contact }: StoredFamily): boolean =>
  child_keys.size > 0 || office_contact !== undefined;

const withPhoneOf = async (table: Table, family: StoredFamily): Promise<StoredFamily[]> => {
  if (!isComparable(family)) return [];
  const contacts = [family, ...family.members];
  const phones = [...new Set(contacts.map(({ phone_number }) => phone_number))];
  const found = await Promise.all(phones.map((phone) => familiesWithPhone(table, phone)));
  return found.flat().filter(isComparable);
};

type WordSource = 'contact' | 'child';

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

/** Caches, since several names have the same word. */
const wordReader = (table: Table) => {
  const read = new Map<string, ReturnType<typeof familiesWithWord>>();
  return (word: string) => {
    const known = read.get(word) ?? familiesWithWord(table, word);
    read.set(word, known);
    return known;
  };
};

/** Begins with the rarest word. Stops at a word that nobody has. */
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

const wordsOfChild = (name: string): string[] => childWords([name]).map(({ word }) => word);

const findWithChild = async (table: Table, own: FamilyId, child: Child): Promise<StoredFamily[]> => {
  const named = (await familiesWithWords(wordReader(table), wordsOfChild(child.name), 'child'))
    .filter((id) => id !== own)
    .slice(0, maxNamed);
  const familyOf = await readActiveFamilies(table, named, { consistent: true });
  const key = childNameKey(child.name);
  const candidates = named
    .flatMap((id) => familyOf(id) ?? [])
    .filter((family) => isListedFamily(family) && family.child_keys.has(key))
    .slice(0, maxCandidates);
  const read = await Promise.all(candidates.map(({ id }) => getFamily(table, id)));
  return read.flatMap((stored) =>
    stored && sharesChild(stored, { children: [child] }) ? [stored.family] : [],
  );
};

export interface LikeFamily {
  readonly stored: FamilyWithChildren;
  readonly likeness: 'same' | Likeness;
}

/** By phone number, a child with a surname, or a parent's name (IMP-12). One consistent Query for each number and surname. */
export const findLikeFamilies = async (table: Table, family: ComparedFamily): Promise<LikeFamily[]> => {
  const { name } = likenessKeys(family);
  const readWord = wordReader(table);
  const parents = name.length === 0 ? [] : family.adults.map(({ full_name }) => wordsOf(full_name));
  const children = family.children.map((one) => wordsOfChild(one.name)).filter((words) => words.length > 1);
  const all = [...parents, ...children].flat();
  // Most names contain the surname, so that nearly always no other word needs a Query.
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
  const ids = [...new Set(named.flatMap((some) => some.slice(0, maxNamed)))];
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
  const read = await Promise.all([...candidates].slice(0, maxCandidates).map((id) => getFamily(table, id)));
  return read.flatMap((stored) => {
    if (!stored || stored.family.deleting || !isListedFamily(stored.family)) return [];
    const likeness = likenessOf(family, comparedOfStored(stored));
    return likeness ? [{ stored, likeness }] : [];
  });
};

/**
 * By phone number, or a child's name and birthday (FID-11). Each pair once. Called from the stream, so that a sign-up cannot
 * learn, even by its time, whether a family is known.
 */
export const noteSameFamilies = async (table: Table, familyId: FamilyId, now: Date): Promise<void> => {
  const stored = await getFamily(table, familyId);
  if (!stored || stored.family.deleting || !isListedFamily(stored.family)) return;
  const { family, children } = stored;
  const reasons = new Map<FamilyId, SameTask['reason']>();
  for (const { id } of await withPhoneOf(table, family)) reasons.set(id, 'phone');
  for (const child of children)
    for (const { id } of await findWithChild(table, familyId, child)) reasons.set(id, 'child');
  reasons.delete(familyId);
  for (const [other_id, reason] of [...reasons].slice(0, maxCandidates)) {
    const task = { kind: 'same', family_id: familyId, other_id, reason, at: instantOf(now) } as const;
    const { outcome } = await sendTransaction(table, [familyTaskPut(table, task, { if: isNew })]);
    if (outcome === 'busy') throw new ContentionError('Contention on a task persisted');
  }
};
