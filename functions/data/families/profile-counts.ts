import * as z from 'zod/mini';
import { getItem } from '../dynamo/get-item.ts';
import { profileCountsKey } from '../dynamo/keys/families.ts';
import type { Write } from '../dynamo/send-transaction.ts';
import type { Table } from '../table.ts';

/**
 * How many profiles there are. `parents` counts the families, as `isFamily` says. `admins` counts administrators whose role
 * is not being granted or revoked at the moment: they certainly have it.
 */
const countsSchema = z.object({
  parents: z._default(z.int(), 0),
  admins: z._default(z.int(), 0),
});
export type ProfileCounts = z.infer<typeof countsSchema>;

/** The write that counts profiles, in the transaction that creates or deletes them or changes their list. */
export const countProfiles = (
  table: Table,
  { parents = 0, admins = 0 }: Partial<ProfileCounts>,
  condition?: { readonly moreAdminsThan: number },
): Write => ({
  Update: {
    TableName: table.name,
    Key: profileCountsKey,
    UpdateExpression: 'ADD parents :parents, admins :admins',
    ExpressionAttributeValues: {
      ':parents': parents,
      ':admins': admins,
      ...(condition && { ':least': condition.moreAdminsThan }),
    },
    ...(condition && { ConditionExpression: 'admins > :least' }),
  },
});

/** Reads one item, however many profiles there are. */
export const getProfileCounts = async (table: Table): Promise<ProfileCounts> =>
  (await getItem(table, { key: profileCountsKey, fromItem: (item) => countsSchema.parse(item) })) ??
  countsSchema.parse({});
