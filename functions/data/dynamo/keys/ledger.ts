import type { AccountReference } from '#shared/schemas/account-reference';
import type { IdempotencyKey, UserId } from '#shared/schemas/ids';
import type { AccountEntryKey } from '#shared/schemas/ledger-entry';
import { type Key, sha256 } from './key.ts';

/** The accounts of all families, one item each. They are in no index: a booking changes one. */
export const accountsPartition = 'ACCOUNTS';

export const familyAccountKey = (userId: UserId): Key => ({ PK: accountsPartition, SK: userId });

/** An attempt to book as an account keeps it: short, since an account is read with those of all families. */
export const attemptMark = (attempt: IdempotencyKey): string => sha256(attempt).slice(0, 8);

/** The entries of families' accounts are in partitions of this prefix. */
export const entriesPartitionPrefix = 'ENTRIES#';

/** The entries of a family's account besides its bookings: ids and amounts. */
export const accountEntriesPartition = (userId: UserId) =>
  ({ PK: `${entriesPartitionPrefix}${userId}` }) as const;

export const accountEntryItemKey = (userId: UserId, entry: AccountEntryKey): Key => ({
  ...accountEntriesPartition(userId),
  SK: entry,
});

/** The reasons and references of a family's entries: free text, apart from the entries, which outlive the family. */
export const entryNotesPartition = (userId: UserId) => ({ PK: `NOTES#${userId}` }) as const;

export const entryNoteKey = (userId: UserId, entry: AccountEntryKey): Key => ({
  ...entryNotesPartition(userId),
  SK: entry,
});

/** References are in partitions of this prefix. */
export const referencePartitionPrefix = 'REFERENCE#';

/** The family that has a reference: one item for each, so that no two families have the same. */
export const accountReferenceKey = (reference: AccountReference): Key => ({
  PK: `${referencePartitionPrefix}${reference}`,
  SK: 'ACCOUNT',
});
