import * as z from 'zod/mini';
import { roles } from '#shared/roles';
import { classTypeSchema } from './class.ts';
import { childIdSchema } from './ids.ts';
import { calendarDateSchema, wallTimeSchema } from './values.ts';

/** The session whose card views are recorded; a roster is of all dates of its time slot. */
export const viewedSessionSchema = z.object({
  class_type: classTypeSchema,
  venue: z.string(),
  start_time: wallTimeSchema,
  end_time: wallTimeSchema,
  date: z.nullable(calendarDateSchema),
});

/** Who read the card of a child on a day (SEE-02). */
const cardViewSchema = z.object({
  child_id: childIdSchema,
  day: calendarDateSchema,
  /** Null where the account was deleted. */
  name: z.nullable(z.string()),
  role: z.enum(roles),
  /** Null where the family's page was read. */
  session: z.nullable(viewedSessionSchema),
});
export type CardView = z.infer<typeof cardViewSchema>;

/** Newest day first. */
export const cardViewsSchema = z.array(cardViewSchema);
