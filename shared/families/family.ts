import * as z from 'zod/mini';
import { profileRoles, roles } from '#shared/roles';
import { classTypeSchema } from '../classes/class.ts';
import { childIdSchema, familyIdSchema, userIdSchema } from '../lib/ids.ts';
import { calendarDateSchema, instantSchema, wallTimeSchema } from '../lib/values.ts';

/** What a parent answered about a child's health (EME-02). Sensitive: never logged, never in a URL. */
const healthSchema = z.object({
  /** The note; null where there is nothing to know, and where nobody answered. */
  medical_conditions: z.nullable(z.string()),
  /** Version of the consent text that was shown, and when it was answered; null where nobody answered. */
  health_answer: z.nullable(z.object({ version: z.int(), at: instantSchema })),
});
export type Health = z.infer<typeof healthSchema>;

/** Whom to call for a child besides the account's holder, first to last (EME-01). */
const contactSchema = z.object({
  name: z.string(),
  /** To the child: grandmother, neighbour. */
  relation: z.string(),
  phone_number: z.string(),
  may_collect: z.boolean(),
});
export type Contact = z.infer<typeof contactSchema>;

/** A yes or no to photos, with the version of the text that was shown, and who answered when; null without an answer. */
const photoAnswerSchema = z.nullable(
  z.object({ allowed: z.boolean(), version: z.int(), at: instantSchema, by: userIdSchema }),
);

/** What a parent answered about photos of a child (EME-06). */
const photosSchema = z.object({
  /** Within the school. */
  photos_school: photoAnswerSchema,
  /** On the website and social media. */
  photos_web: photoAnswerSchema,
});
export type Photos = z.infer<typeof photosSchema>;

/** What a coach and the office read of a child's card. */
export const coachCardSchema = z.object({
  ...healthSchema.shape,
  contacts: z.array(contactSchema),
  /** Which photos a parent said yes to. */
  photos: z.object({ school: z.boolean(), web: z.boolean() }),
});
export type CoachCard = z.infer<typeof coachCardSchema>;

/** What a parent says about a child to those who look after it. */
const cardSchema = z.object({
  ...healthSchema.shape,
  contacts: z.array(contactSchema),
  ...photosSchema.shape,
  /** When a parent last said that the card is right; null where nobody did (EME-03). */
  card_confirmed_at: z.nullable(instantSchema),
  /** The adult who last changed it; absent where the office entered the child (ADT-01). */
  card_by: z.optional(userIdSchema),
  /** When its notes and contacts go, as the family was told; absent unless they are not used any more (SEE-03). */
  card_goes_on: z.optional(calendarDateSchema),
});
export type Card = z.infer<typeof cardSchema>;

/** A parent's child (DAT-20), with its card. */
export const childSchema = z.object({
  id: childIdSchema,
  parent_id: familyIdSchema,
  name: z.string(),
  date_of_birth: calendarDateSchema,
  ...cardSchema.shape,
  created_at: instantSchema,
});
export type Child = z.infer<typeof childSchema>;

/** A person with an account, without its credentials (DAT-17). */
export const profileSchema = z.object({
  id: userIdSchema,
  email: z.string(),
  full_name: z.string(),
  phone_number: z.string(),
  created_at: instantSchema,
  email_verified: z.boolean(),
  /** The family wants a reminder of every session, not only of the first and of trials (MSG-05). */
  remind_every_session: z.optional(z.boolean()),
});
export type Profile = z.infer<typeof profileSchema>;

/** A profile with its children, oldest entry first (API-24). */
export const familySchema = z.object({ profile: profileSchema, children: z.array(childSchema) });
export type Family = z.infer<typeof familySchema>;

/** The role of a profile. */
export const roleSchema = z.enum(profileRoles);

/** What a member may do in its family: the holder alone deletes it, and ends the access of others (ADT-01). */
export const familyRoleSchema = z.enum(['holder', 'adult']);
export type FamilyRole = z.infer<typeof familyRoleSchema>;

/** Whom to call of a family: its adults, the holder first, or what the office typed of a family without a login (FID-08). */
export const adultsToCallSchema = z.array(z.object({ full_name: z.string(), phone_number: z.string() }));
export type AdultsToCall = z.infer<typeof adultsToCallSchema>;

/** An address that is invited to be the second adult, and did not accept yet. */
export const adultInvitationSchema = z.object({
  email: z.string(),
  invited_at: instantSchema,
  valid_until: instantSchema,
});

/** Why mail to an address is not sent: a permanent bounce, or a spam complaint by the recipient. */
export const emailProblemSchema = z.object({ kind: z.enum(['bounced', 'complained']), at: instantSchema });
export type EmailProblem = z.infer<typeof emailProblemSchema>;

/** The session whose card views are recorded; a roster is of all dates of its time slot. */
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
  /** Null where the account was deleted. */
  name: z.nullable(z.string()),
  role: z.enum(roles),
  /** Null where the family's page was read. */
  session: z.nullable(viewedSessionSchema),
});
export type CardView = z.infer<typeof cardViewSchema>;

/** Newest day first. */
export const cardViewsSchema = z.array(cardViewSchema);
