import { type BusinessMoment, toInstant } from '#shared/lib/business-time';
import {
  addDays,
  daysBetween,
  type ProgramDates,
  programTiming,
  sessionDatesFrom,
} from '#shared/lib/calendar';
import { ascending } from '#shared/lib/text';
import { type CalendarDate, type Instant, instantOf } from '#shared/lib/values';
import { policies } from '#shared/policies';
import type { CancellationReason, SessionChange, TimeSlot } from '#shared/sessions/slot';

export interface WeeklyRule extends ProgramDates {
  readonly skipped_dates: readonly CalendarDate[];
}

/** Each slot has at most one change for a date. */
export interface ClassCalendar extends WeeklyRule {
  readonly session_changes: readonly SessionChange[];
}

export type SlotIdentity = Pick<TimeSlot, 'id'>;
export type SlotStart = Pick<TimeSlot, 'id' | 'start_time'>;

export type Session = {
  readonly date: CalendarDate;
  readonly kind: 'weekly' | 'extra';
} & ({ readonly state: 'on' } | { readonly state: 'cancelled'; readonly reason: CancellationReason });

// By class: a list of classes asks for the same dates many times, and making one takes 10 µs.
const knownDates = new WeakMap<ProgramDates, readonly CalendarDate[]>();

/** All weekly dates of a class, skipped ones included, ascending. */
export const scheduledDates = (program: ProgramDates): readonly CalendarDate[] => {
  const known = knownDates.get(program);
  if (known) return known;
  const made = sessionDatesFrom(program, program.start_date);
  knownDates.set(program, made);
  return made;
};

/** The weekly dates that are not skipped, ascending: the sessions of a slot without changes (CAL-03). */
export const weeklyDates = (rule: WeeklyRule): CalendarDate[] => {
  const skipped = new Set(rule.skipped_dates);
  return scheduledDates(rule).filter((date) => !skipped.has(date));
};

export const changesOf = (cls: ClassCalendar, slot: SlotIdentity): ReadonlyMap<CalendarDate, SessionChange> =>
  new Map(
    cls.session_changes.filter(({ slot_id }) => slot_id === slot.id).map((change) => [change.date, change]),
  );

const toSession = (date: CalendarDate, kind: Session['kind'], change: SessionChange | undefined): Session =>
  change?.state === 'cancelled'
    ? { date, kind, state: 'cancelled', reason: change.reason }
    : { date, kind, state: 'on' };

const byDate = (one: Session, other: Session): number => ascending(one.date, other.date);

/**
 * The sessions of a slot, ascending, at most one on a date (CAL-01):
 * - each weekly date that is not skipped, as a weekly session;
 * - each other date with a change of kind `extra`, as an extra session; a skipped date can be one;
 * - cancelled where the change of that date says so, and on otherwise.
 *
 * A skipped date by itself has no session. An extra date that becomes a weekly date, because the class was given a
 * later end, is one weekly session in the state of its change. A cancellation of a weekly date that is no longer one,
 * because the class was given an earlier end, has no effect. A cancelled extra session stays in the list; brought back
 * it is on again.
 */
export const sessionsOf = (cls: ClassCalendar, slot: SlotIdentity): Session[] => {
  const changes = changesOf(cls, slot);
  const weekly = weeklyDates(cls);
  const isWeekly = new Set(weekly);
  const extra = [...changes.values()].filter(({ kind, date }) => kind === 'extra' && !isWeekly.has(date));
  return [
    ...weekly.map((date) => toSession(date, 'weekly', changes.get(date))),
    ...extra.map((change) => toSession(change.date, 'extra', change)),
  ].toSorted(byDate);
};

/** Ascending. Their number is the "{n} weeks program" (CAL-08), the last of them the last session. */
export const sessionDates = (cls: ClassCalendar, slot: SlotIdentity): CalendarDate[] =>
  sessionsOf(cls, slot)
    .filter(({ state }) => state === 'on')
    .map(({ date }) => date);

