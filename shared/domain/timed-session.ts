import { type CalendarDate, type Instant, instantSchema } from '#shared/schemas/values';
import { toInstant } from './business-time.ts';
import { type ClassCalendar, type SlotStart, sessionsOf } from './sessions.ts';

/** A session of a slot with the moment at which it begins; at that moment it has begun. */
export interface TimedSession {
  readonly date: CalendarDate;
  readonly startsAt: Instant;
  readonly state: 'on' | 'cancelled';
}

/** The sessions of a slot with the moments at which they begin, ascending. */
export const timedSessions = (cls: ClassCalendar, slot: SlotStart, timeZone: string): TimedSession[] =>
  sessionsOf(cls, slot).map(({ date, state }) => ({
    date,
    startsAt: instantSchema.parse(toInstant(date, slot.start_time, timeZone).toISOString()),
    state,
  }));
