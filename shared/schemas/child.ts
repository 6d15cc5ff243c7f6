import * as z from 'zod/mini';
import { childIdSchema, userIdSchema } from './ids.ts';
import { calendarDateSchema, instantSchema } from './values.ts';

/** A parent's child (DAT-20). Medical conditions are sensitive: never logged, never in a URL. */
export const childSchema = z.object({
  id: childIdSchema,
  parent_id: userIdSchema,
  name: z.string(),
  date_of_birth: calendarDateSchema,
  medical_conditions: z.nullable(z.string()),
  created_at: instantSchema,
});
export type Child = z.infer<typeof childSchema>;
