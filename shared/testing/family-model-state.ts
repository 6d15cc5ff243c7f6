import type { CancellationTerms } from '#shared/domain/bookings/cancellation-terms';
import type { EndableBooking, Ending, EndingQuote } from '#shared/domain/bookings/endings';
import type { TimedSession } from '#shared/domain/sessions/timed-session';
import { hourMs } from '#shared/domain/time/milliseconds';
import type { CalendarDate, Cents, Instant } from '#shared/schemas/values';
import { cents, date, instant } from './values.ts';
import { billedWeeks } from './weekly-rule.ts';

export const saturdays = [
  '2025-09-06',
  '2025-09-13',
  '2025-09-20',
  '2025-09-27',
  '2025-10-04',
  '2025-10-11',
].map(date);

/** A prime: divided by a number of sessions it leaves a remainder. */
export const weeklyRate = cents(1_009);
export const priceOf = (sessions: number): Cents => cents(billedWeeks(sessions) * weeklyRate);

export const after = (moment: Instant, hours: number): Instant =>
  instant(new Date(Date.parse(moment) + hours * hourMs).toISOString());

/** A class with one slot. */
export interface ModelClass {
  sessions: readonly TimedSession[];
  /** Grows with each cancellation; by date the one that is in force. */
  version: number;
  readonly cancelledBy: Map<CalendarDate, number>;
}

/** A booking as it is stored. */
export interface ModelBooking {
  readonly number: number;
  readonly inClass: ModelClass;
  readonly bookedAt: Instant;
  readonly amount: Cents;
  /** What the programme cost on that day. */
  readonly programPrice: Cents;
  dates: readonly CalendarDate[];
  terms: CancellationTerms;
  /** The sum of its credits with a cause. */
  credited: number;
  /** Dates whose make-up the family cannot come to. */
  readonly notComing: Set<CalendarDate>;
  ended?: EndingQuote & {
    readonly ending: Ending;
    /** The dates that were held by then. */
    readonly held: readonly CalendarDate[];
  };
  /** The full programme that a trial became. */
  keptAs?: ModelBooking;
}

/** A booking as the rules take it. */
export const asEndable = ({
  amount,
  credited,
  dates,
  inClass,
  notComing,
  terms,
}: ModelBooking): EndableBooking => {
  const covered = inClass.sessions
    .filter((session) => dates.includes(session.date))
    .map(
      (session): TimedSession => (notComing.has(session.date) ? { ...session, state: 'cancelled' } : session),
    );
  return { amount, credited: cents(credited), sessions: covered, terms };
};

/** Whether the child has the place of a booking; of a trial also by the programme that it became. */
export const hasPlace = ({ ended, keptAs }: ModelBooking): boolean =>
  !ended || (keptAs !== undefined && !keptAs.ended);

export const comingOf = (inClass: ModelClass, now: Instant): TimedSession[] =>
  inClass.sessions.filter(({ state, startsAt }) => state === 'on' && startsAt > now);
