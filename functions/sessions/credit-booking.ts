import {
  type BookedSession,
  type CancelledChange,
  isInForce,
  sessionClaim,
} from '#shared/booking/booked-sessions';
import { leftOfCharge } from '#shared/booking/endings';
import type { ClassSummary } from '#shared/classes/class';
import { type LedgerEntry, type LedgerEntryCause, ledgerEntryKey } from '#shared/ledger/entry';
import type { BusinessMoment } from '#shared/lib/business-time';
import type { BookingId, UserId } from '#shared/lib/ids';
import { type Cents, centsSchema, instantOf } from '#shared/lib/values';
import { bookingCredit, bookingCreditBack } from '../booking/booking-changes.ts';
import type { StoredBooking } from '../booking/bookings.ts';
import { entryWrites, findSessionCredit } from '../ledger/entries.ts';
import { ContentionError } from '../lib/contention.ts';
import { sendTransaction, type TransactionOutcome } from '../lib/dynamo/writes.ts';
import type { ExtraWrites } from '../lib/extra-writes.ts';
import type { Table } from '../lib/table.ts';
import { cancellationInForce } from './cancellations.ts';

// The session belongs to the charge that covers it.
const sessionCause = (
  { id }: { readonly id: BookingId },
  { agreed, slot_id, trial }: Pick<BookedSession, 'agreed' | 'slot_id' | 'trial'>,
  { calendar_version }: Pick<CancelledChange, 'calendar_version'>,
) =>
  ({
    type: 'session',
    booking_id: trial?.booking_id ?? id,
    date: agreed,
    slot_id,
    calendar_version,
  }) as const satisfies LedgerEntryCause;

export interface CreditableSession {
  readonly cls: ClassSummary;
  readonly booking: StoredBooking;
  readonly part: BookedSession;
}

interface CreditedBy {
  readonly moment: BusinessMoment;
  /** The administrator; null for what follows from the calendar by itself. */
  readonly madeBy: UserId | null;
}

const none = centsSchema.parse(0);

/** The value of the session, or what is left of the charge. That of an upgraded trial covers its session alone. */
export const creditAmount = ({ booking, part }: Omit<CreditableSession, 'cls'>): Cents => {
  // A credit reduces what can still be credited of the charge, so a session that is credited already has its whole value.
  const isWhole = part.trial !== undefined || booking.credited_dates.has(part.agreed);
  return isWhole ? part.value : centsSchema.parse(Math.min(part.value, leftOfCharge(booking)));
};

// A session of an upgraded trial is credited of the trial's charge.
const chargedFor = (booking: StoredBooking, { trial }: BookedSession) =>
  trial ? { id: trial.booking_id, due_dates: booking.trial_session?.due_dates } : booking;

/**
 * Credits a live booking the value of a session for one of its cancellations that are in force, with the extra writes, all
 * or nothing.
 * @returns `refused` where the session is credited, the booking ended, its credits changed since it was read, or the session
 * or what it replaces was brought back
 */
export const creditBooking = async (
  table: Table,
  { cls, booking, part }: CreditableSession,
  change: CancelledChange,
  { moment, madeBy }: CreditedBy,
  extraWrites: ExtraWrites = [],
): Promise<TransactionOutcome> => {
  const { id, class_type, venue } = cls;
  const amount = creditAmount({ booking, part });
  return sendTransaction(table, [
    bookingCredit(table, booking, { date: part.agreed, amount }),
    ...entryWrites(
      table,
      booking.parent_id,
      {
        kind: 'credit',
        cause: sessionCause(booking, part, change),
        class: { id, class_type, venue },
        amount,
        day: moment.today,
        recorded_at: instantOf(moment.now),
        made_by: madeBy,
      },
      chargedFor(booking, part),
    ),
    ...sessionClaim(cls, part).cancellations.map(({ slot_id, date, calendar_version }) =>
      cancellationInForce(table, { class_id: id, slot_id, date, calendar_version }),
    ),
    ...extraWrites,
  ]);
};

const counterOf = (
  { cause, amount }: LedgerEntry,
  { now, today }: BusinessMoment,
): Extract<LedgerEntry, { kind: 'counter' }> => ({
  kind: 'counter',
  countered: 'credit',
  cause: { type: 'counter', entry: ledgerEntryKey(cause) },
  amount,
  day: today,
  recorded_at: instantOf(now),
  made_by: null,
});

/**
 * Takes back a credit whose cancellation is not in force any more, once (CAN-11). Two Queries and one transaction, for a
 * session that is credited.
 * @returns the booking after that
 * @throws ContentionError where contention persisted
 */
export const takeBackStale = async (
  table: Table,
  { cls, booking, part }: CreditableSession,
  moment: BusinessMoment,
): Promise<StoredBooking> => {
  const { agreed, trial } = part;
  if (!booking.credited_dates.has(agreed)) return booking;
  const cause = { booking_id: trial?.booking_id ?? booking.id, date: agreed };
  const credit = await findSessionCredit(table, booking.parent_id, cause);
  if (!credit || isInForce(sessionClaim(cls, part), credit.cause)) return booking;
  const { outcome } = await sendTransaction(table, [
    bookingCreditBack(table, booking, { date: agreed, amount: credit.amount }),
    ...entryWrites(table, booking.parent_id, counterOf(credit, moment), chargedFor(booking, part)),
  ]);
  if (outcome === 'busy') throw new ContentionError('Contention on a credit persisted');
  const own = trial ? none : credit.amount;
  const credited_dates = new Set([...booking.credited_dates].filter((date) => date !== agreed));
  return { ...booking, credited: centsSchema.parse(booking.credited - own), credited_dates };
};

export const isCreditDue = ({ cls, booking, part }: CreditableSession): boolean =>
  sessionClaim(cls, part).due !== null &&
  !booking.credited_dates.has(part.agreed) &&
  creditAmount({ booking, part }) > 0;

/**
 * Takes back a credit whose cancellation is not in force any more, and gives the credit that the calendar requires.
 * Idempotent. A step that another run overtook is refused and left to that run.
 * @throws ContentionError where contention persisted
 */
export const settleCredit = async (
  table: Table,
  session: CreditableSession,
  moment: BusinessMoment,
): Promise<void> => {
  const booking = await takeBackStale(table, session, moment);
  const present = { ...session, booking };
  const { due } = sessionClaim(session.cls, session.part);
  if (!due || !isCreditDue(present)) return;
  const { outcome } = await creditBooking(table, present, due, { moment, madeBy: null });
  if (outcome === 'busy') throw new ContentionError('Contention on a credit persisted');
};
