import * as z from 'zod/mini';
import { bookingDetailsSchema } from './booking.ts';
import { emailProblemSchema } from './email-problem.ts';
import { familySchema } from './profile.ts';
import { instantSchema } from './values.ts';

/** All that is stored about a family, for the family itself. */
export const familyExportSchema = z.extend(familySchema, {
  exported_at: instantSchema,
  /** Names the children have had, removed ones included: the school's search keeps them with the account. */
  child_names: z.array(z.string()),
  /** Whether emails came back or were reported as unwanted, and when last. */
  email_problem: z.nullable(emailProblemSchema),
  bookings: z.array(bookingDetailsSchema),
});
