import * as z from 'zod/mini';
import { bookingDetailsSchema } from './booking.ts';
import { emailProblemSchema } from './email-problem.ts';
import { endedBookingSchema } from './ended-booking.ts';
import { bookingIdSchema } from './ids.ts';
import { familySchema } from './profile.ts';
import { roleSchema } from './role.ts';
import { calendarDateSchema, centsSchema, instantSchema } from './values.ts';

/** What is stored of each booking besides what the site shows. */
const alsoStored = {
  credited: centsSchema,
  credited_dates: z.array(calendarDateSchema),
  kept_until: z.optional(instantSchema),
  program_price: z.optional(centsSchema),
  moved_from: z.optional(bookingIdSchema),
  upgraded_from: z.optional(bookingIdSchema),
};
const exportedBookingSchema = z.extend(bookingDetailsSchema, alsoStored);
const exportedEndingSchema = z.extend(endedBookingSchema, { ...alsoStored, tell: z.boolean() });

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
  /** The sum of the amounts of all bookings made, ended ones included, in cents. */
  charged: z.int(),
  /** The sum of all credits less those that were taken back, in cents. */
  credited: z.int(),
  bookings: z.array(exportedBookingSchema),
  ended_bookings: z.array(exportedEndingSchema),
});
