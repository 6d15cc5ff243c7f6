import type { Booking, TrialSession } from '#shared/booking/booking';
import { sessionValues } from '#shared/classes/pricing';
import type { BusinessMoment } from '#shared/lib/business-time';
import type { SlotId } from '#shared/lib/ids';
import { ascending } from '#shared/lib/text';
import type { CalendarDate, Cents } from '#shared/lib/values';
import type { ChildKind } from '#shared/registers/register';
import type { SessionChange } from '#shared/sessions/slot';
import {
  type ClassCalendar,
  changesOf,
  hasBegun,
  type Session,
  type SlotIdentity,
  type SlotStart,
  sessionsOf,
  upcomingDates,
} from '../sessions/sessions.ts';

/** The dates of a booking made now, ascending: a trial has the next session, a programme all (BOK-55). Empty without any. */
export const bookableDates = (
  cls: ClassCalendar,
  slot: SlotStart,
  isTrial: boolean,
  moment: BusinessMoment,
): CalendarDate[] => {
  const dates = upcomingDates(cls, slot, moment);
  return isTrial ? dates.slice(0, 1) : dates;
};

export interface BookedDates {
  readonly dates: readonly CalendarDate[];
  readonly amount: Cents;
  /** Maps dates to the slot that the booking moved from and in which they stayed. */
  readonly earlier_slots?: Readonly<Record<string, SlotId>> | undefined;
  readonly trial_session?: TrialSession | undefined;
}

export const agreedDates = ({ dates, trial_session }: Pick<BookedDates, 'dates' | 'trial_session'>) =>
  trial_session ? [trial_session.date, ...dates].toSorted() : dates;

export interface BookedSession {
  /** The agreed date, which identifies the session whatever becomes of it. */
  readonly agreed: CalendarDate;
  readonly slot_id: SlotId;
  readonly value: Cents;
  /** The agreed session and the make-up sessions that replaced it, one after the other; the last is the present one. */
  readonly sessions: readonly Session[];
  /** Set if the charge of an upgraded trial covers the session, in place of the booking's own charge. */
  readonly trial?: TrialSession | undefined;
}

const makeUpsOf = (cls: ClassCalendar, slot: SlotIdentity, sessions: ReadonlyMap<CalendarDate, Session>) =>
  new Map(
    [...changesOf(cls, slot).values()].flatMap((change) => {
      if (change.state === 'on' || change.remedy.kind !== 'make-up') return [];
      const makeUp = sessions.get(change.remedy.date);
      return makeUp ? [[change.date, makeUp] as const] : [];
    }),
  );

const followIn = (cls: ClassCalendar, slot: SlotIdentity): ((agreed: CalendarDate) => Session[]) => {
  const sessions = new Map(sessionsOf(cls, slot).map((session) => [session.date, session]));
  const makeUps = makeUpsOf(cls, slot, sessions);
  return (agreed) => {
    const chain = new Set<Session>();
    let session = sessions.get(agreed);
    while (session && !chain.has(session)) {
      chain.add(session);
      session = makeUps.get(session.date);
    }
    return [...chain];
  };
};

/** The slot's session on a date and the make-up sessions that replaced it, in turn; empty without one. */
export const followSession = (cls: ClassCalendar, slot: SlotIdentity, date: CalendarDate): Session[] =>
  followIn(cls, slot)(date);

/**
 * Tells what has become of a booking's sessions, by the agreed date. A make-up session takes the place and the value of the
 * cancelled one (CAN-10). Another booking covers the make-up date only if the calendar had the date when the booking was
 * made. The session of an upgraded trial is among them, with the value that the trial was charged.
 * @param slot the slot of the booking now
 */
