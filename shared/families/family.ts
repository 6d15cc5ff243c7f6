import * as z from 'zod/mini';
import { profileRoles, roles } from '#shared/roles';
import { classTypeSchema } from '../classes/class.ts';
import { childIdSchema, familyIdSchema, userIdSchema } from '../lib/ids.ts';
import { calendarDateSchema, instantSchema, wallTimeSchema } from '../lib/values.ts';

/** Sensitive: never logged, never in a URL (EME-02). */
const healthSchema = z.object({
  medical_conditions: z.nullable(z.string()),
  /** The consent text's version and the time of the answer; null without an answer. */
  health_answer: z.nullable(z.object({ version: z.int(), at: instantSchema })),
});
export type Health = z.infer<typeof healthSchema>;

/** Whom to call besides the holder, first to last (EME-01). */
const contactSchema = z.object({
  name: z.string(),
  /** For example grandmother or neighbour. */
  relation: z.string(),
  phone_number: z.string(),
  may_collect: z.boolean(),
});
export type Contact = z.infer<typeof contactSchema>;

/** With the version of the shown text, and who answered when; null without an answer. */
const photoAnswerSchema = z.nullable(
  z.object({ allowed: z.boolean(), version: z.int(), at: instantSchema, by: userIdSchema }),
);

/** What a parent answered about photos of a child (EME-06). */
const photosSchema = z.object({
  photos_school: photoAnswerSchema,
  /** On the website and social media. */
  photos_web: photoAnswerSchema,
});
export type Photos = z.infer<typeof photosSchema>;

export const coachCardSchema = z.object({
  ...healthSchema.shape,
  contacts: z.array(contactSchema),
  /** Which photos a parent allowed. */
  photos: z.object({ school: z.boolean(), web: z.boolean() }),
});
export type CoachCard = z.infer<typeof coachCardSchema>;

/** What a parent tells those who look after the child. */
const cardSchema = z.object({
  ...healthSchema.shape,
  contacts: z.array(contactSchema),
  ...photosSchema.shape,
  /** The last confirmation; null without one (EME-03). */
  card_confirmed_at: z.nullable(instantSchema),
  /** The adult who last changed the card; absent where the office entered the child (ADT-01). */
  card_by: z.optional(userIdSchema),
  /** The announced day on which unused notes and contacts go (SEE-03). */
  card_goes_on: z.optional(calendarDateSchema),
});
export type Card = z.infer<typeof cardSchema>;

export const childSchema = z.object({
  id: childIdSchema,
  parent_id: familyIdSchema,
  name: z.string(),
  date_of_birth: calendarDateSchema,
  ...cardSchema.shape,
  created_at: instantSchema,
});
export type Child = z.infer<typeof childSchema>;

/** A person's data without credentials (DAT-17). */
export const profileSchema = z.object({
  id: userIdSchema,
  email: z.string(),
  full_name: z.string(),
  phone_number: z.string(),
  created_at: instantSchema,
  email_verified: z.boolean(),
  /** A reminder of every session, not only of the first and of trials (MSG-05). */
  remind_every_session: z.optional(z.boolean()),
});
export type Profile = z.infer<typeof profileSchema>;

export const familySchema = z.object({ profile: profileSchema, children: z.array(childSchema) });
export type Family = z.infer<typeof familySchema>;

export const roleSchema = z.enum(profileRoles);

/** The holder alone deletes the family and ends others' access (ADT-01). */
export const familyRoleSchema = z.enum(['holder', 'adult']);
export type FamilyRole = z.infer<typeof familyRoleSchema>;

/** The adults, the holder first, or the office's contact of a family without a login (FID-08). */
export const adultsToCallSchema = z.array(z.object({ full_name: z.string(), phone_number: z.string() }));
export type AdultsToCall = z.infer<typeof adultsToCallSchema>;

/** An invitation that was not accepted yet. */
export const adultInvitationSchema = z.object({
  email: z.string(),
  invited_at: instantSchema,
  valid_until: instantSchema,
});

/** A permanent bounce, or a spam complaint: the address gets no mail. */
export const emailProblemSchema = z.object({ kind: z.enum(['bounced', 'complained']), at: instantSchema });
export type EmailProblem = z.infer<typeof emailProblemSchema>;

/** A roster is of all dates of its time slot. */
export const viewedSessionSchema = z.object({
  class_type: classTypeSchema,
  venue: z.string(),
  start_time: wallTimeSchema,
  end_time: wallTimeSchema,
  date: z.nullable(calendarDateSchema),
});

/** Who read the card of a child on a day (SEE-02). */
const cardViewSchema = z.object({
  child_id: childIdSchema,
  day: calendarDateSchema,
  name: z.nullable(z.string()),
  role: z.enum(roles),
  /** Null where the family's page was read. */
  session: z.nullable(viewedSessionSchema),
});
export type CardView = z.infer<typeof cardViewSchema>;

/** Newest day first. */
export const cardViewsSchema = z.array(cardViewSchema);
