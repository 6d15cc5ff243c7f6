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
  requireMemberCount,
  requireSameList,
  type StoredFamily,
} from './stored-families.ts';

/**
 * Tokens follow the user pool's group, which may have changed while `role_pending` is set. An account has the role `admin` from
 * the first step of a grant to the last of a revocation, so that all are listed.
 */
export type RoleState = Pick<
  StoredAccount,
  'id' | 'created_at' | 'family_id' | 'role' | 'role_pending' | 'role_changed_at'
>;

type RoleChangeOutcome =
  | { readonly outcome: 'done' }
  /** The role or the account changed since it was read. */
  | { readonly outcome: 'changed' }
  /** There would be no administrator left. */
  | { readonly outcome: 'last-admin' }
  | { readonly outcome: 'busy' };

const isUnchangedRole = ({ role_pending, role_changed_at }: RoleState): Tests => ({
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
    if: isUnchangedRole(state),
  });

/** For an administrator's family without child and booking (BHF-05). Refused where the first child comes or the last goes. */
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
      if: { ...requireSameList(family), ...requireMemberCount(1), child_keys: absent },
    }),
    countPeople(table, { families: -1 }),
  ];
};

/** Lists the family of a former administrator again, unless it is listed. */
const listWrites = (table: Table, family: StoredFamily | undefined): Write[] =>
  !family || isListedFamily(family)
    ? []
    : [
        updateWrite(table, familyKey(family.id), {
          set: familyIndexKeys(family),
          if: { id: present, ...requireSameList(family) },
        }),
        countPeople(table, { families: 1 }),
      ];

/** A revocation changes the administrator's own list with its last step. */
const writesAtBeginning = async (table: Table, state: RoleState) => {
  if (state.role_pending) return { set: {}, counts: [] };
  if (state.role === 'admin')
    return { set: {}, counts: [countPeople(table, { admins: -1 }, { moreAdminsThan: 1 })] };
  return { set: adminIndexKeys(state), counts: await unlistWrites(table, state) };
};

/** Can be repeated. The last administrator keeps the role: the transaction requires another one who certainly has it. */
export const beginRoleChange = async (
  table: Table,
  state: RoleState,
  target: ProfileRole,
  at: Instant,
  extraWrites: ExtraWrites,
): Promise<RoleChangeOutcome> => {
  const { set, counts } = await writesAtBeginning(table, state);
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

/** The family may change its list, or the account its family, meanwhile. */
const maxTries = 5;

/** A former administrator's family is listed. Repeated where the first child was added, or the last one removed, meanwhile. */
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
  for (let tries = 0; tries < maxTries; tries += 1) {
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
