import type { FamilyId } from '#shared/lib/ids';
import { wordsOf } from '#shared/lib/search-text';
import { deleteWrite, putWrite } from '../lib/dynamo/expressions.ts';
import { entityAttribute, type Item, type Key, keyText } from '../lib/dynamo/items.ts';
import type { Write } from '../lib/dynamo/keyed-request.ts';
import { wordKey } from '../lib/dynamo/keys-of-people.ts';
import type { Table } from '../lib/table.ts';
import type { StoredContact, StoredFamily } from './stored-families.ts';

/** Keeps the largest family's transaction below 100 writes. Further words share `moreWords`, which every search reads. */
const maxWords = { ofContact: 8, ofName: 3 };

/** No text contains this word. */
export const moreWords = '*more';

const firstOf = (words: Iterable<string>, count: number): string[] => {
  const distinct = [...new Set(words)];
  return distinct.length > count ? [...distinct.slice(0, count), moreWords] : distinct;
};

interface SearchWord {
  readonly word: string;
  readonly source: 'contact' | 'child';
}

/** Only the local part of an email address is found, since many share a domain. */
export const contactWords = ({
  full_name,
  email,
  phone_number,
}: Pick<StoredContact, 'full_name' | 'email' | 'phone_number'>): SearchWord[] =>
  firstOf([phone_number, full_name, email.split('@')[0] ?? ''].flatMap(wordsOf), maxWords.ofContact).map(
    (word) => ({ word, source: 'contact' }),
  );

/** The words of a family's members, or of the contact that the office typed. */
export const familyContactWords = (family: Pick<StoredFamily, 'members'> & StoredContact): SearchWord[] =>
  (family.members.length > 0 ? family.members : [family]).flatMap(contactWords);

export const childWords = (names: Iterable<string>): SearchWord[] =>
  [...names].flatMap((name) =>
    firstOf(wordsOf(name), maxWords.ofName).map((word): SearchWord => ({ word, source: 'child' })),
  );

/** By key, so that a repeated word has one item. */
const indexItemsOf = (familyId: FamilyId, words: readonly SearchWord[]) =>
  new Map(
    words.map(({ word, source }) => {
      const key = wordKey(word, familyId, source);
      return [keyText(key), { key, word, parent_id: familyId }];
    }),
  );

export const wordKeys = (familyId: FamilyId, words: readonly SearchWord[]): Key[] =>
  [...indexItemsOf(familyId, words).values()].map(({ key }) => key);

export const wordItems = (familyId: FamilyId, words: readonly SearchWord[]): Item[] =>
  [...indexItemsOf(familyId, words).values()].map(({ key, ...item }) => ({
    ...key,
    [entityAttribute]: 'word',
    ...item,
  }));

/** Replaces a family's words, those of the contact or those of its children. */
export const wordChanges = (
  table: Table,
  familyId: FamilyId,
  { before = [], after = [] }: { before?: readonly SearchWord[]; after?: readonly SearchWord[] },
): Write[] => {
  const remaining = indexItemsOf(familyId, after);
  const stored = indexItemsOf(familyId, before);
  return [
    ...wordItems(familyId, after)
      .filter((item) => !stored.has(keyText(item)))
      .map((Item) => putWrite(table, Item)),
    ...wordKeys(familyId, before)
      .filter((key) => !remaining.has(keyText(key)))
      .map((Key) => deleteWrite(table, Key)),
  ];
};
