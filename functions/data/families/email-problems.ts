import type { EmailProblem } from '#shared/schemas/email-problem';
import type { UserId } from '#shared/schemas/ids';
import { profileKey } from '../dynamo/keys/families.ts';
import { updateItem } from '../dynamo/write-item.ts';
import type { Table } from '../table.ts';
import { profileIsActive } from './profile-is-active.ts';

/**
 * Notes that the address of an account is undeliverable. Nothing changes on a repeated or an older report, nor
 * where the account is gone or has another address by now.
 * @param email in lower case, as profiles have it
 * @returns whether it was noted
 */
export const noteEmailProblem = async (
  table: Table,
  { userId, email, problem }: { userId: UserId; email: string; problem: EmailProblem },
): Promise<boolean> => {
  const { outcome } = await updateItem(table, {
    TableName: table.name,
    Key: profileKey(userId),
    UpdateExpression: 'SET email_problem = :problem',
    ConditionExpression: `${profileIsActive} AND email = :email AND (attribute_not_exists(email_problem) OR email_problem.#at < :at)`,
    ExpressionAttributeNames: { '#at': 'at' },
    ExpressionAttributeValues: { ':problem': problem, ':email': email, ':at': problem.at },
  });
  return outcome === 'done';
};
