import type { EmailProblem } from '#shared/families/family';
import type { UserId } from '#shared/lib/ids';
import type { Instant } from '#shared/lib/values';
import { profileKey } from '../lib/dynamo/keys-of-people.ts';
import { updateItem } from '../lib/dynamo/writes.ts';
import type { Table } from '../lib/table.ts';

/**
 * The condition of writes to a profile: it exists, and its account is not being deleted. Apart from the stored profile's
 * schema, which a function that only writes need not load.
 */
export const profileIsActive = 'attribute_exists(PK) AND attribute_not_exists(deleting)';

/** Notes the first login of an account, once: one conditional write. */
export const noteFirstLogin = async (table: Table, userId: UserId, at: Instant): Promise<void> => {
  await updateItem(table, {
    TableName: table.name,
    Key: profileKey(userId),
    ConditionExpression: `${profileIsActive} AND attribute_not_exists(first_login_at)`,
    UpdateExpression: 'SET first_login_at = :at',
    ExpressionAttributeValues: { ':at': at },
  });
};

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
