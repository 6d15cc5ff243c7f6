import { scheduledDates, weeklyDates } from '#shared/domain/sessions/sessions';
import { addDays, daysBetween, daysPerWeek } from '#shared/domain/time/calendar';
import { mondayOf } from '#shared/domain/time/week';
import { limits } from '#shared/limits';
import type { CreateClass, ManagedClass } from '#shared/schemas/class-input';
import type { LeftReason, PriceChange, TermPlan } from '#shared/schemas/term-plan';
import { type Cents, centsSchema } from '#shared/schemas/values';

/** The new weekly rate, in cents. A change by per cent is rounded to whole cents, half a cent up. */
const changedRate = (rate: Cents, change: PriceChange): number => {
  if (change.by === 'amount') return rate + change.amount;
  return change.by === 'percent' ? Math.floor((rate * (100 + change.percent) + 50) / 100) : rate;
};

/** The form of the planned class, or why there is none. */
export type PlannedClass =
  | { readonly form: CreateClass; readonly left?: undefined }
  | { readonly left: Exclude<LeftReason, 'changed'>; readonly form?: undefined };

interface AlreadyPlanned {
  readonly planned_from?: ManagedClass['planned_from'];
}

/**
 * The class of a new term that follows a class: same programme, venue, coach, picture, weekday, time slots and places
 * (TRM-02). Without an opening: it can be booked from when it is published.
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