export const bookedSessions = (
  cls: ClassCalendar,
  slot: SlotIdentity,
  { dates, amount, earlier_slots = {}, trial_session: trial }: BookedDates,
): BookedSession[] => {
  const slotIds = new Set([slot.id, ...Object.values(earlier_slots)]);
  const followers = new Map([...slotIds].map((id) => [id, followIn(cls, { id })]));
  const charged = [
    ...(trial ? [{ agreed: trial.date, value: trial.amount, trial }] : []),
    ...sessionValues(amount, dates.length).map((value, index) => ({ agreed: dates[index], value })),
  ];
  return charged
    .flatMap(({ agreed, ...charge }) => {
      if (!agreed) return [];
      const slot_id = earlier_slots[agreed] ?? slot.id;
      return [{ agreed, slot_id, ...charge, sessions: followers.get(slot_id)?.(agreed) ?? [] }];
    })
    .toSorted((one, other) => ascending(one.agreed, other.agreed));
};

interface SessionInSlot<Slot> {
  readonly session: Session;
  /** The slot of the session, which gives its times. */
  readonly slot: Slot;
  readonly part: BookedSession;
  /** Whether no make-up session replaced the session. */
  readonly isPresent: boolean;
}

/**
 * All sessions that a booking has or had, ascending, each with its slot: a session that stayed in a slot of before a move
 * has the times of that slot. Screens, emails, calendars, reminders and rosters read this.
 * @param slots the booking's own slot, and those that it moved from; a session of a slot that was removed since has the
 * times of the booking's own slot
 */
export const sessionsWithSlots = <Slot extends SlotIdentity>(
  cls: ClassCalendar,
  booking: BookedDates & Pick<Booking, 'time_slot_id'>,
  slots: readonly Slot[],
): SessionInSlot<Slot>[] => {
  const slotOf = new Map(slots.map((slot) => [slot.id, slot]));
  const own = slotOf.get(booking.time_slot_id);
  return bookedSessions(cls, { id: booking.time_slot_id }, booking)
    .flatMap((part) => {
      const slot = slotOf.get(part.slot_id) ?? own;
      if (!slot) return [];
      const last = part.sessions.length - 1;
      return part.sessions.map((session, index) => ({ session, slot, part, isPresent: index === last }));
    })
    .toSorted((one, other) => ascending(one.session.date, other.session.date));
};

/** The sessions that are on and have not begun, ascending. */
export const sessionsToCome = <Slot extends SlotStart>(
  cls: ClassCalendar,
  booking: BookedDates & Pick<Booking, 'time_slot_id'>,
  slots: readonly Slot[],
  moment: BusinessMoment,
): SessionInSlot<Slot>[] =>
  sessionsWithSlots(cls, booking, slots).filter(
    ({ session, slot }) => session.state === 'on' && !hasBegun(session.date, slot, moment),
  );

/** The dates from today on of a booking's sessions in a slot, its own or one that it moved from. */
export const datesIn = (
  cls: ClassCalendar,
  booking: BookedDates & Pick<Booking, 'time_slot_id'>,
  slot: SlotIdentity,
  today: CalendarDate,
): CalendarDate[] =>
  bookedSessions(cls, { id: booking.time_slot_id }, booking).flatMap(({ slot_id, sessions }) => {
    const present = sessions.at(-1);
    return slot_id === slot.id && present?.state === 'on' && present.date >= today ? [present.date] : [];
  });

export interface DaySession<Slot> extends SessionInSlot<Slot> {
  /** Whether the session is the first one that its charge covers: that of an upgraded trial, and the first of the others. */
  readonly isFirst: boolean;
}

/** A cancelled session is none; a replaced session is on the day of its make-up. @param sessions all of the booking */
export const daySession = <Slot>(
  sessions: readonly SessionInSlot<Slot>[],
  day: CalendarDate,
): DaySession<Slot> | undefined => {
  const on = sessions.filter(({ session }) => session.state === 'on');
  const own = on.find(({ session }) => session.date === day);
  if (!own) return undefined;
  const isFirst = on.every(({ session, part }) => part.trial !== own.part.trial || session.date >= day);
  return { ...own, isFirst };
};

export type CancelledChange = Extract<SessionChange, { state: 'cancelled' }>;

