import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import * as z from 'zod/mini';
import { type UserId, userIdSchema } from '#shared/schemas/ids';
import { registrationKey } from '../dynamo/keys.ts';
import type { Write } from '../dynamo/send-transaction.ts';
import { entityAttribute, type Table, tableSchema } from '../dynamo/table.ts';

/** Whose an email address is: an account's, or held by one attempt to sign up. */
export type Registration =
  | { readonly holder: 'account'; readonly userId: UserId }
  | { readonly holder: 'attempt'; readonly attempt: string };

/** A hold is good for one attempt, which lasts seconds; one left behind by a crash goes with its time to live. */
const holdLifetimeSeconds = 24 * 60 * 60;

const storedSchema = z.union([z.object({ user_id: userIdSchema }), z.object({ held_by: z.string() })]);

export const registrationFromItem = (item: Record<string, unknown>): Registration => {
  const stored = storedSchema.parse(item);
  return 'user_id' in stored
    ? { holder: 'account', userId: stored.user_id }
    : { holder: 'attempt', attempt: stored.held_by };
};

/** Whose an address is now, or undefined where it is nobody's. */
export const getRegistration = async (table: Table, email: string): Promise<Registration | undefined> => {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: registrationKey(email), ConsistentRead: true }),
  );
  return Item && registrationFromItem(Item);
};

/** The item that registers an address for an account. */
export const registrationItem = ({ email, userId }: { email: string; userId: UserId }) => ({
  ...registrationKey(email),
  [entityAttribute]: 'registration',
  user_id: userId,
});

/** Registers a free address for an account. An attempt may pass the hold it has itself. */
export const registrationPut = (
  table: Table,
  { email, userId, attempt }: { email: string; userId: UserId; attempt: string },
): Write => ({
  Put: {
    TableName: table.name,
    Item: registrationItem({ email, userId }),
    ConditionExpression: 'attribute_not_exists(PK) OR held_by = :attempt',
    ExpressionAttributeValues: { ':attempt': attempt },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  },
});

/** Frees the address of an account that is deleted; refused where the address is another one's by now. */
export const registrationDelete = (
  table: Table,
  { email, userId }: { email: string; userId: UserId },
): Write => ({
  Delete: {
    TableName: table.name,
    Key: registrationKey(email),
    ConditionExpression: 'attribute_not_exists(PK) OR user_id = :user',
    ExpressionAttributeValues: { ':user': userId },
  },
});

const stillAsSeen = (seen: Registration | undefined) => {
  if (!seen) return { condition: 'attribute_not_exists(PK)', values: {} };
  return seen.holder === 'account'
    ? { condition: 'user_id = :seen', values: { ':seen': seen.userId } }
    : { condition: 'held_by = :seen', values: { ':seen': seen.attempt } };
};

/**
 * Holds an address for one attempt, in place of what was seen there. From then on no other attempt can register it
 * without noticing: a write of another one that is still under way fails.
 * @returns whose the address is afterwards: this attempt's, or what came in between (undefined where it became free)
 */
export const holdAddress = async (
  table: Table,
  email: string,
  { attempt, seen, now }: { attempt: string; seen: Registration | undefined; now: Date },
): Promise<Registration | undefined> => {
  const { condition, values } = stillAsSeen(seen);
  try {
    await table.client.send(
      new PutCommand({
        TableName: table.name,
        Item: {
          ...registrationKey(email),
          [entityAttribute]: 'registration',
          held_by: attempt,
          [tableSchema.timeToLiveAttribute]: Math.floor(now.getTime() / 1000) + holdLifetimeSeconds,
        },
        ConditionExpression: `${condition} OR held_by = :attempt`,
        ExpressionAttributeValues: { ...values, ':attempt': attempt },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    );
    return { holder: 'attempt', attempt };
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return error.Item && registrationFromItem(unmarshall(error.Item));
  }
};
