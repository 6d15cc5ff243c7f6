import { ledgerEntryKey } from '#shared/domain/ledger/entry-key';
import { bookedPart } from '#shared/domain/sessions/session-changes';
import type { BusinessMoment } from '#shared/domain/time/business-time';
import { instantOf } from '#shared/domain/time/instant-of';
import type { SessionKey } from '#shared/schemas/cancellation';
import type { ManagedClass } from '#shared/schemas/class-input';
import type { LedgerEntry } from '#shared/schemas/ledger-entry';
import { ContentionError } from '../../contention-error.ts';
import { bookingCreditBack } from '../bookings/booking-credit.ts';
import type { StoredBooking } from '../bookings/bookings.ts';
import { getItem } from '../dynamo/get-item.ts';
import { sendTransaction } from '../dynamo/send-transaction.ts';
import { entryWrites, ledgerEntryRef } from '../ledger/entries.ts';
import type { Table } from '../table.ts';
import { listCancellations, type StoredCancellation } from './cancellations.ts';
import { sessionCause } from './session-cause.ts';

/** A class with the live bookings of one of its sessions. */
interface BookedClass {
  readonly cls: ManagedClass;
  readonly bookings: readonly StoredBooking[];
}

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
 * Takes back what live bookings of a session were credited for its cancellation, each once (CAN-11). May be interrupted
 * anywhere and called again. One read and one transaction for each booking with a credit.
 * @throws ContentionError where contention persisted
 */
export const takeBackCredits = async (
  table: Table,
  cancellation: StoredCancellation,
  { cls, bookings }: BookedClass,
  moment: BusinessMoment,
): Promise<void> => {
  const { slot_id, date, calendar_version } = cancellation;
  for (const booking of bookings) {
    const part = bookedPart(cls, { id: slot_id }, booking, date);
    if (!part) continue;
    const { parent_id } = booking;
    const cause = sessionCause(booking, part, calendar_version);
    const credit = await getItem(table, ledgerEntryRef(parent_id, cause));
    if (!credit) continue;
    const { outcome } = await sendTransaction(table, [
      bookingCreditBack(table, booking, { date: part.agreed, amount: credit.amount }),
      ...entryWrites(table, parent_id, counterOf(credit, moment)),
    ]);
    if (outcome === 'busy') throw new ContentionError('Contention on a credit persisted');
  }
};

/**
 * Takes back what live bookings of a session were credited for its earlier cancellations that were brought back: a booking
 * has one credit for a date, so the next cancellation can credit it only then. One consistent Query besides.
 * @throws ContentionError where contention persisted
 */
export const takeBackEarlier = async (
  table: Table,
  session: SessionKey,
  booked: BookedClass,
  moment: BusinessMoment,
): Promise<void> => {
  const restored = (await listCancellations(table, session)).filter(({ restored_by }) => restored_by);
  for (const cancellation of restored) await takeBackCredits(table, cancellation, booked, moment);
};
