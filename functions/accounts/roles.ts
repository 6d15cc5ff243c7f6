import type { Instant } from '#shared/lib/values';
import type { ProfileRole } from '#shared/roles';
import { getFamilyLedger, hasBooked } from '../ledger/ledger.ts';
import { absent, checkWrite, present, type Tests, updateWrite } from '../lib/dynamo/expressions.ts';
import { listIndex } from '../lib/dynamo/items.ts';
import type { Write } from '../lib/dynamo/keyed-request.ts';
import { accountKey, adminIndexKeys, familyIndexKeys, familyKey } from '../lib/dynamo/keys-of-people.ts';
import { sendTransaction } from '../lib/dynamo/writes.ts';
import type { ExtraWrites } from '../lib/extra-writes.ts';
import type { Table } from '../lib/table.ts';
import { accountIsActive } from './account-marks.ts';
import { countPeople, getAccount, type StoredAccount } from './accounts.ts';
import {
  getStoredFamily,
  isListedFamily,
  listIsAsRead,
  memberCount,
  type StoredFamily,
} from './stored-families.ts';

/**
 * The role of an account. Tokens take the role from the user pool's group, which is changed between the first and the
 * last step of a change: while `role_pending` is set, the group may or may not have changed. An account has the role
 * `admin` from the first step of a grant to the last step of a revocation, so that every administrator is listed.
 */
export type RoleState = Pick<
  StoredAccount,
  'id' | 'created_at' | 'family_id' | 'role' | 'role_pending' | 'role_changed_at'
>;

type RoleChangeOutcome =
  | { readonly outcome: 'done' }
  /** The role or the account was changed since it was read. */
  | { readonly outcome: 'changed' }
  /** There would be no administrator left. */
  | { readonly outcome: 'last-admin' }
  | { readonly outcome: 'busy' };

/** That the role is as it was read. */
const unchanged = ({ role_pending, role_changed_at }: RoleState): Tests => ({
  ...accountIsActive,
  role_pending,
  role_changed_at,
});

interface RoleUpdate {
  readonly set: Record<string, string>;
  readonly remove?: readonly string[];
  readonly at: Instant;
}

const updateRoleState = (table: Table, state: RoleState, { set, remove, at }: RoleUpdate): Write =>
  updateWrite(table, accountKey(state.id), {
    set: { ...set, role_changed_at: at },
    remove,
    if: unchanged(state),
  });

/**
 * The writes that take a family off the list of families, where its only member becomes an administrator and it has no child and
 * has never booked (BHF-05). Refused where the first child is added, or the last one removed, meanwhile. None for every other
 * family.
 */
const unlistWrites = async (table: Table, { family_id }: RoleState): Promise<Write[]> => {
  const family = await getStoredFamily(table, family_id);
  if (!family || !isListedFamily(family) || family.members.length > 1) return [];
  if (family.child_keys.size > 0)
    return [checkWrite(table, familyKey(family_id), { if: { child_keys: present } })];
  const ledger = await getFamilyLedger(table, family_id, { consistent: true });
  if (ledger && hasBooked(ledger)) return [];
  return [
    updateWrite(table, familyKey(family_id), {
      remove: [listIndex.partitionKey, listIndex.sortKey],
      if: { ...listIsAsRead(family), ...memberCount(1), child_keys: absent },
    }),
    countPeople(table, { families: -1 }),
  ];
};

/** The writes that put a family of a former administrator into the list of families again, where it is not there. */
const listWrites = (table: Table, family: StoredFamily | undefined): Write[] =>
  !family || isListedFamily(family)
    ? []
    : [
        updateWrite(table, familyKey(family.id), {
          set: familyIndexKeys(family),
          if: { id: present, ...listIsAsRead(family) },
        }),
        countPeople(table, { families: 1 }),
      ];

/** What the first step changes in lists and counts. An administrator's own list changes with the last step of a revocation. */
const listedAtBeginning = async (table: Table, state: RoleState) => {
  if (state.role_pending) return { set: {}, counts: [] };
  if (state.role === 'admin')
    return { set: {}, counts: [countPeople(table, { admins: -1 }, { moreAdminsThan: 1 })] };
  return { set: adminIndexKeys(state), counts: await unlistWrites(table, state) };
};

/**
 * The first step of a change to `target`, or its repetition, with the extra writes. The last administrator keeps the
 * role: a condition of the same transaction on the count, which counts only those who certainly have it.
 */
export const beginRoleChange = async (
  table: Table,
  state: RoleState,
  target: ProfileRole,
  at: Instant,
  extraWrites: ExtraWrites,
): Promise<RoleChangeOutcome> => {
  const { set, counts } = await listedAtBeginning(table, state);
  const result = await sendTransaction(table, [
    updateRoleState(table, state, { set: { role: 'admin', role_pending: target, ...set }, at }),
    ...counts,
    ...extraWrites,
  ]);
  if (result.outcome !== 'refused') return { outcome: result.outcome };
  return {
    outcome: result.refusals[0] || target === 'admin' || counts.length === 0 ? 'changed' : 'last-admin',
  };
};

/** How often the last step of a revocation is taken while the family changes its list, or the account its family. */
const mostTries = 5;

/**
 * The last step of a change, after the group was changed. A former administrator is a family again, child or not: the step
 * is repeated where the first child was added, or the last one removed, between its read and its write.
 */
export const endRoleChange = async (
  table: Table,
  state: RoleState,
  at: Instant,
  extraWrites: ExtraWrites = [],
): Promise<Exclude<RoleChangeOutcome, { readonly outcome: 'last-admin' }>> => {
  if (state.role_pending === 'admin') {
    const { outcome } = await sendTransaction(table, [
      updateRoleState(table, state, { set: {}, remove: ['role_pending'], at }),
      countPeople(table, { admins: 1 }),
      ...extraWrites,
    ]);
    return { outcome: outcome === 'refused' ? 'changed' : outcome };
  }
  for (let tries = 0; tries < mostTries; tries += 1) {
    const account = await getAccount(table, state.id);
    if (!account) return { outcome: 'changed' };
    const result = await sendTransaction(table, [
      updateRoleState(table, state, {
        set: {},
        remove: ['role', 'role_pending', listIndex.partitionKey, listIndex.sortKey],
        at,
      }),
      ...listWrites(table, await getStoredFamily(table, account.family_id)),
    ]);
    if (result.outcome !== 'refused') return { outcome: result.outcome };
    if (result.refusals[0]) return { outcome: 'changed' };
  }
  return { outcome: 'changed' };
};
