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

/** Absent where nobody of family or office acted, null for a deleted account (ADT-01). */
const actorName = z.optional(z.nullable(z.string()));

/** What is stored of a booking and not shown on the site. */
const alsoStored = {
  credited: centsSchema,
  credited_dates: z.array(calendarDateSchema),
  kept_until: z.optional(instantSchema),
  program_price: z.optional(centsSchema),
  moved_from: z.optional(bookingIdSchema),
  upgraded_from: z.optional(bookingIdSchema),
  /** The administrator who booked, and the reason for a booking above capacity (BHF-01). */
  booked_by: z.optional(userIdSchema),
  booked_by_name: actorName,
  above_capacity: z.optional(z.string()),
};
const exportedBookingSchema = z.extend(bookingDetailsSchema, {
  ...alsoStored,
  not_coming: z.array(calendarDateSchema),
  /** By date. */
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

const exportedRenewalSchema = z.object({
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

export const familyExportSchema = z.object({
  family_id: familyIdSchema,
  /** The reader's own; without a login what the office typed. */
  profile: z.extend(z.omit(profileSchema, { id: true }), { id: z.optional(userIdSchema) }),
  exported_at: instantSchema,
  /** What the office typed before the family had a login, for its holder (FID-13). */
  office_contact: z.optional(z.pick(profileSchema, { full_name: true, email: true, phone_number: true })),
  members: z.array(familyMemberSchema),
  /** With the health text that coaches read. */
  children: z.array(
    z.extend(childSchema, {
      health: z.string(),
      /** Who last changed the card, and who answered about photos. */
      card_by_name: actorName,
      photos_school_by_name: actorName,
      photos_web_by_name: actorName,
    }),
  ),
  card_views: cardViewsSchema,
  child_names: z.array(z.string()),
  email_problem: z.nullable(emailProblemSchema),
  role: roleSchema,
  role_changed_at: z.nullable(instantSchema),
  coach_since: z.nullable(instantSchema),
  first_login_at: z.nullable(instantSchema),
  password_set_at: z.nullable(instantSchema),
  /** Cents: the amounts of all bookings made, ended ones included. */
  charged: z.int(),
  credited: z.int(),
  waived: z.int(),
  received: z.int(),
  /** The text for bank transfers. */
  reference: z.nullable(paymentReferenceSchema),
  /** A further reference, from earlier use or an import. */
  second_reference: z.nullable(secondReferenceSchema),
  /** References of joined families; absent without one (FID-11). */
  joined_references: z.optional(z.array(z.string())),
  /** When the oldest open booking was made, or its due date. */
  open_since: z.nullable(z.union([instantSchema, calendarDateSchema])),
  reminded_at: z.nullable(instantSchema),
  do_not_remind: z.boolean(),
  /** Payments, refunds, credits and waivers, with the administrators' reasons. */
  entries: z.array(statementEntrySchema),
  notes: z.array(
    z.object({
      id: familyNoteIdSchema,
      at: instantSchema,
      text: z.string(),
      author: z.nullable(z.string()),
      corrects: z.nullable(familyNoteIdSchema),
    }),
  ),
  /** Rows of imported files, and what waits for the family's answer. */
  imported: z.array(z.looseObject({ at: instantSchema })),
  bookings: z.array(exportedBookingSchema),
  ended_bookings: z.array(exportedEndingSchema),
  /** By date, for each child in the order of the taps. */
  register_marks: z.array(exportedMarkSchema),
  waiting: z.array(z.extend(waitingApplicationSchema, { joined_by_name: actorName })),
  /** Ended offers within their retention; open ones are part of `waiting`. */
  offers: z.array(z.extend(waitingOfferSchema, { answered_by_name: actorName })),
  /** Places that were kept for the next term, and their outcome. */
  kept_places: z.array(exportedRenewalSchema),
});
export type FamilyExport = z.infer<typeof familyExportSchema>;
