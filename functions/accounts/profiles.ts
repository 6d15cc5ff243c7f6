import * as z from 'zod/mini';
import type { ManagedProfile } from '#shared/families/admin-routes';
import {
  adultInvitationSchema,
  type Child,
  emailProblemSchema,
  type FamilyRole,
  familyRoleSchema,
  type Profile,
  profileSchema,
  roleSchema,
} from '#shared/families/family';
import { childNameKey } from '#shared/lib/fold-text';
import { type UserId, userIdSchema } from '#shared/lib/ids';
import { type Instant, instantSchema } from '#shared/lib/values';
import { type CountedChange, sendCounted } from '../ledger/changes.ts';
import { above, type Change, type Tests, updateWrite } from '../lib/dynamo/expressions.ts';
import { entityAttribute, type Item, type ItemRef, listAttribute, placeInList } from '../lib/dynamo/items.ts';
import type { Write } from '../lib/dynamo/keyed-request.ts';
import {
  type ProfileList,
  profileCountsKey,
  profileIndexKeys,
  profileKey,
  profileLists,
  profilesPartition,
} from '../lib/dynamo/keys-of-people.ts';
import { batchRead, getItem, inPartition, type Query, queryAll, queryFirst } from '../lib/dynamo/reads.ts';
import { sendTransaction, type TransactionOutcome, updateItem } from '../lib/dynamo/writes.ts';
import type { ExtraWrites } from '../lib/extra-writes.ts';
import type { Table } from '../lib/table.ts';
import { profileIsActive } from './profile-marks.ts';
import { contactWords, wordChanges } from './search-words.ts';
import { tokenUse } from './tokens.ts';

/** A profile as stored: the account of one person. Every reader of profiles uses this schema. */
export const storedProfileSchema = z.extend(profileSchema, {
  /** Empty where the stored profile has none (BOK-35). */
  email: z._default(z.string(), ''),
  /**
   * Of a family that the office knows by phone (BHF-02): it has no user of the pool, and nobody has proved its address. Its
   * people log in with accounts of their own, which are its members.
   */
  login: z.optional(z.literal('none')),
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
  /** The family of another id for which the account acts: its profile is in no list then. */
  member_of: z.optional(userIdSchema),
  /** What the account may do in its family; absent on the profile of a family of which nothing else was said. */
  family_role: z.optional(familyRoleSchema),
  /**
   * Of a family: the account of another id that is its second adult, and the one that holds a family without a login of its
   * id.
   */
  second_adult: z.optional(userIdSchema),
  holder_login: z.optional(userIdSchema),
  /** Who is invited to be the second adult. */
  adult_invited: z.optional(adultInvitationSchema),
  /** Which of two adults gets the emails about money: the holder, unless another was chosen. */
  money_mails: z.optional(familyRoleSchema),
  /** When the account of the family's id last changed its part with the other adult. */
  handed_over_at: z.optional(instantSchema),
});
export type StoredProfile = z.infer<typeof storedProfileSchema>;
type Listed = Pick<StoredProfile, typeof listAttribute>;

/**
 * Whether the account is a family, which every list, search, count and total of families contains: all but administrators
 * who have no child and have never booked (BHF-05).
 */
export const isFamily = ({ [listAttribute]: list }: Listed): boolean =>
  list !== profilesPartition('admin')[listAttribute];

/** That a profile is in the list in which it was read. */
export const listIsAsRead = ({ [listAttribute]: list }: Listed): Tests => ({ [listAttribute]: list });

export const profileRef = (userId: UserId): ItemRef<StoredProfile> => ({
  key: profileKey(userId),
  fromItem: storedProfileSchema.parse,
});

/** The normal forms of the names of children. */
export const keysOf = (children: readonly Pick<Child, 'name'>[]): Set<string> =>
  new Set(children.map(({ name }) => childNameKey(name)));

/** The names by which a search finds a family. DynamoDB has no empty set. */
export const namesOf = (children: readonly Child[]): Set<string> => new Set(children.map(({ name }) => name));

