import { placeInList } from '../dynamo/index-keys.ts';
import {
  type ProfileList,
  profileIndexKeys,
  profileLists,
  profilesPartition,
} from '../dynamo/keys/families.ts';
import { inPartition, type Query, queryAll, queryFirst } from '../dynamo/query.ts';
import type { Table } from '../table.ts';
import { profileFromItem, type StoredProfile } from './stored-profile.ts';

type ListName = keyof typeof profileLists;

/** The place of a profile in every list that it is in: the next page begins after it. */
export const profilePosition = (profile: StoredProfile): string =>
  placeInList(profileIndexKeys(profile, 'parent'));

const newestOf = (list: ProfileList, before?: string): Query => ({
  ...inPartition(profilesPartition(list), { before }),
  ScanIndexForward: false,
});

const newestFirst = (profiles: readonly StoredProfile[]): StoredProfile[] =>
  profiles.toSorted((one, other) => (profilePosition(one) < profilePosition(other) ? 1 : -1));

/** The families, those of administrators among them, or the administrators, newest first, at most `limit`. Two Queries. */
export const listProfiles = async (
  table: Table,
  name: ListName,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<StoredProfile[]> => {
  const lists = profileLists[name].map((list) => queryFirst(table, [newestOf(list, before)], limit));
  return newestFirst((await Promise.all(lists)).flat().map(profileFromItem)).slice(0, limit);
};

/**
 * All families, administrators or profiles, newest first: what a search looks through. Two megabytes for 5,000 families;
 * docs/decisions says what that costs.
 */
export const listAllProfiles = async (table: Table, name: ListName = 'all'): Promise<StoredProfile[]> => {
  const lists = await Promise.all(profileLists[name].map((list) => queryAll(table, newestOf(list))));
  return newestFirst(lists.flat().map(profileFromItem));
};
