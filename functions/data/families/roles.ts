import type { ProfileRole } from '#shared/roles';
import type { Instant } from '#shared/schemas/values';
import { profileIndexKeys, profileKey } from '../dynamo/keys/families.ts';
import { sendTransaction, type Write } from '../dynamo/send-transaction.ts';
import { setAttributes } from '../dynamo/set-attributes.ts';
import type { ExtraWrites } from '../extra-writes.ts';
import type { Table } from '../table.ts';
import { countProfiles } from './profile-counts.ts';
import { profileIsActive } from './profile-is-active.ts';
import type { StoredProfile } from './stored-profile.ts';

/**
 * The role of a profile. Tokens take the role from the user pool's group, which is changed between the first and the
 * last step of a change: while `role_pending` is set, the group may or may not have changed. A profile has the role
 * `admin` from the first step of a grant to the last step of a revocation, so that every administrator is listed.
 */
export type RoleState = Pick<
  StoredProfile,
  'id' | 'created_at' | 'role' | 'role_pending' | 'role_changed_at'
>;

export type RoleChangeOutcome =
  | 'done'
  /** The role or the account was changed since it was read. */
  | 'changed'
  /** There would be no administrator left. */
  | 'last-admin'
  | 'busy';

/** The condition that the role is as it was read. */
const unchanged = ({ role_pending, role_changed_at }: RoleState) => ({
  ConditionExpression: [
    profileIsActive,
    role_pending ? 'role_pending = :seenPending' : 'attribute_not_exists(role_pending)',
    role_changed_at ? 'role_changed_at = :seenAt' : 'attribute_not_exists(role_changed_at)',
  ].join(' AND '),
  values: {
    ...(role_pending && { ':seenPending': role_pending }),
    ...(role_changed_at && { ':seenAt': role_changed_at }),
  },
});

const updateRoleState = (
  table: Table,
  state: RoleState,
  { set, remove, at }: { set: Record<string, string>; remove: readonly string[]; at: Instant },
): Write => {
  const { ConditionExpression, values } = unchanged(state);
  const { ExpressionAttributeValues, ...update } = setAttributes({ ...set, role_changed_at: at }, remove);
  return {
    Update: {
      TableName: table.name,
      Key: profileKey(state.id),
      ConditionExpression,
      ...update,
      ExpressionAttributeValues: { ...ExpressionAttributeValues, ...values },
    },
  };
};

/** How the counts change with the first step. While a change is pending, the profile is in no count. */
const countsAtBeginning = (table: Table, { role, role_pending }: RoleState): Write[] => {
  if (role_pending) return [];
  return role === 'admin'
    ? [countProfiles(table, { admins: -1 }, { moreAdminsThan: 1 })]
    : [countProfiles(table, { parents: -1 })];
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
  const set = { role: 'admin', role_pending: target, ...profileIndexKeys(state, 'admin') };
  const counts = countsAtBeginning(table, state);
  const result = await sendTransaction(table, [
    updateRoleState(table, state, { set, remove: [], at }),
    ...counts,
    ...extraWrites,
  ]);
  if (result.outcome !== 'refused') return result.outcome;
  return result.refusals[0] || counts.length === 0 ? 'changed' : 'last-admin';
};

/** The last step of a change, after the group was changed. */
export const endRoleChange = async (
  table: Table,
  state: RoleState,
  at: Instant,
): Promise<Exclude<RoleChangeOutcome, 'last-admin'>> => {
  const becomesAdmin = state.role_pending === 'admin';
  const { outcome } = await sendTransaction(table, [
    becomesAdmin
      ? updateRoleState(table, state, { set: {}, remove: ['role_pending'], at })
      : updateRoleState(table, state, {
          set: profileIndexKeys(state, 'parent'),
          remove: ['role', 'role_pending'],
          at,
        }),
    countProfiles(table, becomesAdmin ? { admins: 1 } : { parents: 1 }),
  ]);
  return outcome === 'refused' ? 'changed' : outcome;
};
