import type { ProfileRole } from '#shared/roles';
import type { ChildId, UserId } from '#shared/schemas/ids';
import type { Instant } from '#shared/schemas/values';
import { type Key, sha256 } from './key.ts';

/** A family's profile and children are in a partition of this prefix. */
export const familyPartitionPrefix = 'USER#';

export const familyPartition = (userId: UserId) => ({ PK: `${familyPartitionPrefix}${userId}` }) as const;

export const profileKey = (userId: UserId): Key => ({ ...familyPartition(userId), SK: 'PROFILE' });

export const childKey = (userId: UserId, childId: ChildId): Key => ({
  ...familyPartition(userId),
  SK: `CHILD#${childId}`,
});

/** The second factor of an account. */
export const secondFactorKey = (userId: UserId): Key => ({ ...familyPartition(userId), SK: 'SECOND-FACTOR' });

/** The registration of an email address: one item per address, so an address has one account. */
export const registrationKey = (email: string): Key => ({ PK: `EMAIL#${sha256(email)}`, SK: 'ACCOUNT' });

/** All profiles of one role. A profile moves from one partition to the other with its role. */
export const profilesPartition = (role: ProfileRole) => ({ GSI2PK: `PROFILES#${role}` }) as const;

/** Profiles sort by when they were created. */
export const profileIndexKeys = (
  { id, created_at }: { id: UserId; created_at: Instant },
  role: ProfileRole,
) => ({
  ...profilesPartition(role),
  GSI2SK: `${created_at}#${id}`,
});

/** How many profiles there are of each role. */
export const profileCountsKey: Key = { PK: 'COUNTS', SK: 'PROFILES' };
