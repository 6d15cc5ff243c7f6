import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { UserId } from '#shared/schemas/ids';
import { type Profile, profileSchema } from '#shared/schemas/profile';
import { type Instant, instantSchema } from '#shared/schemas/values';
import { profileKey } from '../dynamo/keys.ts';
import type { Write } from '../dynamo/send-transaction.ts';
import type { Table } from '../dynamo/table.ts';
import { isBeingDeleted, profileStays } from './being-deleted.ts';
import { profileFromItem } from './families.ts';

/** A profile with what only the account service asks for. */
const accountSchema = z.extend(profileSchema, {
  /** When the password was last set by a link: reset links from before no longer work. */
  password_set_at: z.optional(instantSchema),
});
export type Account = z.infer<typeof accountSchema>;

/** An account as it is now; undefined where there is none, or it is being deleted. */
export const getAccount = async (table: Table, userId: UserId): Promise<Account | undefined> => {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: profileKey(userId), ConsistentRead: true }),
  );
  return Item && !isBeingDeleted(Item) ? accountSchema.parse(Item) : undefined;
};

type Change = Required<Pick<UpdateCommandInput, 'UpdateExpression' | 'ExpressionAttributeValues'>>;

/** Changes a profile that fulfils a condition; undefined where there is none. */
const changeProfile = async (
  table: Table,
  userId: UserId,
  condition: string,
  change: Change,
): Promise<Profile | undefined> => {
  try {
    const { Attributes } = await table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: profileKey(userId),
        ConditionExpression: condition,
        ReturnValues: 'ALL_NEW',
        ...change,
      }),
    );
    return Attributes && profileFromItem(Attributes);
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
};

type Contact = Pick<Profile, 'full_name' | 'phone_number'>;

const contactChange = ({ full_name, phone_number }: Contact): Change => ({
  UpdateExpression: 'SET full_name = :name, phone_number = :phone',
  ExpressionAttributeValues: { ':name': full_name, ':phone': phone_number },
});

/** The write that changes how a person is called and reached, for a transaction. */
export const contactUpdate = (table: Table, userId: UserId, contact: Contact): Write => ({
  Update: {
    TableName: table.name,
    Key: profileKey(userId),
    ConditionExpression: profileStays,
    ...contactChange(contact),
  },
});

/**
 * Changes how a person is called and reached (API-21).
 * @returns the profile as it is then, or undefined where there is none
 */
export const updateContact = (table: Table, userId: UserId, contact: Contact): Promise<Profile | undefined> =>
  changeProfile(table, userId, profileStays, contactChange(contact));

/** Whoever uses an emailed link has the address, reads our mail and wants it: what was wrong with it is so no longer. */
const provenAddress = 'SET email_verified = :verified';
const forgetProblem = 'REMOVE email_problem';

/** Notes that a password was set by a link, which also proves the address. */
export const notePasswordSet = (table: Table, userId: UserId, at: Instant): Promise<Profile | undefined> =>
  changeProfile(table, userId, profileStays, {
    UpdateExpression: `${provenAddress}, password_set_at = :at ${forgetProblem}`,
    ExpressionAttributeValues: { ':verified': true, ':at': at },
  });

/** Marks the address as verified (API-39). */
export const verifyUpdate = (table: Table, userId: UserId): Write => ({
  Update: {
    TableName: table.name,
    Key: profileKey(userId),
    ConditionExpression: profileStays,
    UpdateExpression: `${provenAddress} ${forgetProblem}`,
    ExpressionAttributeValues: { ':verified': true },
  },
});
