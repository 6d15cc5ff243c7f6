import type { BusinessMoment } from '#shared/domain/business-time';
import { bookedPart, withoutCancellation } from '#shared/domain/session-changes';
import type { AccountEntry } from '#shared/schemas/account-entry';
import type { ClassSummary } from '#shared/schemas/class';
import type { UserId } from '#shared/schemas/ids';
import { type CalendarDate, type Cents, instantSchema } from '#shared/schemas/values';
import { entryWrites } from '../accounts/account-entries.ts';
import { bookingWithId, findMovedBooking, type StoredBooking } from '../bookings/bookings.ts';
import { sendTransaction, type Write } from '../dynamo/send-transaction.ts';
import type { Table } from '../table.ts';

type Credit = Extract<AccountEntry, { kind: 'credit' }>;

/** Which session of a slot was cancelled, when and by whom it is credited. */
export interface CreditedSession {
  readonly cls: ClassSummary;
  readonly date: CalendarDate;
  /** Of the cancellation: brought back and cancelled again, the session is another cause. */
  readonly calendar_version: number;
  readonly moment: BusinessMoment;
  /** The administrator; null for what follows from the cancellation by itself. */
  readonly madeBy: UserId | null;
}

/** The entry that credits a booking for a cancelled session: one for each booking and cancellation. */
export const sessionCredit = (
  booking: Pick<StoredBooking, 'id'>,
  { cls: { id, class_type, venue }, date, calendar_version, moment, madeBy }: CreditedSession,
  amount: Cents,
): Credit => ({
  kind: 'credit',
  cause: { type: 'session', booking_id: booking.id, date, calendar_version },
  class: { id, class_type, venue },
  amount,
  day: moment.today,
  recorded_at: instantSchema.parse(moment.now.toISOString()),
  made_by: madeBy,
});

/** What a booking is credited for a cancelled session; undefined where it was not in it, or it was worth nothing. */
export const creditOf = (booking: StoredBooking, credited: CreditedSession): Credit | undefined => {
  const { cls, date } = credited;
  const slot = { id: booking.time_slot_id };
  const part = bookedPart(withoutCancellation(cls, slot, date), slot, booking, date);
  if (!part || part.value === 0) return undefined;
  return sessionCredit(booking, { ...credited, date: part.agreed }, part.value);
};

/**
 * Credits a live booking the value of a cancelled session and stores the extra writes, all or nothing. A booking whose key
 * changed since it was read is credited at its new key.
 * @returns `refused` where it was credited before, or is gone
 */
export const creditBooking = async (
  table: Table,
  booking: StoredBooking,
  credit: Credit,
  extraWrites: readonly Write[] = [],
): Promise<'done' | 'refused' | 'busy'> => {
  const { TableName, ...named } = bookingWithId(table, booking);
  const result = await sendTransaction(table, [
    { ConditionCheck: { TableName, ...named } },
    ...entryWrites(table, booking.parent_id, credit),
    ...extraWrites,
  ]);
  const isElsewhere = result.outcome === 'refused' && result.refusals[0] !== undefined;
  const moved = isElsewhere ? await findMovedBooking(table, booking) : undefined;
  return moved ? creditBooking(table, moved, credit, extraWrites) : result.outcome;
};
