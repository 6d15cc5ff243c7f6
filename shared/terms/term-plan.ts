import * as z from 'zod/mini';
import { addDays, daysBetween, daysPerWeek, mondayOf } from '#shared/lib/calendar';
import { limits } from '#shared/limits';
import { scheduledDates, weeklyDates } from '#shared/sessions/sessions';
import type { WaitingOffer } from '#shared/waiting/waiting';
import { type CreateClass, classDraftSchema } from '../classes/class-input.ts';
import type { ManagedClass } from '../classes/managed-class.ts';
import { adultsToCallSchema } from '../families/family.ts';
import { classIdSchema, familyIdSchema } from '../lib/ids.ts';
import { type Cents, calendarDateSchema, centsSchema } from '../lib/values.ts';

const percentRule = 'Use a whole number from 1 to 100';
const amountRule = 'Use an amount of at least $0.01';
const weeksRule = `Use a whole number from 1 to ${limits.termWeeks}`;

const priceChangeSchema = z.discriminatedUnion('by', [
  z.strictObject({ by: z.literal('nothing') }),
  z.strictObject({
    by: z.literal('percent'),
    percent: z.int(percentRule).check(
      z.minimum(-100, percentRule),
      z.maximum(100, percentRule),
      z.refine((percent) => percent !== 0, percentRule),
    ),
  }),
  z.strictObject({
    by: z.literal('amount'),
    amount: z.int(amountRule).check(
      z.minimum(-limits.weeklyRateCents, amountRule),
      z.maximum(limits.weeklyRateCents, amountRule),
      z.refine((amount) => amount !== 0, amountRule),
    ),
  }),
]);
type PriceChange = z.infer<typeof priceChangeSchema>;

/** What all classes of a new term have in common (TRM-02). */
export const termPlanSchema = z.strictObject({
  /** A Monday. Each class meets on the weekday on which it met before. */
  first_week: calendarDateSchema.check(
    z.refine((date) => mondayOf(date) === date, { error: 'Choose a Monday' }),
  ),
  /** From the first to the last week, those without a session included. */
  weeks: z.int(weeksRule).check(z.minimum(1, weeksRule), z.maximum(limits.termWeeks, weeksRule)),
  /** Dates without a session, of any weekday. */
  skipped_dates: z
    .array(calendarDateSchema)
    .check(z.maxLength(limits.termSkippedDates, `Use at most ${limits.termSkippedDates} dates`)),
  price_change: priceChangeSchema,
});
export type TermPlan = z.infer<typeof termPlanSchema>;

/** Classes have the version that was read. */
export const planTermSchema = z.strictObject({
  plan: termPlanSchema,
  classes: z
    .array(z.strictObject({ id: classIdSchema, version: z.int().check(z.positive()) }))
    .check(
      z.minLength(1, 'Choose at least one class'),
      z.maxLength(limits.plannedAtOnce, `Use at most ${limits.plannedAtOnce} classes`),
    ),
});

const leftReasonSchema = z.enum(['planned', 'still-meets', 'no-session', 'no-slot', 'rate', 'changed']);
export type LeftReason = z.infer<typeof leftReasonSchema>;

export const plannedTermSchema = z.object({
  drafts: z.array(classDraftSchema),
  left: z.array(z.object({ class_id: classIdSchema, reason: leftReasonSchema })),
});
export type PlannedTerm = z.infer<typeof plannedTermSchema>;

/** Drafts have the version that was read (TRM-03). */
export const publishTermSchema = z.strictObject({
  drafts: z
    .array(z.strictObject({ id: classIdSchema, version: classDraftSchema.shape.version }))
    .check(
      z.minLength(1, 'Choose at least one draft'),
      z.maxLength(limits.publishedAtOnce, `Use at most ${limits.publishedAtOnce} drafts`),
    ),
  keep_until: z.nullable(calendarDateSchema),
});

export const previewRenewalsSchema = z.strictObject({
  draft_ids: z.array(classIdSchema).check(z.minLength(1), z.maxLength(limits.previewedAtOnce)),
});

const renewingChildSchema = z.object({
  parent_id: familyIdSchema,
  child_name: z.string(),
  parent_name: z.string(),
  adults: adultsToCallSchema,
});
export type RenewingChild = z.infer<typeof renewingChildSchema>;

