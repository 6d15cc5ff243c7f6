import type { TimedSession } from '#shared/domain/sessions/timed-session';
import { hoursText } from '#shared/domain/time/hours-text';
import { instantOf } from '#shared/domain/time/instant-of';
import { hourMs } from '#shared/domain/time/milliseconds';
import { policies } from '#shared/policies';
import type { Instant } from '#shared/schemas/values';

/** What decides until when a booking can be ended free of charge. */
export interface CancellationTerms {
  readonly isTrial: boolean;
  /** Start of the first session that the charge covers; of an upgrade the first session after the trial's. */
  readonly firstStartsAt: Instant;
  /** The deadline that was in force when the booking was moved, if it was: a move keeps the terms. */
  readonly keptUntil: Instant | null;
  /** Until when a change by the school lets the family end it, if there was one (`freeAfterChange`). */
  readonly changedUntil: Instant | null;
}

type Hours = Readonly<Record<keyof typeof policies.cancellation, number>>;

const hoursBefore = (instant: Instant, hours: number): Instant =>
  instantOf(new Date(Date.parse(instant) - hours * hourMs));

/**
 * The last moment at which a booking can be ended free of charge (END-05). Hours are elapsed hours: across a clock
 * change the wall time differs from that of the session.
 */
export const freeUntil = (
  { isTrial, firstStartsAt, keptUntil, changedUntil }: CancellationTerms,
  { programHours, trialHours }: Hours = policies.cancellation,
): Instant => {
  const agreed = keptUntil ?? hoursBefore(firstStartsAt, isTrial ? trialHours : programHours);
  return changedUntil !== null && changedUntil > agreed ? changedUntil : agreed;
};

/**
 * Until when a booking can be ended free of charge because the school moved the trial, or changed the slot's time or
 * venue: the start of the first session after the change (END-05, CAL-11). Null for a booking made after the change,
 * and when no session is left.
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

/** The policy as it stands above "Confirm Booking", in the confirmation email and in the dialog (END-06). */
export const cancellationPolicy = (
  isTrial: boolean,
  { programHours, trialHours }: Hours = policies.cancellation,
): string => {
  const until = isTrial
    ? `${hoursText(trialHours)} before the session`
    : `${hoursText(programHours)} before the first session`;
  return `You can cancel free of charge until ${until}. After that you can still give up the place, without an automatic credit. There is no 14-day right to cancel: it does not apply to leisure services on set dates.`;
};