/** "9 weeks program" (BOK-42, CAL-08). */
export const bookedDuration = (cls: ClassCalendar, slot: SlotIdentity, isTrial: boolean): string =>
  isTrial ? 'Single trial session' : `${sessionDates(cls, slot).length} weeks program`;

/** At its start, and on every later day (CAL-07). */
export const hasBegun = (
  date: CalendarDate,
  { start_time }: Pick<SlotStart, 'start_time'>,
  { now, today, timeZone }: BusinessMoment,
): boolean => (date === today ? now >= toInstant(date, start_time, timeZone) : date < today);

/** Sessions on and not begun, ascending. Without any, neither a full booking nor a trial is possible (BOK-48). */
export const upcomingDates = (cls: ClassCalendar, slot: SlotStart, moment: BusinessMoment): CalendarDate[] =>
  sessionDates(cls, slot).filter((date) => !hasBegun(date, slot, moment));

/** Null when no session is left (CAL-07, PRC-09 to PRC-12). The date of a trial, even of a cancelled session (CAN-08). */
export const nextUpcomingDate = (
  cls: ClassCalendar,
  slot: SlotStart,
  moment: BusinessMoment,
): CalendarDate | null => upcomingDates(cls, slot, moment).at(0) ?? null;

/** In every slot the last session that is on has begun (PUB-53). A class without slots is over after its last day. */
export const isClassOver = (
  cls: ClassCalendar & { readonly time_slots: readonly SlotStart[] },
  moment: BusinessMoment,
): boolean =>
  cls.time_slots.length === 0
    ? programTiming(cls, moment.today) === 'ended'
    : cls.time_slots.every((slot) => nextUpcomingDate(cls, slot, moment) === null);

/**
 * All sessions of the class have begun, cancelled ones too (END-10). Where all sessions to come are cancelled, families may
 * still be owed what is left of their charges.
 */
export const endsWithoutCredit = (
  cls: ClassCalendar & { readonly time_slots: readonly SlotStart[] },
  moment: BusinessMoment,
): boolean =>
  cls.time_slots.every((slot) => sessionsOf(cls, slot).every(({ date }) => hasBegun(date, slot, moment)));

/** At the moment at which it begins, a session has begun. */
export interface TimedSession {
  readonly date: CalendarDate;
  readonly startsAt: Instant;
  readonly state: 'on' | 'cancelled';
}

/** Ascending. */
export const timedSessions = (cls: ClassCalendar, slot: SlotStart, timeZone: string): TimedSession[] =>
  sessionsOf(cls, slot).map(({ date, state }) => ({
    date,
    startsAt: instantOf(toInstant(date, slot.start_time, timeZone)),
    state,
  }));

export const isMarkable = (date: CalendarDate, today: CalendarDate): boolean =>
  daysBetween(date, today) <= policies.cancelledSession.markableDays;

// Reasons that everybody may read; another one may be about a person.
const publicReasons: ReadonlySet<CancellationReason> = new Set(['weather', 'pitch']);

export const publicReason = (reason: CancellationReason): CancellationReason =>
  publicReasons.has(reason) ? reason : 'other';

interface AnnouncedCancellation {
  readonly date: CalendarDate;
  /** Null where the reason is not for the public. */
  readonly reason: CancellationReason | null;
}

/** From today on, ascending (CAN-14). */
export const announcedCancellations = (
  cls: ClassCalendar,
  slot: SlotIdentity,
  today: CalendarDate,
): AnnouncedCancellation[] => {
  const last = addDays(today, policies.cancelledSession.announcedDays);
  return sessionsOf(cls, slot).flatMap((session) =>
    session.state === 'cancelled' && session.date >= today && session.date <= last
      ? [{ date: session.date, reason: publicReasons.has(session.reason) ? session.reason : null }]
      : [],
  );
};
