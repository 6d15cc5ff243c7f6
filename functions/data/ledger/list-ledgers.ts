import * as z from 'zod/mini';
import { type UserId, userIdSchema } from '#shared/schemas/ids';
import type { Item } from '../dynamo/item-ref.ts';
import { familyLedgerKey, ledgersPartition } from '../dynamo/keys/ledger.ts';
import { inPartition, queryAll, queryFirst } from '../dynamo/query.ts';
import type { Table } from '../table.ts';
import { familyLedgerSchema } from './family-ledger.ts';

/** What lists of ledgers show, and what the school's sums add up. */
const listed = {
  charged: true,
  credited: true,
  waived: true,
  received: true,
  reference: true,
  second_reference: true,
  open_since: true,
  due_plans: true,
  payers: true,
  reminded_at: true,
  do_not_remind: true,
  closing: true,
} as const;

const listedLedgerSchema = z.pick(familyLedgerSchema, listed);

export interface LedgerOf extends z.infer<typeof listedLedgerSchema> {
  readonly parent_id: UserId;
}

const ledgerOfItem = (item: Item): LedgerOf => ({
  parent_id: userIdSchema.parse(item.SK),
  ...listedLedgerSchema.parse(item),
});

/** Attempts and trials are the larger part of a ledger that is years old. Some names are reserved words. */
const projection = {
  ProjectionExpression: ['SK', ...Object.keys(listed).map((name) => `#${name}`)].join(', '),
  ExpressionAttributeNames: Object.fromEntries(Object.keys(listed).map((name) => [`#${name}`, name])),
};

/** The ledgers of all families: one Query, of two pages for 5,000 families. */
export const listLedgers = async (table: Table): Promise<LedgerOf[]> => {
  const items = await queryAll(table, {
    ...inPartition({ PK: ledgersPartition }),
    ...projection,
  });
  return items.map(ledgerOfItem);
};

/** Some ledgers, by the family's id, after one of them. One Query. */
export const listLedgersAfter = async (
  table: Table,
  after: UserId | undefined,
  limit: number,
): Promise<LedgerOf[]> => {
  const items = await queryFirst(
    table,
    [
      {
        ...inPartition({ PK: ledgersPartition }, { after: after && familyLedgerKey(after).SK }),
        ...projection,
      },
    ],
    limit,
  );
  return items.map(ledgerOfItem);
};
