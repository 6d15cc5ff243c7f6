import type { Child } from '#shared/families/family';
import { childNameKey } from '#shared/lib/fold-text';
import { type FamilyId, familyIdSchema } from '#shared/lib/ids';
import { instantOf } from '#shared/lib/values';
import { childWords } from '../accounts/search-words.ts';
import { isListedFamily, readActiveFamilies, type StoredFamily } from '../accounts/stored-families.ts';
import { getFamily } from '../families/families.ts';
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

/** The families with an entry of a word. One consistent Query. */
const familiesWithWord = async (table: Table, word: string): Promise<Set<FamilyId>> => {
  const { PK, SK } = wordPrefix(word);
  const items = await queryAll(table, { ...inPartition({ PK }, { beginning: SK }), ConsistentRead: true });
  return new Set(
    items.filter((item) => item.word === word).map(({ parent_id }) => familyIdSchema.parse(parent_id)),
  );
};

/** The families that have a child of the same name and date of birth. Equal names have equal words. */
const withChild = async (table: Table, own: FamilyId, child: Child): Promise<StoredFamily[]> => {
  const words = childWords([child.name]).map(({ word }) => word);
  const [first, ...rest] = await Promise.all(words.map((word) => familiesWithWord(table, word)));
  const named = [...(first ?? [])]
    .filter((id) => id !== own && rest.every((ids) => ids.has(id)))
    .slice(0, mostNamed);
  const familyOf = await readActiveFamilies(table, named, { consistent: true });
  const key = childNameKey(child.name);
  const candidates = named
    .flatMap((id) => familyOf(id) ?? [])
    .filter((family) => isListedFamily(family) && family.child_keys.has(key))
    .slice(0, mostCandidates);
  const read = await Promise.all(candidates.map(({ id }) => getFamily(table, id)));
  return read.flatMap((stored) =>
    stored?.children.some(
      ({ name, date_of_birth }) => childNameKey(name) === key && date_of_birth === child.date_of_birth,
    )
      ? [stored.family]
      : [],
  );
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
