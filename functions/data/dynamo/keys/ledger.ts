import { foldReference } from '#shared/domain/bank/fold-reference';
import type { BankRow, BankRowId } from '#shared/schemas/bank-row';
import type { IdempotencyKey, UserId } from '#shared/schemas/ids';
import type { LedgerEntryKey } from '#shared/schemas/ledger-entry';
import type { PaymentReference } from '#shared/schemas/payment-reference';
import type { SecondReference } from '#shared/schemas/second-reference';
import { type Key, sha256 } from './key.ts';

/** The ledgers of all families, one item each. They are in no index: a booking changes one. */
export const ledgersPartition = 'LEDGERS';

export const familyLedgerKey = (userId: UserId): Key => ({ PK: ledgersPartition, SK: userId });

/** An attempt to book as a ledger keeps it: short, since a ledger is read with those of all families. */
export const attemptMark = (attempt: IdempotencyKey): string => sha256(attempt).slice(0, 8);

/** The entries of families' ledgers are in partitions of this prefix. */
export const entriesPartitionPrefix = 'ENTRIES#';

/** The entries of a family's ledger besides its bookings: ids and amounts. */
export const ledgerEntriesPartition = (userId: UserId) =>
  ({ PK: `${entriesPartitionPrefix}${userId}` }) as const;

export const ledgerEntryItemKey = (userId: UserId, entry: LedgerEntryKey): Key => ({
  ...ledgerEntriesPartition(userId),
  SK: entry,
});

/** The reasons and references of a family's entries: free text, apart from the entries, which outlive the family. */
export const entryNotesPartition = (userId: UserId) => ({ PK: `NOTES#${userId}` }) as const;

export const entryNoteKey = (userId: UserId, entry: LedgerEntryKey): Key => ({
  ...entryNotesPartition(userId),
  SK: entry,
});

/** References are in partitions of this prefix. */
const referencePartitionPrefix = 'REFERENCE#';

/**
 * The family that has a reference, its first or its second one: one item for each, so that no two families have the same, in
 * any writing.
 */
export const referenceKey = (reference: PaymentReference | SecondReference): Key => ({
  PK: `${referencePartitionPrefix}${foldReference(reference)}`,
  SK: 'ACCOUNT',
});

/** What became of a row of a bank file (BNK-02). The id is a hash. */
export const bankRowKey = (id: BankRowId): Key => ({ PK: `BANKROW#${id}`, SK: 'ROW' });

/** The marks of rows that were ignored, whose reasons are free text. */
export const ignoredRowsPartition = { GSI1PK: 'IGNOREDROWS' } as const;

/** The rows of bank files that wait for an administrator (BNK-03), the oldest day first. */
export const unassignedRowsPartition = { PK: 'UNASSIGNEDROWS' } as const;

export const unassignedRowKey = ({ id, day }: Pick<BankRow, 'day'> & { readonly id: BankRowId }): Key => ({
  ...unassignedRowsPartition,
  SK: `${day}#${id}`,
});
