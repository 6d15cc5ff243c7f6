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
import { recordEntry } from './entries.ts';

/** What every entry has: its time and its author. */
interface EntryMaker {
  readonly today: CalendarDate;
  readonly common: Pick<LedgerEntry, 'recorded_at' | 'made_by'>;
}

interface EntryToRecord {
  readonly entry: LedgerEntry;
  /** The one that it takes back. */
  readonly taken?: LedgerEntry;
  readonly note?: string | null;
  readonly receipt?: boolean;
  /** Who paid, where that is known. */
  readonly payer?: string | undefined;
  /** What is stored in the same transaction. */
  readonly writes?: ExtraWrites;
}

/**
 * Records an entry in a family's ledger, once for its cause (PAY-02, PAY-05), and says whether it is new. One round trip of
 * reads and one transaction.
 * @throws ProblemError parentNotFound, busy, and what `make` throws
 */
export const tryRecording = async (
  { caller, parentId }: { readonly caller: Caller; readonly parentId: FamilyId },
  { table, clock, timeZone }: AdminDeps,
  action: Extract<AuditEvent['action'], `entry.${string}`>,
  make: (maker: EntryMaker, ledger: FullLedger) => EntryToRecord | Promise<EntryToRecord>,
): Promise<{ key: LedgerEntryKey; isNew: boolean }> => {
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
    taken = entry,
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
  const named = bookingOfEntry(taken);
  const booking = [...ledger.bookings, ...ledger.ended].find(({ id }) => id === named);
  const recorded = { entry, note, receipt, payer, booking, openSince: openSinceOf(after, now) };
  const { outcome } = await recordEntry(table, parentId, recorded, [audit, ...writes]);
  if (outcome === 'gone') throw problem('parentNotFound');
  if (outcome === 'busy') throw busy();
  return { key: ledgerEntryKey(entry.cause), isNew: outcome === 'recorded' };
};

/** As `tryRecording`, where an entry that was there before is as good as a new one. */
export const recordInLedger = async (
  ...recording: Parameters<typeof tryRecording>
): Promise<{ key: LedgerEntryKey }> => ({ key: (await tryRecording(...recording)).key });

/**
 * Refuses a day on which no payment can have come in. A schema cannot check this: it has no clock.
 * @throws ProblemError invalidRequest, naming the field
 */
export const checkPaymentDay = (day: CalendarDate, today: CalendarDate): void => {
  const message = paymentDayIssue(day, today);
  if (message) throw problem('invalidRequest', {}, { issues: [{ field: 'day', message }] });
};
