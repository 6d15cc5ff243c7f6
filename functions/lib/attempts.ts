import * as z from 'zod/mini';
import type { IdempotencyKey, UserId } from '#shared/lib/ids';
import { attemptLifetimeSeconds } from '../limits.ts';
import { compareNote } from './dynamo/attempt-note.ts';
import { absent, putWrite } from './dynamo/expressions.ts';
import {
  entityAttribute,
  type Item,
  itemParser,
  keyOfItem,
  tableSchema,
  toEpochSeconds,
} from './dynamo/items.ts';
import type { Write } from './dynamo/keyed-request.ts';
import { attemptKey, attemptPartition } from './dynamo/keys-of-people.ts';
import { getItem, inPartition, queryAll } from './dynamo/reads.ts';
import { deleteItem } from './dynamo/writes.ts';
import type { Table } from './table.ts';

/** A request and its repetitions, which have the same key. */
export interface Attempt {
  readonly by: UserId;
  readonly key: IdempotencyKey;
  readonly now: Date;
}

/** Without ids for an attempt that neither made nor deleted anything of its own. */
export const storedAttemptSchema = z.object({ subject_ids: z._default(z.array(z.string()), []) });

export const subjectsFromItem = (item: Item): readonly string[] =>
  itemParser(storedAttemptSchema)(item).subject_ids;

const noteItem = ({ by, key, now }: Attempt, subjectIds: readonly string[]): Item => ({
  ...attemptKey(by, key),
  [entityAttribute]: 'attempt',
  subject_ids: subjectIds,
  [tableSchema.timeToLiveAttribute]: toEpochSeconds(now) + attemptLifetimeSeconds,
});

/** Belongs in the transaction of what the attempt makes. Refused, with the first note, where it was carried out before. */
export const creationNotePut = (table: Table, attempt: Attempt, subjectIds: readonly string[]): Write =>
  putWrite(table, noteItem(attempt, subjectIds), { if: { subject_ids: absent }, returnsStored: true });

/** Belongs in the transaction of the deletion. Needs no condition, since nothing is deleted twice. */
export const deletionNotePut = (table: Table, attempt: Attempt, subjectId: string): Write =>
  putWrite(table, noteItem(attempt, [subjectId]));

/** For a repeated request that finds nothing. One consistent read. @throws SentBeforeError for another use of the key */
export const hasDeleted = async (
  table: Table,
  { by, key }: Pick<Attempt, 'by' | 'key'>,
  subjectId: string,
): Promise<boolean> => {
  const note = await getItem(table, { key: attemptKey(by, key), fromItem: (item) => item });
  compareNote(table, note && { item: note });
  return note ? subjectsFromItem(note).includes(subjectId) : false;
};

export const deleteAttemptNotes = async (table: Table, userId: UserId): Promise<void> => {
  for (const note of await queryAll(table, inPartition(attemptPartition(userId))))
    await deleteItem(table, keyOfItem(note));
};