export const renewalPreviewSchema = z.object({
  class_id: classIdSchema,
  held: z.int(),
  without: z.array(renewingChildSchema),
});
export type RenewalPreview = z.infer<typeof renewalPreviewSchema>;

// `no-room`: no place could be kept.
const stayAnswerSchema = z.enum(['kept', 'declined', 'no-answer', 'left', 'aged-out', 'no-room']);
export type StayAnswer = z.infer<typeof stayAnswerSchema>;

/** The children of a class, and whether they stay (TRM-10); empty where no term follows. */
export const whoStaysSchema = z.object({
  children: z.array(z.extend(renewingChildSchema, { answer: stayAnswerSchema })),
});

const changedRate = (rate: Cents, change: PriceChange): number => {
  if (change.by === 'amount') return rate + change.amount;
  return change.by === 'percent' ? Math.floor((rate * (100 + change.percent) + 50) / 100) : rate;
};

type PlannedClass =
  | { readonly form: CreateClass; readonly left?: undefined }
  | { readonly left: Exclude<LeftReason, 'changed'>; readonly form?: undefined };

interface AlreadyPlanned {
  readonly planned_from?: ManagedClass['planned_from'];
}

/**
 * Copies programme, venue, coach, picture, weekday, time slots and places of a class (TRM-02). It has no opening: it can be
 * booked from when it is published.
 * @param existing drafts and classes, among which one may have been planned from this class for the same week
 */
export const planClass = (
  cls: ManagedClass,
  plan: TermPlan,
  existing: readonly AlreadyPlanned[],
): PlannedClass => {
  const isPlanned = existing.some(
    ({ planned_from: from }) => from?.class_id === cls.id && from.first_week === plan.first_week,
  );
  if (isPlanned) return { left: 'planned' };
  if (cls.time_slots.length === 0) return { left: 'no-slot' };
  const weekday = daysBetween(mondayOf(cls.start_date), cls.start_date);
  const start_date = addDays(plan.first_week, weekday);
  if (cls.end_date >= start_date) return { left: 'still-meets' };
  const end_date = addDays(start_date, (plan.weeks - 1) * daysPerWeek);
  const skipped = new Set(plan.skipped_dates);
  const skipped_dates = scheduledDates({ start_date, end_date }).filter((date) => skipped.has(date));
  if (weeklyDates({ start_date, end_date, skipped_dates }).length === 0) return { left: 'no-session' };
  const rate = changedRate(cls.weekly_rate, plan.price_change);
  if (rate < 1 || rate > limits.weeklyRateCents) return { left: 'rate' };
  return {
    form: {
      class_type: cls.class_type,
      venue_id: cls.venue_details.id,
      coach_name: cls.coach_name,
      ...(cls.coach_ids.length > 0 && { coach_ids: cls.coach_ids }),
      weekly_rate: centsSchema.parse(rate),
      start_date,
      end_date,
      skipped_dates,
      image_url: cls.image_url,
      opens_for_current_at: null,
      opens_at: null,
      time_slots: cls.time_slots.map(({ start_time, end_time, max_capacity }) => ({
        start_time,
        end_time,
        max_capacity,
      })),
    },
  };
};

interface StayFacts {
  /** The state of the renewal's offer; undefined where no place was kept. */
  readonly state: WaitingOffer['state'] | undefined;
  readonly isBooked: boolean;
  /** Whether the child has a place in another class. */
  readonly hasPlace: boolean;
  /** Whether one of these places is in the class that follows. */
  readonly hasNextPlace?: boolean;
  /** Whether the child is outside of the programme's ages on the first day of the next term. */
  readonly isAgedOut: boolean;
}

/** Who cancelled a kept place has left (TRM-10). Too old without a kept place: aged out, whatever the family answered. */
export const stayAnswer = ({ state, isBooked, hasPlace, hasNextPlace, isAgedOut }: StayFacts): StayAnswer => {
  if (state === 'taken') return hasPlace ? 'kept' : 'left';
  // The family booked a place by itself.
  if (hasNextPlace || (hasPlace && state !== undefined)) return 'kept';
  if (!isBooked) return 'left';
  if (isAgedOut) return 'aged-out';
  if (state === undefined) return 'no-room';
  return state === 'open' || state === 'expired' ? 'no-answer' : 'declined';
};
