import * as z from 'zod/mini';
import { plainText } from '#shared/domain/bank/bank-row-text';
import type { NamesPerson } from '#shared/domain/bank/names-person';
import { retainedRowUntil } from '#shared/domain/bank/retained-row';
import { type BankRow, type BankRowId, bankRowIdSchema } from '#shared/schemas/bank-row';
import type { IdempotencyKey } from '#shared/schemas/ids';
import { calendarDateSchema } from '#shared/schemas/values';
import { batchRead } from '../dynamo/batch-get.ts';
import type { Item, ItemRef } from '../dynamo/item-ref.ts';
import { sha256 } from '../dynamo/keys/key.ts';
import { attemptMark, bankRowKey, ignoredRowsPartition } from '../dynamo/keys/ledger.ts';
import { inPartition, queryAll } from '../dynamo/query.ts';
import type { Write } from '../dynamo/send-transaction.ts';
import { entityAttribute, ownerIndex, tableSchema, toEpochSeconds } from '../dynamo/table-schema.ts';
import { updateItem } from '../dynamo/write-item.ts';
import type { Table } from '../table.ts';

const markSchema = z.object({
  /** `waiting`: an administrator has to decide about it. `ignored`: one has decided that it is no payment. */
  state: z.enum(['unassigned', 'recorded', 'taken-back', 'ignored']),
  /** How often it was recorded: each time is a cause of its own. */
  times: z.int(),
  /** The day with which it waits: of another file, or by other columns, the row may have another one. */
  day: z.optional(calendarDateSchema),
  /** The press that recorded it, as `pressMark` writes it. */
  press: z.optional(z.string()),
  /** Why it was ignored. */
  reason: z.optional(z.string()),
});
/** What is stored of a row of a bank file once it was imported: no text, no amount and no family (BNK-02). */
export type BankRowMark = z.infer<typeof markSchema>;

/** A payer as a ledger keeps it; undefined where the file names none. */
export const payerMark = (payer: string): string | undefined =>
  plainText(payer) === '' ? undefined : sha256(plainText(payer)).slice(0, 10);

/** A press as a mark keeps it. */
export const pressMark = (press: IdempotencyKey): string => attemptMark(press);

const markRef = (id: BankRowId): ItemRef<BankRowMark> => ({
  key: bankRowKey(id),
  fromItem: (item) => markSchema.parse(item),
});

/** The marks of rows; undefined for a row that is new. One consistent read for each hundred. */
export const readBankRowMarks = async (
  table: Table,
  ids: readonly BankRowId[],
): Promise<(id: BankRowId) => BankRowMark | undefined> => {
  const read = await batchRead(table, ids.map(markRef), { consistent: true });
  return (id) => read(markRef(id));
};

/** A row with the mark that was read of it; undefined for one that is new. */
export interface MarkedRow extends Pick<BankRow, 'day'> {
  readonly id: BankRowId;
  readonly mark: BankRowMark | undefined;
}

/** Whether a row was decided: it is recorded, or ignored. */
export const isDecided = (mark: BankRowMark | undefined): boolean =>
  mark?.state === 'recorded' || mark?.state === 'ignored';

/** It is kept until a row of its day cannot be recorded any more. */
const markItem = ({ id, day }: Omit<MarkedRow, 'mark'>, mark: BankRowMark): Item => ({
  ...bankRowKey(id),
  [entityAttribute]: 'bank-row',
  ...markSchema.parse(mark),
  ...(mark.reason !== undefined && { ...ignoredRowsPartition, [ownerIndex.sortKey]: id }),
  [tableSchema.timeToLiveAttribute]: toEpochSeconds(retainedRowUntil(day)),
});

/**
 * The write of a row's next mark, for the transaction that carries out what it says. Refused where somebody else changed the
 * mark since it was read.
 */
export const bankRowMarkPut = (table: Table, row: MarkedRow, next: BankRowMark): Write => ({
  Put: {
    TableName: table.name,
    Item: markItem(row, next),
    ConditionExpression: row.mark ? '#state = :state AND times = :times' : 'attribute_not_exists(PK)',
    ...(row.mark && {
      ExpressionAttributeNames: { '#state': 'state' },
      ExpressionAttributeValues: { ':state': row.mark.state, ':times': row.mark.times },
    }),
  },
});

/**
 * The write that frees a row whose payment is taken back. Without a condition: the payment is taken back once, and nobody
 * changes the mark of a row that is recorded, which may have expired.
 */
export const bankRowFreed = (table: Table, row: Omit<MarkedRow, 'mark'>, times: number): Write => ({
  Put: { TableName: table.name, Item: markItem(row, { state: 'taken-back', times }) },
});

/**
 * Removes the reasons why rows were ignored that name a family which is erased (EME-07). The rows stay ignored. One Query of the
 * index, and one write for each such row.
 */
export const eraseIgnoredReasons = async (table: Table, isNamed: NamesPerson): Promise<void> => {
  const ignored = await queryAll(table, inPartition(ignoredRowsPartition));
  const naming = ignored.filter((item) => isNamed({ text: markSchema.parse(item).reason ?? '', payer: '' }));
  for (const item of naming)
    await updateItem(table, {
      TableName: table.name,
      Key: bankRowKey(bankRowIdSchema.parse(item[ownerIndex.sortKey])),
      ConditionExpression: 'attribute_exists(PK)',
      UpdateExpression: `REMOVE reason, ${ownerIndex.partitionKey}, ${ownerIndex.sortKey}`,
    });
};
