import type { CalendarDate, Instant } from '#shared/schemas/values';

/** A session of a slot with the moment at which it begins; at that moment it has begun. */
export interface TimedSession {
  readonly date: CalendarDate;
  readonly startsAt: Instant;
  readonly state: 'on' | 'cancelled';
}
