import { type BookedSession, bookedSessions } from '#shared/domain/sessions/booked-sessions';
import type { ClassCalendar, SlotStart } from '#shared/domain/sessions/sessions';
import type { TimedSession } from '#shared/domain/sessions/timed-session';
import { toInstant } from '#shared/domain/time/business-time';
import { instantOf } from '#shared/domain/time/instant-of';
import type { Booking } from '#shared/schemas/booking';
import type { TimeSlot } from '#shared/schemas/slot';
import {
  type CalendarDate,
  type Cents,
  centsSchema,
  type Instant,
  type WallTime,
  wallTimeSchema,
} from '#shared/schemas/values';
import { type CancellationTerms, freeAfterChange } from './cancellation-terms.ts';
import type { ChargedBooking, EndableBooking } from './endings.ts';

/** What of a stored booking decides what its end credits. */
export interface EndingFacts
  extends Pick<
    Booking,
    'time_slot_id' | 'dates' | 'amount' | 'is_trial' | 'created_at' | 'earlier_slots' | 'trial_session'
  > {
  readonly credited: Cents;
  /** Of its dates, that of a kept trial included, those that were credited. */
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

/** A stored booking with its class and slots. */
export interface BookingToEnd {
  readonly booking: EndingFacts;
  readonly cls: ClassCalendar;
  readonly slot: TimedSlot;
  /** The slots that it moved from and that have sessions of it; others are not looked at. */
  readonly earlier_slots: readonly SlotStart[];
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
const none = centsSchema.parse(0);

/** The sessions of a booking as the rules of its end see them. */
const timedParts = ({ booking, cls, slot, earlier_slots }: BookingToEnd, timeZone: string) => {
  const startOf = ({ agreed, slot_id }: BookedSession): WallTime => {
    if (booking.earlier_slots?.[agreed] === undefined) return slot.start_time;
    // A slot is removed only without bookings: what it has of this one is over, whatever its time was.
    return earlier_slots.find(({ id }) => id === slot_id)?.start_time ?? midnight;
  };
  const toTimed = (part: BookedSession): TimedSession => {
    const present = part.sessions.at(-1);
    const isOn = present?.state === 'on' && !booking.credited_dates.has(part.agreed);
    return {
      date: part.agreed,
      startsAt: instantOf(toInstant(present?.date ?? part.agreed, startOf(part), timeZone)),
      state: isOn ? 'on' : 'cancelled',
    };
  };
  return bookedSessions(cls, { id: booking.time_slot_id }, booking).map((part) => ({
    ...part,
    timed: toTimed(part),
  }));
};

/**
 * A stored booking as the rules of its end see it. The session of a kept trial is none of its own: whoever ends the booking
 * gives that up too, and only the upgrade is credited (END-05).
 */
export const endableBooking = (parts: BookingToEnd, timeZone: string): EndableBooking => {
  const { booking, slot } = parts;
  const sessions = timedParts(parts, timeZone).flatMap(({ trial, timed }) => (trial ? [] : timed));
  const [first] = booking.dates;
  if (!first) throw new Error('A booking covers at least one session');
  const terms: CancellationTerms = {
    isTrial: booking.is_trial,
    firstStartsAt: instantOf(toInstant(first, slot.start_time, timeZone)),
    keptUntil: booking.kept_until ?? null,
    changedUntil: changedUntil(booking, slot, sessions),
  };
  return { amount: booking.amount, credited: booking.credited, sessions, terms };
};

/** The trial that a stored booking kept, as the charge of its one session; undefined where it kept none. */
export const keptTrial = (parts: BookingToEnd, timeZone: string): ChargedBooking | undefined => {
  const { credited_dates } = parts.booking;
  const part = timedParts(parts, timeZone).find(({ trial }) => trial);
  if (!part) return undefined;
  const credited = credited_dates.has(part.agreed) ? part.value : none;
  return { amount: part.value, credited, sessions: [part.timed] };
};
