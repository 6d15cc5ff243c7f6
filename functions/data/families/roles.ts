import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { Role } from '#shared/roles';
import type { UserId } from '#shared/schemas/ids';
import { roleSchema } from '#shared/schemas/member';
import { profileSchema } from '#shared/schemas/profile';
import { type Instant, instantSchema } from '#shared/schemas/values';
import { memberIndexKeys, profileKey } from '../dynamo/keys.ts';
import { sendTransaction, type Write } from '../dynamo/send-transaction.ts';
import type { Table } from '../dynamo/table.ts';
import { isBeingDeleted, profileStays } from './being-deleted.ts';
import { countMembers } from './member-counts.ts';

/**
 * The role of an account. The user pool's group, of which tokens tell, is changed between the beginning and the end of
 * a change: while `role_pending` is there, the group may or may not have followed. An account is listed as an
 * administrator from the beginning of a grant to the end of a revocation, so nobody is one unseen.
 */
const roleStateSchema = z.extend(profileSchema, {
  role: z._default(roleSchema, 'parent'),
  role_pending: z.optional(roleSchema),
  role_changed_at: z.optional(instantSchema),
});
export type RoleState = z.infer<typeof roleStateSchema>;

/** Where an account stands now; undefined where there is none, or it is being deleted. */
export const getRoleState = async (table: Table, userId: UserId): Promise<RoleState | undefined> => {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: profileKey(userId), ConsistentRead: true }),
  );
  return Item && !isBeingDeleted(Item) ? roleStateSchema.parse(Item) : undefined;
};

export type RoleChangeOutcome =
  | 'done'
  /** Somebody else changed the role, or the account, since it was read. */
  | 'changed'
  /** There would be no administrator left. */
  | 'last-admin'
  | 'busy';

/** That the account stands as it was read. */
const unchanged = ({ role_pending, role_changed_at }: RoleState) => ({
  ConditionExpression: [
    profileStays,
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
  const changes = { ...set, role_changed_at: at };
  const removal = remove.length > 0 ? ` REMOVE ${remove.map((name) => `#${name}`).join(', ')}` : '';
  return {
    Update: {
      TableName: table.name,
      Key: profileKey(state.id),
      ConditionExpression,
      UpdateExpression: `SET ${Object.keys(changes)
        .map((name) => `#${name} = :${name}`)
        .join(', ')}${removal}`,
      ExpressionAttributeNames: Object.fromEntries(
        [...Object.keys(changes), ...remove].map((name) => [`#${name}`, name]),
      ),
      ExpressionAttributeValues: {
        ...values,
        ...Object.fromEntries(Object.entries(changes).map(([name, value]) => [`:${name}`, value])),
      },
    },
  };
};

/** How the counts move when a change begins. An administrator that is being made or unmade counts as neither. */
const countsAtBeginning = (table: Table, { role, role_pending }: RoleState): Write[] => {
  if (role_pending) return [];
  return role === 'admin'
    ? [countMembers(table, { admins: -1 }, { moreAdminsThan: 1 })]
    : [countMembers(table, { parents: -1 })];
};

/**
 * Begins to make an account an administrator or a parent, or begins that anew, and stores what goes with it. The last
 * administrator stays one: the count, a condition of the same transaction, is only of those who surely can act.
 */
export const beginRoleChange = async (
  table: Table,
  state: RoleState,
  target: Role,
  at: Instant,
  extraWrites: readonly Write[],
): Promise<RoleChangeOutcome> => {
  const set = { role: 'admin', role_pending: target, ...memberIndexKeys(state, 'admin') };
  const counts = countsAtBeginning(table, state);
  const result = await sendTransaction(table, [
    updateRoleState(table, state, { set, remove: [], at }),
    ...counts,
    ...extraWrites,
  ]);
  if (result.outcome !== 'refused') return result.outcome;
  return result.refusals[0] || counts.length === 0 ? 'changed' : 'last-admin';
};

/** Ends a change whose group has followed. */
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
          set: memberIndexKeys(state, 'parent'),
          remove: ['role', 'role_pending'],
          at,
        }),
    countMembers(table, becomesAdmin ? { admins: 1 } : { parents: 1 }),
  ]);
  return outcome === 'refused' ? 'changed' : outcome;
};
