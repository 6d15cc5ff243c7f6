import type { Booking } from '#shared/booking/booking';
import type { BusinessMoment } from '#shared/lib/business-time';
import type { SlotId } from '#shared/lib/ids';
import type { CalendarDate } from '#shared/lib/values';
import type { CancellationReason, ChosenRemedy, Remedy, SessionChange } from '#shared/sessions/slot';
import {
  type ClassCalendar,
  changesOf,
  hasBegun,
  type SlotIdentity,
  type SlotStart,
  sessionsOf,
} from '../sessions/sessions.ts';
import { type BookedDates, type BookedSession, bookedSessions, followSession } from './booked-sessions.ts';

type Changes = readonly SessionChange[];

interface Cancellation {
  readonly slot_id: SlotId;
  readonly date: CalendarDate;
  readonly reason: CancellationReason;
  readonly remedy: Remedy;
  readonly calendar_version: number;
}

const withoutChange = (changes: Changes, slot: SlotIdentity, date: CalendarDate): SessionChange[] =>
  changes.filter((change) => change.slot_id !== slot.id || change.date !== date);

// A make-up date becomes an extra session (CAN-10).
const makeUpOf = (slot_id: SlotId, remedy: Remedy): SessionChange[] =>
  remedy.kind === 'make-up' ? [{ slot_id, date: remedy.date, kind: 'extra', state: 'on' }] : [];

/** @throws Error where the slot has no session on the date that is on */
export const cancelSession = (
  cls: ClassCalendar,
  { slot_id, date, reason, remedy, calendar_version }: Cancellation,
): SessionChange[] => {
  const session = sessionsOf(cls, { id: slot_id }).find((candidate) => candidate.date === date);
  if (session?.state !== 'on') throw new Error('Only a session that is on can be cancelled');
  const { kind } = session;
  return [
    ...withoutChange(cls.session_changes, { id: slot_id }, date),
    { slot_id, date, kind, state: 'cancelled', reason, remedy, calendar_version },
    ...makeUpOf(slot_id, remedy),
  ];
};

/** For CAN-03. @throws Error where the session is not cancelled */
export const chooseRemedy = (
  cls: ClassCalendar,
  slot: SlotIdentity,
  date: CalendarDate,
  remedy: ChosenRemedy,
): SessionChange[] => {
  const change = changesOf(cls, slot).get(date);
  if (change?.state !== 'cancelled') throw new Error('Only a cancelled session has a remedy');
  return [
    ...withoutChange(cls.session_changes, slot, date),
    { ...change, remedy },
    ...makeUpOf(change.slot_id, remedy),
  ];
};

/** Brings a session back, without the make-up dates that go with it (CAN-11). */
export const restoreSession = (
  cls: ClassCalendar,
  slot: SlotIdentity,
  date: CalendarDate,
  { removed }: { readonly removed: readonly CalendarDate[] },
): SessionChange[] => {
  const change = changesOf(cls, slot).get(date);
  const gone = new Set([date, ...removed]);
  const rest = cls.session_changes.filter((other) => other.slot_id !== slot.id || !gone.has(other.date));
  const extra: SessionChange[] =
    change?.kind === 'extra' ? [{ slot_id: change.slot_id, date, kind: 'extra', state: 'on' }] : [];
  return [...rest, ...extra];
};

/**
 * The make-up dates that go when a session is brought back: those that replaced it, in turn, without those that have begun
 * and those that are sessions of a booking also then (CAN-11).
 * @param bookings of all slots of the class: one that moved may have sessions in the slot
 */
export const removableMakeUps = (
  cls: ClassCalendar,
  slot: SlotStart,
  date: CalendarDate,
  bookings: readonly (BookedDates & Pick<Booking, 'time_slot_id'>)[],
  moment: BusinessMoment,
): CalendarDate[] => {
  const restored = { ...cls, session_changes: restoreSession(cls, slot, date, { removed: [] }) };
  return followSession(cls, slot, date)
    .slice(1)
    .map((makeUp) => makeUp.date)
    .filter((makeUp) => !hasBegun(makeUp, slot, moment))
    .filter((makeUp) => !bookings.some((booking) => findBookedSession(restored, slot, booking, makeUp)));
};

export const findBookedSession = (
  cls: ClassCalendar,
  slot: SlotIdentity,
  booking: BookedDates & Pick<Booking, 'time_slot_id'>,
  date: CalendarDate,
): BookedSession | undefined =>
  bookedSessions(cls, { id: booking.time_slot_id }, booking).find(
    ({ slot_id, sessions }) => slot_id === slot.id && sessions.some((session) => session.date === date),
  );
