import {
  type BookedSession,
  bookableDates,
  bookedSessions,
  followSession,
  sessionClaim,
  sessionsToCome,
} from '#shared/booking/booked-sessions';
import type { Booking, Discount, TrialSession } from '#shared/booking/booking';
import { type DiscountOn, noDiscount } from '#shared/booking/discounts';
import { dueDatesAfterMove } from '#shared/booking/due-dates';
import type { ClassSummary } from '#shared/classes/class';
import type { BusinessMoment } from '#shared/lib/business-time';
import type { SlotId } from '#shared/lib/ids';
import { formatCents, type SignedCents, signedCentsSchema } from '#shared/lib/money';
import { type CalendarDate, type Cents, centsSchema } from '#shared/lib/values';
import { type ClassCalendar, hasBegun, type SlotStart } from '#shared/sessions/sessions';
import type { TimeSlot } from '#shared/sessions/slot';
import { bookingTerms } from './booking-terms.ts';

interface MoveQuote {
  readonly credit: Cents;
  readonly charge: Cents;
  /** What the family owes more; below 0 what it is credited. */
  readonly difference: SignedCents;
}

/** Within a class the booking stays the same one: no money changes (MOV-03). */
const moveWithinClass: MoveQuote = {
  credit: centsSchema.parse(0),
  charge: centsSchema.parse(0),
  difference: signedCentsSchema.parse(0),
};

/**
 * To another class: the sessions left are credited, also after the free deadline, and the new booking is charged at today's
 * price (MOV-03). It has the old booking's `freeUntil` as its `agreedUntil` (END-05).
 * @param credit `sessionsLeftValue` of the old booking
 */
export const quoteMove = (credit: Cents, priceToday: Cents): MoveQuote => ({
  credit,
  charge: priceToday,
  difference: signedCentsSchema.parse(priceToday - credit),
});

/** "Change", "Change and pay $20.00", "Change and get $20.00 credit" (MOV-01). */
export const moveLabel = ({ difference }: Pick<MoveQuote, 'difference'>): string => {
  if (difference === 0) return 'Change';
  const amount = formatCents(centsSchema.parse(Math.abs(difference)));
  return difference > 0 ? `Change and pay ${amount}` : `Change and get ${amount} credit`;
};

interface BookedSlot {
  readonly cls: ClassCalendar & Pick<ClassSummary, 'id'>;
  readonly slot: SlotStart;
}

interface TargetSlot {
  readonly cls: ClassCalendar & Pick<ClassSummary, 'id' | 'weekly_rate'>;
  readonly slot: Pick<TimeSlot, 'id' | 'start_time' | 'calendar_version'>;
}

export interface MovableBooking
  extends Pick<
    Booking,
    'is_trial' | 'trial_date' | 'dates' | 'amount' | 'earlier_slots' | 'trial_session' | 'due_dates'
  > {
  /** The amount that `sessionsLeftValue` gives. */
  readonly sessions_left: Cents;
  /** The agreed dates of credited sessions. */
  readonly credited_dates: Iterable<CalendarDate>;
}

export interface MoveTerms {
  /** The sessions of the booking after the move, ascending, at least one to come. */
  readonly dates: readonly CalendarDate[];
  /** Null for a full programme. */
  readonly trial_date: CalendarDate | null;
  readonly first_session: CalendarDate;
  /** A full programme that moves within its class has here the slots of those of `dates` that stay. */
  readonly earlier_slots?: Readonly<Record<string, SlotId>> | undefined;
  /** A booking from an upgraded trial that moves within its class has this session. */
  readonly trial_session?: TrialSession | undefined;
  readonly calendar_version: number;
  readonly quote: MoveQuote;
  /** The discount of the new booking, where it is in another class. */
  readonly discount?: Discount | undefined;
  /** The due dates of the new booking, where it is in another class (DUE-01). */
  readonly due_dates?: readonly CalendarDate[] | undefined;
}

/**
 * A trial can move until its session begins (MOV-05), a full programme while it has a session to come.
 * @param earlier_slots slots of before a move that still have sessions of the booking; others are not looked at
 */
export const isMovable = (
  booking: Omit<MovableBooking, 'sessions_left' | 'credited_dates'> & Pick<Booking, 'time_slot_id'>,
  { cls, slot, earlier_slots }: BookedSlot & { readonly earlier_slots: readonly SlotStart[] },
  moment: BusinessMoment,
): boolean => {
  if (booking.is_trial) return booking.trial_date !== null && !hasBegun(booking.trial_date, slot, moment);
  return sessionsToCome(cls, booking, [slot, ...earlier_slots], moment).length > 0;
};

