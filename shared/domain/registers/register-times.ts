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
  /**
   * From when until when its coaches read and mark it: 24 hours before the start, and the end of the next day in business time
   * (COA-03, REG-12).
   */
  readonly opens_at: Instant;
  readonly closes_at: Instant;
}

/** How long before the start and after the end a phone may have what is known of children and whom to call, in hours (EME-05). */
const cardHours = { before: 12, after: 2 } as const;

const midnight = wallTimeSchema.parse('00:00');

const around = (date: CalendarDate, time: WallTime, hours: number, timeZone: string): Instant =>
  instantOf(new Date(toInstant(date, time, timeZone).getTime() + hours * hourMs));

/** Hours are hours of the clock of the world: with a clock change between, the wall time is another one. */
export const registerTimes = (
  { date, start_time }: Pick<SessionTimes, 'date' | 'start_time'>,
  timeZone: string,
): RegisterTimes => ({
  opens_at: around(date, start_time, -limits.registerHours, timeZone),
  closes_at: around(addDays(date, 2), midnight, 0, timeZone),
});

/** Whether the coaches of a session read and mark its register. */
export const isOpenForCoaches = ({ opens_at, closes_at }: RegisterTimes, now: Instant): boolean =>
  opens_at <= now && now < closes_at;

/** Why a mark of a coach is not taken that was tapped at a time, and is received now; null where it is (REG-12). */
export const refusalByTime = (
  { opens_at, closes_at }: RegisterTimes,
  tappedAt: Instant,
  now: Instant,
): 'too-early' | 'too-late' | null => {
  if (now >= closes_at) return 'too-late';
  return tappedAt < opens_at ? 'too-early' : null;
};

/** Whether a phone may have the cards of a session: from 12 hours before it to 2 hours after it (EME-05). */
export const mayKeepCards = (
  { date, start_time, end_time }: SessionTimes,
  now: Instant,
  timeZone: string,
): boolean =>
  around(date, start_time, -cardHours.before, timeZone) <= now &&
  now <= around(date, end_time, cardHours.after, timeZone);

/** The window in words, as it is on every screen that names it. */
export const registerWindowText = `A register opens ${limits.registerHours} hours before its session, and closes at the end of the next day.`;
