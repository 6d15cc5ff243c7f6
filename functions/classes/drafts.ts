import { type ClassDraft, classDraftSchema } from '#shared/classes/class-input';
import { type ClassId, classIdSchema, type VenueId } from '#shared/lib/ids';
import { type Attempt, creationNotePut, subjectsFromItem } from '../lib/attempts.ts';
import { deleteWrite, isNew, putWrite } from '../lib/dynamo/expressions.ts';
import { entityAttribute, type Item, type ItemRef, itemParser } from '../lib/dynamo/items.ts';
import type { Write } from '../lib/dynamo/keyed-request.ts';
import { draftKey, draftsPartition, plannedKey } from '../lib/dynamo/keys-of-classes.ts';
import { getItem, inPartition, queryAs } from '../lib/dynamo/reads.ts';
import { sendTransaction, type TransactionOutcome } from '../lib/dynamo/writes.ts';
import type { ExtraWrites } from '../lib/extra-writes.ts';
import type { Table } from '../lib/table.ts';
import { classPuts, type NewClass } from './classes.ts';

// Drafts have a partition of their own, which functions for the public may not read (TRM-01).

const draftItem = (draft: ClassDraft): Item => ({
  ...draftKey(draft.id),
  [entityAttribute]: 'class-draft',
  ...classDraftSchema.parse(draft),
});

export const draftRef = (id: ClassId): ItemRef<ClassDraft> => ({
  key: draftKey(id),
  fromItem: itemParser(classDraftSchema),
});

export const getDraft = (table: Table, id: ClassId): Promise<ClassDraft | undefined> =>
  getItem(table, draftRef(id));

export const listDrafts = (table: Table): Promise<ClassDraft[]> =>
  queryAs(table, itemParser(classDraftSchema), {
    ...inPartition(draftsPartition),
    ScanIndexForward: false,
    ConsistentRead: true,
  });

export const countDraftsAt = async (table: Table, venueId: VenueId): Promise<number> =>
  (await listDrafts(table)).filter(({ form }) => form.venue_id === venueId).length;

const draftPut = (table: Table, draft: ClassDraft): Write => putWrite(table, draftItem(draft), { if: isNew });

/**
 * Stores a new draft and the extra writes, once per attempt: a repeated request gets the first draft.
 * @returns undefined where contention persisted, or the draft was published or deleted since
 */
export const createDraftOnce = async (
  table: Table,
  draft: ClassDraft,
  attempt: Attempt,
  extraWrites: ExtraWrites,
): Promise<ClassDraft | undefined> => {
  const note = creationNotePut(table, attempt, [draft.id]);
  const result = await sendTransaction(table, [note, draftPut(table, draft), ...extraWrites]);
  if (result.outcome === 'done') return draft;
  const earlier = result.outcome === 'refused' && result.refusals[0]?.item;
  return earlier ? getDraft(table, classIdSchema.parse(subjectsFromItem(earlier)[0])) : undefined;
};

type Planned = Pick<ClassDraft, 'planned_from'>;

// Notes what a class is planned from; refused where another one is planned from the same class for the same week.
const plannedPuts = (table: Table, { id, planned_from }: Planned & Pick<ClassDraft, 'id'>): Write[] =>
  planned_from
    ? [
        putWrite(
          table,
          { ...plannedKey(planned_from), [entityAttribute]: 'planned-class', class_id: id },
          { if: isNew },
        ),
      ]
    : [];

/** Lets a class be planned again, when what was planned from it is deleted. */
export const plannedDeletes = (table: Table, { planned_from }: Planned): Write[] =>
  planned_from ? [deleteWrite(table, plannedKey(planned_from))] : [];

/** Refused where the draft was planned before, or an extra write is refused. */
export const createPlannedDraft = async (
  table: Table,
  draft: ClassDraft,
  extraWrites: ExtraWrites,
): Promise<{ readonly outcome: 'done' | 'planned' | 'busy' }> => {
  const note = plannedPuts(table, draft);
  const result = await sendTransaction(table, [...note, draftPut(table, draft), ...extraWrites]);
  if (result.outcome === 'done') return { outcome: 'done' };
  return { outcome: result.outcome === 'refused' && result.refusals[0] ? 'planned' : 'busy' };
};

const unchangedDraft = ({ version }: Pick<ClassDraft, 'version'>) => ({ if: { version } });

export const updateDraft = async (
  table: Table,
  current: ClassDraft,
  next: ClassDraft,
  extraWrites: ExtraWrites,
): Promise<TransactionOutcome> => {
  const put = putWrite(table, draftItem(next), unchangedDraft(current));
  return sendTransaction(table, [put, ...extraWrites]);
};

const draftDelete = (table: Table, draft: Pick<ClassDraft, 'id' | 'version'>): Write =>
  deleteWrite(table, draftKey(draft.id), unchangedDraft(draft));

export const deleteDraft = (
  table: Table,
  draft: ClassDraft,
  extraWrites: ExtraWrites,
): Promise<TransactionOutcome> =>
  sendTransaction(table, [draftDelete(table, draft), ...plannedDeletes(table, draft), ...extraWrites]);

/** Makes a draft the class that it describes; refused where the draft is not as it was read. */
export const publishDraft = (
  table: Table,
  draft: ClassDraft,
  cls: NewClass,
  extraWrites: ExtraWrites,
): Promise<TransactionOutcome> =>
  sendTransaction(table, [draftDelete(table, draft), ...classPuts(table, cls), ...extraWrites]);
