import { type UserId, userIdSchema } from '#shared/schemas/ids';
import type { Item } from '../dynamo/item-ref.ts';
import { accountsPartition, familyAccountKey } from '../dynamo/keys.ts';
import { queryAll, queryFirst } from '../dynamo/query.ts';
import type { Table } from '../table.ts';
import { type FamilyAccount, familyAccountRef } from './family-account.ts';

export interface AccountOf extends FamilyAccount {
  readonly parent_id: UserId;
}

const accountOfItem = (item: Item): AccountOf => {
  const parent_id = userIdSchema.parse(item.SK);
  return { parent_id, ...familyAccountRef(parent_id).fromItem(item) };
};

/** The accounts of all families: one Query, of two pages for 5,000 families. */
export const listAccounts = async (table: Table): Promise<AccountOf[]> => {
  const items = await queryAll(table, {
    KeyConditionExpression: 'PK = :accounts',
    ExpressionAttributeValues: { ':accounts': accountsPartition },
  });
  return items.map(accountOfItem);
};

/** Some accounts, by the family's id, after one of them. One Query. */
export const listAccountsAfter = async (
  table: Table,
  after: UserId | undefined,
  limit: number,
): Promise<AccountOf[]> => {
  const items = await queryFirst(
    table,
    [
      {
        KeyConditionExpression: after ? 'PK = :accounts AND SK > :after' : 'PK = :accounts',
        ExpressionAttributeValues: {
          ':accounts': accountsPartition,
          ...(after && { ':after': familyAccountKey(after).SK }),
        },
      },
    ],
    limit,
  );
  return items.map(accountOfItem);
};
