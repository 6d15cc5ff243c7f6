import * as z from 'zod/mini';
import type { ManagedFamily } from '#shared/families/admin-routes';
import {
  adultInvitationSchema,
  type Child,
  emailProblemSchema,
  type FamilyRole,
  familyRoleSchema,
} from '#shared/families/family';
import { childNameKey } from '#shared/lib/fold-text';
import { type FamilyId, familyIdSchema, type UserId, userIdSchema } from '#shared/lib/ids';
import { type Instant, instantSchema } from '#shared/lib/values';
import { absent, exists, present, size, type Tests } from '../lib/dynamo/expressions.ts';
import {
  entityAttribute,
  type Item,
  type ItemRef,
  itemParser,
  listAttribute,
  placeInList,
} from '../lib/dynamo/items.ts';
import { familiesPartition, familyIndexKeys, familyKey } from '../lib/dynamo/keys-of-people.ts';
import { batchRead, getItem, inPartition, type Query, queryAll, queryFirst } from '../lib/dynamo/reads.ts';
import type { Table } from '../lib/table.ts';

/** A person's name, email and phone. They are stored here alone (FID-13). */
const contactFields = {
  full_name: z.string(),
  /** Empty where the stored contact has none (BOK-35). */
  email: z._default(z.string(), ''),
  phone_number: z.string(),
  /** A link proved that mail to the address is read. */
  email_verified: z._default(z.boolean(), false),
  /** Why mail to the address is of no use, or null. */
  email_problem: z._default(z.nullable(emailProblemSchema), null),
};

const memberSchema = z.object({
  ...contactFields,
  role: familyRoleSchema,
  /** Since when the account is a member. */
  since: instantSchema,
  /** The person wants a reminder of every session (MSG-05). */
  remind_every_session: z.optional(z.boolean()),
});
/** A member as stored, by the id of its account. */
type StoredMember = z.infer<typeof memberSchema>;

export const familyItemSchema = z.object({
  id: familyIdSchema,
  created_at: instantSchema,
  /** The accounts that act for the family: none, one or two. */
  members: z._default(z.record(userIdSchema, memberSchema), {}),
  /**
   * What the office typed. It is the contact of a family without a login (BHF-02). Of a family with a member it says nothing but
   * what the member has changed of it (FID-13).
   */
  office_contact: z.optional(z.object(contactFields)),
  /** Who is invited to join. */
  adult_invited: z.optional(adultInvitationSchema),
  /** The account that gets the emails about money: the holder, unless another was chosen (FID-05). */
  money_mails: z.optional(userIdSchema),
  /** The logins that the office took off the family, oldest first: who saw it meanwhile (FID-10). */
  removed_logins: z._default(
    z.array(z.object({ account: userIdSchema, since: instantSchema, until: instantSchema })),
    [],
  ),
  /** Set by the first step of the family's deletion: from then on the family takes no writes. */
  deleting: z._default(z.boolean(), false),
  /** An undo of an import that closed the family and looks whether something was built on it (IMP-13): the first row. */
  undoing: z.optional(z.string()),
  /** The family that it is joined with: what it has goes there, one by one, and then its item (FID-11). */
  joined_into: z.optional(familyIdSchema),
  /** Of a family that is joined with another one: who was a member. */
  former_members: z._default(z.record(userIdSchema, memberSchema), {}),
  /** The family whose join with this one has not ended. */
  joins: z.optional(familyIdSchema),
  /** The normal forms of the children's names, which are unique in a family (KID-02). */
  child_keys: z._default(z.set(z.string()), new Set()),
  /** Names of the children, and of removed children who have bookings: a search for bookings finds the family by them. */
  child_names: z._default(z.set(z.string()), new Set()),
  /** The list that the family is in (`familiesPartition`). */
  [listAttribute]: z.optional(z.string()),
});

/** The contact of a person. */
export type StoredContact = Pick<
  StoredMember,
  'full_name' | 'email' | 'phone_number' | 'email_verified' | 'email_problem'
>;

/** An account that acts for a family, with its person's contact. */
export interface Member extends StoredContact {
  readonly id: UserId;
  readonly family_role: FamilyRole;
  readonly since: Instant;
  readonly remind_every_session?: boolean | undefined;
}

/**
 * A family as stored, with its members, the holder first. Its own contact is that of the holder, or what the office typed of a
 * family without a login.
 */
export interface StoredFamily
  extends Omit<z.infer<typeof familyItemSchema>, 'members' | 'former_members'>,
    StoredContact {
  readonly members: readonly Member[];
  readonly former_members: readonly Member[];
}

/** The contact of a family without a login of which the office has typed nothing. */
export const noContact: StoredContact = {
  full_name: '',
  email: '',
  phone_number: '',
  email_verified: false,
  email_problem: null,
};

const contactOf = ({ full_name, email, phone_number, email_verified, email_problem }: StoredContact) => ({
  full_name,
  email,
  phone_number,
  email_verified,
  email_problem,
});

