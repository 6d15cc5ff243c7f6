import * as z from 'zod/mini';
import { rosterSchema } from '#shared/booking/admin-routes';
import { limits } from '#shared/limits';
import { type Route, routeOf } from '../contract/route.ts';
import { bookingIdSchema, classIdSchema, messageIdSchema, slotIdSchema, venueIdSchema } from '../lib/ids.ts';
import { calendarDateSchema, centsSchema, optionalText, wallTimeSchema } from '../lib/values.ts';
import { askedRemedySchema, cancellationReasonSchema, chosenRemedySchema, remedySchema } from './slot.ts';

const sessionKey = { class_id: classIdSchema, slot_id: slotIdSchema, date: calendarDateSchema };

const sessionKeySchema = z.strictObject(sessionKey);
export type SessionKey = z.infer<typeof sessionKeySchema>;

// One session, all of a class on a day, or everything at a venue on a day (CAN-02).
const cancellationTargetSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('session'), ...sessionKey }),
  z.strictObject({ kind: z.literal('class-day'), class_id: classIdSchema, date: calendarDateSchema }),
  z.strictObject({
    kind: z.literal('venue-day'),
    venue_id: venueIdSchema,
    date: calendarDateSchema,
  }),
]);
export type CancellationTarget = z.infer<typeof cancellationTargetSchema>;

/** One remedy for all sessions (CAN-03). */
export const cancelSessionsSchema = z.strictObject({
  target: cancellationTargetSchema,
  reason: cancellationReasonSchema,
  note: optionalText(limits.cancellationNoteLength),
  remedy: askedRemedySchema,
});
export type CancelSessions = z.infer<typeof cancelSessionsSchema>;

// Whom a cancellation reaches, before it is made (CAN-04).
const cancellationPreviewSchema = z.object({
  sessions: z.array(
    z.object({ ...sessionKey, class_type: z.string(), venue: z.string(), start_time: wallTimeSchema }),
  ),
  children: z.int(),
  families: z.int(),
  make_up_date: z.nullable(calendarDateSchema),
  has_begun: z.boolean(),
});
export type CancellationPreview = z.infer<typeof cancellationPreviewSchema>;

const cancellationResultSchema = z.object({
  cancelled: z.array(z.object(sessionKey)),
  /** Classes whose sessions could not be cancelled; the request sent again completes them. */
  failed: z.array(z.object({ class_id: classIdSchema, venue: z.string() })),
});
export type CancellationResult = z.infer<typeof cancellationResultSchema>;

// Who was told, and what the families get (CAN-10 to CAN-12).
const cancelledSessionSchema = z.object({
  reason: cancellationReasonSchema,
  remedy: remedySchema,
  /** The message whose recipients are the reach list. */
  message_id: messageIdSchema,
  /** The make-up date that is offered first while none is chosen; null where there is none. */
  make_up_date: z.nullable(calendarDateSchema),
  /** The extra date that goes when the session is brought back; null where none does. */
  removable_make_up: z.nullable(calendarDateSchema),
  /** The full bookings to which the session is worth something, by name. */
  bookings: z.array(
    z.object({ id: bookingIdSchema, child_name: z.string(), value: centsSchema, is_credited: z.boolean() }),
  ),
});
export type CancelledSession = z.infer<typeof cancelledSessionSchema>;

export const chooseRemedySchema = z.strictObject({ ...sessionKey, remedy: chosenRemedySchema });
export type ChooseRemedy = z.infer<typeof chooseRemedySchema>;

const creditSessionSchema = z.strictObject({ booking_id: bookingIdSchema, date: calendarDateSchema });

const classParams = z.strictObject({ classId: classIdSchema });

export const sessionRoutes = {
  getRoster: {
    ...routeOf.admin,
    method: 'GET',
    path: '/api/admin/classes/{classId}/roster',
    summary: 'A class with the bookings of one of its time slots, the first unless told',
    params: classParams,
    query: z.strictObject({ slot: z.optional(slotIdSchema) }),
    response: rosterSchema,
    errors: ['classNotFound', 'slotNotFound'],
  },
  previewCancellation: {
    ...routeOf.admin,
    method: 'POST',
    path: '/api/admin/cancellations/preview',
    summary: 'Whom a cancellation would reach, and the make-up date that is offered',
    body: z.strictObject({ target: cancellationTargetSchema }),
    response: cancellationPreviewSchema,
    errors: ['classNotFound', 'sessionNotFound', 'sessionOver'],
  },
  cancelSessions: {
    ...routeOf.admin,
    method: 'POST',
    path: '/api/admin/cancellations',
    summary: 'Cancel sessions and tell their families; sent again, it completes what failed',
    body: cancelSessionsSchema,
    idempotent: true,
    response: cancellationResultSchema,
    errors: ['classNotFound', 'sessionNotFound', 'sessionOver'],
  },
  restoreSession: {
    ...routeOf.admin,
    method: 'POST',
    path: '/api/admin/cancellations/restore',
    summary: 'Bring a cancelled session back and tell its families',
    body: sessionKeySchema,
    response: z.object({ removed_make_up: z.nullable(calendarDateSchema) }),
    errors: ['classNotFound', 'sessionNotFound', 'sessionOver'],
  },
  getCancelledSession: {
    ...routeOf.admin,
    method: 'GET',
    path: '/api/admin/classes/{classId}/slots/{slotId}/cancellations/{date}',
    summary: 'A cancelled session: the message to its families, the remedy, and who is credited',
    params: z.strictObject({ classId: classIdSchema, slotId: slotIdSchema, date: calendarDateSchema }),
    response: cancelledSessionSchema,
    errors: ['classNotFound', 'sessionNotFound'],
  },
  chooseRemedy: {
    ...routeOf.admin,
    method: 'POST',
    path: '/api/admin/cancellations/remedy',
    summary: 'Choose what the families of a cancelled session get, and tell them',
    body: chooseRemedySchema,
    status: 204,
    response: z.undefined(),
    errors: ['classNotFound', 'sessionNotFound', 'remedyChosen'],
  },
  creditSession: {
    ...routeOf.admin,
    method: 'POST',
    path: '/api/admin/cancellations/credit',
    summary: 'Credit a booking the value of a cancelled session; sent again, nothing is credited twice',
    body: creditSessionSchema,
    response: z.object({ amount: centsSchema }),
    errors: ['bookingNotFound', 'sessionNotFound'],
  },
} as const satisfies Record<string, Route>;

export type SessionRoutes = typeof sessionRoutes;
