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
  positionInList,
} from '../lib/dynamo/items.ts';
import { familiesPartition, familyIndexKeys, familyKey } from '../lib/dynamo/keys-of-people.ts';
import { batchRead, getItem, inPartition, type Query, queryAll, queryFirst } from '../lib/dynamo/reads.ts';
import type { Table } from '../lib/table.ts';

/** A person's contact is stored here alone (FID-13). */
const contactFields = {
  full_name: z.string(),
  /** Empty for a contact without an address (BOK-35). */
  email: z._default(z.string(), ''),
  phone_number: z.string(),
  /** A link proved that the person reads mail to the address. */
  email_verified: z._default(z.boolean(), false),
  /** Why the address takes no mail, or null. */
  email_problem: z._default(z.nullable(emailProblemSchema), null),
};

const memberSchema = z.object({
  ...contactFields,
  role: familyRoleSchema,
  since: instantSchema,
  /** Whether the person wants a reminder of every session (MSG-05). */
  remind_every_session: z.optional(z.boolean()),
});
type StoredMember = z.infer<typeof memberSchema>;

export const familyItemSchema = z.object({
  id: familyIdSchema,
  created_at: instantSchema,
  /** None, one or two, by the id of the account. */
  members: z._default(z.record(userIdSchema, memberSchema), {}),
  /** The contact without a login (BHF-02). With one it only shows what the member changed (FID-13). */
  office_contact: z.optional(z.object(contactFields)),
  adult_invited: z.optional(adultInvitationSchema),
  /** The account that gets mail about money: the holder, unless another was chosen (FID-05). */
  money_mails: z.optional(userIdSchema),
  /** Logins that the office removed, oldest first, for who saw the family (FID-10). */
  removed_logins: z._default(
    z.array(z.object({ account: userIdSchema, since: instantSchema, until: instantSchema })),
    [],
  ),
  /** Set by the first step of the family's deletion. A deleted family takes no writes. */
  deleting: z._default(z.boolean(), false),
  /** The first row of an import whose undo closed the family and checks whether something was built on it (IMP-13). */
  undoing: z.optional(z.string()),
  /** The family that it is joined with: everything moves there, then this item goes (FID-11). */
  joined_into: z.optional(familyIdSchema),
  /** The members of a family that is joined with another one. */
  former_members: z._default(z.record(userIdSchema, memberSchema), {}),
  /** The family whose join with this one has not ended. */
  joins: z.optional(familyIdSchema),
  /** Normal forms of the children's names, which are unique in a family (KID-02). */
  child_keys: z._default(z.set(z.string()), new Set()),
  /** Names of the children, and of removed children with bookings, for the search of bookings. */
  child_names: z._default(z.set(z.string()), new Set()),
  /** The list of families that contains this one (`familiesPartition`). */
  [listAttribute]: z.optional(z.string()),
});

export type StoredContact = Pick<
  StoredMember,
  'full_name' | 'email' | 'phone_number' | 'email_verified' | 'email_problem'
>;

/** A family's member with the person's contact. */
export interface Member extends StoredContact {
  readonly id: UserId;
  readonly family_role: FamilyRole;
  readonly since: Instant;
  readonly remind_every_session?: boolean | undefined;
}

/** The family's own contact is that of the holder or, without a login, what the office typed. */
export interface StoredFamily
  extends Omit<z.infer<typeof familyItemSchema>, 'members' | 'former_members'>,
    StoredContact {
  readonly members: readonly Member[];
  readonly former_members: readonly Member[];
}

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

const membersOf = (stored: z.infer<typeof familyItemSchema>['members']): Member[] =>
  Object.entries(stored)
    .map(([id, { role, ...person }]) => ({ id: userIdSchema.parse(id), family_role: role, ...person }))
    .toSorted((one, other) => Number(one.family_role === 'adult') - Number(other.family_role === 'adult'));

/** Every reader of families uses this function. @throws ZodError for another item */
export const familyFromItem = (item: Item): StoredFamily => {
  const { members: stored, former_members: former, ...family } = itemParser(familyItemSchema)(item);
  const [members, former_members] = [membersOf(stored), membersOf(former)];
  const contact = members[0] ?? former_members[0] ?? family.office_contact ?? noContact;
  return { ...family, members, former_members, ...contactOf(contact) };
};

export const familyIsActive: Tests = { ...exists, deleting: absent };

export const memberPath = (account: UserId) => `members.${account}` as const;

export const requireMember = (account: UserId, role?: FamilyRole): Tests =>
  role ? { [`${memberPath(account)}.role`]: role } : { [memberPath(account)]: present };

export const requireMemberCount = (count: 0 | 1 | 2): Tests => ({ members: size(count) });

/** Requires the holder, or the absence of members, that was read. */
export const requireSameHolder = ({ members: [holder] }: Pick<StoredFamily, 'members'>): Tests =>
  holder ? requireMember(holder.id, 'holder') : requireMemberCount(0);

/** The path of the contact that counts: the holder's, or what the office typed. */
export const contactPath = (family: Pick<StoredFamily, 'members'>): string =>
  family.members[0] ? memberPath(family.members[0].id) : 'office_contact';

