import type { BookedSession } from '#shared/domain/sessions/booked-sessions';
import { type ClassCalendar, changesOf } from '#shared/domain/sessions/sessions';
import type { SessionChange } from '#shared/schemas/session';

/** A cancellation that is in force. */
export type CancelledChange = Extract<SessionChange, { state: 'cancelled' }>;

/** What a family may be credited for one session that was agreed. */
export interface SessionClaim {
  /**
   * The cancellations in force of the session and of the make-up sessions that replaced it, in this order. A credit for
   * one of them stays. A credit for any other one is taken back: its session was brought back, or what it replaced.
   */
  readonly cancellations: readonly CancelledChange[];
  /** The one whose remedy credits every booking that has no credit for the session; null where nothing is due. */
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
 * What a booking is owed for one of its sessions, by the present calendar alone: in which order its session and the
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
  // One with a credit has no make-up session: it is the present state.
  return { cancellations, due: last?.remedy.kind === 'credit' ? last : null };
};
