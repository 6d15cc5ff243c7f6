import * as z from 'zod/mini';
import { wordsFor, wordsOf } from '#shared/domain/text/search-text';
import { limits } from '#shared/limits';
import { type UserId, userIdSchema } from '#shared/schemas/ids';
import { chunk } from '../dynamo/chunk.ts';
import { wordPrefix } from '../dynamo/keys/words.ts';
import { type Query, queryAll, queryFirst } from '../dynamo/query.ts';
import { readActiveProfiles } from '../families/read-profiles.ts';
import type { StoredProfile } from '../families/stored-profile.ts';
import type { Table } from '../table.ts';

/** Entries of the only word of a search: more families than a search gives. */
const maxOfOnlyWord = 100;
/** Profiles that are read at a time, until there are enough. So few are read without the other words of the search. */
const profilesAtOnce = 10;

const entrySchema = z.object({ word: z.string(), parent_id: userIdSchema });

const entriesOf = (beginning: string): Query => {
  const { PK, SK } = wordPrefix(beginning);
  return {
    KeyConditionExpression: SK ? 'PK = :letters AND begins_with(SK, :more)' : 'PK = :letters',
    ExpressionAttributeValues: { ':letters': PK, ...(SK && { ':more': SK }) },
  };
};

/** The families that have a word which begins so. */
const familiesWith = async (
  table: Table,
  beginning: string,
  limit: number | undefined,
): Promise<Set<UserId>> => {
  const query = entriesOf(beginning);
  const items = limit ? await queryFirst(table, [query], limit) : await queryAll(table, query);
  return new Set(
    items
      .map((item) => entrySchema.parse(item))
      .filter(({ word }) => word.startsWith(beginning))
      .map(({ parent_id }) => parent_id),
  );
};

/** The families that may match, by the longest words first: these have the fewest entries. */
const findCandidates = async (table: Table, words: readonly string[]): Promise<UserId[]> => {
  const [longest, ...rest] = words.toSorted((one, other) => other.length - one.length);
  if (!longest) return [];
  let found = await familiesWith(table, longest, rest.length === 0 ? maxOfOnlyWord : undefined);
  for (const word of rest) {
    if (found.size <= profilesAtOnce || word.length < limits.shortestSearch) break;
    const others = await familiesWith(table, word, undefined);
    found = new Set([...found].filter((family) => others.has(family)));
  }
  return [...found];
};

const searchedText = ({ full_name, email, phone_number, child_names }: StoredProfile): string =>
  [full_name, email, phone_number, ...child_names].join(' ');

/**
 * Some families that have, for each word of the query, a word that begins with it: in the parent's name, email or phone
 * number, or in a child's name. Reads the entries of the words and the profiles that it gives, by name. The domain of an
 * address finds nothing by itself.
 * @param limit the most families
 */
export const findFamilies = async (table: Table, query: string, limit: number): Promise<StoredProfile[]> => {
  const matches = wordsFor(query);
  const candidates = await findCandidates(table, wordsOf(query.replaceAll(/@\S*/g, ' ')));
  const found: StoredProfile[] = [];
  for (const ids of chunk(candidates, profilesAtOnce)) {
    const profileOf = await readActiveProfiles(table, ids);
    for (const id of ids) {
      const profile = profileOf(id);
      if (profile?.role === 'parent' && matches(searchedText(profile))) found.push(profile);
    }
    if (found.length >= limit) break;
  }
  return found.slice(0, limit).toSorted((one, other) => one.full_name.localeCompare(other.full_name));
};
