import { leftOfCharge } from '#shared/domain/bookings/changes';
import { bookedPart, withoutCancellation } from '#shared/domain/sessions/session-changes';
import type { SlotIdentity } from '#shared/domain/sessions/sessions';
import type { BusinessMoment } from '#shared/domain/time/business-time';
import { instantOf } from '#shared/domain/time/instant-of';
import type { ClassSummary } from '#shared/schemas/class';
import type { UserId } from '#shared/schemas/ids';
import type { LedgerEntry } from '#shared/schemas/ledger-entry';
import { type CalendarDate, centsSchema } from '#shared/schemas/values';
import { bookingCredit } from '../bookings/booking-credit.ts';
import type { StoredBooking } from '../bookings/bookings.ts';
import { sendTransaction, type TransactionOutcome } from '../dynamo/send-transaction.ts';
import type { ExtraWrites } from '../extra-writes.ts';
import { entryWrites } from '../ledger/entries.ts';
import type { Table } from '../table.ts';
import { sessionCause } from './session-cause.ts';

type SessionCredit = Extract<LedgerEntry, { kind: 'credit' }> & {
  readonly cause: { readonly type: 'session' };
};

/** Which session of a slot was cancelled, when and by whom it is credited. */
export interface CreditedSession {
  readonly cls: ClassSummary;
  readonly slot: SlotIdentity;
  readonly date: CalendarDate;
  /** Of the cancellation: brought back and cancelled again, the session is another cause. */
  readonly calendar_version: number;
  readonly moment: BusinessMoment;
  /** The administrator; null for what follows from the cancellation by itself. */
  readonly madeBy: UserId | null;
}

/**
 * What a booking is credited for a cancelled session; undefined where it was not in it, or
 * nothing is left to credit.
 */
export const creditOf = (
  booking: StoredBooking,
  { cls, slot, date, calendar_version, moment, madeBy }: CreditedSession,
): SessionCredit | undefined => {
  const part = bookedPart(withoutCancellation(cls, slot, date), slot, booking, date);
  if (!part) return undefined;
  // What was credited before is refused by the write of the credit, and answered with the same amount.
  const isWhole = part.trial !== undefined || booking.credited_dates.has(part.agreed);
  const most = isWhole ? part.value : leftOfCharge(booking);
  const amount = centsSchema.parse(Math.min(part.value, most));
  if (amount === 0) return undefined;
  const { id, class_type, venue } = cls;
  return {
    kind: 'credit',
    cause: sessionCause(booking, part, calendar_version),
    class: { id, class_type, venue },
    amount,
    day: moment.today,
    recorded_at: instantOf(moment.now),
    made_by: madeBy,
  };
};

/**
 * Credits a live booking the value of a cancelled session and stores the extra writes, all or nothing.
 * @returns `refused` where it was credited before, ended, or its credits changed since it was read
 */
export const creditBooking = async (
  table: Table,
  booking: StoredBooking,
  credit: SessionCredit,
  extraWrites: ExtraWrites = [],
): Promise<TransactionOutcome['outcome']> => {
  const { date } = credit.cause;
  const { outcome } = await sendTransaction(table, [
    bookingCredit(table, booking, { date, amount: credit.amount }),
    ...entryWrites(table, booking.parent_id, credit),
    ...extraWrites,
  ]);
  return outcome;
};
