import * as z from 'zod/mini';
import { mondayOf } from '#shared/domain/time/week';
import { limits } from '#shared/limits';
import { classDraftSchema } from './class-draft.ts';
import { classIdSchema, userIdSchema } from './ids.ts';
import { calendarDateSchema } from './values.ts';

const percentRule = 'Use a whole number from 1 to 100';
const amountRule = 'Use an amount of at least $0.01';
const weeksRule = `Use a whole number from 1 to ${limits.termWeeks}`;

/** How the weekly rates of a new term differ from those before. Negative: lower. */
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
    /** In cents, for each week. */
    amount: z.int(amountRule).check(
      z.minimum(-limits.weeklyRateCents, amountRule),
      z.maximum(limits.weeklyRateCents, amountRule),
      z.refine((amount) => amount !== 0, amountRule),
    ),
  }),
]);
export type PriceChange = z.infer<typeof priceChangeSchema>;

/** What all classes of a new term have in common (TRM-02). */
export const termPlanSchema = z.strictObject({
  /** The Monday of the first week. Each class meets on the weekday on which it met before. */
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

/** Drafts of a new term are to be made from these classes, as they were read. */
export const planTermSchema = z.strictObject({
  plan: termPlanSchema,
  classes: z
    .array(z.strictObject({ id: classIdSchema, version: z.int().check(z.positive()) }))
    .check(
      z.minLength(1, 'Choose at least one class'),
      z.maxLength(limits.plannedAtOnce, `Use at most ${limits.plannedAtOnce} classes`),
    ),
});

/** Why no draft is made from a class. */
const leftReasonSchema = z.enum(['planned', 'still-meets', 'no-session', 'no-slot', 'rate', 'changed']);
export type LeftReason = z.infer<typeof leftReasonSchema>;

/** What a plan made, and what it left. */
export const plannedTermSchema = z.object({
  drafts: z.array(classDraftSchema),
  left: z.array(z.object({ class_id: classIdSchema, reason: leftReasonSchema })),
});
export type PlannedTerm = z.infer<typeof plannedTermSchema>;

/** Drafts that are to be published, as they were read, and until which day places in them are kept (TRM-03). */
export const publishTermSchema = z.strictObject({
  drafts: z
    .array(z.strictObject({ id: classIdSchema, version: classDraftSchema.shape.version }))
    .check(
      z.minLength(1, 'Choose at least one draft'),
      z.maxLength(limits.publishedAtOnce, `Use at most ${limits.publishedAtOnce} drafts`),
    ),
  /** Until the evening of this day; null keeps no places. */
  keep_until: z.nullable(calendarDateSchema),
});

/** Of which drafts it is asked for whom places would be kept. */
export const previewKeptSchema = z.strictObject({
  draft_ids: z.array(classIdSchema).check(z.minLength(1), z.maxLength(limits.previewedAtOnce)),
});

/** A child of the class before, with whom to call. */
export const renewingChildSchema = z.object({
  parent_id: userIdSchema,
  child_name: z.string(),
  parent_name: z.string(),
  phone_number: z.string(),
});
export type RenewingChild = z.infer<typeof renewingChildSchema>;

/** For whom places of a draft would be kept. */
export const keptPreviewSchema = z.object({
  class_id: classIdSchema,
  /** How many children have a place. */
  held: z.int(),
  /** Those who find no room: the slot is full, or there is none at their time. */
  without: z.array(renewingChildSchema),
});
export type KeptPreview = z.infer<typeof keptPreviewSchema>;
