import { type BookedSession, bookedSessions } from '#shared/booking/booked-sessions';
import type { Booking, EndReason } from '#shared/booking/booking';
import { sessionValues } from '#shared/classes/pricing';
import { type BusinessMoment, toInstant } from '#shared/lib/business-time';
import { hourMs } from '#shared/lib/durations';
import { hoursText } from '#shared/lib/text';
import {
  type CalendarDate,
  type Cents,
  centsSchema,
  type Instant,
  instantOf,
  type WallTime,
  wallTimeSchema,
} from '#shared/lib/values';
import { policies } from '#shared/policies';
import type { ClassCalendar, SlotStart, TimedSession } from '#shared/sessions/sessions';
import type { TimeSlot } from '#shared/sessions/slot';

export interface CancellationTerms {
  readonly isTrial: boolean;
  /** Start of the first session that the charge covers; of an upgrade the first session after the trial's. */
  readonly firstStartsAt: Instant;
  readonly agreedUntil: Instant | null;
  /** Until when a change by the school lets the family end the booking (`freeAfterChange`); null without one. */
  readonly changedUntil: Instant | null;
}

type Hours = Readonly<Record<keyof typeof policies.cancellation, number>>;

const hoursBefore = (instant: Instant, hours: number): Instant =>
  instantOf(new Date(Date.parse(instant) - hours * hourMs));

/** The last moment at which the end is free (END-05). Hours are elapsed: across a clock change the wall time differs. */
export const freeUntil = (
  { isTrial, firstStartsAt, agreedUntil, changedUntil }: CancellationTerms,
  { programHours, trialHours }: Hours = policies.cancellation,
): Instant => {
  const agreed = agreedUntil ?? hoursBefore(firstStartsAt, isTrial ? trialHours : programHours);
  return changedUntil !== null && changedUntil > agreed ? changedUntil : agreed;
};

/**
 * Until when the end is free of charge because the school moved the trial, or changed time or venue: the start of the first
 * session after the change (END-05, CAL-11). Null for a booking made after the change, and when no session is left.
 */
export const freeAfterChange = (
  changedAt: Instant,
  bookedAt: Instant,
  sessions: readonly TimedSession[],
): Instant | null => {
  if (bookedAt >= changedAt) return null;
  const starts = sessions.filter(({ state }) => state === 'on').map(({ startsAt }) => startsAt);
  return starts.toSorted().find((startsAt) => startsAt > changedAt) ?? null;
};

/** The text above "Confirm Booking", in the confirmation email and in the dialog (END-06). */
export const cancellationPolicy = (
  isTrial: boolean,
  { programHours, trialHours }: Hours = policies.cancellation,
): string => {
  const until = isTrial
    ? `${hoursText(trialHours)} before the session`
    : `${hoursText(programHours)} before the first session`;
  return `You can cancel free of charge until ${until}. After that you can still give up the place, without an automatic credit. There is no 14-day right to cancel: it does not apply to leisure services on set dates.`;
};

export interface ChargedBooking {
  readonly amount: Cents;
  /** The sum of the credits for sessions and endings, less those that were reversed. Goodwill credits do not count. */
  readonly credited: Cents;
  /**
   * The booked sessions, past ones included, by date (BOK-55). A replaced session keeps its date and has the start of its
   * make-up session. It counts as cancelled if the family was credited because it cannot come to the make-up session.
   */
  readonly sessions: readonly TimedSession[];
}

export interface EndableBooking extends ChargedBooking {
  readonly terms: CancellationTerms;
}

/** An administrator who removes a booking chooses the credit (END-09). */
export type Ending =
  | { readonly reason: 'removed'; readonly credit: 'charge' | 'sessions' | 'nothing' }
  | { readonly reason: Exclude<EndReason, 'removed'> };

export interface EndingQuote {
  /** What the ending itself credits. */
  readonly credit: Cents;
  readonly suggested: Cents;
}

const none = centsSchema.parse(0);

/** A booking's credits for sessions and endings never exceed its charge (PAY-14). @throws ZodError when they do */
export const leftOfCharge = ({ amount, credited }: Pick<ChargedBooking, 'amount' | 'credited'>): Cents =>
  centsSchema.parse(amount - credited);

const sessionsWithValue = ({ amount, sessions }: ChargedBooking) => {
  const values = sessionValues(amount, sessions.length);
  return sessions.map((session, index) => ({ ...session, value: values[index] ?? none }));
};

/**
 * The value of the sessions that neither took place nor were credited: before the first session all that is left of the
 * charge. A cancelled session without a remedy counts, also a past one.
 */
