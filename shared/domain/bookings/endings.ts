import { sessionValues } from '#shared/domain/pricing/session-value';
import type { TimedSession } from '#shared/domain/sessions/timed-session';
import type { EndReason } from '#shared/schemas/end-reason';
import { type Cents, centsSchema, type Instant } from '#shared/schemas/values';
import { type CancellationTerms, freeUntil } from './cancellation-terms.ts';

/** What a booking was charged and what its charge covers. */
export interface ChargedBooking {
  readonly amount: Cents;
  /** The sum of its credits for sessions and endings, less those that were reversed. Goodwill credits do not count. */
  readonly credited: Cents;
  /**
   * The sessions that were booked, past ones included, by date; as many as the booking stores (BOK-55). A session that
   * was replaced by a make-up session keeps its date and has the start of the make-up session. It counts as cancelled
   * if the family was credited because it cannot come to the make-up session.
   */
  readonly sessions: readonly TimedSession[];
}

/** A live booking with what its ending depends on. */
export interface EndableBooking extends ChargedBooking {
  readonly terms: CancellationTerms;
}

/** How a booking ends. An administrator who removes it chooses the credit (END-09). */
export type Ending =
  | { readonly reason: 'removed'; readonly credit: 'charge' | 'sessions' | 'nothing' }
  | { readonly reason: Exclude<EndReason, 'removed'> };

export interface EndingQuote {
  /** Credited by the ending itself. */
  readonly credit: Cents;
  /** Suggested to the administrator after a late cancellation (END-07). */
  readonly suggested: Cents;
}

const none = centsSchema.parse(0);

/**
 * What is left of a booking's charge. Its credits for sessions and endings never exceed the charge in all (PAY-14).
 * @throws ZodError when they do
 */
export const leftOfCharge = ({ amount, credited }: Pick<ChargedBooking, 'amount' | 'credited'>): Cents =>
  centsSchema.parse(amount - credited);

const sessionsWithValue = ({ amount, sessions }: ChargedBooking) => {
  const values = sessionValues(amount, sessions.length);
  return sessions.map((session, index) => ({ ...session, value: values[index] ?? none }));
};

/**
 * The value of the sessions that were neither held nor credited: before the first session all that is left of the
 * charge. A cancelled session without a remedy counts, also a past one.
 */
export const sessionsLeftValue = (booking: ChargedBooking, now: Instant): Cents => {
  const held = sessionsWithValue(booking)
    .filter(({ state, startsAt }) => state === 'on' && startsAt <= now)
    .reduce((sum, { value }) => sum + value, 0);
  // The difference is below 0 if a cancelled session was brought back and has begun before its credit is reversed.
  return centsSchema.parse(Math.max(0, leftOfCharge(booking) - held));
};

/**
 * What an ending credits at an instant:
 * - cancelled by the parent, or with the account: the sessions left until the free deadline; later nothing, and the
 *   sessions left are suggested to the administrator (END-05, END-07, END-12);
 * - moved to another class, or its class deleted: the sessions left (MOV-03, END-10);
 * - a trial that is over: the same, which is nothing once its session was held (TRI-01, CAN-08);
 * - a trial that is kept: nothing, its session stays charged (TRI-04);
 * - removed by an administrator: as chosen (END-09).
 */
export const quoteEnding = (booking: EndableBooking, ending: Ending, now: Instant): EndingQuote => {
  const sessionsLeft = sessionsLeftValue(booking, now);
  switch (ending.reason) {
    case 'cancelled':
    case 'account-deleted':
      return now <= freeUntil(booking.terms)
        ? { credit: sessionsLeft, suggested: none }
        : { credit: none, suggested: sessionsLeft };
    case 'moved':
    case 'class-deleted':
    case 'trial-over':
      return { credit: sessionsLeft, suggested: none };
    case 'upgraded':
      return { credit: none, suggested: none };
    case 'removed': {
      const credits = { charge: leftOfCharge(booking), sessions: sessionsLeft, nothing: none };
      return { credit: credits[ending.credit], suggested: none };
    }
  }
};
