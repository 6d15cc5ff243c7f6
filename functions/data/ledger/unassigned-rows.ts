import { matchRow } from '#shared/domain/bank/match-row';
import type { NamesPerson } from '#shared/domain/bank/names-person';
import { retainedRowUntil } from '#shared/domain/bank/retained-row';
import { type UnassignedRow, unassignedRowSchema } from '#shared/schemas/bank-import';
import type { BankRow, BankRowId } from '#shared/schemas/bank-row';
import type { UserId } from '#shared/schemas/ids';
import { centsSchema } from '#shared/schemas/values';
import { getItem } from '../dynamo/get-item.ts';
import type { Item, ItemRef } from '../dynamo/item-ref.ts';
import { unassignedRowKey, unassignedRowsPartition } from '../dynamo/keys/ledger.ts';
import { inPartition, queryAll } from '../dynamo/query.ts';
import { sendTransaction, type Write } from '../dynamo/send-transaction.ts';
import { entityAttribute, tableSchema, toEpochSeconds } from '../dynamo/table-schema.ts';
import { updateItem } from '../dynamo/write-item.ts';
import type { ExtraWrites } from '../extra-writes.ts';
import type { Table } from '../table.ts';
import { type BankRowMark, bankRowMarkPut, payerMark, readBankRowMarks } from './bank-rows.ts';
import type { FamilyLedger } from './family-ledger.ts';

/** What names an unassigned row in the list: its day is a part of its key. */
export type UnassignedRowName = Pick<BankRow, 'day'> & { readonly id: BankRowId };

const fromItem = (item: Item): UnassignedRow => unassignedRowSchema.parse(item);

const unassignedRowRef = (name: UnassignedRowName): ItemRef<UnassignedRow> => ({
  key: unassignedRowKey(name),
  fromItem,
});

/** One unassigned row, or undefined where it was decided. One consistent read. */
export const getUnassignedRow = (table: Table, name: UnassignedRowName): Promise<UnassignedRow | undefined> =>
  getItem(table, unassignedRowRef(name));

/** All unassigned rows, the oldest day first. One consistent Query. */
export const listUnassignedRows = async (table: Table): Promise<UnassignedRow[]> =>
  (await queryAll(table, { ...inPartition(unassignedRowsPartition), ConsistentRead: true })).map(fromItem);

/** The write that takes a row off the list, for the transaction that decides about it. */
export const unassignedRowDelete = (table: Table, name: UnassignedRowName): Write => ({
  Delete: { TableName: table.name, Key: unassignedRowKey(name), ConditionExpression: 'attribute_exists(PK)' },
});

/**
 * Puts a row on the list, unless it is there, or was decided (BNK-03). It stays until an administrator decides, for as long
 * as a payment of its day can be recorded.
 */
export const keepUnassignedRow = async (
  table: Table,
  row: BankRow,
  method: UnassignedRow['method'],
  mark: BankRowMark | undefined,
): Promise<'unassigned' | 'known' | 'busy'> => {
  if (mark && mark.state !== 'taken-back') return 'known';
  const { id, day } = row;
  const { outcome } = await sendTransaction(table, [
    bankRowMarkPut(table, { id, day, mark }, { state: 'unassigned', times: mark?.times ?? 0, day }),
    {
      Put: {
        TableName: table.name,
        Item: {
          ...unassignedRowKey({ id, day }),
          [entityAttribute]: 'unassigned-row',
          ...unassignedRowSchema.parse({ ...row, method, is_erased: false }),
          [tableSchema.timeToLiveAttribute]: toEpochSeconds(retainedRowUntil(day)),
        },
      },
    },
  ]);
  if (outcome === 'busy') return 'busy';
  return outcome === 'done' ? 'unassigned' : 'known';
};

/**
 * Removes text and payer from the unassigned rows that lead to a family which is erased: rows with one of its references, of
 * those who paid for it before, and with its names, address or phone number (EME-07). Day and amount stay: an administrator still
 * has to decide about the money. One Query, and one write for each such row.
 */
export const eraseUnassignedRows = async (
  table: Table,
  { parentId: parent_id, isNamed }: { readonly parentId: UserId; readonly isNamed: NamesPerson },
  ledger: FamilyLedger | undefined,
): Promise<void> => {
  const families = ledger ? [{ ...ledger, parent_id, due: centsSchema.parse(0) }] : [];
  const leading = (await listUnassignedRows(table)).filter((row) => {
    if (isNamed(row)) return true;
    const by = matchRow(row, families, payerMark(row.payer))?.by;
    return by === 'reference' || by === 'payer';
  });
  for (const row of leading)
    await updateItem(table, {
      TableName: table.name,
      Key: unassignedRowKey(row),
      ConditionExpression: 'attribute_exists(PK)',
      UpdateExpression: 'SET #text = :none, payer = :none, is_erased = :true',
      ExpressionAttributeNames: { '#text': 'text' },
      ExpressionAttributeValues: { ':none': '', ':true': true },
    });
};

/** Takes a row off the list, with the reason and the extra writes; `known` where somebody has decided about it. */
export const ignoreUnassignedRow = async (
  table: Table,
  name: UnassignedRowName,
  reason: string,
  extraWrites: ExtraWrites,
): Promise<'ignored' | 'known' | 'busy'> => {
  const mark = (await readBankRowMarks(table, [name.id]))(name.id);
  if (mark?.state !== 'unassigned') return 'known';
  const { outcome } = await sendTransaction(table, [
    bankRowMarkPut(table, { ...name, mark }, { state: 'ignored', times: mark.times, reason }),
    unassignedRowDelete(table, name),
    ...extraWrites,
  ]);
  if (outcome === 'busy') return 'busy';
  return outcome === 'done' ? 'ignored' : 'known';
};
