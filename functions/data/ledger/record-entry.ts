import { ledgerEntryKey } from '#shared/domain/ledger/entry-key';
import type { Booking } from '#shared/schemas/booking';
import type { UserId } from '#shared/schemas/ids';
import type { LedgerEntry } from '#shared/schemas/ledger-entry';
import type { CalendarDate, Instant } from '#shared/schemas/values';
import { sendTransaction } from '../dynamo/send-transaction.ts';
import type { ExtraWrites } from '../extra-writes.ts';
import type { Table } from '../table.ts';
import { entryWrites } from './entries.ts';
import { entryNotePut } from './entry-notes.ts';

interface NewEntry {
  readonly entry: LedgerEntry;
  /** The reason or the reference. */
  readonly note: string | null;
  readonly receipt: boolean;
  /** Who paid, as `payerMark` writes it, where that is known. */
  readonly payer?: string | undefined;
  /** Since when the family owes, as it is after the entry. */
  readonly openSince: Instant | CalendarDate;
  /** The booking that it is for, or that the entry which it takes back was for. */
  readonly booking: Pick<Booking, 'id' | 'due_dates'> | undefined;
}

/**
 * Stores an entry with its note, the sum of the ledger and the extra writes, all or nothing (PAY-02).
 * @returns `exists` where its cause has an entry already, or an extra write was refused, `gone` where the family has no ledger
 */
export const recordEntry = async (
  table: Table,
  userId: UserId,
  { entry, note, receipt, payer, openSince, booking }: NewEntry,
  extraWrites: ExtraWrites,
): Promise<'recorded' | 'exists' | 'gone' | 'busy'> => {
  const result = await sendTransaction(table, [
    ...entryWrites(table, userId, entry, booking, { receipt, payer, openSince }),
    ...(note ? [entryNotePut(table, userId, ledgerEntryKey(entry.cause), note)] : []),
    ...extraWrites,
  ]);
  if (result.outcome !== 'refused') return result.outcome === 'done' ? 'recorded' : 'busy';
  const [hasEntry, hasNoLedger] = result.refusals;
  return hasNoLedger && !hasEntry ? 'gone' : 'exists';
};
