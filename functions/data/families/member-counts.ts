import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { memberCountsKey } from '../dynamo/keys.ts';
import type { Write } from '../dynamo/send-transaction.ts';
import type { Table } from '../dynamo/table.ts';

/**
 * How many accounts there are. `parents` are those without the admin role. `admins` are those who surely can act:
 * one whose role is just being granted or revoked does not count.
 */
const countsSchema = z.object({
  parents: z._default(z.int(), 0),
  admins: z._default(z.int(), 0),
});
export type MemberCounts = z.infer<typeof countsSchema>;

/** The write that counts accounts which come, go or change their role, in the transaction in which they do. */
export const countMembers = (
  table: Table,
  { parents = 0, admins = 0 }: Partial<MemberCounts>,
  condition?: { readonly moreAdminsThan: number },
): Write => ({
  Update: {
    TableName: table.name,
    Key: memberCountsKey,
    UpdateExpression: 'ADD parents :parents, admins :admins',
    ExpressionAttributeValues: {
      ':parents': parents,
      ':admins': admins,
      ...(condition && { ':least': condition.moreAdminsThan }),
    },
    ...(condition && { ConditionExpression: 'admins > :least' }),
  },
});

/** One read of one item, however many accounts there are. */
export const getMemberCounts = async (table: Table): Promise<MemberCounts> => {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: memberCountsKey, ConsistentRead: true }),
  );
  return countsSchema.parse(Item ?? {});
};
