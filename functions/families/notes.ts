import * as z from 'zod/mini';
import { type FamilyNoteId, familyNoteIdSchema, type UserId, userIdSchema } from '#shared/lib/ids';
import { instantSchema } from '#shared/lib/values';
import { ledgerIsOpen } from '../ledger/ledger.ts';
import { type Attempt, creationNotePut, subjectsFromItem } from '../lib/attempts.ts';
import { isNew, putWrite } from '../lib/dynamo/expressions.ts';
import { entityAttribute, keyOfItem } from '../lib/dynamo/items.ts';
import { familyNoteKey, familyNotesPartition } from '../lib/dynamo/keys-of-people.ts';
import { inPartition, queryAll, queryAs } from '../lib/dynamo/reads.ts';
import { deleteItem, sendTransaction } from '../lib/dynamo/writes.ts';
import type { Table } from '../lib/table.ts';

/** What an administrator noted about a family (BHF-04). Nothing changes it: a correction is a note of its own. */
const storedNoteSchema = z.object({
  id: familyNoteIdSchema,
  at: instantSchema,
  by: userIdSchema,
  text: z.string(),
  corrects: z.nullable(familyNoteIdSchema),
});
type StoredNote = z.infer<typeof storedNoteSchema>;

/** The notes about a family, newest first. One Query: ids sort by age. */
export const listNotes = (table: Table, familyId: UserId): Promise<StoredNote[]> =>
  queryAs(table, storedNoteSchema.parse, {
    ...inPartition(familyNotesPartition(familyId)),
    ScanIndexForward: false,
    ConsistentRead: true,
  });

/**
 * Stores a note, once for an attempt.
 * @returns its id, that of an earlier request of the attempt included; undefined where the family is being deleted or does
 * not exist
 */
export const addNote = async (
  table: Table,
  familyId: UserId,
  note: StoredNote,
  attempt: Attempt,
): Promise<FamilyNoteId | 'busy' | undefined> => {
  const result = await sendTransaction(table, [
    creationNotePut(table, attempt, [note.id]),
    ledgerIsOpen(table, familyId),
    putWrite(
      table,
      { ...familyNoteKey(familyId, note.id), [entityAttribute]: 'family-note', ...note },
      { if: isNew },
    ),
  ]);
  if (result.outcome === 'done') return note.id;
  if (result.outcome === 'busy') return 'busy';
  const [first] = result.refusals[0]?.item ? subjectsFromItem(result.refusals[0].item) : [];
  return first === undefined ? undefined : familyNoteIdSchema.parse(first);
};

/** Deletes the notes about a family that is erased. */
export const deleteNotes = async (table: Table, familyId: UserId): Promise<void> => {
  for (const note of await queryAll(table, inPartition(familyNotesPartition(familyId))))
    await deleteItem(table, keyOfItem(note));
};
