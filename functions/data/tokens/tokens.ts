import { randomBytes } from 'node:crypto';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import * as z from 'zod/mini';
import { limits } from '#shared/limits';
import { type UserId, userIdSchema } from '#shared/schemas/ids';
import { type Instant, instantSchema } from '#shared/schemas/values';
import { tokenKey, userTokensPartition } from '../dynamo/keys.ts';
import { queryAll } from '../dynamo/query-all.ts';
import type { Write } from '../dynamo/send-transaction.ts';
import { entityAttribute, ownerIndex, type Table, tableSchema } from '../dynamo/table.ts';

/** What a link may be used for, and how long (AUT-32). */
export const tokenLifetimeHours = limits.linkHours;
export type TokenKind = keyof typeof tokenLifetimeHours;

const hourMs = 3_600_000;
/** How long a token is kept beyond its end, so that a used link can say that it was used. */
const keptForHours = 7 * 24;

const storedTokenSchema = z.object({
  kind: z.enum(['verify-email', 'reset-password']),
  user_id: userIdSchema,
  created_at: instantSchema,
  valid_until: instantSchema,
  /** The use that took it; a token is good for one. */
  used_by: z.optional(z.string()),
});
export type StoredToken = z.infer<typeof storedTokenSchema>;

const toInstant = (ms: number): Instant => instantSchema.parse(new Date(ms).toISOString());

/**
 * Makes a token of 256 random bits and stores its hash.
 * @returns the token itself, which is nowhere else
 */
export const createToken = async (
  table: Table,
  { kind, userId, now }: { kind: TokenKind; userId: UserId; now: Date },
): Promise<string> => {
  const token = randomBytes(32).toString('base64url');
  const created_at = toInstant(now.getTime());
  const endMs = now.getTime() + tokenLifetimeHours[kind] * hourMs;
  const stored: StoredToken = { kind, user_id: userId, created_at, valid_until: toInstant(endMs) };
  await table.client.send(
    new PutCommand({
      TableName: table.name,
      Item: {
        ...tokenKey(token),
        ...userTokensPartition(userId),
        GSI1SK: created_at,
        [entityAttribute]: 'token',
        ...stored,
        [tableSchema.timeToLiveAttribute]: Math.floor((endMs + keptForHours * hourMs) / 1000),
      },
    }),
  );
  return token;
};

/** What is known of a token that someone presents, used and expired ones included. */
export const findToken = async (table: Table, token: string): Promise<StoredToken | undefined> => {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: tokenKey(token), ConsistentRead: true }),
  );
  return Item && storedTokenSchema.parse(Item);
};

/** Expiry is judged here: the table deletes expired items days later. */
export const isExpired = ({ valid_until }: StoredToken, now: Date): boolean =>
  valid_until <= now.toISOString();

const unused = 'attribute_exists(PK) AND attribute_not_exists(used_by)';

/** Uses a token up together with what it is for. */
export const tokenUse = (table: Table, token: string, use: string): Write => ({
  Update: {
    TableName: table.name,
    Key: tokenKey(token),
    ConditionExpression: unused,
    UpdateExpression: 'SET used_by = :use',
    ExpressionAttributeValues: { ':use': use },
  },
});

/** Uses a token up ahead of what it is for; false where another use has. */
export const takeToken = async (table: Table, token: string, use: string): Promise<boolean> => {
  try {
    await table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: tokenKey(token),
        ConditionExpression: unused,
        UpdateExpression: 'SET used_by = :use',
        ExpressionAttributeValues: { ':use': use },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    );
    return true;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    // The SDK repeated a write whose answer was lost, and met what that write had stored.
    return error.Item !== undefined && unmarshall(error.Item).used_by === use;
  }
};

/**
 * Gives a token back whose use failed: the same link works again. It counts as made now, so that it is not outdated
 * by what that use may have done.
 */
export const releaseToken = async (
  table: Table,
  token: string,
  { use, now }: { use: string; now: Date },
): Promise<void> => {
  try {
    await table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: tokenKey(token),
        ConditionExpression: 'used_by = :use',
        UpdateExpression: 'SET created_at = :now REMOVE used_by',
        ExpressionAttributeValues: { ':use': use, ':now': toInstant(now.getTime()) },
      }),
    );
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
};

/** Deletes all tokens of a user that the index knows of; one it does not know of yet expires by itself. */
export const deleteTokensOf = async (table: Table, userId: UserId): Promise<void> => {
  const items = await queryAll(table, {
    IndexName: ownerIndex.name,
    KeyConditionExpression: 'GSI1PK = :tokens',
    ExpressionAttributeValues: { ':tokens': userTokensPartition(userId).GSI1PK },
  });
  await Promise.all(
    items.map(({ PK, SK }) =>
      table.client.send(new DeleteCommand({ TableName: table.name, Key: { PK, SK } })),
    ),
  );
};
