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

/**
 * Where a profile is listed: accounts without the admin role are families, of administrators those who have a child or have
 * booked. A profile moves with its role, and with an administrator's first and last child.
 */
export type ProfileList = 'parent' | 'admin-family' | 'admin';

/** The lists that make up one list for the office: an administrator with a family is in both. */
export const profileLists = {
  families: ['parent', 'admin-family'],
  admins: ['admin-family', 'admin'],
  all: ['parent', 'admin-family', 'admin'],
} as const satisfies Record<string, readonly ProfileList[]>;

export const profilesPartition = (list: ProfileList) => ({ GSI2PK: `PROFILES#${list}` }) as const;

/** Profiles sort by when they were created. */
export const profileIndexKeys = (
  { id, created_at }: { id: UserId; created_at: Instant },
  list: ProfileList,
) => ({
  ...profilesPartition(list),
  GSI2SK: `${created_at}#${id}`,
});

/** How many families and administrators there are. */
export const profileCountsKey: Key = { PK: 'COUNTS', SK: 'PROFILES' };
