import { toInstant } from '#shared/domain/time/business-time';
import { instantOf } from '#shared/domain/time/instant-of';
import type { CalendarDate, Instant } from '#shared/schemas/values';
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