/** The holder first. */
const membersOf = (stored: z.infer<typeof familyItemSchema>['members']): Member[] =>
  Object.entries(stored)
    .map(([id, { role, ...person }]) => ({ id: userIdSchema.parse(id), family_role: role, ...person }))
    .toSorted((one, other) => Number(one.family_role === 'adult') - Number(other.family_role === 'adult'));

/** Reads a stored family. Every reader of families uses this function. @throws ZodError for another item */
export const familyFromItem = (item: Item): StoredFamily => {
  const { members: stored, former_members: former, ...family } = itemParser(familyItemSchema)(item);
  const [members, former_members] = [membersOf(stored), membersOf(former)];
  const contact = members[0] ?? former_members[0] ?? family.office_contact ?? noContact;
  return { ...family, members, former_members, ...contactOf(contact) };
};

/** The condition of writes to a family: it exists, and is not being deleted. */
export const familyIsActive: Tests = { ...exists, deleting: absent };

/** The path of a member in the item of its family. */
export const memberPath = (account: UserId) => `members.${account}` as const;

/** That an account is a member of the family, in a role or in any. */
export const isMemberTest = (account: UserId, role?: FamilyRole): Tests =>
  role ? { [`${memberPath(account)}.role`]: role } : { [memberPath(account)]: present };

/** That the family has as many members. */
export const memberCount = (count: 0 | 1 | 2): Tests => ({ members: size(count) });

/** That the family has the holder, or no member, as it was read: whose contact counts for it. */
export const holderIsAsRead = ({ members: [holder] }: Pick<StoredFamily, 'members'>): Tests =>
  holder ? isMemberTest(holder.id, 'holder') : memberCount(0);

/** The path of the contact that counts for a family: of its holder, or what the office typed. */
export const contactPath = (family: Pick<StoredFamily, 'members'>): string =>
  family.members[0] ? memberPath(family.members[0].id) : 'office_contact';

/** The account that acts for a family as its holder, if there is one. */
export const holderOf = ({ members }: Pick<StoredFamily, 'members'>): Member | undefined =>
  members.find(({ family_role }) => family_role === 'holder');

/** The member who is not the holder. */
export const secondAdultOf = ({ members }: Pick<StoredFamily, 'members'>): Member | undefined =>
  members.find(({ family_role }) => family_role === 'adult');

export const memberOf = (
  family: Pick<StoredFamily, 'members'> | undefined,
  account: UserId,
): Member | undefined => family?.members.find(({ id }) => id === account);

/** Whether a family, read consistently, has an account as a member, also while it is being deleted. */
export const hasMember = (family: StoredFamily | undefined, account: UserId): boolean =>
  memberOf(family, account) !== undefined;

/** Whether every list, search, count and total of families contains the family (BHF-05). */
export const isListedFamily = ({
  [listAttribute]: list,
}: Pick<StoredFamily, typeof listAttribute>): boolean => list === familiesPartition[listAttribute];

/** That a family is in the list in which it was read, or in none. */
export const listIsAsRead = ({ [listAttribute]: list }: Pick<StoredFamily, typeof listAttribute>): Tests => ({
  [listAttribute]: list,
});

export const familyRef = (familyId: FamilyId): ItemRef<StoredFamily> => ({
  key: familyKey(familyId),
  fromItem: familyFromItem,
});

/** The normal forms of the names of children. */
export const keysOf = (children: readonly Pick<Child, 'name'>[]): Set<string> =>
  new Set(children.map(({ name }) => childNameKey(name)));

/** The names by which a search finds a family. DynamoDB has no empty set. */
export const namesOf = (children: readonly Pick<Child, 'name'>[]): Set<string> =>
  new Set(children.map(({ name }) => name));

/** A family to store. */
export interface NewFamily {
  readonly id: FamilyId;
  readonly created_at: Instant;
  /** Its holder. */
  readonly holder?: Omit<Member, 'family_role' | 'since'>;
  /** Of a family without a login. */
  readonly office_contact?: StoredContact;
}

/** What is stored of a member. An address without a problem has none. */
export const storedMember = ({ family_role, since, email_problem, ...person }: Omit<Member, 'id'>) => ({
  role: family_role,
  since,
  full_name: person.full_name,
  email: person.email,
  phone_number: person.phone_number,
  email_verified: person.email_verified,
  ...(email_problem && { email_problem }),
  ...(person.remind_every_session !== undefined && { remind_every_session: person.remind_every_session }),
});

/** The value of the entity attribute on a family; the messenger's stream filter selects it. */
export const familyEntity = 'family';

/** The item of a new family. `children_count` changes with the children: a condition on it limits them. */
export const familyItem = (
  { id, created_at, holder, office_contact }: NewFamily,
  children: readonly Pick<Child, 'name'>[],
  { isListed }: { readonly isListed: boolean } = { isListed: true },
): Item => ({
  ...familyKey(id),
  ...(isListed && familyIndexKeys({ id, created_at })),
  [entityAttribute]: familyEntity,
  id,
  created_at,
  members: holder
    ? { [holder.id]: storedMember({ ...holder, family_role: 'holder', since: created_at }) }
    : {},
  ...(office_contact && { office_contact }),
  children_count: children.length,
  ...(children.length > 0 && { child_names: namesOf(children), child_keys: keysOf(children) }),
});

