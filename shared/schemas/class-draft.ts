import * as z from 'zod/mini';
import { createClassSchema, plannedFromSchema } from './class-input.ts';
import { classIdSchema, userIdSchema } from './ids.ts';
import { instantSchema } from './values.ts';

/** A class that administrators alone see until it is published (TRM-01): the form as it was saved. */
export const classDraftSchema = z.object({
  /** Of the class that it becomes. */
  id: classIdSchema,
  /** Raised by each change, as that of a class. */
  version: z.int().check(z.positive()),
  form: createClassSchema,
  planned_from: z.optional(plannedFromSchema),
  created_by: userIdSchema,
  created_at: instantSchema,
});
export type ClassDraft = z.infer<typeof classDraftSchema>;

/** A draft that is to be published or deleted, as it was read. */
export const sameDraftSchema = z.strictObject({ version: classDraftSchema.shape.version });

/** A changed draft. `version` is that of the draft that was read. */
export const updateDraftSchema = z.strictObject({
  version: classDraftSchema.shape.version,
  form: createClassSchema,
});
