import * as z from 'zod/mini';
import { idempotencyKeySchema } from '#shared/schemas/ids';
import { calendarDateSchema, centsSchema, instantSchema } from '#shared/schemas/values';
import { classPlaceSchema } from '../class-place.ts';

/** How a booking came to its slot, where it was moved there: what the email about it says of the old place. */
export const lastMoveSchema = z.object({
  /** A request with the same key is the same move. */
  attempt: idempotencyKeySchema,
  at: instantSchema,
  /** Whether the family is told by email. */
  tell: z.boolean(),
  from: z.extend(classPlaceSchema, {
    /** Null for a full programme. */
    trial_date: z.nullable(calendarDateSchema),
  }),
  /** Credited for the sessions left of the old booking; null for a move within a class, which changes no money. */
  credit: z.nullable(centsSchema),
});
export type LastMove = z.infer<typeof lastMoveSchema>;