/** A family, also one that is being deleted; undefined where there is none. One consistent read. */
export const getStoredFamily = (table: Table, familyId: FamilyId): Promise<StoredFamily | undefined> =>
  getItem(table, familyRef(familyId));

/** Whether an account is a member of a family now. One consistent read. */
export const isMemberOf = async (table: Table, familyId: FamilyId, account: UserId): Promise<boolean> =>
  hasMember(await getStoredFamily(table, familyId), account);

/** A family; undefined where there is none, or it is being deleted. One consistent read. */
export const getActiveFamily = async (
  table: Table,
  familyId: FamilyId,
): Promise<StoredFamily | undefined> => {
  const family = await getStoredFamily(table, familyId);
  return family?.deleting ? undefined : family;
};

/** Families by id; undefined where there is none, or it is being deleted. One round trip for each hundred. */
export const readActiveFamilies = async (
  table: Table,
  familyIds: readonly FamilyId[],
  { consistent }: { readonly consistent: boolean } = { consistent: false },
): Promise<(familyId: FamilyId) => StoredFamily | undefined> => {
  const read = await batchRead(table, familyIds.map(familyRef), { consistent });
  return (familyId) => {
    const family = read(familyRef(familyId));
    return family?.deleting ? undefined : family;
  };
};

/**
 * Families by id, those that are being joined with others included; undefined where there is none, or it is being erased. One round
 * trip for each hundred.
 */
export const readShownFamilies = async (
  table: Table,
  familyIds: readonly FamilyId[],
): Promise<(familyId: FamilyId) => StoredFamily | undefined> => {
  const read = await batchRead(table, familyIds.map(familyRef), { consistent: false });
  return (familyId) => {
    const family = read(familyRef(familyId));
    return family?.deleting && !family.joined_into ? undefined : family;
  };
};

/** The present names of some families: of the holder, or of the contact. One BatchGetItem per 100. */
export const readFamilyNames = async (
  table: Table,
  familyIds: readonly FamilyId[],
): Promise<(familyId: FamilyId) => string | null> => {
  const read = await batchRead(table, familyIds.map(familyRef), { consistent: false });
  return (familyId) => read(familyRef(familyId))?.full_name ?? null;
};

/** The place of a family in the list of families: the next page begins after it. */
export const familyPosition = (family: Pick<StoredFamily, 'id' | 'created_at'>): string =>
  placeInList(familyIndexKeys(family));

const newestFamilies = (before?: string): Query => ({
  ...inPartition(familiesPartition, { before }),
  ScanIndexForward: false,
});

/** The listed families, newest first, at most `limit`. One Query. */
export const listFamilies = async (
  table: Table,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<StoredFamily[]> => (await queryFirst(table, [newestFamilies(before)], limit)).map(familyFromItem);

/**
 * All listed families, newest first: what a search looks through. Two megabytes for 5,000 families; docs/decisions says what
 * that costs.
 */
export const listAllFamilies = async (table: Table): Promise<StoredFamily[]> =>
  (await queryAll(table, newestFamilies())).map(familyFromItem);

/** Whom to call of a family: its members, the holder first, or the contact that the office typed (FID-08). */
export const adultsToCall = (
  family: StoredFamily,
): { readonly full_name: string; readonly phone_number: string }[] =>
  (family.members.length > 0 ? family.members : [family]).map(({ full_name, phone_number }) => ({
    full_name,
    phone_number,
  }));

/** Why a person is sent no email. */
export type NoMailReason = 'account-gone' | 'no-email' | 'not-confirmed' | 'email-problem';

/** Undefined where a member is sent email. */
export const noMailReason = ({
  email,
  email_problem,
}: Pick<StoredContact, 'email' | 'email_problem'>): NoMailReason | undefined => {
  if (email === '') return 'no-email';
  return email_problem ? 'email-problem' : undefined;
};

/** Why nobody of a family is sent email; undefined where somebody is. */
export const noFamilyMailReason = (family: StoredFamily): NoMailReason | undefined => {
  if (family.deleting) return 'account-gone';
  const [first, ...rest] = family.members;
  // What the office typed may be the mailbox of somebody else.
  if (!first) return family.email === '' ? 'no-email' : 'not-confirmed';
  return rest.some((member) => !noMailReason(member)) ? undefined : noMailReason(first);
};

/** A family as administrators see it. @param admins the accounts with the admin role: the family shows that of its holder */
export const toManagedFamily = (
  { id, created_at, members, deleting, joined_into, ...family }: StoredFamily,
  admins: ReadonlySet<UserId>,
): ManagedFamily => ({
  id,
  created_at,
  ...contactOf(family),
  has_login: members.length > 0,
  role: members[0] && admins.has(members[0].id) ? 'admin' : 'parent',
  deleting,
  ...(joined_into && { joined_into }),
});
