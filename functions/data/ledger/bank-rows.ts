import * as z from 'zod/mini';
import { bankRowText, plainText } from '#shared/domain/bank/bank-row-text';
import { retainedRowUntil } from '#shared/domain/bank/retained-row';
import { type BankRow, type BankRowId, bankRowIdSchema } from '#shared/schemas/bank-row';
import { userIdSchema } from '#shared/schemas/ids';
import type { CalendarDate } from '#shared/schemas/values';
import { batchRead } from '../dynamo/batch-get.ts';
import type { ItemRef } from '../dynamo/item-ref.ts';
import { sha256 } from '../dynamo/keys/key.ts';
import { bankRowKey } from '../dynamo/keys/ledger.ts';
import type { Write } from '../dynamo/send-transaction.ts';
import { entityAttribute, tableSchema, toEpochSeconds } from '../dynamo/table-schema.ts';
import type { Table } from '../table.ts';

const markSchema = z.object({
  state: z.enum(['recorded', 'taken-back']),
  /** How often it was recorded: each time is a cause of its own. */
  times: z.int(),
  parent_id: userIdSchema,
});
/** What is stored of a row of a bank file that was recorded: no text and no amount (BNK-02). */
export type BankRowMark = z.infer<typeof markSchema>;

/** What a row is known by over all files. */
export const bankRowId = (row: BankRow): BankRowId => bankRowIdSchema.parse(sha256(bankRowText(row)));

/** A payer as a ledger keeps it; undefined where the file names none. */
export const payerMark = (payer: string): string | undefined =>
  plainText(payer) === '' ? undefined : sha256(plainText(payer)).slice(0, 10);

const markRef = (id: BankRowId): ItemRef<BankRowMark> => ({
  key: bankRowKey(id),
  fromItem: (item) => markSchema.parse(item),
});

/** The marks of rows; undefined for a row that was never recorded. One consistent read for each hundred. */
export const readBankRowMarks = async (
  table: Table,
  ids: readonly BankRowId[],
): Promise<(id: BankRowId) => BankRowMark | undefined> => {
  const read = await batchRead(table, ids.map(markRef), { consistent: true });
  return (id) => read(markRef(id));
};

/**
 * The write of a row's mark, for the transaction that records its payment or takes it back. Refused where somebody recorded
 * the row since its mark was read.
 * @param day of the row: the mark is kept until a row of this day cannot be recorded any more
 */
export const bankRowMarkPut = (
  table: Table,
  { id, day }: { readonly id: BankRowId; readonly day: CalendarDate },
  mark: BankRowMark,
): Write => ({
  Put: {
    TableName: table.name,
    Item: {
      ...bankRowKey(id),
      [entityAttribute]: 'bank-row',
      ...markSchema.parse(mark),
      [tableSchema.timeToLiveAttribute]: toEpochSeconds(retainedRowUntil(day)),
    },
    ...(mark.state === 'recorded' && {
      ConditionExpression: 'attribute_not_exists(PK) OR (#state = :takenBack AND times = :before)',
      ExpressionAttributeNames: { '#state': 'state' },
      ExpressionAttributeValues: { ':takenBack': 'taken-back', ':before': mark.times - 1 },
    }),
  },
});
