import type { Booking } from '#shared/schemas/booking';
import type { SlotId } from '#shared/schemas/ids';
import type { CancellationReason, ChosenRemedy, Remedy, SessionChange } from '#shared/schemas/session';
import type { CalendarDate } from '#shared/schemas/values';
import { type BookedDates, type BookedSession, bookedSessions } from './booked-sessions.ts';
import { type ClassCalendar, changesOf, type SlotIdentity, sessionsOf } from './sessions.ts';

type Changes = readonly SessionChange[];

/** A session that is to be cancelled. */
export interface Cancellation {
  readonly slot_id: SlotId;
  readonly date: CalendarDate;
  readonly reason: CancellationReason;
  readonly remedy: Remedy;
  /** The slot's, as the cancellation leaves it. */
  readonly calendar_version: number;
}

const withoutChange = (changes: Changes, slot: SlotIdentity, date: CalendarDate): SessionChange[] =>
  changes.filter((change) => change.slot_id !== slot.id || change.date !== date);

/** A make-up date becomes an extra session (CAN-10). */
const makeUpOf = (slot_id: SlotId, remedy: Remedy): SessionChange[] =>
  remedy.kind === 'make-up' ? [{ slot_id, date: remedy.date, kind: 'extra', state: 'on' }] : [];

/**
 * The session changes of a class after a cancellation.
 * @throws Error where the slot has no session on the date that is on
 */
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

/**
 * The session changes of a class after a remedy was chosen for a cancelled session (CAN-03).
 * @throws Error where the session is not cancelled
 */
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

/** The calendar as it would be had the session not been cancelled; its make-up date stays an extra session. */
export const withoutCancellation = <Calendar extends ClassCalendar>(
  cls: Calendar,
  slot: SlotIdentity,
  date: CalendarDate,
): Calendar & { readonly session_changes: SessionChange[] } => {
  const change = changesOf(cls, slot).get(date);
  const rest = withoutChange(cls.session_changes, slot, date);
  const extra: SessionChange[] =
    change?.kind === 'extra' ? [{ slot_id: change.slot_id, date, kind: 'extra', state: 'on' }] : [];
  return { ...cls, session_changes: [...rest, ...extra] };
};

/** The session changes of a class after a session was brought back (CAN-11). */
export const restoreSession = (
  cls: ClassCalendar,
  slot: SlotIdentity,
  date: CalendarDate,
  { removedMakeUp }: { readonly removedMakeUp: CalendarDate | null },
): SessionChange[] => {
  const { session_changes } = withoutCancellation(cls, slot, date);
  return removedMakeUp === null ? session_changes : withoutChange(session_changes, slot, removedMakeUp);
};

/** The part of a booking that is now a slot's session on a date; undefined if the booking is not in that session. */
export const bookedPart = (
  cls: ClassCalendar,
  slot: SlotIdentity,
  booking: BookedDates & Pick<Booking, 'time_slot_id'>,
  date: CalendarDate,
): BookedSession | undefined =>
  bookedSessions(cls, { id: booking.time_slot_id }, booking).find(
    ({ slot_id, sessions }) => slot_id === slot.id && sessions.at(-1)?.date === date,
  );
