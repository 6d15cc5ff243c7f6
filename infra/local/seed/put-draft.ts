import { randomUUID } from 'node:crypto';
import { createDraftOnce } from '#functions/data/classes/drafts';
import { newClassId } from '#functions/data/ids';
import type { Table } from '#functions/data/table';
import { instantOf } from '#shared/domain/time/instant-of';
import { type ClassDraft, classDraftSchema } from '#shared/schemas/class-draft';
import { idempotencyKeySchema, userIdSchema } from '#shared/schemas/ids';

/** Stores a draft of a class without a log entry, for sample data and tests. */
export const putDraft = async (
  table: Table,
  form: unknown,
  { now = new Date(), by = userIdSchema.parse(randomUUID()) } = {},
): Promise<ClassDraft> => {
  const draft = classDraftSchema.parse({
    ...{ id: newClassId(now), version: 1, form, created_by: by, created_at: instantOf(now) },
  });
  const attempt = { by, key: idempotencyKeySchema.parse(randomUUID()), now };
  const stored = await createDraftOnce(table, draft, attempt, []);
  if (!stored) throw new Error('The draft could not be stored');
  return stored;
};
