import { bookingOfEntry } from '#shared/ledger/balance';
import { type LedgerEntry, type LedgerEntryKey, ledgerEntryKey, paymentDayIssue } from '#shared/ledger/entry';
import { businessMoment } from '#shared/lib/business-time';
import type { FamilyId } from '#shared/lib/ids';
import { type CalendarDate, instantOf } from '#shared/lib/values';
import { getActiveFamily } from '../accounts/stored-families.ts';
import { type FullLedger, openSinceOf, readFullLedger, settleLedger } from '../across/statement.ts';
import type { AdminDeps } from '../lib/deps.ts';
import type { ExtraWrites } from '../lib/extra-writes.ts';
import type { Caller } from '../lib/http/caller.ts';
import { busy, problem } from '../lib/http/problem-error.ts';
import { type AuditEvent, auditEventPut } from '../school/activity.ts';
import { recordEntries } from './entries.ts';

export interface EntryContext {
  readonly today: CalendarDate;
  readonly common: Pick<LedgerEntry, 'recorded_at' | 'made_by'>;
}

export interface EntryToRecord {
  readonly entry: LedgerEntry;
  /** The entry that this one takes back. */
  readonly countered?: LedgerEntry;
  readonly note?: string | null;
  readonly receipt?: boolean;
  readonly payer?: string | undefined;
  /** Written in the same transaction. */
  readonly writes?: ExtraWrites;
}

type MakeEntry = (maker: EntryContext, ledger: FullLedger) => EntryToRecord | Promise<EntryToRecord>;
type EntryAction = Extract<AuditEvent['action'], `entry.${string}`>;

/** Two reads. @throws ProblemError parentNotFound, and what `make` throws */
const prepareEntry = async (
  { caller, parentId }: { readonly caller: Caller; readonly parentId: FamilyId },
  { table, clock, timeZone }: AdminDeps,
  action: EntryAction,
  make: MakeEntry,
) => {
  const moment = businessMoment(clock(), timeZone);
  const { now, today } = moment;
  const [family, ledger] = await Promise.all([
    getActiveFamily(table, parentId),
    readFullLedger(table, parentId),
  ]);
  if (!family) throw problem('parentNotFound');
  const common = { recorded_at: instantOf(now), made_by: caller.userId };
  const {
    entry,
    countered = entry,
    note = null,
    receipt = false,
    payer,
    writes = [],
  } = await make({ today, common }, ledger);
  const after = settleLedger({ ...ledger, entries: [...ledger.entries, entry] }, moment);
  const audit = auditEventPut(table, now, {
    actor_id: caller.userId,
    action,
    subject_id: parentId,
    fields: [entry.kind === 'counter' ? entry.countered : entry.kind],
  });
  const named = bookingOfEntry(countered);
  const booking = [...ledger.bookings, ...ledger.ended].find(({ id }) => id === named);
  return {
    recorded: {
      familyId: parentId,
      entry,
      note,
      receipt,
      payer,
      booking,
      openSince: openSinceOf(after, now),
    },
    writes: [audit, ...writes],
  };
};

/**
 * All or none, once for each cause (PAY-02). One round trip of reads and one transaction.
 * @returns whether they are new
 * @throws ProblemError parentNotFound, busy, and what the `make`s throw
 */
export const tryRecordingAll = async (
  caller: Caller,
  deps: AdminDeps,
  action: EntryAction,
  makes: readonly { readonly parentId: FamilyId; readonly make: MakeEntry }[],
  writes: ExtraWrites = [],
): Promise<{ isNew: boolean; entries: readonly LedgerEntry[] }> => {
  const prepared = await Promise.all(
    makes.map(({ parentId, make }) => prepareEntry({ caller, parentId }, deps, action, make)),
  );
  const { outcome } = await recordEntries(
    deps.table,
    prepared.map(({ recorded }) => recorded),
    [...prepared.flatMap((one) => one.writes), ...writes],
  );
  if (outcome === 'gone') throw problem('parentNotFound');
  if (outcome === 'busy') throw busy();
  return { isNew: outcome === 'recorded', entries: prepared.map(({ recorded }) => recorded.entry) };
};

export const recordInLedger = async (
  { caller, parentId }: { readonly caller: Caller; readonly parentId: FamilyId },
  deps: AdminDeps,
  action: EntryAction,
  make: MakeEntry,
): Promise<{ key: LedgerEntryKey }> => {
  const { entries } = await tryRecordingAll(caller, deps, action, [{ parentId, make }]);
  const [entry] = entries;
  if (!entry) throw new Error('No entry was made');
  return { key: ledgerEntryKey(entry.cause) };
};

/** Refuses a day on which no payment can have come in; a schema has no clock. @throws ProblemError invalidRequest */
export const checkPaymentDay = (day: CalendarDate, today: CalendarDate): void => {
  const message = paymentDayIssue(day, today);
  if (message) throw problem('invalidRequest', {}, { issues: [{ field: 'day', message }] });
};
