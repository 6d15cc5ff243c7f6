import * as z from 'zod/mini';
import type { ManagedAccount } from '#shared/families/admin-routes';
import { roleSchema } from '#shared/families/family';
import { type FamilyId, familyIdSchema, type UserId, userIdSchema } from '#shared/lib/ids';
import { type Instant, instantSchema } from '#shared/lib/values';
import { above, updateWrite } from '../lib/dynamo/expressions.ts';
import { entityAttribute, type Item, type ItemRef, itemParser, listAttribute } from '../lib/dynamo/items.ts';
import type { Write } from '../lib/dynamo/keyed-request.ts';
import { accountKey, adminsPartition, familyKey, peopleCountsKey } from '../lib/dynamo/keys-of-people.ts';
import { batchRead, getItem, inPartition, queryAll } from '../lib/dynamo/reads.ts';
import { sendTransaction, type TransactionOutcome } from '../lib/dynamo/writes.ts';
import type { Table } from '../lib/table.ts';
import { accountIsActive } from './account-marks.ts';
import {
  familyIsActive,
  familyRef,
  isMemberOf,
  type Member,
  memberOf,
  memberPath,
  requireMember,
  type StoredFamily,
} from './stored-families.ts';
import { tokenUse } from './tokens.ts';

/** The login of one person. The person's contact is stored with the family alone (FID-13). */
export const storedAccountSchema = z.object({
  id: userIdSchema,
  created_at: instantSchema,
  family_id: familyIdSchema,
  /** Absent on a parent's account (DAT-19). */
  role: z._default(roleSchema, 'parent'),
  /** The list of administrators, if the account is in it. */
  [listAttribute]: z.optional(z.string()),
  /** The role to which an unfinished change leads; see `roles.ts`. */
  role_pending: z.optional(roleSchema),
  role_changed_at: z.optional(instantSchema),
  /** Set by the first step of the account's deletion. A deleted account takes no writes. */
  deleting: z._default(z.boolean(), false),
  /** When a link last set the password: older reset links are not valid. */
  password_set_at: z.optional(instantSchema),
  /** Hash of the secret of the browser whose sign-up set the password, until the address is verified. */
  browser_secret_hash: z.optional(z.string()),
  /** When the account first called the API with its own tokens. */
  first_login_at: z.optional(instantSchema),
});
export type StoredAccount = z.infer<typeof storedAccountSchema>;

/** @throws ZodError for another item */
export const accountFromItem = itemParser(storedAccountSchema);

export type StoredProfile = StoredAccount & Member;

export const accountRef = (userId: UserId): ItemRef<StoredAccount> => ({
  key: accountKey(userId),
  fromItem: accountFromItem,
});

export const accountItem = (
  { id, created_at, family_id }: Pick<StoredAccount, 'id' | 'created_at' | 'family_id'>,
  browser_secret_hash?: string,
): Item => ({
  ...accountKey(id),
  [entityAttribute]: 'account',
  id,
  created_at,
  family_id,
  ...(browser_secret_hash && { browser_secret_hash }),
});

export const getAccount = (table: Table, userId: UserId): Promise<StoredAccount | undefined> =>
  getItem(table, accountRef(userId));

/** Undefined also for an account that is being deleted. One consistent read. */
export const getActiveAccount = async (table: Table, userId: UserId): Promise<StoredAccount | undefined> => {
  const account = await getAccount(table, userId);
  return account?.deleting ? undefined : account;
};

/** Whether an account has the role of an administrator now, whatever its token says. One consistent read. */
export const isAdminNow = async (table: Table, userId: UserId): Promise<boolean> => {
  const account = await getActiveAccount(table, userId);
  return account?.role === 'admin' && account.role_pending !== 'parent';
};

/** Undefined where the account is gone. One consistent read. */
export const familyOf = async (table: Table, userId: UserId): Promise<FamilyId | undefined> =>
  (await getActiveAccount(table, userId))?.family_id;

/** Answers what the handler of requests asks of accounts and families. */
export const memberships = (table: Table) => ({
  familyOf: (userId: UserId) => familyOf(table, userId),
  isMember: (familyId: FamilyId, userId: UserId) => isMemberOf(table, familyId, userId),
});

export interface AccountWithFamily {
  readonly profile: StoredProfile;
  readonly family: StoredFamily;
}

/** The account may join and leave families between the two reads. */
const maxReads = 5;

/** Returns an account and its family, also one that is being deleted. Two consistent reads in series. */
export const getAccountWithFamily = async (
  table: Table,
  userId: UserId,
): Promise<AccountWithFamily | undefined> => {
  for (let looks = 0; looks < maxReads; looks += 1) {
    const account = await getAccount(table, userId);
    if (!account) return undefined;
    const family = await getItem(table, familyRef(account.family_id));
    const member = memberOf(family, userId);
    if (family && member) return { profile: { ...account, ...member }, family };
  }
  return undefined;
};

export const getProfile = async (table: Table, userId: UserId): Promise<StoredProfile | undefined> =>
  (await getAccountWithFamily(table, userId))?.profile;

