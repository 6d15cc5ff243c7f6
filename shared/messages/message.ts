import * as z from 'zod/mini';
import { classSummarySchema } from '../classes/class.ts';
import {
  childIdSchema,
  classIdSchema,
  familyIdSchema,
  messageIdSchema,
  slotIdSchema,
  userIdSchema,
  venueIdSchema,
} from '../lib/ids.ts';
import { calendarDateSchema, instantSchema } from '../lib/values.ts';
import { calendarVersionSchema, cancellationReasonSchema, remedySchema } from '../sessions/slot.ts';

/** One session: a time slot on a date. */
const sessionKeySchema = z.object({
  class_id: classIdSchema,
  slot_id: slotIdSchema,
  date: calendarDateSchema,
});

/**
 * All families with a live booking of a slot, a class, or a session at a venue on a day; those on the waiting list of a
 * slot; or one family.
 */
const familiesAudienceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('slot'), class_id: classIdSchema, slot_id: slotIdSchema }),
  z.object({ kind: z.literal('class'), class_id: classIdSchema }),
  z.object({ kind: z.literal('venue-day'), venue_id: venueIdSchema, date: calendarDateSchema }),
  z.object({ kind: z.literal('waiting-list'), class_id: classIdSchema, slot_id: slotIdSchema }),
  z.object({ kind: z.literal('family'), parent_id: familyIdSchema }),
]);
export type FamiliesAudience = z.infer<typeof familiesAudienceSchema>;

/** The newsletter's readers. */
const readersAudienceSchema = z.object({ kind: z.literal('readers') });

/** Families that an administrator chose. */
const chosenAudienceSchema = z.object({ kind: z.literal('families'), parent_ids: z.array(familyIdSchema) });

/** The families whose bookings cover one of these sessions. */
const sessionsAudienceSchema = z.object({ kind: z.literal('sessions'), sessions: z.array(sessionKeySchema) });

/** The families for whose children places of these classes are kept. */
const termAudienceSchema = z.object({ kind: z.literal('term'), class_ids: z.array(classIdSchema) });

/** Coaches of a class, or of one of its sessions: the facts name them. */
const coachesAudienceSchema = z.object({ kind: z.literal('coaches'), class_id: classIdSchema });

/** Everybody with a session on a day. */
const dayAudienceSchema = z.object({ kind: z.literal('day'), date: calendarDateSchema });

/** Whoever wrote the message. */
const authorAudienceSchema = z.object({ kind: z.literal('author'), account_id: userIdSchema });

const writtenFacts = z.object({ subject: z.string(), text: z.string() });

const common = {
  id: messageIdSchema,
  created_at: instantSchema,
  /** The administrator; null for what the system made. */
  made_by: z.nullable(userIdSchema),
};

/**
 * What causes one email to each of several recipients. `facts` is what the emails say beyond what is read when they are
 * sent: ids and snapshots, and the text that an administrator wrote.
 */
