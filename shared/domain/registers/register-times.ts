import { toInstant } from '#shared/domain/time/business-time';
import { addDays } from '#shared/domain/time/calendar';
import { instantOf } from '#shared/domain/time/instant-of';
import { hourMs } from '#shared/domain/time/milliseconds';
import { limits } from '#shared/limits';
import { type CalendarDate, type Instant, type WallTime, wallTimeSchema } from '#shared/schemas/values';

interface SessionTimes {
  readonly date: CalendarDate;
  readonly start_time: WallTime;
  readonly end_time: WallTime;
}

/** The times of a register. Instants compare as strings. */
export interface RegisterTimes {
  /** From when until when its coaches read it (COA-03). */
  readonly opens_at: Instant;
  readonly closes_at: Instant;
  /**
   * Until when marks of coaches are received: the end of the next day in business time (REG-02). It is after `closes_at`: a
   * phone without a network sends later what was tapped before.
   */
  readonly marks_until: Instant;
}

const midnight = wallTimeSchema.parse('00:00');

/** Hours are hours of the clock of the world: with a clock change between, the wall time is another one. */
export const registerTimes = (
  { date, start_time, end_time }: SessionTimes,
  timeZone: string,
): RegisterTimes => {
  const around = limits.registerHours * hourMs;
  return {
    opens_at: instantOf(new Date(toInstant(date, start_time, timeZone).getTime() - around)),
    closes_at: instantOf(new Date(toInstant(date, end_time, timeZone).getTime() + around)),
    marks_until: instantOf(toInstant(addDays(date, 2), midnight, timeZone)),
  };
};

/** Whether the coaches of a session read its register. Both ends are included. */
export const isOpenForCoaches = ({ opens_at, closes_at }: RegisterTimes, now: Instant): boolean =>
  opens_at <= now && now <= closes_at;

/**
 * Whether a mark of a coach is taken: it was tapped while the register could be read, and is received before the end of the
 * next day.
 */
export const takesMarkOfCoach = (times: RegisterTimes, tappedAt: Instant, now: Instant): boolean =>
  isOpenForCoaches(times, tappedAt) && now < times.marks_until;
