import { accountReference } from '#shared/domain/ledger/account-reference';
import type { AccountReference } from '#shared/schemas/account-reference';
import type { UserId } from '#shared/schemas/ids';
import { ContentionError } from '../../contention-error.ts';
import { accountReferenceKey, familyAccountKey } from '../dynamo/keys/ledger.ts';
import { type Refusal, sendTransaction, type Write } from '../dynamo/send-transaction.ts';
import { entityAttribute } from '../dynamo/table-schema.ts';
import { deleteItem } from '../dynamo/write-item.ts';
import type { Table } from '../table.ts';
import { getFamilyAccount } from './family-account.ts';

export const randomReference = (): AccountReference =>
  accountReference(crypto.getRandomValues(new Uint8Array(5)));

const referenceEntity = 'account-reference';

/** The write that keeps a reference for a family; refused where another one has it (PAY-04). */
export const referencePut = (table: Table, userId: UserId, reference: AccountReference): Write => ({
  Put: {
    TableName: table.name,
    Item: { ...accountReferenceKey(reference), [entityAttribute]: referenceEntity, parent_id: userId },
    ConditionExpression: 'attribute_not_exists(PK)',
  },
});

/** Whether a transaction was refused since another family has the reference: with another one it may succeed. */
export const isReferenceTaken = (
  writes: readonly Write[],
  refusals: readonly (Refusal | undefined)[],
): boolean =>
  writes.some(({ Put }, index) => refusals[index] && Put?.Item?.[entityAttribute] === referenceEntity);

/**
 * Gives a reference to a family that was stored before families had one. Where another request was first, its reference
 * counts.
 * @throws ContentionError where contention on the account persisted
 */
export const giveReference = async (
  table: Table,
  userId: UserId,
  reference = randomReference(),
): Promise<void> => {
  const writes: Write[] = [
    referencePut(table, userId, reference),
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
  ];
  const result = await sendTransaction(table, writes);
  if (result.outcome === 'busy') throw new ContentionError('Contention on an account persisted');
  if (result.outcome === 'refused' && isReferenceTaken(writes, result.refusals))
    await giveReference(table, userId);
};

/** Deletes the item that reserves the reference of a family which is erased. `accountExpiry` removes it from the account. */
export const releaseReference = async (table: Table, userId: UserId): Promise<void> => {
  const { reference } = (await getFamilyAccount(table, userId)) ?? {};
  if (reference) await deleteItem(table, { TableName: table.name, Key: accountReferenceKey(reference) });
};
