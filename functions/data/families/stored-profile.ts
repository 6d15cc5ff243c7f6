import * as z from 'zod/mini';
import { childNameKey } from '#shared/domain/children/child-name';
import type { Child } from '#shared/schemas/child';
import { emailProblemSchema } from '#shared/schemas/email-problem';
import type { UserId } from '#shared/schemas/ids';
import { type Profile, profileSchema } from '#shared/schemas/profile';
import { roleSchema } from '#shared/schemas/role';
import { instantSchema } from '#shared/schemas/values';
import { listAttribute } from '../dynamo/index-keys.ts';
import type { Item, ItemRef } from '../dynamo/item-ref.ts';
import { profileIndexKeys, profileKey, profilesPartition } from '../dynamo/keys/families.ts';
import { entityAttribute } from '../dynamo/table-schema.ts';

/** A profile as stored: the account of one person. Every reader of profiles uses this schema. */
const storedProfileSchema = z.extend(profileSchema, {
  /** Empty where the stored profile has none (BOK-35). */
  email: z._default(z.string(), ''),
  /** Absent on a parent's profile (DAT-19). */
  role: z._default(roleSchema, 'parent'),
  /** The list that the profile is in (`ProfileList`). */
  [listAttribute]: z.optional(z.string()),
  /** The role that a change which has not ended leads to; see `roles.ts`. */
  role_pending: z.optional(roleSchema),
  role_changed_at: z.optional(instantSchema),
  /** Set by the first step of the account's deletion: from then on the profile takes no writes. */
  deleting: z._default(z.boolean(), false),
  /** Why mail to the address is of no use, or null. */
  email_problem: z._default(z.nullable(emailProblemSchema), null),
  /** When a link last set the password: reset links made before are no longer valid. */
  password_set_at: z.optional(instantSchema),
  /** Hash of the secret of the browser whose sign-up set the password; removed when the address is verified. */
  browser_secret_hash: z.optional(z.string()),
  /** When the account first called the API with tokens of its own. */
  first_login_at: z.optional(instantSchema),
  /** The normal forms of the children's names, which are unique in a family (KID-02). */
  child_keys: z._default(z.set(z.string()), new Set()),
  /** Names of the children, and of removed children who have bookings: a search for bookings finds the family by them. */
  child_names: z._default(z.set(z.string()), new Set()),
});
export type StoredProfile = z.infer<typeof storedProfileSchema>;
type Listed = Pick<StoredProfile, typeof listAttribute>;

/**
 * Whether the account is a family, which every list, search, count and total of families contains: all but administrators
 * who have no child and have never booked (BHF-05).
 */
export const isFamily = ({ [listAttribute]: list }: Listed): boolean =>
  list !== profilesPartition('admin')[listAttribute];

/** A condition, to be added to others, that a profile is in the list in which it was read. */
export const listIsAsRead = ({ [listAttribute]: list }: Listed) =>
  list
    ? { condition: ` AND ${listAttribute} = :seenList`, values: { ':seenList': list } }
    : { condition: ` AND attribute_not_exists(${listAttribute})`, values: {} };

export const profileFromItem = (item: Item): StoredProfile => storedProfileSchema.parse(item);

export const profileRef = (userId: UserId): ItemRef<StoredProfile> => ({
  key: profileKey(userId),
  fromItem: profileFromItem,
});

/** The normal forms of the names of children. */
export const keysOf = (children: readonly Pick<Child, 'name'>[]): Set<string> =>
  new Set(children.map(({ name }) => childNameKey(name)));

/** The names by which a search finds a family. DynamoDB has no empty set. */
export const namesOf = (children: readonly Child[]): Set<string> => new Set(children.map(({ name }) => name));

/** A new profile. `children_count` changes with the children: a condition on it limits them. */
export const profileItem = (profile: Profile, children: readonly Child[]): Item => ({
  ...profileKey(profile.id),
  ...profileIndexKeys(profile, 'parent'),
  [entityAttribute]: 'profile',
  ...profile,
  children_count: children.length,
  ...(children.length > 0 && { child_names: namesOf(children), child_keys: keysOf(children) }),
});
