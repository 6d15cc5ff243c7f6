import type { Booking } from '#shared/schemas/booking';
import type { TimeSlot } from '#shared/schemas/slot';
import { type CalendarDate, type Cents, type Instant, wallTimeSchema } from '#shared/schemas/values';
import { type BookedSession, bookedSessions } from './booked-sessions.ts';
import { toInstant } from './business-time.ts';
import { type CancellationTerms, freeAfterChange } from './cancellation-terms.ts';
import type { EndableBooking } from './changes.ts';
import { instantOf } from './instant-of.ts';
import type { ClassCalendar } from './sessions.ts';
import type { TimedSession } from './timed-session.ts';

/** What of a stored booking decides what its end credits. */
export interface EndingFacts
  extends Pick<Booking, 'time_slot_id' | 'dates' | 'amount' | 'is_trial' | 'created_at' | 'earlier_slots'> {
  readonly credited: Cents;
  /** Of its `dates`, those that were credited. */
  readonly credited_dates: ReadonlySet<CalendarDate>;
  /** Present on a trial that the school moved to another date. */
  readonly moved_by?: string | undefined;
  readonly kept_until?: Instant | undefined;
  /** How it came to its slot, where it was moved there. */
  readonly last_move?: { readonly at: Instant } | undefined;
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
  { created_at, last_move, moved_by }: EndingFacts,
  { moved_at }: TimedSlot,
  sessions: readonly TimedSession[],
): Instant | null => {
  const afterMove = moved_by === undefined ? undefined : sessions[0]?.startsAt;
  // A family that moves to a slot agrees to its time and place.
  const agreedAt = last_move?.at ?? created_at;
  const afterChange = moved_at && freeAfterChange(moved_at, agreedAt, sessions);
  return (
    [afterMove, afterChange]
      .filter((instant) => typeof instant === 'string')
      .toSorted()
      .at(-1) ?? null
  );
};

const midnight = wallTimeSchema.parse('00:00');

/** A stored booking as the rules of its end see it. */
export const endableBooking = (
  cls: ClassCalendar,
  slot: TimedSlot,
  booking: EndingFacts,
  timeZone: string,
): EndableBooking => {
  const startOf = (date: CalendarDate, time = slot.start_time): Instant =>
    instantOf(toInstant(date, time, timeZone));
  const toTimed = ({ agreed, sessions }: BookedSession): TimedSession => {
    const present = sessions.at(-1);
    const isOn = present?.state === 'on' && !booking.credited_dates.has(agreed);
    // A session of an earlier slot had begun when the booking moved, whatever its time was.
    const time = booking.earlier_slots?.[agreed] === undefined ? slot.start_time : midnight;
    return {
      date: agreed,
      startsAt: startOf(present?.date ?? agreed, time),
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
