import * as z from 'zod/mini';
import { childIdSchema, userIdSchema } from './ids.ts';
import { calendarDateSchema, instantSchema } from './values.ts';

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
  /** When its notes and contacts go, as the family was told; absent unless they are not used any more (SEE-03). */
  card_goes_on: z.optional(calendarDateSchema),
});
export type Card = z.infer<typeof cardSchema>;

/** A parent's child (DAT-20), with its card. */
export const childSchema = z.object({
  id: childIdSchema,
  parent_id: userIdSchema,
  name: z.string(),
  date_of_birth: calendarDateSchema,
  ...cardSchema.shape,
  created_at: instantSchema,
});
export type Child = z.infer<typeof childSchema>;
