import { accountEntryKey } from '#shared/domain/ledger/account-entry-key';
import type { UserId } from '#shared/schemas/ids';
import type { AccountEntry } from '#shared/schemas/ledger-entry';
import type { Instant } from '#shared/schemas/values';
import { sendTransaction } from '../dynamo/send-transaction.ts';
import type { ExtraWrites } from '../extra-writes.ts';
import type { Table } from '../table.ts';
import { entryWrites } from './account-entries.ts';
import { entryNotePut } from './entry-notes.ts';

interface NewEntry {
  readonly entry: AccountEntry;
  /** The reason or the reference. */
  readonly note: string | null;
  readonly receipt: boolean;
  /** Since when the family owes, as it is after the entry. */
  readonly openSince: Instant;
}

/**
 * Stores an entry with its note, the sum of the account and the extra writes, all or nothing (PAY-02).
 * @returns `exists` where its cause has an entry already, `gone` where the family has no account
 */
export const recordEntry = async (
  table: Table,
  userId: UserId,
  { entry, note, receipt, openSince }: NewEntry,
  extraWrites: ExtraWrites,
): Promise<'recorded' | 'exists' | 'gone' | 'busy'> => {
  const result = await sendTransaction(table, [
    ...entryWrites(table, userId, entry, { receipt, openSince }),
    ...(note ? [entryNotePut(table, userId, accountEntryKey(entry.cause), note)] : []),
    ...extraWrites,
  ]);
  if (result.outcome !== 'refused') return result.outcome === 'done' ? 'recorded' : 'busy';
  return result.refusals[0] ? 'exists' : 'gone';
};
