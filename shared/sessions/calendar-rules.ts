import * as z from 'zod/mini';
import { addDays, daysBetween, daysPerWeek } from '#shared/lib/calendar';
import { type CalendarDate, calendarDateSchema } from '#shared/lib/values';
import { limits } from '#shared/limits';
import { classIdSchema, slotIdSchema, userIdSchema } from '../lib/ids.ts';
import {
  type ClassCalendar,
  type SlotIdentity,
  scheduledDates,
  sessionsOf,
  type WeeklyRule,
  weeklyDates,
} from './sessions.ts';

/** Each must be a weekly date, and one weekly date must remain (CAL-03). @returns null where the dates can be skipped */
export const skippedDatesIssue = (rule: WeeklyRule): string | null => {
  const weekly = new Set(scheduledDates(rule));
  if (rule.skipped_dates.some((date) => !weekly.has(date))) return 'Choose dates on which the class meets';
  return weeklyDates(rule).length === 0 ? 'Leave at least one session' : null;
};

/** A week after the slot's last session, cancelled ones included, or as many weeks after it as lead past today (CAN-03). */
export const presetMakeUpDate = (
  cls: ClassCalendar,
  slot: SlotIdentity,
  today: CalendarDate,
): CalendarDate | null => {
  const last = sessionsOf(cls, slot).at(-1);
  if (!last) return null;
  const weeksPassed = Math.floor(Math.max(0, daysBetween(last.date, today)) / daysPerWeek);
  return addDays(last.date, (weeksPassed + 1) * daysPerWeek);
};

/**
 * A slot has one session on a date: a cancelled one can be brought back, but not be replaced on its own date (CAN-03).
 * @returns null where the date can be a make-up date
 */
export const makeUpDateIssue = (
  cls: ClassCalendar,
  slot: SlotIdentity,
  date: CalendarDate,
  today: CalendarDate,
): string | null => {
  if (date <= today) return 'Choose a date from tomorrow on';
  const session = sessionsOf(cls, slot).find((candidate) => candidate.date === date);
  if (!session) return null;
  return session.state === 'on'
    ? 'This time slot has a session on this date already'
    : 'The session on this date is cancelled. Bring it back instead';
};

interface CalendarUse {
  /** Whether any slot has live bookings or held places. */
  readonly isTaken: boolean;
  /** The dates of all sessions that live bookings cover, in any order. */
  readonly bookedDates: readonly CalendarDate[];
}

const weeklyDatesUntil = (rule: WeeklyRule, last: CalendarDate): string =>
  weeklyDates(rule)
    .filter((date) => date <= last)
    .join();

/**
 * While places are taken, the weekly dates within both the old and the new dates stay as they are; the end moves before no
 * booked session, and may always be later (CAL-04, CAL-11). The start stays while places are taken or a slot has session
 * changes.
 */
export const canChangeDates = (
  current: ClassCalendar,
  next: WeeklyRule,
  { isTaken, bookedDates }: CalendarUse,
): boolean => {
  const isInUse = isTaken || current.session_changes.length > 0;
  if (isInUse && next.start_date !== current.start_date) return false;
  if (bookedDates.some((date) => date > next.end_date && date <= current.end_date)) return false;
  return !isTaken || weeklyDatesUntil(current, next.end_date) === weeklyDatesUntil(next, current.end_date);
};

const hasNoneTwice = (ids: readonly string[]): boolean => new Set(ids).size === ids.length;

/** The accounts of coaches of a class, or of those who stand in at a session (COA-02). */
export const coachIdsSchema = z
  .array(userIdSchema)
  .check(
    z.maxLength(limits.coachesPerClass, `Choose at most ${limits.coachesPerClass} coaches`),
    z.refine(hasNoneTwice, 'A coach is listed twice'),
  );

export const coverChoiceSchema = z.strictObject({ coach_ids: coachIdsSchema });

export const coverSchema = z.object({
  class_id: classIdSchema,
  slot_id: slotIdSchema,
  date: calendarDateSchema,
  coach_ids: coachIdsSchema,
});
export type Cover = z.infer<typeof coverSchema>;
