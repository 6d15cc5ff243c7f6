import * as z from 'zod/mini';
import { childIdSchema, userIdSchema } from './ids.ts';
import { calendarDateSchema, instantSchema } from './values.ts';

/** What a parent answered about a child's health (EME-02). Sensitive: never logged, never in a URL. */
export const healthSchema = z.object({
  /** The note; null where there is nothing to know, and where nobody answered. */
  medical_conditions: z.nullable(z.string()),
  /** Version of the consent text that was shown, and when it was answered; null where nobody answered. */
  health_answer: z.nullable(z.object({ version: z.int(), at: instantSchema })),
});
export type Health = z.infer<typeof healthSchema>;

/** A parent's child (DAT-20). */
export const childSchema = z.object({
  id: childIdSchema,
  parent_id: userIdSchema,
  name: z.string(),
  date_of_birth: calendarDateSchema,
  ...healthSchema.shape,
  created_at: instantSchema,
});
export type Child = z.infer<typeof childSchema>;
