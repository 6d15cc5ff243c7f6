import * as z from 'zod/mini';
import { centsSchema } from './values.ts';

/** A filled link to the payment page of the school's provider (PLK-01). */
export const payNowSchema = z.object({
  url: z.string(),
  /** Where the link leads: "pay.example.com". */
  host: z.string(),
  amount: centsSchema,
  /** Whether the page has the amount already; else the family enters it. */
  takes_amount: z.boolean(),
  /** The same for the reference. */
  takes_reference: z.boolean(),
});
export type PayNow = z.infer<typeof payNowSchema>;