interface SessionClaim {
  /**
   * The cancellations in force of the session and of the make-up sessions that replaced it, in turn. A credit for one of
   * them stays. A credit for any other cancellation is taken back: its session was brought back, or what it replaced.
   */
  readonly cancellations: readonly CancelledChange[];
  readonly due: CancelledChange | null;
}

/** Whether a credit that was given for a cancellation stays. */
export const isInForce = (
  { cancellations }: SessionClaim,
  given: Pick<CancelledChange, 'slot_id' | 'calendar_version'>,
): boolean =>
  cancellations.some(
    ({ slot_id, calendar_version }) =>
      slot_id === given.slot_id && calendar_version === given.calendar_version,
  );

/**
 * What a booking is owed for one of its sessions, by the present calendar alone: the order in which its session and the
 * make-up sessions were cancelled and brought back makes no difference (CAN-09 to CAN-11).
 */
export const sessionClaim = (
  cls: ClassCalendar,
  { slot_id, sessions }: Pick<BookedSession, 'slot_id' | 'sessions'>,
): SessionClaim => {
  const changes = changesOf(cls, { id: slot_id });
  const cancellations = sessions.flatMap(({ date }) => {
    const change = changes.get(date);
    return change?.state === 'cancelled' ? [change] : [];
  });
  const last = cancellations.at(-1);
  // A session with a credit has no make-up session: the last cancellation is the present state.
  return { cancellations, due: last?.remedy.kind === 'credit' ? last : null };
};

/** Whether a booking still has a session to come, today included (BOK-52). */
export const isLiveBooking = (
  booking: Pick<Booking, 'time_slot_id' | 'dates' | 'amount' | 'earlier_slots' | 'trial_session'>,
  cls: ClassCalendar,
  today: CalendarDate,
): boolean =>
  bookedSessions(cls, { id: booking.time_slot_id }, booking).some(({ sessions }) => {
    const present = sessions.at(-1);
    return present?.state === 'on' && present.date >= today;
  });

/**
 * Null where the session of the date is on and has not begun (ABS-01). A cancelled session is none; a moved one is on the
 * day of its make-up.
 * @param slots the booking's own slot, and those that it moved from
 */
export const notComingProblem = (
  cls: ClassCalendar,
  booking: BookedDates & Pick<Booking, 'time_slot_id'>,
  slots: readonly SlotStart[],
  date: CalendarDate,
  moment: BusinessMoment,
): 'sessionNotFound' | 'sessionBegun' | null => {
  const session = daySession(sessionsWithSlots(cls, booking, slots), date);
  if (!session) return 'sessionNotFound';
  return hasBegun(date, session.slot, moment) ? 'sessionBegun' : null;
};

type RosterBooking = BookedDates & Pick<Booking, 'time_slot_id' | 'is_trial'>;

export interface PlaceOn<B> {
  readonly booking: B;
  readonly kind: Exclude<ChildKind, 'left'>;
  /** The first session of a full booking that did not begin as a trial. */
  readonly is_first: boolean;
}

/** Bookings with a place in a session, trials and make-ups included (REG-01). Of a cancelled one: those that had a place. */
export const placesOn = <B extends RosterBooking>(
  cls: ClassCalendar & { readonly time_slots: readonly SlotIdentity[] },
  slot: SlotIdentity,
  date: CalendarDate,
  bookings: readonly B[],
): PlaceOn<B>[] =>
  bookings.flatMap((booking): PlaceOn<B>[] => {
    const placed = sessionsWithSlots(cls, booking, cls.time_slots).find(
      ({ session, slot: { id } }) => id === slot.id && session.date === date,
    );
    if (!placed) return [];
    const { agreed, trial } = placed.part;
    if (booking.is_trial || trial) return [{ booking, kind: 'trial', is_first: false }];
    const isFirst = !booking.trial_session && agreed === booking.dates[0];
    return [{ booking, kind: agreed === date ? 'full' : 'make-up', is_first: isFirst }];
  });
