import { accountEntryKey } from '#shared/domain/account-entry-key';
import { type AccountEntry, type AccountEntryCause, accountEntrySchema } from '#shared/schemas/account-entry';
import type { UserId } from '#shared/schemas/ids';
import type { Item, ItemRef } from '../dynamo/item-ref.ts';
import { accountEntryItemKey } from '../dynamo/keys.ts';
import type { Write } from '../dynamo/send-transaction.ts';
import { entityAttribute } from '../dynamo/table-schema.ts';
import type { Table } from '../table.ts';
import { creditedUpdate } from './family-account.ts';

const entryFromItem = (item: Item): AccountEntry => accountEntrySchema.parse(item);

/** The entry that a cause has in a family's account. */
export const accountEntryRef = (userId: UserId, cause: AccountEntryCause): ItemRef<AccountEntry> => ({
  key: accountEntryItemKey(userId, accountEntryKey(cause)),
  fromItem: entryFromItem,
});

type CreditEntry = Extract<AccountEntry, { kind: 'credit' | 'counter' }>;

/** What a credit, or the counter-entry of one, adds to the credited sum. */
const creditedBy = ({ kind, amount }: CreditEntry): number => (kind === 'credit' ? amount : -amount);

/**
 * The writes of a credit or of the counter-entry that takes it back: the entry, refused where its cause has one (PAY-02),
 * and the family's credited sum, refused where the family is gone. Of a credit that has a booking as its cause, the caller
 * adds the write of the booking, which limits its credits (PAY-14).
 */
export const creditWrites = (table: Table, userId: UserId, entry: CreditEntry): [Write, Write] => [
  {
    Put: {
      TableName: table.name,
      Item: {
        ...accountEntryRef(userId, entry.cause).key,
        [entityAttribute]: 'account-entry',
        ...accountEntrySchema.parse(entry),
      },
      ConditionExpression: 'attribute_not_exists(PK)',
    },
  },
  creditedUpdate(table, userId, creditedBy(entry)),
];
