import * as z from 'zod/mini';
import { coachIdsSchema } from '#shared/sessions/calendar-rules';
import { classIdSchema } from '../lib/ids.ts';
import { calendarDateSchema } from '../lib/values.ts';
import { footballClassSchema } from './class.ts';

// Optimistic locking: incremented by every change, and sent with an update.
const versionSchema = z.int().check(z.positive());

/** The class before, and the Monday of the new first week (TRM-02). */
export const plannedFromSchema = z.object({ class_id: classIdSchema, first_week: calendarDateSchema });

/** Classes that are being deleted are hidden outside of the admin area. */
export const managedClassSchema = z.extend(footballClassSchema, {
  /** The accounts of its coaches, beside the name that the public reads (COA-02). */
  coach_ids: coachIdsSchema,
  version: versionSchema,
  deleting: z.boolean(),
  planned_from: z.optional(plannedFromSchema),
});
export type ManagedClass = z.infer<typeof managedClassSchema>;
