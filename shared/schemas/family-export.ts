import * as z from 'zod/mini';
import { bookingDetailsSchema } from './booking.ts';
import { emailProblemSchema } from './email-problem.ts';
import { familySchema } from './profile.ts';
import { instantSchema } from './values.ts';

/** All stored data of a family, for its own download. */
export const familyExportSchema = z.extend(familySchema, {
  exported_at: instantSchema,
  /** All names of children, past and removed ones included, which are stored for the search by name. */
  child_names: z.array(z.string()),
  /** The last bounce or complaint, or null. */
  email_problem: z.nullable(emailProblemSchema),
  bookings: z.array(bookingDetailsSchema),
});
