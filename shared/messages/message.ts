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

const sessionKeySchema = z.object({
  class_id: classIdSchema,
  slot_id: slotIdSchema,
  date: calendarDateSchema,
});

/** A live booking of a slot, of a class, or of a session at a venue on a day; the waiting list of a slot; or one family. */
const familiesAudienceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('slot'), class_id: classIdSchema, slot_id: slotIdSchema }),
  z.object({ kind: z.literal('class'), class_id: classIdSchema }),
  z.object({ kind: z.literal('venue-day'), venue_id: venueIdSchema, date: calendarDateSchema }),
  z.object({ kind: z.literal('waiting-list'), class_id: classIdSchema, slot_id: slotIdSchema }),
  z.object({ kind: z.literal('family'), parent_id: familyIdSchema }),
]);
export type FamiliesAudience = z.infer<typeof familiesAudienceSchema>;

const readersAudienceSchema = z.object({ kind: z.literal('readers') });

const chosenAudienceSchema = z.object({ kind: z.literal('families'), parent_ids: z.array(familyIdSchema) });

/** Families whose bookings cover one of these sessions. */
const sessionsAudienceSchema = z.object({ kind: z.literal('sessions'), sessions: z.array(sessionKeySchema) });

/** Families with kept places of these classes. */
const termAudienceSchema = z.object({ kind: z.literal('term'), class_ids: z.array(classIdSchema) });

/** Coaches of a class or a session: the facts name them. */
const coachesAudienceSchema = z.object({ kind: z.literal('coaches'), class_id: classIdSchema });

const dayAudienceSchema = z.object({ kind: z.literal('day'), date: calendarDateSchema });

const authorAudienceSchema = z.object({ kind: z.literal('author'), account_id: userIdSchema });

const writtenFacts = z.object({ subject: z.string(), text: z.string() });

const common = {
  id: messageIdSchema,
  created_at: instantSchema,
  made_by: z.nullable(userIdSchema),
};

/** One email to each recipient. `facts` has ids, snapshots and an administrator's text, beyond what is read at sending. */
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
      /** The version tells cancellations apart: a restored session may be cancelled again. */
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
    /** A class or session is theirs, is not any more, or meets at another time or place (COA-02). */
    kind: z.literal('coaching-changed'),
    audience: coachesAudienceSchema,
    facts: z.object({
      ...z.pick(classSummarySchema, { class_type: true, venue: true, venue_details: true }).shape,
      /** In words, since the class may be deleted at sending. */
      times: z.string(),
      dates: z.string(),
      /** Before the change, in words; null for what stays. */
      was: z.object({
        venue: z.nullable(z.string()),
        times: z.nullable(z.string()),
        dates: z.nullable(z.string()),
      }),
      session: z.nullable(z.object({ slot_id: slotIdSchema, date: calendarDateSchema })),
      assigned: z.array(userIdSchema),
      removed: z.array(userIdSchema),
      /** Coaches of a class with another time or place. */
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
    kind: z.literal('next-term'),
    audience: termAudienceSchema,
    facts: z.object({ until: z.nullable(instantSchema) }),
  }),
  z.object({
    ...common,
    /** For families that have not answered (TRM-04). */
    kind: z.literal('renewal-reminder'),
    audience: termAudienceSchema,
    facts: z.object({ publication: messageIdSchema }),
  }),
  z.object({
    ...common,
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
    kind: z.literal('card-check'),
    audience: chosenAudienceSchema,
    facts: z.object({ child_ids: z.array(childIdSchema) }),
  }),
  z.object({
    ...common,
    kind: z.literal('card-keep'),
    audience: chosenAudienceSchema,
    facts: z.object({ goes_on: calendarDateSchema }),
  }),
  z.object({
    ...common,
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

/** Ascending: a later state replaces an earlier one, whatever the order of events (MSG-06). Sending again begins anew. */
export const recipientStates = [
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

/** The other reasons say that no email is needed, or no address exists. */
export const givenUpHolds = ['too-late', 'refused'] as const satisfies readonly HoldReason[];
export type GivenUpHold = (typeof givenUpHolds)[number];
