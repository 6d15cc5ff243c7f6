import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { type EmailProblem, emailProblemSchema } from '#shared/schemas/email-problem';
import type { UserId } from '#shared/schemas/ids';
import { profileKey } from '../dynamo/keys.ts';
import type { Table } from '../dynamo/table.ts';
import { profileStays } from './being-deleted.ts';

const markedSchema = z.object({ email_problem: z.optional(emailProblemSchema) });

/** What is known to be wrong with the address of a stored profile. */
export const emailProblemFromItem = (profile: Record<string, unknown>): EmailProblem | null =>
  markedSchema.parse(profile).email_problem ?? null;

/**
 * Notes that mail to the address of an account does no good. The same report again, or an older one, changes nothing,
 * and neither does one about an account that is gone, or has another address by now.
 * @param email in lower case, as profiles have it
 * @returns whether it was noted
 */
export const noteEmailProblem = async (
  table: Table,
  { userId, email, problem }: { userId: UserId; email: string; problem: EmailProblem },
): Promise<boolean> => {
  try {
    await table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: profileKey(userId),
        UpdateExpression: 'SET email_problem = :problem',
        ConditionExpression: `${profileStays} AND email = :email AND (attribute_not_exists(email_problem) OR email_problem.#at < :at)`,
        ExpressionAttributeNames: { '#at': 'at' },
        ExpressionAttributeValues: { ':problem': problem, ':email': email, ':at': problem.at },
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
};
