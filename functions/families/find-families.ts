import * as z from 'zod/mini';
import { type FamilyId, familyIdSchema } from '#shared/lib/ids';
import { termsOf, wordsFor } from '#shared/lib/search-text';
import { limits } from '#shared/limits';
import { moreWords } from '../accounts/search-words.ts';
import { isListedFamily, readActiveFamilies, type StoredFamily } from '../accounts/stored-families.ts';
import { chunk, itemParser } from '../lib/dynamo/items.ts';
import { wordPrefix } from '../lib/dynamo/keys-of-people.ts';
import { inPartition, type Query, queryAll, queryFirst } from '../lib/dynamo/reads.ts';
import type { Table } from '../lib/table.ts';

/** The only word of a search mostly has more families than a search returns. */
const maxOfOnlyWord = 100;
/** Few at a time, since they are read without the other words of the search. */
const familiesAtOnce = 10;

export const searchWordSchema = z.object({ word: z.string(), parent_id: familyIdSchema });

const queryOf = (beginning: string): Query => {
  const { PK, SK } = wordPrefix(beginning);
  return inPartition({ PK }, { beginning: SK });
};

interface Candidates {
  readonly families: ReadonlySet<FamilyId>;
  readonly isCut: boolean;
}

const findByBeginnings = async (
  table: Table,
  beginnings: readonly string[],
  limit?: number,
): Promise<Candidates> => {
  const lists = await Promise.all(
    beginnings.map(async (beginning) => {
      const query = queryOf(beginning);
      const items = limit ? await queryFirst(table, [query], limit) : await queryAll(table, query);
      const entries = items.map(itemParser(searchWordSchema));
      return { entries: entries.filter(({ word }) => word.startsWith(beginning)), read: items.length };
    }),
  );
  return {
    families: new Set(lists.flatMap(({ entries }) => entries.map(({ parent_id }) => parent_id))),
    isCut: lists.some(({ read }) => read === limit),
  };
};

/** Empty where a beginning of the query's part is a single letter, which the index cannot find. */
const beginningsOf = (ways: ReturnType<typeof termsOf>[number]): string[] => {
  const longest = ways.map((way) => way.toSorted((one, other) => other.length - one.length)[0] ?? '');
  return longest.some((beginning) => beginning.length < limits.shortestSearch) ? [] : [...new Set(longest)];
};

/** Looks up the longest words first, which have the fewest entries. */
const findCandidates = async (table: Table, query: string, limit?: number): Promise<Candidates> => {
  const [first, ...rest] = termsOf(query)
    .map(beginningsOf)
    .filter((beginnings) => beginnings.length > 0)
    .toSorted(([one = ''], [other = '']) => other.length - one.length);
  if (!first) return { families: new Set(), isCut: false };
  const [named, others] = await Promise.all([
    findByBeginnings(table, first, rest.length === 0 ? limit : undefined),
    findByBeginnings(table, [moreWords]),
  ]);
  let found = named.families;
  for (const beginnings of rest) {
    if (found.size <= familiesAtOnce) break;
    const { families } = await findByBeginnings(table, beginnings);
    found = new Set([...found].filter((family) => families.has(family)));
  }
  return { families: new Set([...found, ...others.families]), isCut: named.isCut };
};

export const contactTexts = (family: StoredFamily): string[] =>
  [family, ...family.members].flatMap(({ full_name, email, phone_number }) => [
    full_name,
    email,
    phone_number,
  ]);

/**
 * For each word of the query a family's word begins with it, or a phone number begins or ends with its digits. Domains are no
 * words. Reads the words' entries and the families found, by name.
 */
export const findFamilies = async (table: Table, query: string, limit: number): Promise<StoredFamily[]> => {
  const matches = wordsFor(query);
  const indexed = query.replaceAll(/@\S*/g, ' ');
  const read = new Set<FamilyId>();
  const found = new Map<FamilyId, StoredFamily>();
  const readMatching = async (ids: readonly FamilyId[]): Promise<void> => {
    for (const some of chunk(ids, familiesAtOnce)) {
      const familyOf = await readActiveFamilies(table, some);
      for (const id of some) {
        read.add(id);
        const family = familyOf(id);
        if (family && isListedFamily(family) && matches([...contactTexts(family), ...family.child_names]))
          found.set(id, family);
      }
      if (found.size >= limit) return;
    }
  };
  const few = await findCandidates(table, indexed, maxOfOnlyWord);
  await readMatching([...few.families]);
  if (few.isCut && found.size < limit) {
    const all = await findCandidates(table, indexed);
    await readMatching([...all.families].filter((id) => !read.has(id)));
  }
  return [...found.values()]
    .slice(0, limit)
    .toSorted((one, other) => one.full_name.localeCompare(other.full_name));
};