export const holderOf = ({ members }: Pick<StoredFamily, 'members'>): Member | undefined =>
  members.find(({ family_role }) => family_role === 'holder');

export const secondAdultOf = ({ members }: Pick<StoredFamily, 'members'>): Member | undefined =>
  members.find(({ family_role }) => family_role === 'adult');

export const memberOf = (
  family: Pick<StoredFamily, 'members'> | undefined,
  account: UserId,
): Member | undefined => family?.members.find(({ id }) => id === account);

/** True also while the family is being deleted. @param family read consistently */
export const hasMember = (family: StoredFamily | undefined, account: UserId): boolean =>
  memberOf(family, account) !== undefined;

/** Lists, searches, counts and totals contain listed families alone (BHF-05). */
export const isListedFamily = ({
  [listAttribute]: list,
}: Pick<StoredFamily, typeof listAttribute>): boolean => list === familiesPartition[listAttribute];

/** Requires the list that was read, or none. */
export const requireSameList = ({
  [listAttribute]: list,
}: Pick<StoredFamily, typeof listAttribute>): Tests => ({
  [listAttribute]: list,
});

export const familyRef = (familyId: FamilyId): ItemRef<StoredFamily> => ({
  key: familyKey(familyId),
  fromItem: familyFromItem,
});

export const nameKeysOf = (children: readonly Pick<Child, 'name'>[]): Set<string> =>
  new Set(children.map(({ name }) => childNameKey(name)));

export const namesOf = (children: readonly Pick<Child, 'name'>[]): Set<string> =>
  new Set(children.map(({ name }) => name));

export interface NewFamily {
  readonly id: FamilyId;
  readonly created_at: Instant;
  readonly holder?: Omit<Member, 'family_role' | 'since'>;
  readonly office_contact?: StoredContact;
}

/** `email_problem` is omitted where there is none. */
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

/** The messenger's stream filter selects this entity. */
export const familyEntity = 'family';

/** `children_count` limits the children by conditions. */
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
  ...(children.length > 0 && { child_names: namesOf(children), child_keys: nameKeysOf(children) }),
});

/** Includes families that are being deleted. One consistent read. */
export const getStoredFamily = (table: Table, familyId: FamilyId): Promise<StoredFamily | undefined> =>
  getItem(table, familyRef(familyId));

export const isMemberOf = async (table: Table, familyId: FamilyId, account: UserId): Promise<boolean> =>
  hasMember(await getStoredFamily(table, familyId), account);

/** Undefined also for a family that is being deleted. One consistent read. */
export const getActiveFamily = async (
  table: Table,
  familyId: FamilyId,
): Promise<StoredFamily | undefined> => {
  const family = await getStoredFamily(table, familyId);
  return family?.deleting ? undefined : family;
};

/** Undefined also for a family that is being deleted. One round trip for each hundred. */
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

/** Includes families that are being joined, not those that are being erased. One round trip for each hundred. */
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

/** The name of the holder or of the office's contact. One BatchGetItem per 100. */
export const readFamilyNames = async (
  table: Table,
  familyIds: readonly FamilyId[],
): Promise<(familyId: FamilyId) => string | null> => {
  const read = await batchRead(table, familyIds.map(familyRef), { consistent: false });
  return (familyId) => read(familyRef(familyId))?.full_name ?? null;
};

/** The next page begins after this position. */
export const familyPosition = (family: Pick<StoredFamily, 'id' | 'created_at'>): string =>
  positionInList(familyIndexKeys(family));

const newestFamilies = (before?: string): Query => ({
  ...inPartition(familiesPartition, { before }),
  ScanIndexForward: false,
});

/** Newest first. One Query. */
export const listFamilies = async (
  table: Table,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<StoredFamily[]> => (await queryFirst(table, [newestFamilies(before)], limit)).map(familyFromItem);

/** Newest first. Two megabytes for 5,000 families; docs/decisions says what that costs. */
export const listAllFamilies = async (table: Table): Promise<StoredFamily[]> =>
  (await queryAll(table, newestFamilies())).map(familyFromItem);

/** The members, the holder first, or the office's contact (FID-08). */
export const adultsToCall = (
  family: StoredFamily,
): { readonly full_name: string; readonly phone_number: string }[] =>
  (family.members.length > 0 ? family.members : [family]).map(({ full_name, phone_number }) => ({
    full_name,
    phone_number,
  }));

export type NoMailReason = 'account-gone' | 'no-email' | 'not-confirmed' | 'email-problem';

export const noMailReason = ({
  email,
  email_problem,
}: Pick<StoredContact, 'email' | 'email_problem'>): NoMailReason | undefined => {
  if (email === '') return 'no-email';
  return email_problem ? 'email-problem' : undefined;
};

export const noFamilyMailReason = (family: StoredFamily): NoMailReason | undefined => {
  if (family.deleting) return 'account-gone';
  const [first, ...rest] = family.members;
  // A typed address may be the mailbox of somebody else.
  if (!first) return family.email === '' ? 'no-email' : 'not-confirmed';
  return rest.some((member) => !noMailReason(member)) ? undefined : noMailReason(first);
};

/** @param admins the administrators, since the family shows the role of its holder */
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