export const messageContentSchema = z.discriminatedUnion('kind', [
  z.object({
    ...common,
    kind: z.literal('session-cancelled'),
    audience: sessionsAudienceSchema,
    facts: z.object({
      reason: cancellationReasonSchema,
      note: z.nullable(z.string()),
      remedy: remedySchema,
      /** The session had begun when it was marked as not held (CAN-05). */
      is_past: z.boolean(),
    }),
  }),
  z.object({
    ...common,
    kind: z.literal('session-restored'),
    audience: sessionsAudienceSchema,
    facts: z.object({ removed_make_up: z.nullable(calendarDateSchema) }),
  }),
  z.object({
    ...common,
    kind: z.literal('remedy-chosen'),
    audience: sessionsAudienceSchema,
    facts: z.object({
      /** Of the cancellation: the session may be brought back and cancelled again. */
      calendar_version: calendarVersionSchema,
    }),
  }),
  z.object({
    ...common,
    kind: z.literal('class-deleted'),
    audience: z.object({ kind: z.literal('class'), class_id: classIdSchema }),
    facts: z.pick(classSummarySchema, { class_type: true, venue: true, venue_details: true }),
  }),
  z.object({
    ...common,
    kind: z.literal('class-changed'),
    audience: z.object({ kind: z.literal('class'), class_id: classIdSchema }),
    facts: z.object({
      venue: z.optional(z.object({ before: z.string(), after: z.string() })),
      slots: z.array(z.object({ slot_id: slotIdSchema, before: z.string(), after: z.string() })),
    }),
  }),
  z.object({
    ...common,
    /** Tells coaches of a class or session that is theirs, or not any more, or meets at another time or place (COA-02). */
    kind: z.literal('coaching-changed'),
    audience: coachesAudienceSchema,
    facts: z.object({
      ...z.pick(classSummarySchema, { class_type: true, venue: true, venue_details: true }).shape,
      /** In words. A class may be deleted when the emails are sent. */
      times: z.string(),
      dates: z.string(),
      /** What was before, in words; null for what stays. */
      was: z.object({
        venue: z.nullable(z.string()),
        times: z.nullable(z.string()),
        dates: z.nullable(z.string()),
      }),
      /** The session of a cover; null for the class. */
      session: z.nullable(z.object({ slot_id: slotIdSchema, date: calendarDateSchema })),
      assigned: z.array(userIdSchema),
      removed: z.array(userIdSchema),
      /** Who keeps a class that meets at another time or place. */
      kept: z.array(userIdSchema),
    }),
  }),
  z.object({
    ...common,
    kind: z.literal('reminder'),
    audience: dayAudienceSchema,
    facts: z.object({}),
  }),
  z.object({
    ...common,
    /** Offers the families of the day's trials to keep the place (TRI-06). */
    kind: z.literal('trial-follow-up'),
    audience: dayAudienceSchema,
    facts: z.object({}),
  }),
  z.object({
    ...common,
    /** Publishes planned classes, keeps places in them until `until`, and tells the families (TRM-03, TRM-04). */
    kind: z.literal('next-term'),
    audience: termAudienceSchema,
    facts: z.object({ until: z.nullable(instantSchema) }),
  }),
  z.object({
    ...common,
    /** Reminds the families that have not answered (TRM-04). */
    kind: z.literal('renewal-reminder'),
    audience: termAudienceSchema,
    /** The message that told them of their places. */
    facts: z.object({ publication: messageIdSchema }),
  }),
  z.object({
    ...common,
    /** Tells the families that let places run out which were kept until `until` (TRM-11). */
    kind: z.literal('renewal-ended'),
    audience: termAudienceSchema,
    facts: z.object({ publication: messageIdSchema, until: instantSchema }),
  }),
  z.object({
    ...common,
    kind: z.literal('payment-reminder'),
    audience: chosenAudienceSchema,
    facts: z.object({}),
  }),
  z.object({
    ...common,
    /** Asks families whether the cards of these children are still right (EME-03). */
    kind: z.literal('card-check'),
    audience: chosenAudienceSchema,
    facts: z.object({ child_ids: z.array(childIdSchema) }),
  }),
  z.object({
    ...common,
    /** Offers families to keep notes and contacts that are not used any more (SEE-03). */
    kind: z.literal('card-keep'),
    audience: chosenAudienceSchema,
    facts: z.object({ goes_on: calendarDateSchema }),
  }),
  z.object({
    ...common,
    /** Invites families without a login by their addresses (IMP-03). */
    kind: z.literal('family-invitation'),
    audience: chosenAudienceSchema,
    facts: z.object({}),
  }),
  z.object({
    ...common,
    kind: z.literal('broadcast'),
    audience: familiesAudienceSchema,
    facts: writtenFacts,
  }),
  z.object({ ...common, kind: z.literal('news'), audience: readersAudienceSchema, facts: writtenFacts }),
  z.object({
    ...common,
    kind: z.literal('test'),
    audience: authorAudienceSchema,
    facts: writtenFacts,
  }),
]);
export type MessageContent = z.infer<typeof messageContentSchema>;
export type MessageKind = MessageContent['kind'];
/** In the order in which messages are sent (MSG-03). */
export const messageKinds = [
  'session-cancelled',
  'session-restored',
  'remedy-chosen',
  'class-deleted',
  'class-changed',
  'coaching-changed',
  'next-term',
  'test',
  'broadcast',
  'trial-follow-up',
  'reminder',
  'renewal-reminder',
  'renewal-ended',
  'payment-reminder',
  'card-check',
  'card-keep',
  'family-invitation',
  'news',
] as const satisfies readonly MessageKind[];
export const messageKindSchema = z.enum(messageKinds);
export type MessageOf<Kind extends MessageKind> = Extract<MessageContent, { kind: Kind }>;

/**
 * What became of the email to one recipient, ascending: whatever the order of events, a later one of this list replaces
 * an earlier one, never the reverse (MSG-06). Only sending again by hand begins anew.
 */
export const recipientStates = [
  /** Waits to be sent. */
  'queued',
  /** SES is being asked. */
  'sending',
  /** Not sent, for a reason. */
  'held-back',
  /** Perhaps sent: the answer of SES was lost. */
  'unknown',
  /** SES has it. */
  'accepted',
  'delivered',
  'bounced',
  'complained',
] as const;
export const recipientStateSchema = z.enum(recipientStates);
export type RecipientState = z.infer<typeof recipientStateSchema>;

/** Why an email was not sent. */
export const holdReasonSchema = z.enum([
  'account-gone',
  'no-email',
  'not-confirmed',
  'email-problem',
  'no-longer-concerned',
  'left-newsletter',
  'too-late',
  'refused',
]);
export type HoldReason = z.infer<typeof holdReasonSchema>;

/** Reasons of an email that was given up: the others say that it is not needed, or has no address. */
export const givenUpHolds = ['too-late', 'refused'] as const satisfies readonly HoldReason[];
export type GivenUpHold = (typeof givenUpHolds)[number];
