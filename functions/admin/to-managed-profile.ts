import type { ManagedProfile } from '#shared/schemas/managed-profile';
import type { StoredProfile } from '../data/families/stored-profile.ts';

/** A profile as administrators see it. */
export const toManagedProfile = ({ role_pending, ...profile }: StoredProfile): ManagedProfile => ({
  ...profile,
  role_pending: role_pending !== undefined,
});
