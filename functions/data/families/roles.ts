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
const standingSchema = z.extend(profileSchema, {
  role: z._default(roleSchema, 'parent'),
  role_pending: z.optional(roleSchema),
  role_changed_at: z.optional(instantSchema),
});
export type Standing = z.infer<typeof standingSchema>;

/** Where an account stands now; undefined where there is none, or it is being deleted. */
export const getStanding = async (table: Table, userId: UserId): Promise<Standing | undefined> => {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: profileKey(userId), ConsistentRead: true }),
  );
  return Item && !isBeingDeleted(Item) ? standingSchema.parse(Item) : undefined;
};

export type RoleChangeOutcome =
  | 'done'
  /** Somebody else changed the role, or the account, since it was read. */
  | 'changed'
  /** There would be no administrator left. */
  | 'last-admin'
  | 'busy';

/** That the account stands as it was read. */
const unchanged = ({ role_pending, role_changed_at }: Standing) => ({
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

const changeStanding = (
  table: Table,
  standing: Standing,
  { set, remove, at }: { set: Record<string, string>; remove: readonly string[]; at: Instant },
): Write => {
  const { ConditionExpression, values } = unchanged(standing);
  const changes = { ...set, role_changed_at: at };
  const removal = remove.length > 0 ? ` REMOVE ${remove.map((name) => `#${name}`).join(', ')}` : '';
  return {
    Update: {
      TableName: table.name,
      Key: profileKey(standing.id),
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
const countsAtBeginning = (table: Table, { role, role_pending }: Standing): Write[] => {
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
  standing: Standing,
  target: Role,
  at: Instant,
  alongside: readonly Write[],
): Promise<RoleChangeOutcome> => {
  const set = { role: 'admin', role_pending: target, ...memberIndexKeys(standing, 'admin') };
  const counts = countsAtBeginning(table, standing);
  const result = await sendTransaction(table, [
    changeStanding(table, standing, { set, remove: [], at }),
    ...counts,
    ...alongside,
  ]);
  if (result.outcome !== 'refused') return result.outcome;
  return result.refusals[0] || counts.length === 0 ? 'changed' : 'last-admin';
};

/** Ends a change whose group has followed. */
export const endRoleChange = async (
  table: Table,
  standing: Standing,
  at: Instant,
): Promise<Exclude<RoleChangeOutcome, 'last-admin'>> => {
  const becomesAdmin = standing.role_pending === 'admin';
  const { outcome } = await sendTransaction(table, [
    becomesAdmin
      ? changeStanding(table, standing, { set: {}, remove: ['role_pending'], at })
      : changeStanding(table, standing, {
          set: memberIndexKeys(standing, 'parent'),
          remove: ['role', 'role_pending'],
          at,
        }),
    countMembers(table, becomesAdmin ? { admins: 1 } : { parents: 1 }),
  ]);
  return outcome === 'refused' ? 'changed' : outcome;
};
