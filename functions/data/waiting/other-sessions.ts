import type { BookedSessions } from '#shared/schemas/booked-sessions';
import type { CalendarDate } from '#shared/schemas/values';
import { readOtherBookings } from '../joins/family-sessions.ts';
import { getFamilyLedger } from '../ledger/family-ledger.ts';
import type { Table } from '../table.ts';
import type { StoredOffer } from './stored-offer.ts';

/**
 * The other bookings of the child whose place is kept in the next term, with their sessions from a day on (BSK-04); none for
 * any other offer, which is for one time. One read, and one more where the child has other bookings.
 */
export const readOtherSessions = async (
  table: Table,
  { renewal, parent_id, child_ids, time_slot_id }: StoredOffer,
  today: CalendarDate,
): Promise<BookedSessions[]> => {
  if (!renewal) return [];
  const ledger = await getFamilyLedger(table, parent_id, { consistent: true });
  const asked = { parent_id, child_ids, slot_ids: [time_slot_id] };
  return ledger ? readOtherBookings(table, ledger, asked, today) : [];
};