/** A new profile. `children_count` changes with the children: a condition on it limits them. */
export const profileItem = (
  profile: Profile & Pick<StoredProfile, 'login'>,
  children: readonly Child[],
): Item => ({
  ...profileKey(profile.id),
  ...profileIndexKeys(profile, 'parent'),
  [entityAttribute]: 'profile',
  ...profile,
  children_count: children.length,
  ...(children.length > 0 && { child_names: namesOf(children), child_keys: keysOf(children) }),
});

/** A profile, also one whose account is being deleted; undefined where there is none. One consistent read. */
export const getProfile = (table: Table, userId: UserId): Promise<StoredProfile | undefined> =>
  getItem(table, profileRef(userId));

/** A profile; undefined where there is none, or its account is being deleted. One consistent read. */
export const getActiveProfile = async (table: Table, userId: UserId): Promise<StoredProfile | undefined> => {
  const profile = await getProfile(table, userId);
  return profile?.deleting ? undefined : profile;
};

/**
 * The family for which an account acts now: that of which it is a member, or its own. Undefined where the account is gone. One
 * consistent read.
 */
export const familyOf = async (table: Table, userId: UserId): Promise<UserId | undefined> => {
  const profile = await getActiveProfile(table, userId);
  return profile && (profile.member_of ?? (profile.login === 'none' ? undefined : profile.id));
};

/** What an account may do in its family. */
export const familyRoleOf = ({ family_role = 'holder' }: Pick<StoredProfile, 'family_role'>): FamilyRole =>
  family_role;

/** Changes a profile; undefined where there is none, or its account is being deleted. */
const updateProfile = async (
  table: Table,
  userId: UserId,
  change: Change,
): Promise<StoredProfile | undefined> => {
  const { outcome, item } = await updateItem(table, profileKey(userId), {
    ...change,
    if: profileIsActive,
    returnsNew: true,
  });
  return outcome === 'done' && item ? storedProfileSchema.parse(item) : undefined;
};

type Contact = Pick<Profile, 'full_name' | 'phone_number' | 'remind_every_session'>;

/** The write that changes a person's contact; refused where the name or phone number is not as it was read. */
const contactUpdate = (
  table: Table,
  seen: StoredProfile,
  { full_name, phone_number, remind_every_session }: Contact,
): Write =>
  updateWrite(table, profileKey(seen.id), {
    set: { full_name, phone_number, ...(remind_every_session !== undefined && { remind_every_session }) },
    if: { ...profileIsActive, full_name: seen.full_name, phone_number: seen.phone_number },
    returnsStored: true,
  });

/**
 * Changes a person's name and phone number (API-21), where given the wish for reminders, and the words by which a search
 * finds the family, and stores the extra writes, all or nothing. A profile that changed since it was read is changed too.
 * @param change where the person does so
 */
export const updateContact = async (
  table: Table,
  seen: StoredProfile,
  contact: Contact,
  extraWrites: ExtraWrites = [],
  change?: CountedChange,
): Promise<{ readonly outcome: 'done' | 'no-profile' | 'limited' | 'busy' }> => {
  const result = await sendCounted(table, change, [
    contactUpdate(table, seen, contact),
    ...wordChanges(table, seen.id, {
      before: contactWords(seen),
      after: contactWords({ ...seen, ...contact }),
    }),
    ...extraWrites,
  ]);
  if (result.outcome === 'no-ledger') return { outcome: 'no-profile' };
  if (result.outcome !== 'refused') return { outcome: result.outcome };
  const item = result.refusals[0]?.item;
  const changed = item && storedProfileSchema.parse(item);
  return changed && !changed.deleting
    ? updateContact(table, changed, contact, extraWrites, change)
    : { outcome: 'no-profile' };
};

/**
 * The use of an emailed link proves that mail reaches the address and is read: an earlier problem is over, and the secret
 * of the sign-up has no further use.
 */
const verified: Change = {
  set: { email_verified: true },
  remove: ['email_problem', 'browser_secret_hash'],
};

/** Notes that a password was set by a link, which also verifies the address. */
export const notePasswordSet = (
  table: Table,
  userId: UserId,
  at: Instant,
): Promise<StoredProfile | undefined> =>
  updateProfile(table, userId, { ...verified, set: { ...verified.set, password_set_at: at } });

