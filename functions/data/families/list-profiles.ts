import { type ProfileRole, profileRoles } from '#shared/roles';
import { placeInList } from '../dynamo/index-keys.ts';
import { profileIndexKeys, profilesPartition } from '../dynamo/keys/families.ts';
import { inPartition, type Query, queryAll, queryFirst } from '../dynamo/query.ts';
import type { Table } from '../table.ts';
import { profileFromItem, type StoredProfile } from './stored-profile.ts';

/** The place of a profile in the list of its role: the next page begins after it. */
export const profilePosition = (profile: StoredProfile): string =>
  placeInList(profileIndexKeys(profile, profile.role));

const newestOf = (role: ProfileRole, before?: string): Query => ({
  ...inPartition(profilesPartition(role), { before }),
  ScanIndexForward: false,
});

/** Profiles of a role, newest first, at most `limit`. One Query. */
export const listProfiles = async (
  table: Table,
  role: ProfileRole,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<StoredProfile[]> =>
  (await queryFirst(table, [newestOf(role, before)], limit)).map(profileFromItem);

/**
 * All profiles of some roles, newest first: what a search looks through. Two megabytes for 5,000 families; docs/decisions
 * says what that costs.
 */
export const listAllProfiles = async (
  table: Table,
  ofRoles: readonly ProfileRole[] = profileRoles,
): Promise<StoredProfile[]> => {
  const partitions = await Promise.all(ofRoles.map((role) => queryAll(table, newestOf(role))));
  return partitions.flat().map(profileFromItem);
};
