import type { UserId } from '#shared/schemas/ids';
import type { Instant } from '#shared/schemas/values';
import { profileKey } from '../dynamo/keys/families.ts';
import { updateItem } from '../dynamo/write-item.ts';
import type { Table } from '../table.ts';
import { profileIsActive } from './profile-is-active.ts';

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
