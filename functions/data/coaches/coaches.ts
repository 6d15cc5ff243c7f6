import * as z from 'zod/mini';
import { type CoachChecks, coachCheckSchema } from '#shared/schemas/coach';
import { type UserId, userIdSchema } from '#shared/schemas/ids';
import { type Instant, instantSchema } from '#shared/schemas/values';
import { getItem } from '../dynamo/get-item.ts';
import type { Item, ItemRef } from '../dynamo/item-ref.ts';
import { coachesPartition, coachKey } from '../dynamo/keys/coaches.ts';
import { profileKey } from '../dynamo/keys/families.ts';
import { inPartition, queryAll } from '../dynamo/query.ts';
import { sendTransaction } from '../dynamo/send-transaction.ts';
import { entityAttribute } from '../dynamo/table-schema.ts';
import { deleteItem } from '../dynamo/write-item.ts';
import type { ExtraWrites } from '../extra-writes.ts';
import { profileIsActive } from '../families/profile-is-active.ts';
import type { Table } from '../table.ts';

/**
 * The role coach of an account. It is an item of its own, so that the same person can be a parent and an administrator: the
 * lists and counts of profiles do not know it. Tokens take the role from the user pool's group, which is changed between
 * the two steps of a change; whether somebody is a coach is decided by this item alone.
 */
const storedCoachSchema = z.object({
  id: userIdSchema,
  /** A change that has not ended: while it is set, the account has not the role. */
  pending: z.optional(z.enum(['grant', 'revoke'])),
  changed_at: instantSchema,
  background_check: z._default(z.nullable(coachCheckSchema), null),
  first_aid: z._default(z.nullable(coachCheckSchema), null),
});
export type StoredCoach = z.infer<typeof storedCoachSchema>;

const coachFromItem = (item: Item): StoredCoach => storedCoachSchema.parse(item);

const coachRef = (userId: UserId): ItemRef<StoredCoach> => ({
  key: coachKey(userId),
  fromItem: coachFromItem,
});

/** All coaches, also those whose role is being changed. One consistent Query. */
export const listCoaches = async (table: Table): Promise<StoredCoach[]> =>
  (await queryAll(table, { ...inPartition(coachesPartition), ConsistentRead: true })).map(coachFromItem);

/** The role of an account, also while it is changing; undefined where it has none. One consistent read. */
export const getCoach = (table: Table, userId: UserId): Promise<StoredCoach | undefined> =>
  getItem(table, coachRef(userId));

/** Whether an account is a coach now. One consistent read. */
export const isCoach = async (table: Table, userId: UserId): Promise<boolean> => {
  const coach = await getCoach(table, userId);
  return coach !== undefined && coach.pending === undefined;
};

export type CoachChangeOutcome =
  | 'done'
  /** The account does not exist or is being deleted, or the opposite change has not ended. */
  | 'refused'
  | 'busy';

/**
 * The first step of making an account a coach, or its repetition, with the extra writes. Refused while a revocation that
 * began less than `limits.roleSettlingSeconds` ago has not ended: its call to the user pool could come later.
 */
export const beginCoachGrant = async (
  table: Table,
  userId: UserId,
  { at, settledBefore }: { readonly at: Instant; readonly settledBefore: Instant },
  extraWrites: ExtraWrites,
): Promise<CoachChangeOutcome> => {
  const { outcome } = await sendTransaction(table, [
    {
      Update: {
        TableName: table.name,
        Key: coachKey(userId),
        ConditionExpression: 'attribute_not_exists(pending) OR pending = :grant OR changed_at < :settled',
        UpdateExpression: `SET id = :id, #entity = :entity, pending = :grant, changed_at = :at`,
        ExpressionAttributeNames: { '#entity': entityAttribute },
        ExpressionAttributeValues: {
          ':id': userId,
          ':entity': 'coach',
          ':grant': 'grant',
          ':settled': settledBefore,
          ':at': at,
        },
      },
    },
    {
      ConditionCheck: {
        TableName: table.name,
        Key: profileKey(userId),
        ConditionExpression: profileIsActive,
      },
    },
    ...extraWrites,
  ]);
  return outcome;
};

/** The last step, after the account is in the user pool's group, with the extra writes; refused where it was changed since. */
export const endCoachGrant = async (
  table: Table,
  userId: UserId,
  at: Instant,
  extraWrites: ExtraWrites = [],
): Promise<CoachChangeOutcome> => {
  const { outcome } = await sendTransaction(table, [
    {
      Update: {
        TableName: table.name,
        Key: coachKey(userId),
        ConditionExpression: 'pending = :grant AND changed_at = :at',
        UpdateExpression: 'REMOVE pending',
        ExpressionAttributeValues: { ':grant': 'grant', ':at': at },
      },
    },
    ...extraWrites,
  ]);
  return outcome;
};

/** The first step of taking the role away: from now on the account is no coach. Refused where it is none. */
export const beginCoachRevocation = async (
  table: Table,
  userId: UserId,
  at: Instant,
  extraWrites: ExtraWrites,
): Promise<CoachChangeOutcome> => {
  const { outcome } = await sendTransaction(table, [
    {
      Update: {
        TableName: table.name,
        Key: coachKey(userId),
        ConditionExpression: 'attribute_exists(PK)',
        UpdateExpression: 'SET pending = :revoke, changed_at = :at',
        ExpressionAttributeValues: { ':revoke': 'revoke', ':at': at },
      },
    },
    ...extraWrites,
  ]);
  return outcome;
};

/** The last step, after the account left the user pool's group. */
export const endCoachRevocation = async (table: Table, userId: UserId): Promise<void> => {
  await deleteItem(table, {
    TableName: table.name,
    Key: coachKey(userId),
    ConditionExpression: 'pending = :revoke',
    ExpressionAttributeValues: { ':revoke': 'revoke' },
  });
};

/** Stores a coach's checks with the extra writes, in place of those before. Refused where the account is no coach. */
export const storeChecks = async (
  table: Table,
  userId: UserId,
  { background_check, first_aid }: CoachChecks,
  extraWrites: ExtraWrites,
): Promise<CoachChangeOutcome> => {
  const { outcome } = await sendTransaction(table, [
    {
      Update: {
        TableName: table.name,
        Key: coachKey(userId),
        ConditionExpression: 'attribute_exists(PK)',
        UpdateExpression: 'SET background_check = :background, first_aid = :aid',
        ExpressionAttributeValues: { ':background': background_check, ':aid': first_aid },
      },
    },
    ...extraWrites,
  ]);
  return outcome;
};

/** Takes the role from an account that is being deleted. */
export const deleteCoach = async (table: Table, userId: UserId): Promise<void> => {
  await deleteItem(table, { TableName: table.name, Key: coachKey(userId) });
};
