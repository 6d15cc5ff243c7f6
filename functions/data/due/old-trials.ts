import * as z from 'zod/mini';
import { instantOf } from '#shared/domain/time/instant-of';
import { type CalendarDate, calendarDateSchema } from '#shared/schemas/values';
import { getItem } from '../dynamo/get-item.ts';
import type { Item, ItemRef } from '../dynamo/item-ref.ts';
import { dailyWorkKey, dueIndexKeys } from '../dynamo/keys/due-work.ts';
import { sendTransaction, type TransactionOutcome } from '../dynamo/send-transaction.ts';
import { entityAttribute } from '../dynamo/table-schema.ts';
import { deleteItem, putItem } from '../dynamo/write-item.ts';
import type { ExtraWrites } from '../extra-writes.ts';
import type { Table } from '../table.ts';

/** The value of the entity attribute on the note of old trials. */
export const oldTrialsEntity = 'old-trials';

/** The trials whose places were to be given back before the product did so by itself (TRI-01). */
const oldTrialsSchema = z.object({
  count: z.int().check(z.positive()),
  /** Their dates are before this one. */
  before: calendarDateSchema,
  /** An administrator agreed that they end: then they are due. */
  confirmed: z.boolean(),
});
export type OldTrials = z.infer<typeof oldTrialsSchema>;

export const oldTrialsFromItem = (item: Item): OldTrials => oldTrialsSchema.parse(item);

const oldTrialsRef: ItemRef<OldTrials> = { key: dailyWorkKey(oldTrialsEntity), fromItem: oldTrialsFromItem };

/** How many old trials wait for an administrator's confirmation; 0 for none. One read. */
export const countOldTrials = async (table: Table): Promise<number> => {
  const found = await getItem(table, oldTrialsRef, { consistent: false });
  return found && !found.confirmed ? found.count : 0;
};

/** Notes how many old trials there are, unless that was noted. */
export const noteOldTrials = async (table: Table, count: number, before: CalendarDate): Promise<void> => {
  await putItem(table, {
    TableName: table.name,
    Item: { ...oldTrialsRef.key, [entityAttribute]: oldTrialsEntity, count, before, confirmed: false },
    ConditionExpression: 'attribute_not_exists(PK)',
  });
};

/** Makes the old trials due, with the extra writes. Refused where there are not that many, or it was done before. */
export const confirmOldTrials = async (
  table: Table,
  { count, now }: { readonly count: number; readonly now: Date },
  extraWrites: ExtraWrites,
): Promise<TransactionOutcome['outcome']> => {
  const due = dueIndexKeys(instantOf(now), oldTrialsEntity);
  const { outcome } = await sendTransaction(table, [
    {
      Update: {
        TableName: table.name,
        Key: oldTrialsRef.key,
        ConditionExpression: '#count = :count AND confirmed = :no',
        UpdateExpression: 'SET confirmed = :yes, GSI1PK = :due, GSI1SK = :dueAt',
        ExpressionAttributeNames: { '#count': 'count' },
        ExpressionAttributeValues: {
          ':count': count,
          ':no': false,
          ':yes': true,
          ':due': due.GSI1PK,
          ':dueAt': due.GSI1SK,
        },
      },
    },
    ...extraWrites,
  ]);
  return outcome;
};

/** Deletes the note, once they ended. */
export const forgetOldTrials = async (table: Table): Promise<void> => {
  await deleteItem(table, { TableName: table.name, Key: oldTrialsRef.key });
};