/** Marks an address as verified (API-39) and uses up the link's token, all or nothing. */
export const verifyAddress = async (
  table: Table,
  userId: UserId,
  token: string,
): Promise<TransactionOutcome> => {
  const update = updateWrite(table, profileKey(userId), { ...verified, if: profileIsActive });
  return sendTransaction(table, [update, tokenUse(table, token, userId)]);
};

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
  return newestFirst((await Promise.all(lists)).flat().map((item) => storedProfileSchema.parse(item))).slice(
    0,
    limit,
  );
};

/**
 * All families, administrators or profiles, newest first: what a search looks through. Two megabytes for 5,000 families;
 * docs/decisions says what that costs.
 */
export const listAllProfiles = async (table: Table, name: ListName = 'all'): Promise<StoredProfile[]> => {
  const lists = await Promise.all(profileLists[name].map((list) => queryAll(table, newestOf(list))));
  return newestFirst(lists.flat().map((item) => storedProfileSchema.parse(item)));
};

/** The present names of some people; null for nobody, and for a deleted account. One BatchGetItem per 100. */
export const readProfileNames = async (
  table: Table,
  ids: readonly (UserId | null)[],
): Promise<(id: UserId | null) => string | null> => {
  const refs = ids.filter((id) => id !== null).map(profileRef);
  const read = await batchRead(table, refs, { consistent: false });
  return (id) => (id && read(profileRef(id))?.full_name) ?? null;
};

/**
 * How many profiles there are. `parents` counts the families, as `isFamily` says. `admins` counts administrators whose role
 * is not being granted or revoked at the moment: they certainly have it.
 */
const countsSchema = z.object({
  parents: z._default(z.int(), 0),
  admins: z._default(z.int(), 0),
});
type ProfileCounts = z.infer<typeof countsSchema>;

/** The write that counts profiles, in the transaction that creates or deletes them or changes their list. */
export const countProfiles = (
  table: Table,
  { parents = 0, admins = 0 }: Partial<ProfileCounts>,
  condition?: { readonly moreAdminsThan: number },
): Write =>
  updateWrite(table, profileCountsKey, {
    add: { parents, admins },
    if: condition && { admins: above(condition.moreAdminsThan) },
  });

/** Reads one item, however many profiles there are. */
export const getProfileCounts = async (table: Table): Promise<ProfileCounts> =>
  (await getItem(table, { key: profileCountsKey, fromItem: countsSchema.parse })) ?? countsSchema.parse({});

/** Why a family is sent no email. */
export type NoMailReason = 'account-gone' | 'no-email' | 'not-confirmed' | 'email-problem';

/** Undefined where the family is sent email. */
export const noMailReason = (
  profile: Pick<StoredProfile, 'deleting' | 'email' | 'email_verified' | 'email_problem' | 'login'>,
): NoMailReason | undefined => {
  if (profile.deleting) return 'account-gone';
  if (profile.email === '') return 'no-email';
  // What the office typed may be the mailbox of somebody else.
  if (profile.login === 'none' && !profile.email_verified) return 'not-confirmed';
  return profile.email_problem ? 'email-problem' : undefined;
};

/** A profile as administrators see it. */
export const toManagedProfile = ({ role_pending, ...profile }: StoredProfile): ManagedProfile => ({
  ...profile,
  role_pending: role_pending !== undefined,
});

/** The accounts that act for a family, as its profile names them: that of its own id first. */
export const accountsOf = (family: StoredProfile): { readonly id: UserId; readonly role: FamilyRole }[] => {
  const { login, holder_login, second_adult } = family;
  const first = login === 'none' ? holder_login : family.id;
  const role = login === 'none' ? 'holder' : familyRoleOf(family);
  return [
    ...(first ? [{ id: first, role }] : []),
    ...(second_adult ? [{ id: second_adult, role: role === 'holder' ? 'adult' : 'holder' } as const] : []),
  ];
};

/**
 * Whether a family's profile, read consistently, names an account that acts for it: the profile changes in the transactions that
 * begin and end a membership.
 */
export const isNamedBy = (family: StoredProfile | undefined, account: UserId): boolean =>
  family !== undefined &&
  !family.deleting &&
  !family.member_of &&
  accountsOf(family).some(({ id }) => id === account);
