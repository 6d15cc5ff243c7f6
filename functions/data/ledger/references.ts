import { paymentReference } from '#shared/domain/ledger/payment-reference';
import type { UserId } from '#shared/schemas/ids';
import type { PaymentReference } from '#shared/schemas/payment-reference';
import { paymentReferenceKey } from '../dynamo/keys/ledger.ts';
import type { Refusal, Write } from '../dynamo/send-transaction.ts';
import { entityAttribute } from '../dynamo/table-schema.ts';
import { deleteItem } from '../dynamo/write-item.ts';
import type { Table } from '../table.ts';
import { getFamilyLedger } from './family-ledger.ts';

export const randomReference = (): PaymentReference =>
  paymentReference(crypto.getRandomValues(new Uint8Array(5)));

const referenceEntity = 'payment-reference';

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

/** Deletes the item that reserves the reference of a family which is erased. `ledgerExpiry` removes it from the ledger. */
export const releaseReference = async (table: Table, userId: UserId): Promise<void> => {
  const { reference } = (await getFamilyLedger(table, userId)) ?? {};
  if (reference) await deleteItem(table, { TableName: table.name, Key: paymentReferenceKey(reference) });
};