// The sessions that stay in their slots in a move within the class: those that have begun, those that are credited, to all
// families or to this one, and those that are cancelled or have a make-up session where the new slot gives neither them nor
// a session for them. The new slot does not give these again, and later changes are decided in their slots. Sessions that
// stayed in a move before stay again.
// @param given the dates that the new slot has to come
const stayingSessions = (
  booking: MovableBooking,
  { cls, slot }: BookedSlot,
  { cls: newCls, slot: newSlot, given }: TargetSlot & { readonly given: readonly CalendarDate[] },
  moment: BusinessMoment,
): BookedSession[] => {
  const credited = new Set(booking.credited_dates);
  return bookedSessions(cls, slot, booking).filter((part) => {
    const { agreed, sessions } = part;
    if (booking.earlier_slots?.[agreed]) return true;
    const present = sessions.at(-1);
    if (!present) return false;
    const isCredited = sessionClaim(cls, part).due !== null || credited.has(agreed);
    if (isCredited || hasBegun(present.date, slot, moment)) return true;
    const isLost = present.state === 'cancelled';
    if (!isLost && sessions.length === 1) return false;
    const instead = followSession(newCls, newSlot, agreed).map(({ date }) => date);
    return ![...instead, ...(isLost ? [] : [present.date])].some((date) => given.includes(date));
  });
};

// The sessions of `stayingSessions`, and those to come of the new slot. A trial has the new slot's next session, an upgraded
// trial too while its own session is to come.
// @returns null where the new slot has none to come, or only that of an upgraded trial
const sessionsWithinClass = (
  booking: MovableBooking,
  from: BookedSlot,
  to: TargetSlot,
  moment: BusinessMoment,
): Pick<MoveTerms, 'dates' | 'first_session' | 'earlier_slots' | 'trial_session'> | null => {
  const toCome = bookableDates(to.cls, to.slot, booking.is_trial, moment);
  const [trialDate] = toCome;
  if (booking.is_trial) return trialDate ? { dates: toCome, first_session: trialDate } : null;
  const parts = stayingSessions(booking, from, { ...to, given: toCome }, moment);
  const earlier_slots = Object.fromEntries(parts.map(({ agreed, slot_id }) => [agreed, slot_id]));
  const unmoved = booking.dates.filter((date) => earlier_slots[date] !== undefined);
  // A make-up for a session that stays is not given on top of it: neither its own, nor one of the new slot.
  const taken = new Set(
    parts.flatMap(({ agreed, sessions }) => {
      const present = sessions.at(-1);
      const instead = followSession(to.cls, to.slot, agreed).map(({ date }) => date);
      return [agreed, ...instead, ...(present?.state === 'on' ? [present.date] : [])];
    }),
  );
  const added = toCome.filter((date) => !taken.has(date));
  const { trial_session: trial } = booking;
  const moves = trial !== undefined && earlier_slots[trial.date] === undefined;
  const [next, ...others] = added;
  const dates = moves ? others : added;
  if (!next || dates.length === 0) return null;
  const { calendar_version } = to.slot;
  return {
    dates: [...unmoved, ...dates].toSorted(),
    first_session: next,
    earlier_slots,
    ...(trial && { trial_session: moves ? { ...trial, date: next, calendar_version } : trial }),
  };
};

/**
 * What a move made now gives, and what it changes in money (MOV-01, MOV-03).
 * @param discountOn the discount on a full programme in the other class, as `discountFor` gives it (DIS-03)
 * @returns null where the new slot has no session to come, and for a trial and a slot of another class (MOV-05)
 */
export const moveTerms = (
  booking: MovableBooking,
  from: BookedSlot,
  to: TargetSlot,
  moment: BusinessMoment,
  discountOn: DiscountOn = noDiscount,
): MoveTerms | null => {
  if (from.cls.id === to.cls.id) {
    const sessions = sessionsWithinClass(booking, from, to, moment);
    if (!sessions) return null;
    return {
      ...sessions,
      trial_date: booking.is_trial ? (sessions.dates[0] ?? null) : null,
      calendar_version: to.slot.calendar_version,
      quote: moveWithinClass,
    };
  }
  const terms = booking.is_trial ? null : bookingTerms(to.cls, to.slot, false, moment, discountOn);
  const [first_session] = terms?.dates ?? [];
  if (!terms || !first_session) return null;
  const { amount, ...rest } = terms;
  const due_dates = dueDatesAfterMove(booking.due_dates, { ...terms, today: moment.today });
  return { ...rest, first_session, due_dates, quote: quoteMove(booking.sessions_left, amount) };
};
