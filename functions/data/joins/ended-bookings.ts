import { creditedFor } from '#shared/domain/ledger/charge-state';
import type { UserId } from '#shared/schemas/ids';
import { listEndedBookings, type StoredEndedBooking } from '../bookings/ended-bookings.ts';
import { listLedgerEntries } from '../ledger/entries.ts';
import type { Table } from '../table.ts';

/**
 * A family's ended bookings, newest first, with what each is credited by the ledger. The record of a trial whose place was
 * kept does not know it: its session may be credited later. One consistent Query, and one more with such a trial.
 */
export const readEndedBookings = async (table: Table, parentId: UserId): Promise<StoredEndedBooking[]> => {
  const records = await listEndedBookings(table, parentId);
  const mayDiffer = records.some(({ ended }) => ended.reason === 'upgraded');
  const entries = mayDiffer ? await listLedgerEntries(table, parentId) : [];
  return records.map((record) => {
    const { id: booking_id, ended } = record;
    if (ended.reason !== 'upgraded') return record;
    return { ...record, credited: creditedFor({ booking_id, ending_credit: ended.credit }, entries) };
  });
};
