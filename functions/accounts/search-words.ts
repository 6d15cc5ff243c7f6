import type { FamilyId } from '#shared/lib/ids';
import { wordsOf } from '#shared/lib/search-text';
import { deleteWrite, putWrite } from '../lib/dynamo/expressions.ts';
import { entityAttribute, type Item, type Key, keyText } from '../lib/dynamo/items.ts';
import type { Write } from '../lib/dynamo/keyed-request.ts';
import { wordKey } from '../lib/dynamo/keys-of-people.ts';
import type { Table } from '../lib/table.ts';
import type { StoredContact, StoredFamily } from './stored-families.ts';

/**
 * More words have no entries, so that the transaction of a family with the most children has fewer than 100 writes. One
 * entry then says that there are more: every search looks at these families too.
 */
const most = { ofContact: 8, ofName: 3 };

/** The word of that entry: no text has it. */
export const moreWords = '*more';

const firstOf = (words: Iterable<string>, count: number): string[] => {
  const distinct = [...new Set(words)];
  return distinct.length > count ? [...distinct.slice(0, count), moreWords] : distinct;
};

/** A word by which the search for anything finds a family. */
interface SearchWord {
  readonly word: string;
  readonly source: 'contact' | 'child';
}

/** The words of a person's name, phone number and email address: only its local part, since many share a domain. */
export const contactWords = ({
  full_name,
  email,
  phone_number,
}: Pick<StoredContact, 'full_name' | 'email' | 'phone_number'>): SearchWord[] =>
  firstOf([phone_number, full_name, email.split('@')[0] ?? ''].flatMap(wordsOf), most.ofContact).map(
    (word) => ({ word, source: 'contact' }),
  );

/** The words of the contacts that count for a family: of its members, or what the office typed. */
export const familyContactWords = (family: Pick<StoredFamily, 'members'> & StoredContact): SearchWord[] =>
  (family.members.length > 0 ? family.members : [family]).flatMap(contactWords);

/** The words of children's names. */
export const childWords = (names: Iterable<string>): SearchWord[] =>
  [...names].flatMap((name) =>
    firstOf(wordsOf(name), most.ofName).map((word): SearchWord => ({ word, source: 'child' })),
  );

/** The entries of words, by key: a word that is there twice has one. */
const entriesOf = (familyId: FamilyId, words: readonly SearchWord[]) =>
  new Map(
    words.map(({ word, source }) => {
      const key = wordKey(word, familyId, source);
      return [keyText(key), { key, word, parent_id: familyId }];
    }),
  );

/** Keys of the entries of words. */
export const wordKeys = (familyId: FamilyId, words: readonly SearchWord[]): Key[] =>
  [...entriesOf(familyId, words).values()].map(({ key }) => key);

/** The items of a family's words. */
export const wordItems = (familyId: FamilyId, words: readonly SearchWord[]): Item[] =>
  [...entriesOf(familyId, words).values()].map(({ key, ...entry }) => ({
    ...key,
    [entityAttribute]: 'word',
    ...entry,
  }));

/** The writes that replace a family's words. Words of the contact and of children do not affect each other. */
export const wordChanges = (
  table: Table,
  familyId: FamilyId,
  { before = [], after = [] }: { before?: readonly SearchWord[]; after?: readonly SearchWord[] },
): Write[] => {
  const kept = entriesOf(familyId, after);
  const stored = entriesOf(familyId, before);
  return [
    ...wordItems(familyId, after)
      .filter((item) => !stored.has(keyText(item)))
      .map((Item) => putWrite(table, Item)),
    ...wordKeys(familyId, before)
      .filter((key) => !kept.has(keyText(key)))
      .map((Key) => deleteWrite(table, Key)),
  ];
};
