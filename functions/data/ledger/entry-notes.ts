import * as z from 'zod/mini';
import type { UserId } from '#shared/schemas/ids';
import { type LedgerEntryKey, ledgerEntryKeySchema } from '#shared/schemas/ledger-entry';
import { entryNoteKey, entryNotesPartition } from '../dynamo/keys/ledger.ts';
import { inPartition, queryAll } from '../dynamo/query.ts';
import type { Write } from '../dynamo/send-transaction.ts';
import { entityAttribute } from '../dynamo/table-schema.ts';
import { deleteItem } from '../dynamo/write-item.ts';
import type { Table } from '../table.ts';

const noteSchema = z.object({ SK: ledgerEntryKeySchema, text: z.string() });

/** The write of the reason or reference of an entry. */
export const entryNotePut = (table: Table, userId: UserId, key: LedgerEntryKey, text: string): Write => ({
  Put: {
    TableName: table.name,
    Item: { ...entryNoteKey(userId, key), [entityAttribute]: 'entry-note', text },
  },
});

/** The reasons and references of a family's entries, by the entry. One consistent Query. */
export const listEntryNotes = async (
  table: Table,
  userId: UserId,
): Promise<ReadonlyMap<LedgerEntryKey, string>> => {
  const items = await queryAll(table, {
    ...inPartition(entryNotesPartition(userId)),
    ConsistentRead: true,
  });
  return new Map(items.map((item) => noteSchema.parse(item)).map(({ SK, text }) => [SK, text]));
};

/** Deletes the reasons and references of a family that is erased. One write for each. */
export const deleteEntryNotes = async (table: Table, userId: UserId): Promise<void> => {
  for (const key of (await listEntryNotes(table, userId)).keys())
    await deleteItem(table, { TableName: table.name, Key: entryNoteKey(userId, key) });
};