/** Undefined also for an account that is being deleted. */
export const getActiveProfile = async (table: Table, userId: UserId): Promise<StoredProfile | undefined> => {
  const profile = await getProfile(table, userId);
  return profile?.deleting ? undefined : profile;
};

/** Two round trips for each hundred. */
const readProfiles = async (
  table: Table,
  userIds: readonly UserId[],
): Promise<(userId: UserId) => StoredProfile | undefined> => {
  const account = await batchRead(table, userIds.map(accountRef), { consistent: false });
  return withContacts(
    table,
    userIds.flatMap((id) => account(accountRef(id)) ?? []),
  );
};

const withContacts = async (table: Table, accounts: readonly StoredAccount[]) => {
  const families = accounts.map(({ family_id }) => familyRef(family_id));
  const family = families.length > 0 ? await batchRead(table, families, { consistent: false }) : undefined;
  const profiles = new Map(
    accounts.flatMap((account) => {
      const member = memberOf(family?.(familyRef(account.family_id)), account.id);
      return member ? [[account.id, { ...account, ...member }] as const] : [];
    }),
  );
  return (userId: UserId): StoredProfile | undefined => profiles.get(userId);
};

/** Undefined also for an account that is being deleted. Two round trips for each hundred. */
export const readActiveProfiles = async (
  table: Table,
  userIds: readonly UserId[],
): Promise<(userId: UserId) => StoredProfile | undefined> => {
  const read = await readProfiles(table, userIds);
  return (userId) => {
    const profile = read(userId);
    return profile?.deleting ? undefined : profile;
  };
};

/** Null for nobody, and for a deleted account. Two BatchGetItem per 100. */
export const readProfileNames = async (
  table: Table,
  ids: readonly (UserId | null)[],
): Promise<(id: UserId | null) => string | null> => {
  const read = await readProfiles(
    table,
    ids.filter((id) => id !== null),
  );
  return (id) => (id && read(id)?.full_name) ?? null;
};

/** Newest first. One Query. */
export const listAdminAccounts = async (table: Table): Promise<StoredAccount[]> =>
  (await queryAll(table, { ...inPartition(adminsPartition), ScanIndexForward: false })).map((item) =>
    accountFromItem(item),
  );

export const listAdmins = async (table: Table): Promise<StoredProfile[]> => {
  const accounts = await listAdminAccounts(table);
  const profileOf = await withContacts(table, accounts);
  return accounts.flatMap(({ id }) => profileOf(id) ?? []);
};

/** Stores that a link set the password, which also verifies the address. @returns false where the account is gone */
export const storePasswordSet = async (
  table: Table,
  { id, family_id }: StoredProfile,
  at: Instant,
): Promise<TransactionOutcome> =>
  sendTransaction(table, [
    updateWrite(table, accountKey(id), {
      set: { password_set_at: at },
      remove: ['browser_secret_hash'],
      if: accountIsActive,
    }),
    verifiedUpdate(table, family_id, id),
  ]);

/** A used link shows that mail is read: an earlier email problem is over, and the sign-up's secret has no further use. */
const verifiedUpdate = (table: Table, familyId: FamilyId, userId: UserId): Write =>
  updateWrite(table, familyKey(familyId), {
    set: { [`${memberPath(userId)}.email_verified`]: true },
    remove: [`${memberPath(userId)}.email_problem`],
    if: { ...familyIsActive, ...requireMember(userId) },
  });

/** Verifies an address (API-39) and uses up the link's token, all or nothing. */
export const verifyAddress = (
  table: Table,
  { id, family_id }: StoredProfile,
  token: string,
): Promise<TransactionOutcome> =>
  sendTransaction(table, [
    updateWrite(table, accountKey(id), { remove: ['browser_secret_hash'], if: accountIsActive }),
    verifiedUpdate(table, family_id, id),
    tokenUse(table, token, id),
  ]);

/** `families` counts listed ones. `admins` counts no role that is being granted or revoked: those counted certainly have it. */
export const countsSchema = z.object({
  families: z._default(z.int(), 0),
  admins: z._default(z.int(), 0),
});
type PeopleCounts = z.infer<typeof countsSchema>;

/** Belongs in the transaction that changes the number of families or administrators. */
export const countPeople = (
  table: Table,
  { families = 0, admins = 0 }: Partial<PeopleCounts>,
  condition?: { readonly moreAdminsThan: number },
): Write =>
  updateWrite(table, peopleCountsKey, {
    add: { families, admins },
    if: condition && { admins: above(condition.moreAdminsThan) },
  });

export const getPeopleCounts = async (table: Table): Promise<PeopleCounts> =>
  (await getItem(table, { key: peopleCountsKey, fromItem: itemParser(countsSchema) })) ??
  countsSchema.parse({});

export const toManagedAccount = ({
  id,
  family_id,
  created_at,
  full_name,
  email,
  phone_number,
  email_verified,
  email_problem,
  role,
  role_pending,
  deleting,
}: StoredProfile): ManagedAccount => ({
  id,
  family_id,
  created_at,
  full_name,
  email,
  phone_number,
  email_verified,
  email_problem,
  role,
  role_pending: role_pending !== undefined,
  deleting,
});
