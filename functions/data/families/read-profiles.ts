import type { UserId } from '#shared/schemas/ids';
import { batchRead } from '../dynamo/batch-get.ts';
import type { Table } from '../table.ts';
import { profileRef, type StoredProfile } from './stored-profile.ts';

/** Profiles by id; undefined where there is none, or its account is being deleted. One round trip for each hundred. */
export const readActiveProfiles = async (
  table: Table,
  userIds: readonly UserId[],
): Promise<(userId: UserId) => StoredProfile | undefined> => {
  const read = await batchRead(table, userIds.map(profileRef), { consistent: false });
  return (userId) => {
    const profile = read(profileRef(userId));
    return profile?.deleting ? undefined : profile;
  };
};
