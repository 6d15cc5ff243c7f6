import * as z from 'zod/mini';
import { calendarDateSchema, centsSchema } from './values.ts';

export const duePartSchema = z.object({ date: calendarDateSchema, amount: centsSchema });

/** How far the charge of a booking is settled (PAY-03). */
export const paymentStateSchema = z.object({
  /** `later`: what is left is not due yet (DUE-01). */
  status: z.enum(['open', 'later', 'paid', 'credited']),
  /** What is still to pay. */
  rest: centsSchema,
  /** What of it is not due yet, by date; absent where all of it is due. */
  later: z.optional(z.array(duePartSchema).check(z.minLength(1))),
});
export type PaymentState = z.infer<typeof paymentStateSchema>;
