import { accountReference } from '#shared/domain/account-reference';
import type { AccountReference } from '#shared/schemas/account-reference';
import type { UserId } from '#shared/schemas/ids';
import { ContentionError } from '../../contention-error.ts';
import { getItem } from '../dynamo/get-item.ts';
import { accountReferenceKey, familyAccountKey } from '../dynamo/keys.ts';
import { sendTransaction } from '../dynamo/send-transaction.ts';
import { entityAttribute } from '../dynamo/table-schema.ts';
import { deleteItem } from '../dynamo/write-item.ts';
import type { Table } from '../table.ts';
import { familyAccountRef, getFamilyAccount } from './family-account.ts';

const randomReference = (): AccountReference => accountReference(crypto.getRandomValues(new Uint8Array(5)));

/**
 * Gives a family its reference, which no other one has (PAY-04). Where another request was first, its reference counts.
 * @returns undefined where the family has no account
 * @throws ContentionError where contention on the account persisted
 */
export const giveReference = async (
  table: Table,
  userId: UserId,
  reference = randomReference(),
): Promise<AccountReference | undefined> => {
  const result = await sendTransaction(table, [
    {
      Put: {
        TableName: table.name,
        Item: {
          ...accountReferenceKey(reference),
          [entityAttribute]: 'account-reference',
          parent_id: userId,
        },
        ConditionExpression: 'attribute_not_exists(PK)',
      },
    },
    {
      Update: {
        TableName: table.name,
        Key: familyAccountKey(userId),
        ConditionExpression: 'attribute_exists(PK) AND attribute_not_exists(#reference)',
        UpdateExpression: 'SET #reference = :reference',
        ExpressionAttributeNames: { '#reference': 'reference' },
        ExpressionAttributeValues: { ':reference': reference },
      },
    },
  ]);
  if (result.outcome === 'done') return reference;
  if (result.outcome === 'busy') throw new ContentionError('Contention on an account persisted');
  if (result.refusals[1]) return (await getItem(table, familyAccountRef(userId)))?.reference;
  return giveReference(table, userId);
};

/** Deletes the item that keeps a reference for a family which is erased. Its account keeps the reference itself. */
export const releaseReference = async (table: Table, userId: UserId): Promise<void> => {
  const { reference } = (await getFamilyAccount(table, userId)) ?? {};
  if (reference) await deleteItem(table, { TableName: table.name, Key: accountReferenceKey(reference) });
};
