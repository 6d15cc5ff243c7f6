import * as z from 'zod/mini';
import type { Booking } from '#shared/booking/booking';
import { entryTotals } from '#shared/ledger/balance';
import {
  counteredKeySchema,
  counterKeyPrefix,
  type LedgerEntry,
  type LedgerEntryCause,
  type LedgerEntryKey,
  ledgerEntryKey,
  ledgerEntryKeySchema,
  ledgerEntrySchema,
  sessionKeyPrefix,
} from '#shared/ledger/entry';
import { type FamilyId, familyIdSchema, type IdempotencyKey, idempotencyKeySchema } from '#shared/lib/ids';
import { ascending } from '#shared/lib/text';
import type { CalendarDate, Instant } from '#shared/lib/values';
import { isNew, putWrite } from '../lib/dynamo/expressions.ts';
import { entityAttribute, type Item, type ItemRef, itemParser } from '../lib/dynamo/items.ts';
import type { Write } from '../lib/dynamo/keyed-request.ts';
import {
  entryNoteKey,
  entryNotesPartition,
  familyLedgerKey,
  ledgerEntriesPartition,
  ledgerEntryItemKey,
} from '../lib/dynamo/keys-of-people.ts';
import { getItem, inPartition, queryAll, queryAs } from '../lib/dynamo/reads.ts';
import { deleteItem, sendTransaction } from '../lib/dynamo/writes.ts';
import type { ExtraWrites } from '../lib/extra-writes.ts';
import type { Table } from '../lib/table.ts';
import { namesOf, planUpdateOf } from './due-plans.ts';

export const ledgerEntryEntity = 'ledger-entry';

/** The cause of an entry is its key. */
export const ledgerEntryRef = (familyId: FamilyId, cause: LedgerEntryCause): ItemRef<LedgerEntry> => ({
  key: ledgerEntryItemKey(familyId, ledgerEntryKey(cause)),
  fromItem: itemParser(ledgerEntrySchema),
});

interface RecordedBy {
  readonly receipt: boolean;
  readonly payer?: string | undefined;
  readonly openSince: Instant | CalendarDate;
}

/**
 * Refused where the cause has an entry (PAY-02), and where the family is gone or, for an administrator, is being deleted. The
 * caller of a booking's credit adds the write that limits the credits (PAY-14).
 * @param booking of the entry, or of the entry which it takes back
 */
export const entryWrites = (
  table: Table,
  familyId: FamilyId,
  entry: LedgerEntry,
  booking: Pick<Booking, 'id' | 'due_dates'> | undefined,
  recorded?: RecordedBy,
): [Write, Write] => {
  const changed = Object.entries(entryTotals(entry)).filter(([, amount]) => amount !== 0);
  const plans = planUpdateOf(entry, booking);
  const set = [...(recorded ? ['open_since = :open'] : []), ...plans.set];
  const added = [...changed.map(([name]) => name), ...(recorded?.payer ? ['payers'] : [])];
  const sums = `ADD ${added.map((name) => `${name} :${name}`).join(', ')}`;
  return [
    putWrite(
      table,
      {
        ...ledgerEntryRef(familyId, entry.cause).key,
        [entityAttribute]: ledgerEntryEntity,
        ...ledgerEntrySchema.parse(entry),
        ...(recorded?.receipt && { receipt: true, parent_id: familyId }),
      },
      { if: isNew },
    ),
    {
      Update: {
        TableName: table.name,
        Key: familyLedgerKey(familyId),
        ConditionExpression: `attribute_exists(PK)${recorded ? ' AND attribute_not_exists(closing)' : ''}`,
        UpdateExpression: set.length > 0 ? `SET ${set.join(', ')} ${sums}` : sums,
        ...namesOf(plans.names),
        ExpressionAttributeValues: {
          ...Object.fromEntries(changed.map(([name, amount]) => [`:${name}`, amount])),
          ...(recorded?.payer && { ':payers': new Set([recorded.payer]) }),
          ...(recorded && { ':open': recorded.openSince }),
          ...plans.values,
        },
      },
    },
  ];
};

export interface ReceiptedPayment {
  readonly parent_id: FamilyId;
  readonly payment: Extract<LedgerEntry, { kind: 'payment' }>;
}

/** Undefined without a request for a receipt. @throws ZodError for an item that is no entry */
export const receiptedPaymentFromItem = (item: Item): ReceiptedPayment | undefined => {
  const payment = itemParser(ledgerEntrySchema)(item);
  if (payment.kind !== 'payment' || item.receipt !== true) return undefined;
  return { parent_id: familyIdSchema.parse(item.parent_id), payment };
};

export const isTakenBack = async (
  table: Table,
  familyId: FamilyId,
  cause: LedgerEntryCause,
): Promise<boolean> =>
  (await getItem(
    table,
    ledgerEntryRef(familyId, { type: 'counter', entry: counteredKeySchema.parse(ledgerEntryKey(cause)) }),
  )) !== undefined;

type SessionCredit = Extract<LedgerEntry, { kind: 'credit' }> & {
  readonly cause: Extract<LedgerEntryCause, { type: 'session' }>;
};

