import * as z from 'zod/mini';
import { namesOf } from '#shared/lib/names';
import { limits } from '#shared/limits';
import { classIdSchema, slotIdSchema } from '../lib/ids.ts';
import { calendarDateSchema, wallTimeSchema } from '../lib/values.ts';

/** Raised by each change of what families agree to when they book: sessions, times, venue, rate (CAL-06). */
export const calendarVersionSchema = z.int().check(z.nonnegative());

export const timeSlotSchema = z.object({
  id: slotIdSchema,
  class_id: classIdSchema,
  start_time: wallTimeSchema,
  end_time: wallTimeSchema,
  max_capacity: z.int().check(z.minimum(1), z.maximum(limits.slotCapacity)),
  /** Places that nobody else can book: bookings and held places. */
  current_bookings: z.int().check(z.nonnegative()),
  /** The held ones of these places. Absent for none, and for the public. */
  held: z.optional(z.int().check(z.nonnegative())),
  /** The applications that wait for an offer. Absent for none, and for the public. */
  waiting: z.optional(z.int().check(z.nonnegative())),
  calendar_version: calendarVersionSchema,
});
export type TimeSlot = z.infer<typeof timeSlotSchema>;

export const cancellationReasonSchema = z.enum(
  ['weather', 'coach', 'pitch', 'other'],
  'Please choose a reason',
);
export type CancellationReason = z.infer<typeof cancellationReasonSchema>;

export const cancellationReasonNames: Readonly<Record<CancellationReason, string>> = namesOf({
  weather: 'Weather',
  coach: 'Coach unavailable',
  pitch: 'Pitch unavailable',
  other: 'Other',
});

const makeUpFields = { kind: z.literal('make-up'), date: calendarDateSchema };
const creditFields = { kind: z.literal('credit') };
const laterFields = { kind: z.literal('later') };

export const chosenRemedySchema = z.discriminatedUnion('kind', [
  z.strictObject(makeUpFields),
  z.strictObject(creditFields),
]);
export type ChosenRemedy = z.infer<typeof chosenRemedySchema>;

/** `later` is an open task of the school (CAN-03). */
export const askedRemedySchema = z.discriminatedUnion('kind', [
  z.strictObject(makeUpFields),
  z.strictObject(creditFields),
  z.strictObject(laterFields),
]);

export const remedySchema = z.discriminatedUnion('kind', [
  z.object(makeUpFields),
  z.object(creditFields),
  z.object(laterFields),
]);

export type Remedy = z.infer<typeof remedySchema>;

const slotDate = { slot_id: slotIdSchema, date: calendarDateSchema };

// How one date of one slot differs from the weekly rule (CAL-01). A weekly session that is on has no change.
const sessionChangeSchema = z.discriminatedUnion('state', [
  z.object({ ...slotDate, kind: z.literal('extra'), state: z.literal('on') }),
  z.object({
    ...slotDate,
    kind: z.enum(['weekly', 'extra']),
    state: z.literal('cancelled'),
    reason: cancellationReasonSchema,
    remedy: remedySchema,
    /** The slot's version after the cancellation: a session brought back and cancelled again is another cancellation. */
    calendar_version: calendarVersionSchema,
  }),
]);
export type SessionChange = z.infer<typeof sessionChangeSchema>;

const hasNoneTwice = (keys: readonly string[]): boolean => new Set(keys).size === keys.length;

export const skippedDatesSchema = z
  .array(calendarDateSchema)
  .check(z.refine((dates) => hasNoneTwice(dates), 'A date is listed twice'));

export const sessionChangesSchema = z
  .array(sessionChangeSchema)
  .check(
    z.refine(
      (changes) => hasNoneTwice(changes.map(({ slot_id, date }) => `${slot_id} ${date}`)),
      'A session is changed twice',
    ),
  );

export const slotSessionSchema = z.object({
  ...slotDate,
  kind: z.enum(['weekly', 'extra']),
  state: z.enum(['on', 'cancelled']),
  /** Null for a session that is on. */
  reason: z.nullable(cancellationReasonSchema),
});
export type SlotSession = z.infer<typeof slotSessionSchema>;
