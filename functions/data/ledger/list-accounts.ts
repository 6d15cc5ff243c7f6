import * as z from 'zod/mini';
import { type UserId, userIdSchema } from '#shared/schemas/ids';
import type { Item } from '../dynamo/item-ref.ts';
import { accountsPartition, familyAccountKey } from '../dynamo/keys/ledger.ts';
import { queryAll, queryFirst } from '../dynamo/query.ts';
import type { Table } from '../table.ts';
import { familyAccountSchema } from './family-account.ts';

/** What lists of accounts show, and what the school's sums add up. */
const listed = {
  charged: true,
  credited: true,
  waived: true,
  received: true,
  reference: true,
  open_since: true,
  reminded_at: true,
  do_not_remind: true,
  closing: true,
} as const;

const listedAccountSchema = z.pick(familyAccountSchema, listed);

export interface AccountOf extends z.infer<typeof listedAccountSchema> {
  readonly parent_id: UserId;
}

const accountOfItem = (item: Item): AccountOf => ({
  parent_id: userIdSchema.parse(item.SK),
  ...listedAccountSchema.parse(item),
});

/** Attempts and trials are the larger part of an account that is years old. Some names are reserved words. */
const projection = {
  ProjectionExpression: ['SK', ...Object.keys(listed).map((name) => `#${name}`)].join(', '),
  ExpressionAttributeNames: Object.fromEntries(Object.keys(listed).map((name) => [`#${name}`, name])),
};

/** The accounts of all families: one Query, of two pages for 5,000 families. */
export const listAccounts = async (table: Table): Promise<AccountOf[]> => {
  const items = await queryAll(table, {
    KeyConditionExpression: 'PK = :accounts',
    ExpressionAttributeValues: { ':accounts': accountsPartition },
    ...projection,
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
        ...projection,
      },
    ],
    limit,
  );
  return items.map(accountOfItem);
};
