import type { Booking } from '#shared/schemas/booking';
import type { TimeSlot } from '#shared/schemas/slot';
import type { CalendarDate, Cents, Instant } from '#shared/schemas/values';
import { type BookedSession, bookedSessions } from './booked-sessions.ts';
import { toInstant } from './business-time.ts';
import { type CancellationTerms, freeAfterChange } from './cancellation-terms.ts';
import type { EndableBooking } from './changes.ts';
import { instantOf } from './instant-of.ts';
import type { ClassCalendar } from './sessions.ts';
import type { TimedSession } from './timed-session.ts';

/** What of a stored booking decides what its end credits. */
export interface EndingFacts
  extends Pick<Booking, 'time_slot_id' | 'dates' | 'amount' | 'is_trial' | 'created_at'> {
  readonly credited: Cents;
  /** Of its `dates`, those that were credited. */
  readonly credited_dates: ReadonlySet<CalendarDate>;
  /** Present on a trial that the school moved to another date. */
  readonly moved_by?: string | undefined;
  readonly kept_until?: Instant | undefined;
  /** What became of sessions in a slot that the booking moved from, by the dates agreed. */
  readonly sessions_before_move?: Readonly<Record<string, TimedSession['state']>> | undefined;
}

interface TimedSlot extends Pick<TimeSlot, 'start_time'> {
  /** When its time or place last changed for families that had booked it. */
  readonly moved_at?: Instant | undefined;
}

/**
 * The last moment at which a change by the school lets the family end the booking free of charge: the start of the trial
 * that was moved, or of the first session after a change of time or place (END-05).
 */
const changedUntil = (
  { created_at, moved_by }: EndingFacts,
  { moved_at }: TimedSlot,
  sessions: readonly TimedSession[],
): Instant | null => {
  const afterMove = moved_by === undefined ? undefined : sessions[0]?.startsAt;
  const afterChange = moved_at && freeAfterChange(moved_at, created_at, sessions);
  return (
    [afterMove, afterChange]
      .filter((instant) => typeof instant === 'string')
      .toSorted()
      .at(-1) ?? null
  );
};

/** A stored booking as the rules of its end see it. */
export const endableBooking = (
  cls: ClassCalendar,
  slot: TimedSlot,
  booking: EndingFacts,
  timeZone: string,
): EndableBooking => {
  const startOf = (date: CalendarDate): Instant => instantOf(toInstant(date, slot.start_time, timeZone));
  const toTimed = ({ agreed, sessions }: BookedSession): TimedSession => {
    const before = booking.sessions_before_move?.[agreed];
    const present = before ? undefined : sessions.at(-1);
    const isOn = (before ?? present?.state) === 'on' && !booking.credited_dates.has(agreed);
    return {
      date: agreed,
      startsAt: startOf(present?.date ?? agreed),
      state: isOn ? 'on' : 'cancelled',
    };
  };
  const sessions = bookedSessions(cls, { id: booking.time_slot_id }, booking).map(toTimed);
  const [first] = booking.dates;
  if (!first) throw new Error('A booking covers at least one session');
  const terms: CancellationTerms = {
    isTrial: booking.is_trial,
    firstStartsAt: startOf(first),
    keptUntil: booking.kept_until ?? null,
    changedUntil: changedUntil(booking, slot, sessions),
  };
  return { amount: booking.amount, credited: booking.credited, sessions, terms };
};
