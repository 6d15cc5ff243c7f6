import { type ClassCalendar, type SlotIdentity, sessionsOf } from '#shared/domain/sessions/sessions';
import { addDays } from '#shared/domain/time/calendar';
import { policies } from '#shared/policies';
import type { CancellationReason } from '#shared/schemas/session';
import type { CalendarDate } from '#shared/schemas/values';

/** Reasons that everybody may read; another one may be about a person. */
const publicReasons: ReadonlySet<CancellationReason> = new Set(['weather', 'pitch']);

/** What the public reads as the reason of a cancellation. */
export const publicReason = (reason: CancellationReason): CancellationReason =>
  publicReasons.has(reason) ? reason : 'other';

/** A cancelled session as the public listing shows it. */
interface AnnouncedCancellation {
  readonly date: CalendarDate;
  /** Null where it is not for the public. */
  readonly reason: CancellationReason | null;
}

/** The cancelled sessions of a slot from today on that the public listing announces, ascending (CAN-14). */
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