const isSessionCredit = (entry: LedgerEntry): entry is SessionCredit =>
  entry.kind === 'credit' && entry.cause.type === 'session';

/** The credit of a booking for a session, if it was not taken back. A session has at most one. Two consistent Queries. */
export const findSessionCredit = async (
  table: Table,
  familyId: FamilyId,
  session: Pick<SessionCredit['cause'], 'booking_id' | 'date'>,
): Promise<SessionCredit | undefined> => {
  const query = (prefix: string) =>
    queryAll(table, {
      ...inPartition(ledgerEntriesPartition(familyId), { beginning: prefix }),
      ConsistentRead: true,
    });
  const prefix = sessionKeyPrefix(session);
  const [credits, counters] = await Promise.all([query(prefix), query(counterKeyPrefix(prefix))]);
  const takenBack = new Set(counters.map(({ SK }) => SK));
  return credits
    .map(itemParser(ledgerEntrySchema))
    .filter(isSessionCredit)
    .find(({ cause }) => {
      const counter = { type: 'counter', entry: counteredKeySchema.parse(ledgerEntryKey(cause)) } as const;
      return !takenBack.has(ledgerEntryKey(counter));
    });
};

/** All entries of a family's ledger, oldest first. One consistent Query, since who records an entry reads them again. */
export const listLedgerEntries = async (table: Table, familyId: FamilyId): Promise<LedgerEntry[]> => {
  const items = await queryAs(table, itemParser(ledgerEntrySchema), {
    ...inPartition(ledgerEntriesPartition(familyId)),
    ConsistentRead: true,
  });
  return items.toSorted((one, other) => ascending(one.recorded_at, other.recorded_at));
};

const openingPrefix = 'opening-balance-';

/** The attempt of a family's next opening balance. @param before number of opening balances */
export const openingAttempt = (before: number): IdempotencyKey =>
  idempotencyKeySchema.parse(`${openingPrefix}${before + 1}`);

export const openingKeyPrefix = `ATTEMPT#${openingPrefix}`;

export const isOpening = ({ cause }: LedgerEntry): boolean =>
  cause.type === 'attempt' && cause.attempt.startsWith(openingPrefix);

export const entryNoteSchema = z.object({ SK: ledgerEntryKeySchema, text: z.string() });

export const entryNotePut = (table: Table, familyId: FamilyId, key: LedgerEntryKey, text: string): Write =>
  putWrite(table, { ...entryNoteKey(familyId, key), [entityAttribute]: 'entry-note', text });

/** Null where there is none. One read. */
export const getEntryNote = async (
  table: Table,
  familyId: FamilyId,
  key: LedgerEntryKey,
): Promise<string | null> =>
  (await getItem(table, { key: entryNoteKey(familyId, key), fromItem: itemParser(entryNoteSchema) }))?.text ??
  null;

export const listEntryNotes = async (
  table: Table,
  familyId: FamilyId,
): Promise<ReadonlyMap<LedgerEntryKey, string>> => {
  const items = await queryAll(table, {
    ...inPartition(entryNotesPartition(familyId)),
    ConsistentRead: true,
  });
  return new Map(items.map(itemParser(entryNoteSchema)).map(({ SK, text }) => [SK, text]));
};

export const deleteEntryNotes = async (table: Table, familyId: FamilyId): Promise<void> => {
  for (const key of (await listEntryNotes(table, familyId)).keys())
    await deleteItem(table, entryNoteKey(familyId, key));
};

interface NewEntry {
  readonly familyId: FamilyId;
  readonly entry: LedgerEntry;
  readonly note: string | null;
  readonly receipt: boolean;
  /** Who paid, in the form of `payerHash`. */
  readonly payer?: string | undefined;
  readonly openSince: Instant | CalendarDate;
  /** The booking that the entry, or the entry which it takes back, was for. */
  readonly booking: Pick<Booking, 'id' | 'due_dates'> | undefined;
}

/** All or nothing (PAY-02). @returns `exists` for a known cause or a refused extra write, `gone` without a ledger */
export const recordEntries = async (
  table: Table,
  entries: readonly NewEntry[],
  extraWrites: ExtraWrites,
): Promise<{ readonly outcome: 'recorded' | 'exists' | 'gone' | 'busy' }> => {
  const result = await sendTransaction(table, [
    ...entries.flatMap(({ familyId, entry, booking, ...by }) =>
      entryWrites(table, familyId, entry, booking, by),
    ),
    ...entries.flatMap(({ familyId, entry, note }) =>
      note ? [entryNotePut(table, familyId, ledgerEntryKey(entry.cause), note)] : [],
    ),
    ...extraWrites,
  ]);
  if (result.outcome !== 'refused') return { outcome: result.outcome === 'done' ? 'recorded' : 'busy' };
  const { refusals } = result;
  const hasEntry = entries.some((_, place) => refusals[2 * place]);
  const hasNoLedger = entries.some((_, place) => refusals[2 * place + 1]);
  return { outcome: hasNoLedger && !hasEntry ? 'gone' : 'exists' };
};
