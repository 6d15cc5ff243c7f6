import { matchRow } from '#shared/domain/bank/match-row';
import { retainedRowUntil } from '#shared/domain/bank/retained-row';
import { type WaitingRow, waitingRowSchema } from '#shared/schemas/bank-import';
import type { BankRow, BankRowId } from '#shared/schemas/bank-row';
import type { UserId } from '#shared/schemas/ids';
import { centsSchema } from '#shared/schemas/values';
import { getItem } from '../dynamo/get-item.ts';
import type { Item, ItemRef } from '../dynamo/item-ref.ts';
import { waitingRowKey, waitingRowsPartition } from '../dynamo/keys/ledger.ts';
import { inPartition, queryAll } from '../dynamo/query.ts';
import { sendTransaction, type Write } from '../dynamo/send-transaction.ts';
import { entityAttribute, tableSchema, toEpochSeconds } from '../dynamo/table-schema.ts';
import { updateItem } from '../dynamo/write-item.ts';
import type { ExtraWrites } from '../extra-writes.ts';
import type { Table } from '../table.ts';
import { type BankRowMark, bankRowId, bankRowMarkPut, payerMark, readBankRowMarks } from './bank-rows.ts';
import type { FamilyLedger } from './family-ledger.ts';

/** What names a waiting row in the list: its day is a part of its key. */
export type WaitingRowName = Pick<BankRow, 'day'> & { readonly id: BankRowId };

const fromItem = (item: Item): WaitingRow => waitingRowSchema.parse(item);

const waitingRowRef = (name: WaitingRowName): ItemRef<WaitingRow> => ({ key: waitingRowKey(name), fromItem });

/** One waiting row, or undefined where it was decided. One consistent read. */
export const getWaitingRow = (table: Table, name: WaitingRowName): Promise<WaitingRow | undefined> =>
  getItem(table, waitingRowRef(name));

/** All waiting rows, the oldest day first. One consistent Query. */
export const listWaitingRows = async (table: Table): Promise<WaitingRow[]> =>
  (await queryAll(table, { ...inPartition(waitingRowsPartition), ConsistentRead: true })).map(fromItem);

/** The write that takes a row off the list, for the transaction that decides about it. */
export const waitingRowDelete = (table: Table, name: WaitingRowName): Write => ({
  Delete: { TableName: table.name, Key: waitingRowKey(name), ConditionExpression: 'attribute_exists(PK)' },
});

/**
 * Puts a row on the list, unless it is there, or was decided (BNK-03). It stays until an administrator decides, for as long
 * as a payment of its day can be recorded.
 */
export const keepWaitingRow = async (
  table: Table,
  row: BankRow,
  method: WaitingRow['method'],
  mark: BankRowMark | undefined,
): Promise<'waiting' | 'known' | 'busy'> => {
  if (mark && mark.state !== 'taken-back') return 'known';
  const { day } = row;
  const id = bankRowId(row);
  const { outcome } = await sendTransaction(table, [
    bankRowMarkPut(table, { id, day, mark }, { state: 'waiting', times: mark?.times ?? 0 }),
    {
      Put: {
        TableName: table.name,
        Item: {
          ...waitingRowKey({ id, day }),
          [entityAttribute]: 'waiting-row',
          ...waitingRowSchema.parse({ id, ...row, method, is_erased: false }),
          [tableSchema.timeToLiveAttribute]: toEpochSeconds(retainedRowUntil(day)),
        },
      },
    },
  ]);
  if (outcome === 'busy') return 'busy';
  return outcome === 'done' ? 'waiting' : 'known';
};

/**
 * Removes text and payer from the waiting rows that lead to a family which is erased: rows with one of its references, and of
 * those who paid for it before. Day and amount stay: an administrator still has to decide about the money. One Query, and one
 * write for each such row.
 */
export const eraseWaitingRows = async (
  table: Table,
  parent_id: UserId,
  ledger: FamilyLedger | undefined,
): Promise<void> => {
  if (!ledger) return;
  const families = [{ ...ledger, parent_id, due: centsSchema.parse(0) }];
  const leading = (await listWaitingRows(table)).filter((row) => {
    const by = matchRow(row, families, payerMark(row.payer))?.by;
    return by === 'reference' || by === 'payer';
  });
  for (const row of leading)
    await updateItem(table, {
      TableName: table.name,
      Key: waitingRowKey(row),
      ConditionExpression: 'attribute_exists(PK)',
      UpdateExpression: 'SET #text = :none, payer = :none, is_erased = :true',
      ExpressionAttributeNames: { '#text': 'text' },
      ExpressionAttributeValues: { ':none': '', ':true': true },
    });
};

/** Takes a row off the list, with the reason and the extra writes; `known` where somebody has decided about it. */
export const ignoreWaitingRow = async (
  table: Table,
  name: WaitingRowName,
  reason: string,
  extraWrites: ExtraWrites,
): Promise<'ignored' | 'known' | 'busy'> => {
  const mark = (await readBankRowMarks(table, [name.id]))(name.id);
  if (mark?.state !== 'waiting') return 'known';
  const { outcome } = await sendTransaction(table, [
    bankRowMarkPut(table, { ...name, mark }, { state: 'ignored', times: mark.times, reason }),
    waitingRowDelete(table, name),
    ...extraWrites,
  ]);
  if (outcome === 'busy') return 'busy';
  return outcome === 'done' ? 'ignored' : 'known';
};
