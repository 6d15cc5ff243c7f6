import * as z from 'zod/mini';
import { limits } from '#shared/limits';
import { classIdSchema, slotIdSchema, userIdSchema } from './ids.ts';
import { calendarDateSchema } from './values.ts';

const hasNoneTwice = (ids: readonly string[]): boolean => new Set(ids).size === ids.length;

/** The accounts of coaches that a class names, or that stand in at a session (COA-02). */
export const coachIdsSchema = z
  .array(userIdSchema)
  .check(
    z.maxLength(limits.coachesPerClass, `Choose at most ${limits.coachesPerClass} coaches`),
    z.refine(hasNoneTwice, 'A coach is listed twice'),
  );

/** Who stands in at one session; empty for nobody. */
export const setCoverSchema = z.strictObject({
  slot_id: slotIdSchema,
  date: calendarDateSchema,
  coach_ids: coachIdsSchema,
});

/** Those who stand in at one session of a class. */
export const coverSchema = z.object({
  class_id: classIdSchema,
  slot_id: slotIdSchema,
  date: calendarDateSchema,
  coach_ids: coachIdsSchema,
});
export type Cover = z.infer<typeof coverSchema>;
