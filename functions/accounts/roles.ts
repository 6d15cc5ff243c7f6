import type { Instant } from '#shared/lib/values';
import type { ProfileRole } from '#shared/roles';
import { getFamilyLedger, hasBooked } from '../ledger/ledger.ts';
import { absent, present, type Tests, updateWrite } from '../lib/dynamo/expressions.ts';
import { listAttribute } from '../lib/dynamo/items.ts';
import type { Write } from '../lib/dynamo/keyed-request.ts';
import { profileIndexKeys, profileKey } from '../lib/dynamo/keys-of-people.ts';
import { sendTransaction } from '../lib/dynamo/writes.ts';
import type { ExtraWrites } from '../lib/extra-writes.ts';
import type { Table } from '../lib/table.ts';
import { profileIsActive } from './profile-marks.ts';
import { countProfiles, getProfile, isFamily, listIsAsRead, type StoredProfile } from './profiles.ts';

/**
 * The role of a profile. Tokens take the role from the user pool's group, which is changed between the first and the
 * last step of a change: while `role_pending` is set, the group may or may not have changed. A profile has the role
 * `admin` from the first step of a grant to the last step of a revocation, so that every administrator is listed.
 */
export type RoleState = Pick<
  StoredProfile,
  'id' | 'created_at' | 'role' | 'role_pending' | 'role_changed_at'
> &
  Partial<Pick<StoredProfile, 'child_keys'>>;

type RoleChangeOutcome =
  | { readonly outcome: 'done' }
  /** The role or the account was changed since it was read. */
  | { readonly outcome: 'changed' }
  /** There would be no administrator left. */
  | { readonly outcome: 'last-admin' }
  | { readonly outcome: 'busy' };

/** That the role is as it was read. */
const unchanged = ({ role_pending, role_changed_at }: RoleState): Tests => ({
  ...profileIsActive,
  role_pending,
  role_changed_at,
});

interface RoleUpdate {
  readonly set: Record<string, string>;
  readonly remove?: readonly string[];
  readonly at: Instant;
  /** What else must hold, about what decides the profile's list. */
  readonly asRead?: Tests;
}

const updateRoleState = (table: Table, state: RoleState, { set, remove, at, asRead }: RoleUpdate): Write =>
  updateWrite(table, profileKey(state.id), {
    set: { ...set, role_changed_at: at },
    remove,
    if: { ...unchanged(state), ...asRead },
  });

/**
 * What the first step changes in lists and counts. An account that becomes an administrator stays in the list of families
 * where it has a child or has booked: a child that is added or removed meanwhile refuses the step. An administrator's list
 * changes with the last step.
 */
const listedAtBeginning = async (table: Table, state: RoleState) => {
  if (state.role_pending) return { set: {}, counts: [] };
  if (state.role === 'admin')
    return { set: {}, counts: [countProfiles(table, { admins: -1 }, { moreAdminsThan: 1 })] };
  const hasChildren = (state.child_keys?.size ?? 0) > 0;
  const ledger = hasChildren ? undefined : await getFamilyLedger(table, state.id, { consistent: true });
  const staysFamily = hasChildren || (ledger !== undefined && hasBooked(ledger));
  return {
    set: profileIndexKeys(state, staysFamily ? 'admin-family' : 'admin'),
    asRead: { child_keys: hasChildren ? present : absent },
    counts: staysFamily ? [] : [countProfiles(table, { parents: -1 })],
  };
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
  const { set, counts, asRead } = await listedAtBeginning(table, state);
  const result = await sendTransaction(table, [
    updateRoleState(table, state, {
      set: { role: 'admin', role_pending: target, ...set },
      at,
      ...(asRead && { asRead }),
    }),
    ...counts,
    ...extraWrites,
  ]);
  if (result.outcome !== 'refused') return { outcome: result.outcome };
  return {
    outcome: result.refusals[0] || target === 'admin' || counts.length === 0 ? 'changed' : 'last-admin',
  };
};

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
      countProfiles(table, { admins: 1 }),
      ...extraWrites,
    ]);
    return { outcome: outcome === 'refused' ? 'changed' : outcome };
  }
  for (let seen = await getProfile(table, state.id); seen; ) {
    const { outcome } = await sendTransaction(table, [
      updateRoleState(table, state, {
        set: profileIndexKeys(state, 'parent'),
        remove: ['role', 'role_pending'],
        at,
        asRead: listIsAsRead(seen),
      }),
      ...(isFamily(seen) ? [] : [countProfiles(table, { parents: 1 })]),
    ]);
    if (outcome !== 'refused') return { outcome };
    const now = await getProfile(table, state.id);
    if (now?.[listAttribute] === seen[listAttribute]) return { outcome: 'changed' };
    seen = now;
  }
  return { outcome: 'changed' };
};