export const sessionsLeftValue = (booking: ChargedBooking, now: Instant): Cents => {
  const held = sessionsWithValue(booking)
    .filter(({ state, startsAt }) => state === 'on' && startsAt <= now)
    .reduce((sum, { value }) => sum + value, 0);
  // The difference is below 0 if a cancelled session was brought back and has begun before its credit is reversed.
  return centsSchema.parse(Math.max(0, leftOfCharge(booking) - held));
};

/**
 * What an ending credits at an instant:
 * - cancelled by the parent, or with the account: the sessions left until the free deadline; later nothing, and the
 *   sessions left are suggested to the administrator (END-05, END-07, END-12);
 * - moved to another class, or the class deleted: the sessions left (MOV-03, END-10);
 * - a trial that is over: the same, which is nothing once its session took place (TRI-01, CAN-08);
 * - an upgraded trial: nothing, its session stays charged (TRI-04);
 * - removed by an administrator: as chosen (END-09).
 */
export const quoteEnding = (booking: EndableBooking, ending: Ending, now: Instant): EndingQuote => {
  const sessionsLeft = sessionsLeftValue(booking, now);
  switch (ending.reason) {
    case 'cancelled':
    case 'account-deleted':
      return now <= freeUntil(booking.terms)
        ? { credit: sessionsLeft, suggested: none }
        : { credit: none, suggested: sessionsLeft };
    case 'moved':
    case 'class-deleted':
    case 'trial-over':
      return { credit: sessionsLeft, suggested: none };
    case 'upgraded':
      return { credit: none, suggested: none };
    case 'removed': {
      const credits = { charge: leftOfCharge(booking), sessions: sessionsLeft, nothing: none };
      return { credit: credits[ending.credit], suggested: none };
    }
  }
};

export interface EndingFacts
  extends Pick<
    Booking,
    'time_slot_id' | 'dates' | 'amount' | 'is_trial' | 'created_at' | 'earlier_slots' | 'trial_session'
  > {
  readonly credited: Cents;
  /** The credited ones of the dates, that of an upgraded trial included. */
  readonly credited_dates: ReadonlySet<CalendarDate>;
  /** Present on a trial that the school moved to another date. */
  readonly moved_by?: string | undefined;
  readonly kept_until?: Instant | undefined;
  readonly last_move?: { readonly at: Instant } | undefined;
}

interface TimedSlot extends Pick<TimeSlot, 'start_time'> {
  readonly moved_at?: Instant | undefined;
}

interface BookingToEnd {
  readonly booking: EndingFacts;
  readonly cls: ClassCalendar;
  readonly slot: TimedSlot;
  /** Slots of before a move that still have sessions of the booking; others are not looked at. */
  readonly earlier_slots: readonly SlotStart[];
}

// The start of the trial that the school moved, or of the first session after a change of time or place (END-05).
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

const timedSessionsOf = ({ booking, cls, slot, earlier_slots }: BookingToEnd, timeZone: string) => {
  const startOf = ({ agreed, slot_id }: BookedSession): WallTime => {
    if (booking.earlier_slots?.[agreed] === undefined) return slot.start_time;
    // A slot is removed only without bookings: its sessions of this booking are over, whatever its time was.
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
 * Makes the input of the rules above of a stored booking. The session of an upgraded trial is left out: whoever ends the
 * booking gives it up too, and only the upgrade is credited (END-05).
 */
export const endableBooking = (parts: BookingToEnd, timeZone: string): EndableBooking => {
  const { booking, slot } = parts;
  const sessions = timedSessionsOf(parts, timeZone).flatMap(({ trial, timed }) => (trial ? [] : timed));
  const [first] = booking.dates;
  if (!first) throw new Error('A booking covers at least one session');
  const terms: CancellationTerms = {
    isTrial: booking.is_trial,
    firstStartsAt: instantOf(toInstant(first, slot.start_time, timeZone)),
    agreedUntil: booking.kept_until ?? null,
    changedUntil: changedUntil(booking, slot, sessions),
  };
  return { amount: booking.amount, credited: booking.credited, sessions, terms };
};

/** The upgraded trial of a stored booking, as the charge of its one session. */
export const upgradedTrial = (parts: BookingToEnd, timeZone: string): ChargedBooking | undefined => {
  const { credited_dates } = parts.booking;
  const part = timedSessionsOf(parts, timeZone).find(({ trial }) => trial);
  if (!part) return undefined;
  const credited = credited_dates.has(part.agreed) ? part.value : none;
  return { amount: part.value, credited, sessions: [part.timed] };
};

/** The value of the sessions left: what a move to another class credits (MOV-03). */
export const sessionsLeft = (parts: BookingToEnd, { now, timeZone }: BusinessMoment): Cents =>
  sessionsLeftValue(endableBooking(parts, timeZone), instantOf(now));
