import * as z from 'zod/mini';
import { bookingDetailsSchema } from './booking.ts';
import { emailProblemSchema } from './email-problem.ts';
import { familySchema } from './profile.ts';
import { roleSchema } from './role.ts';
import { instantSchema } from './values.ts';
import { waitingEntrySchema, waitingOfferSchema } from './waiting.ts';

/** All personal data that is stored about a family, for its own download. */
export const familyExportSchema = z.extend(familySchema, {
  exported_at: instantSchema,
  /** Names of the children, and of removed children who have bookings, which are stored for the search by name. */
  child_names: z.array(z.string()),
  /** The last bounce or complaint, or null. */
  email_problem: z.nullable(emailProblemSchema),
  role: roleSchema,
  role_changed_at: z.nullable(instantSchema),
  first_login_at: z.nullable(instantSchema),
  /** When a link of an email last set the password, or null. */
  password_set_at: z.nullable(instantSchema),
  /** The sum of the amounts of all bookings made, deleted ones included, in cents. */
  charged: z.int(),
  bookings: z.array(bookingDetailsSchema),
  /** Entries of waiting lists. */
  waiting: z.array(waitingEntrySchema),
  /** Offers of places that ended within the time for which they are kept. Open ones are named by their entries. */
  offers: z.array(waitingOfferSchema),
});
