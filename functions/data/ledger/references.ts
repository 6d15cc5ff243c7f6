import { paymentReference } from '#shared/domain/ledger/payment-reference';
import type { UserId } from '#shared/schemas/ids';
import type { PaymentReference } from '#shared/schemas/payment-reference';
import { ContentionError } from '../../contention-error.ts';
import { familyLedgerKey, paymentReferenceKey } from '../dynamo/keys/ledger.ts';
import { type Refusal, sendTransaction, type Write } from '../dynamo/send-transaction.ts';
import { entityAttribute } from '../dynamo/table-schema.ts';
import { deleteItem } from '../dynamo/write-item.ts';
import type { Table } from '../table.ts';
import { getFamilyLedger } from './family-ledger.ts';

export const randomReference = (): PaymentReference =>
  paymentReference(crypto.getRandomValues(new Uint8Array(5)));

const referenceEntity = 'ledger-reference';

/** The write that keeps a reference for a family; refused where another one has it (PAY-04). */
export const referencePut = (table: Table, userId: UserId, reference: PaymentReference): Write => ({
  Put: {
    TableName: table.name,
    Item: { ...paymentReferenceKey(reference), [entityAttribute]: referenceEntity, parent_id: userId },
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
 * @throws ContentionError where contention on the ledger persisted
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
        Key: familyLedgerKey(userId),
        ConditionExpression: 'attribute_exists(PK) AND attribute_not_exists(#reference)',
        UpdateExpression: 'SET #reference = :reference',
        ExpressionAttributeNames: { '#reference': 'reference' },
        ExpressionAttributeValues: { ':reference': reference },
      },
    },
  ];
  const result = await sendTransaction(table, writes);
  if (result.outcome === 'busy') throw new ContentionError('Contention on a ledger persisted');
  if (result.outcome === 'refused' && isReferenceTaken(writes, result.refusals))
    await giveReference(table, userId);
};

/** Deletes the item that reserves the reference of a family which is erased. `ledgerExpiry` removes it from the ledger. */
export const releaseReference = async (table: Table, userId: UserId): Promise<void> => {
  const { reference } = (await getFamilyLedger(table, userId)) ?? {};
  if (reference) await deleteItem(table, { TableName: table.name, Key: paymentReferenceKey(reference) });
};
