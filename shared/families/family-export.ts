import * as z from 'zod/mini';
import { bookingDetailsSchema, endedBookingSchema } from '../booking/booking.ts';
import { paymentReferenceSchema, secondReferenceSchema } from '../ledger/references.ts';
import { statementEntrySchema } from '../ledger/statement.ts';
import {
  bookingIdSchema,
  childIdSchema,
  classIdSchema,
  familyIdSchema,
  familyNoteIdSchema,
  messageIdSchema,
  offerIdSchema,
  slotIdSchema,
  userIdSchema,
} from '../lib/ids.ts';
import { calendarDateSchema, centsSchema, instantSchema } from '../lib/values.ts';
import { storedMarkSchema } from '../registers/register.ts';
import { waitingApplicationSchema, waitingOfferSchema } from '../waiting/waiting.ts';
import { cardViewsSchema, childSchema, emailProblemSchema, profileSchema, roleSchema } from './family.ts';
import { familyMemberSchema } from './members.ts';

/** The name of who acted (ADT-01): null where that account is gone, absent where nobody of family or office did. */
const actorName = z.optional(z.nullable(z.string()));

/** What is stored of each booking besides what the site shows. */
const alsoStored = {
  credited: centsSchema,
  credited_dates: z.array(calendarDateSchema),
  kept_until: z.optional(instantSchema),
  program_price: z.optional(centsSchema),
  moved_from: z.optional(bookingIdSchema),
  upgraded_from: z.optional(bookingIdSchema),
  /** The administrator who booked for the family, and why above the capacity (BHF-01). */
  booked_by: z.optional(userIdSchema),
  booked_by_name: actorName,
  above_capacity: z.optional(z.string()),
};
const exportedBookingSchema = z.extend(bookingDetailsSchema, {
  ...alsoStored,
  not_coming: z.array(calendarDateSchema),
  /** Who said so, by date. */
  not_coming_by_name: z.record(calendarDateSchema, actorName),
});
const exportedMarkSchema = z.extend(z.omit(storedMarkSchema, { id: true, by: true }), {
  slot_id: slotIdSchema,
  date: calendarDateSchema,
  child_id: childIdSchema,
});
const exportedEndingSchema = z.extend(endedBookingSchema, {
  ...alsoStored,
  tell: z.boolean(),
  ended_by_name: actorName,
});

const keptPlaceSchema = z.object({
  from_class_id: classIdSchema,
  class_id: classIdSchema,
  booking_id: bookingIdSchema,
  child_id: childIdSchema,
  offer_id: offerIdSchema,
  message_id: messageIdSchema,
  state: waitingOfferSchema.shape.state,
  state_at: instantSchema,
  answered_by_name: actorName,
});

/** All personal data that is stored about a family, for its own download. */
export const familyExportSchema = z.object({
  family_id: familyIdSchema,
  /** The reader's own; of a family without a login what the office typed, which is no account's. */
  profile: z.extend(z.omit(profileSchema, { id: true }), { id: z.optional(userIdSchema) }),
  exported_at: instantSchema,
  /** What the office typed of a family that has a login by now, in the export of its holder (FID-13). */
  office_contact: z.optional(z.pick(profileSchema, { full_name: true, email: true, phone_number: true })),
  /** The adults who act for the family, by name. */
  members: z.array(familyMemberSchema),
  /** Each child also with what coaches and office read of its health: "Not answered" where nobody answered. */
  children: z.array(
    z.extend(childSchema, {
      health: z.string(),
      /** Who last changed the card, and who answered about photos. */
      card_by_name: actorName,
      photos_school_by_name: actorName,
      photos_web_by_name: actorName,
    }),
  ),
  /** Who read the cards of the children. */
  card_views: cardViewsSchema,
  /** Names of the children, and of removed children who have bookings, which are stored for the search by name. */
  child_names: z.array(z.string()),
  /** The last bounce or complaint, or null. */
  email_problem: z.nullable(emailProblemSchema),
  role: roleSchema,
  role_changed_at: z.nullable(instantSchema),
  /** When the account was made a coach, or null. */
  coach_since: z.nullable(instantSchema),
  first_login_at: z.nullable(instantSchema),
  /** When a link of an email last set the password, or null. */
  password_set_at: z.nullable(instantSchema),
  /** The sum of the amounts of all bookings made, ended ones included, in cents. */
  charged: z.int(),
  /** The sum of all credits and waivers less those that were taken back, in cents (DAY-02). */
  credited: z.int(),
  /** The waivers in `credited`. */
  waived: z.int(),
  /** The sum of payments less refunds, in cents. */
  received: z.int(),
  /** What the family writes on bank transfers. */
  reference: z.nullable(paymentReferenceSchema),
  /** One that it may still write, by an earlier one or an import. */
  second_reference: z.nullable(secondReferenceSchema),
  /** Those of families that were joined with it; absent without one (FID-11). */
  joined_references: z.optional(z.array(z.string())),
  /** When the oldest open booking was made, or the date on which it is due, as far as it is kept. */
  open_since: z.nullable(z.union([instantSchema, calendarDateSchema])),
  /** When the family was last reminded to pay. */
  reminded_at: z.nullable(instantSchema),
  do_not_remind: z.boolean(),
  /** Payments, refunds, credits and waivers, with the reasons that administrators wrote. */
  entries: z.array(statementEntrySchema),
  /** What administrators noted about the family (BHF-04). */
  notes: z.array(
    z.object({
      id: familyNoteIdSchema,
      at: instantSchema,
      text: z.string(),
      /** Who wrote it; null where that account is gone. */
      author: z.nullable(z.string()),
      corrects: z.nullable(familyNoteIdSchema),
    }),
  ),
  /** What files of families said, from which an administrator imported it; also what waits for the family's word. */
  imported: z.array(z.looseObject({ at: instantSchema })),
  bookings: z.array(exportedBookingSchema),
  ended_bookings: z.array(exportedEndingSchema),
  /** What coaches and administrators marked on registers, by date, and for each child in the order of the taps. */
  register_marks: z.array(exportedMarkSchema),
  /** Entries of waiting lists. */
  waiting: z.array(z.extend(waitingApplicationSchema, { joined_by_name: actorName })),
  /** Offers of places that ended within the time for which they are kept. Open ones are named by their entries. */
  offers: z.array(z.extend(waitingOfferSchema, { answered_by_name: actorName })),
  /** Places of the next term that were kept, and what became of them. */
  kept_places: z.array(keptPlaceSchema),
});
export type FamilyExport = z.infer<typeof familyExportSchema>;
