import type { CalendarDate, Instant } from '#shared/schemas/values';
import { toInstant } from './business-time.ts';
import { instantOf } from './instant-of.ts';
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
    startsAt: instantOf(toInstant(date, slot.start_time, timeZone)),
    state,
  }));
