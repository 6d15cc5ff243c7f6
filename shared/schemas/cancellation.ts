import * as z from 'zod/mini';
import { limits } from '#shared/limits';
import { bookingIdSchema, classIdSchema, messageIdSchema, slotIdSchema, venueIdSchema } from './ids.ts';
import { cancellationReasonSchema, chosenRemedySchema, remedySchema } from './session.ts';
import { calendarDateSchema, centsSchema, optionalText, wallTimeSchema } from './values.ts';

const sessionKey = { class_id: classIdSchema, slot_id: slotIdSchema, date: calendarDateSchema };

/** Names one session. */
export const sessionKeySchema = z.strictObject(sessionKey);
export type SessionKey = z.infer<typeof sessionKeySchema>;

/** What is cancelled: one session, all of a class on a day, or everything at a venue on a day (CAN-02). */
export const cancellationTargetSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('session'), ...sessionKey }),
  z.strictObject({ kind: z.literal('class-day'), class_id: classIdSchema, date: calendarDateSchema }),
  z.strictObject({
    kind: z.literal('venue-day'),
    venue_id: venueIdSchema,
    date: calendarDateSchema,
  }),
]);
export type CancellationTarget = z.infer<typeof cancellationTargetSchema>;

/** Cancels sessions, with one remedy for all of them (CAN-03). */
export const cancelSessionsSchema = z.strictObject({
  target: cancellationTargetSchema,
  reason: cancellationReasonSchema,
  note: optionalText(limits.cancellationNoteLength),
  remedy: remedySchema,
});
export type CancelSessions = z.infer<typeof cancelSessionsSchema>;

/** Whom a cancellation reaches, before it is made (CAN-04). */
export const cancellationPreviewSchema = z.object({
  /** Ascending by start time. */
  sessions: z.array(
    z.object({ ...sessionKey, class_type: z.string(), venue: z.string(), start_time: wallTimeSchema }),
  ),
  children: z.int(),
  families: z.int(),
  /** The make-up date that is offered first; null where there is none. */
  make_up_date: z.nullable(calendarDateSchema),
  /** Whether a session has begun: it is marked as not held (CAN-05). */
  has_begun: z.boolean(),
});
export type CancellationPreview = z.infer<typeof cancellationPreviewSchema>;

/** What became of a request to cancel. */
export const cancellationResultSchema = z.object({
  /** Sessions that are cancelled now, by this request or an earlier one. */
  cancelled: z.array(z.object(sessionKey)),
  /** Classes whose sessions could not be cancelled; the request sent again completes them. */
  failed: z.array(z.object({ class_id: classIdSchema, venue: z.string() })),
});
export type CancellationResult = z.infer<typeof cancellationResultSchema>;

/** A cancelled session: who was told, and what the families get (CAN-10 to CAN-12). */
export const cancelledSessionSchema = z.object({
  reason: cancellationReasonSchema,
  remedy: remedySchema,
  /** The message that tells the families; its recipients are the reach list. */
  message_id: messageIdSchema,
  /** The make-up date that is offered first while none is chosen; null where there is none. */
  make_up_date: z.nullable(calendarDateSchema),
  /** The extra date that goes when the session is brought back; null where none does. */
  removable_make_up: z.nullable(calendarDateSchema),
  /** The full bookings in the session to which it is worth something, by name. */
  bookings: z.array(
    z.object({ id: bookingIdSchema, child_name: z.string(), value: centsSchema, is_credited: z.boolean() }),
  ),
});
export type CancelledSession = z.infer<typeof cancelledSessionSchema>;

/** Chooses the remedy of a session that was cancelled without one (CAN-03). */
export const chooseRemedySchema = z.strictObject({ ...sessionKey, remedy: chosenRemedySchema });
export type ChooseRemedy = z.infer<typeof chooseRemedySchema>;

/** Credits one booking the value of a cancelled session (CAN-10). */
export const creditSessionSchema = z.strictObject({ booking_id: bookingIdSchema, date: calendarDateSchema });
