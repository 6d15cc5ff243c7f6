import type { Instant } from '#shared/schemas/values';
import type { PutFirstReason } from '#shared/schemas/waiting-admin';
import { sendTransaction, type TransactionOutcome, type Write } from '../dynamo/send-transaction.ts';
import type { ExtraWrites } from '../extra-writes.ts';
import { type CountedChange, type CountedOutcome, sendCounted } from '../ledger/change-limits.ts';
import type { Table } from '../table.ts';
import { slotListUpdate } from './slot-update.ts';
import { entryDeletes, entryUpdate, type StoredEntry } from './waiting-entries.ts';

/** The writes that take an entry that waits off its list. */
const entryRemoval = (table: Table, entry: StoredEntry): Write[] => [
  ...entryDeletes(table, { ...entry, offer_id: null }),
  slotListUpdate(table, entry, {
    add: { waiting: -1 },
    condition: 'waiting > :none',
    values: { ':none': 0 },
  }),
];

/**
 * Takes an entry that waits off its list. Refused where it is gone, or has got an offer since it was read.
 * @param change where its family does so
 */
export const removeEntry = async (
  table: Table,
  entry: StoredEntry,
  extraWrites: ExtraWrites = [],
  change?: CountedChange,
): Promise<CountedOutcome['outcome']> =>
  (await sendCounted(table, change, [...entryRemoval(table, entry), ...extraWrites])).outcome;

/** Puts an entry that waits first (WAI-03). Refused where it is gone, or has got an offer since it was read. */
export const putFirst = async (
  table: Table,
  entry: StoredEntry,
  { at, reason }: { readonly at: Instant; readonly reason: PutFirstReason },
  extraWrites: ExtraWrites,
): Promise<TransactionOutcome['outcome']> => {
  const change = { put_first_at: at, put_first_reason: reason };
  const { outcome } = await sendTransaction(table, [
    entryUpdate(table, { ...entry, offer_id: null }, change),
    slotListUpdate(table, entry, { add: {} }),
    ...extraWrites,
  ]);
  return outcome;
};
