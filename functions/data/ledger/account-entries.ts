import { entryTotals } from '#shared/domain/ledger/account';
import { accountEntryKey } from '#shared/domain/ledger/account-entry-key';
import { ascending } from '#shared/domain/lists/ascending';
import { type UserId, userIdSchema } from '#shared/schemas/ids';
import {
  type AccountEntry,
  type AccountEntryCause,
  accountEntrySchema,
  counteredKeySchema,
} from '#shared/schemas/ledger-entry';
import type { Instant } from '#shared/schemas/values';
import { getItem } from '../dynamo/get-item.ts';
import type { Item, ItemRef } from '../dynamo/item-ref.ts';
import { accountEntriesPartition, accountEntryItemKey, familyAccountKey } from '../dynamo/keys/ledger.ts';
import { queryAll } from '../dynamo/query.ts';
import type { Write } from '../dynamo/send-transaction.ts';
import { entityAttribute } from '../dynamo/table-schema.ts';
import type { Table } from '../table.ts';

/** The value of the entity attribute on an entry; the mailer's stream filter selects it. */
export const accountEntryEntity = 'account-entry';

const entryFromItem = (item: Item): AccountEntry => accountEntrySchema.parse(item);

/** The entry that a cause has in a family's account. */
export const accountEntryRef = (userId: UserId, cause: AccountEntryCause): ItemRef<AccountEntry> => ({
  key: accountEntryItemKey(userId, accountEntryKey(cause)),
  fromItem: entryFromItem,
});

/** What an administrator's entry has besides. */
interface RecordedBy {
  /** The family gets a receipt by email. */
  readonly receipt: boolean;
  /** Since when the family owes, as it is after the entry. */
  readonly openSince: Instant;
}

/**
 * The writes of an entry: itself, refused where its cause has one (PAY-02), and the sum of the account that it changes,
 * refused where the family is gone; where an administrator records it, also where the family is being deleted. Of a credit
 * that has a booking as its cause, the caller adds the write of the booking, which limits its credits (PAY-14).
 */
export const entryWrites = (
  table: Table,
  userId: UserId,
  entry: AccountEntry,
  recorded?: RecordedBy,
): [Write, Write] => {
  const changed = Object.entries(entryTotals(entry)).filter(([, amount]) => amount !== 0);
  const sums = `ADD ${changed.map(([name]) => `${name} :${name}`).join(', ')}`;
  return [
    {
      Put: {
        TableName: table.name,
        Item: {
          ...accountEntryRef(userId, entry.cause).key,
          [entityAttribute]: accountEntryEntity,
          ...accountEntrySchema.parse(entry),
          ...(recorded?.receipt && { receipt: true, parent_id: userId }),
        },
        ConditionExpression: 'attribute_not_exists(PK)',
      },
    },
    {
      Update: {
        TableName: table.name,
        Key: familyAccountKey(userId),
        ConditionExpression: `attribute_exists(PK)${recorded ? ' AND attribute_not_exists(closing)' : ''}`,
        UpdateExpression: recorded ? `SET open_since = :open ${sums}` : sums,
        ExpressionAttributeValues: {
          ...Object.fromEntries(changed.map(([name, amount]) => [`:${name}`, amount])),
          ...(recorded && { ':open': recorded.openSince }),
        },
      },
    },
  ];
};

/** A payment whose family gets a receipt. */
export interface ReceiptedPayment {
  readonly parent_id: UserId;
  readonly payment: Extract<AccountEntry, { kind: 'payment' }>;
}

/**
 * A stored entry whose family gets a receipt; undefined for every other one. @throws ZodError for an item that is no
 * entry
 */
export const receiptedPaymentFromItem = (item: Item): ReceiptedPayment | undefined => {
  const payment = entryFromItem(item);
  if (payment.kind !== 'payment' || item.receipt !== true) return undefined;
  return { parent_id: userIdSchema.parse(item.parent_id), payment };
};

/** Whether an entry was taken back. One consistent read. */
export const isTakenBack = async (table: Table, userId: UserId, cause: AccountEntryCause): Promise<boolean> =>
  (await getItem(
    table,
    accountEntryRef(userId, { type: 'counter', entry: counteredKeySchema.parse(accountEntryKey(cause)) }),
  )) !== undefined;

/** All entries of a family's account, oldest first. One consistent Query: who records one reads them again. */
export const listAccountEntries = async (table: Table, userId: UserId): Promise<AccountEntry[]> => {
  const items = await queryAll(table, {
    KeyConditionExpression: 'PK = :family',
    ExpressionAttributeValues: { ':family': accountEntriesPartition(userId).PK },
    ConsistentRead: true,
  });
  return items.map(entryFromItem).toSorted((one, other) => ascending(one.recorded_at, other.recorded_at));
};
