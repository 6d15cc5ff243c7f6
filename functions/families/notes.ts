import * as z from 'zod/mini';
import { type FamilyId, type FamilyNoteId, familyNoteIdSchema, userIdSchema } from '#shared/lib/ids';
import { instantSchema } from '#shared/lib/values';
import { ledgerIsOpen } from '../ledger/ledger.ts';
import { type Attempt, creationNotePut, subjectsFromItem } from '../lib/attempts.ts';
import { ContentionError } from '../lib/contention.ts';
import { deleteWrite, exists, isNew, putWrite } from '../lib/dynamo/expressions.ts';
import { entityAttribute, type Item, itemParser, keyOfItem } from '../lib/dynamo/items.ts';
import type { Write } from '../lib/dynamo/keyed-request.ts';
import { familyNoteKey, familyNotesPartition } from '../lib/dynamo/keys-of-people.ts';
import { inPartition, queryAll, queryAs } from '../lib/dynamo/reads.ts';
import { deleteItem, sendTransaction } from '../lib/dynamo/writes.ts';
import type { FamilyJoin } from '../lib/family-join.ts';
import type { Table } from '../lib/table.ts';

/** A note never changes: a correction is a further note (BHF-04). */
export const storedNoteSchema = z.object({
  id: familyNoteIdSchema,
  at: instantSchema,
  by: userIdSchema,
  text: z.string(),
  corrects: z.nullable(familyNoteIdSchema),
});
type StoredNote = z.infer<typeof storedNoteSchema>;

export const listNotes = (table: Table, familyId: FamilyId): Promise<StoredNote[]> =>
  queryAs(table, itemParser(storedNoteSchema), {
    ...inPartition(familyNotesPartition(familyId)),
    ScanIndexForward: false,
    ConsistentRead: true,
  });

export const notePut = (table: Table, familyId: FamilyId, note: StoredNote): Write =>
  putWrite(
    table,
    { ...familyNoteKey(familyId, note.id), [entityAttribute]: 'family-note', ...note },
    { if: isNew },
  );

/** Once for an attempt. @returns its id, also when repeated; undefined where the family is absent or being deleted */
export const addNote = async (
  table: Table,
  familyId: FamilyId,
  note: StoredNote,
  attempt: Attempt,
): Promise<FamilyNoteId | 'busy' | undefined> => {
  const result = await sendTransaction(table, [
    creationNotePut(table, attempt, [note.id]),
    ledgerIsOpen(table, familyId),
    notePut(table, familyId, note),
  ]);
  if (result.outcome === 'done') return note.id;
  if (result.outcome === 'busy') return 'busy';
  const [first] = result.refusals[0]?.item ? subjectsFromItem(result.refusals[0].item) : [];
  return first === undefined ? undefined : familyNoteIdSchema.parse(first);
};

export const deleteNotes = async (table: Table, familyId: FamilyId): Promise<void> => {
  for (const note of await queryAll(table, inPartition(familyNotesPartition(familyId))))
    await deleteItem(table, keyOfItem(note));
};

type Moved = Pick<FamilyJoin, 'from' | 'to'>;

const listNoteItems = (table: Table, familyId: FamilyId): Promise<Item[]> =>
  queryAll(table, { ...inPartition(familyNotesPartition(familyId)), ConsistentRead: true });

const noteMove = (table: Table, item: Item, to: FamilyId): Write[] => [
  putWrite(table, { ...item, ...familyNoteKey(to, familyNoteIdSchema.parse(item.id)) }, { if: isNew }),
  deleteWrite(table, keyOfItem(item), { if: exists }),
];

/** Keeps the transaction that deletes an unused family below 100 writes. */
const movedAtOnce = 20;

/** Belongs in the transaction that deletes an unused family. `joinNotes` moves what is left. */
export const noteMoves = async (table: Table, { from, to }: Moved): Promise<Write[]> =>
  (await listNoteItems(table, from)).slice(0, movedAtOnce).flatMap((item) => noteMove(table, item, to));

export const joinNotes = async (table: Table, { from, to }: Moved): Promise<void> => {
  for (const item of await listNoteItems(table, from)) {
    const { outcome } = await sendTransaction(table, noteMove(table, item, to));
    if (outcome === 'busy') throw new ContentionError('Contention on the notes about a family persisted');
  }
};
