import { slotPrice } from '#shared/domain/pricing/session-pricing';
import type { ClassCalendar, SlotStart } from '#shared/domain/sessions/sessions';
import { timedSessions } from '#shared/domain/sessions/timed-session';
import type { BusinessMoment } from '#shared/domain/time/business-time';
import { instantOf } from '#shared/domain/time/instant-of';
import type { Booking } from '#shared/schemas/booking';
import type { ClassSummary } from '#shared/schemas/class';
import type { CalendarDate, Cents } from '#shared/schemas/values';
import { keepPrice, sessionsToKeep } from './trials.ts';

/** A trial, with what the programme cost when it was booked. */
export interface KeepableTrial extends Pick<Booking, 'trial_date' | 'amount'> {
  readonly program_price?: Cents | undefined;
}

/** The full programme that a trial becomes, and what it costs. */
export interface KeepTerms {
  /** The sessions to come without the trial's own, ascending, at least one. */
  readonly dates: readonly CalendarDate[];
  readonly amount: Cents;
}

/**
 * What keeping the place after a trial gives and costs at a moment (TRI-02, TRI-03).
 * @returns null for a booking that is no trial, and when no session is left to keep
 */
export const keepTerms = (
  { trial_date, amount, program_price }: KeepableTrial,
  cls: ClassCalendar & Pick<ClassSummary, 'weekly_rate'>,
  slot: SlotStart,
  { now, today, timeZone }: BusinessMoment,
): KeepTerms | null => {
  if (trial_date === null || program_price === undefined) return null;
  const sessions = sessionsToKeep({ date: trial_date }, timedSessions(cls, slot, timeZone), instantOf(now));
  if (sessions.length === 0) return null;
  return {
    dates: sessions.map(({ date }) => date),
    amount: keepPrice(slotPrice(cls, slot, today), { amount, programPrice: program_price }),
  };
};
