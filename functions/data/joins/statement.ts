import { balanceOf, ledgerTotals } from '#shared/domain/ledger/balance';
import { bookingOfEntry, duePlans } from '#shared/domain/ledger/charge-state';
import { dueBalance } from '#shared/domain/ledger/due-balance';
import { ledgerEntryKey } from '#shared/domain/ledger/entry-key';
import { type BusinessDay, toCalendarDate } from '#shared/domain/time/business-time';
import type { Booking } from '#shared/schemas/booking';
import type { BookingId, UserId } from '#shared/schemas/ids';
import type { LedgerEntry, LedgerEntryKey } from '#shared/schemas/ledger-entry';
import type { Statement, StatementCharge, StatementEntry } from '#shared/schemas/statement';
import type { EndedCharge } from '../bookings/ended-charges.ts';
import { classRef } from '../classes/classes.ts';
import { batchRead, type ReadEntity } from '../dynamo/batch-get.ts';
import { chunk } from '../dynamo/chunk.ts';
import { listEntryNotes } from '../ledger/entry-notes.ts';
import type { Table } from '../table.ts';
import { chargesOf, type FullLedger, readFullLedger, settleLedger } from './full-ledger.ts';

/** An entry with the administrator who made it. */
type MadeEntry = StatementEntry & Pick<LedgerEntry, 'made_by'>;

/** A charge with the administrator who ended its booking; null for everybody else, and for a live one. */
type MadeCharge = StatementCharge & { readonly ended_by: UserId | null };

/** A statement without what stands in the ledger's own item. */
export interface LedgerStatement extends Pick<Statement, 'balance' | 'due' | 'later'> {
  readonly charges: MadeCharge[];
  readonly entries: MadeEntry[];
}

/** Entries in the form of a statement, with their notes. */
export const describeEntries = (
  entries: readonly LedgerEntry[],
  notes: ReadonlyMap<LedgerEntryKey, string>,
): MadeEntry[] => {
  const countered = new Set(entries.flatMap(({ cause }) => (cause.type === 'counter' ? cause.entry : [])));
  return entries.map((entry) => {
    const key = ledgerEntryKey(entry.cause);
    const { kind, amount, day, recorded_at, made_by } = entry;
    return {
      ...{ key, kind, amount, day, recorded_at, made_by },
      method: kind === 'payment' || kind === 'refund' ? entry.method : null,
      class: kind === 'payment' || kind === 'credit' ? entry.class : null,
      // Goodwill has no booking as its cause, also where it reduces one.
      booking_id: entry.kind === 'credit' && entry.cause.type === 'attempt' ? null : bookingOfEntry(entry),
      session_date: kind === 'credit' && entry.cause.type === 'session' ? entry.cause.date : null,
      countered: kind === 'counter' ? entry.countered : null,
      note: notes.get(key) ?? null,
      taken_back: countered.has(key),
    };
  });
};

type ChargeDetails = Pick<
  MadeCharge,
  'child_name' | 'is_trial' | 'discount' | 'class' | 'ending' | 'ended_by'
>;

const describeLive = (
  { child_name, is_trial, discount, class_id }: Booking,
  read: ReadEntity,
): ChargeDetails => {
  const cls = read(classRef(class_id));
  return {
    ...{ child_name, is_trial, ...(discount && { discount }) },
    class: cls ? { id: cls.id, class_type: cls.class_type, venue: cls.venue } : null,
    ending: null,
    ended_by: null,
  };
};

const describeEnded = (
  { child_name, is_trial, discount, class_id: id, class_type, venue, ended, made_by }: EndedCharge,
  timeZone: string,
): ChargeDetails => ({
  ...{ child_name, is_trial, ...(discount && { discount }) },
  class: { id, class_type, venue },
  ending: { reason: ended.reason, day: toCalendarDate(new Date(ended.at), timeZone), credit: ended.credit },
  ended_by: made_by,
});

const describeCharges = (ledger: FullLedger, moment: BusinessDay, read: ReadEntity): MadeCharge[] => {
  const details = new Map<BookingId, ChargeDetails>([
    ...ledger.bookings.map((booking) => [booking.id, describeLive(booking, read)] as const),
    ...ledger.ended.map((record) => [record.id, describeEnded(record, moment.timeZone)] as const),
  ]);
  return settleLedger(ledger, moment).charges.flatMap((charge) => {
    const { booking_id, day, amount, due_dates, status, rest, later } = charge;
    const described = details.get(booking_id);
    if (!described) return [];
    return {
      ...{ booking_id, day, amount, status, rest },
      ...(due_dates && { due_dates: [...due_dates] }),
      ...(later && { later: [...later] }),
      ...described,
    };
  });
};

/** A ledger in the form of a statement. One BatchGetItem per 100 classes of live bookings. */
const describeLedger = async (
  table: Table,
  ledger: FullLedger,
  notes: ReadonlyMap<LedgerEntryKey, string>,
  moment: BusinessDay,
): Promise<LedgerStatement> => {
  const classes = ledger.bookings.map(({ class_id }) => classRef(class_id));
  const read = await batchRead(table, classes, { consistent: false });
  const charges = chargesOf(ledger, moment.timeZone);
  const balance = balanceOf(ledgerTotals(charges, ledger.entries));
  const { due, later } = dueBalance(balance, duePlans(charges, ledger.entries), moment.today);
  return {
    balance,
    due,
    later: [...later],
    charges: describeCharges(ledger, moment, read),
    entries: describeEntries(ledger.entries, notes),
  };
};

/** A family's bookings and entries as a statement. Two round trips. */
export const readLedgerStatement = async (
  table: Table,
  userId: UserId,
  moment: BusinessDay,
): Promise<LedgerStatement> => {
  const [ledger, notes] = await Promise.all([readFullLedger(table, userId), listEntryNotes(table, userId)]);
  return describeLedger(table, ledger, notes, moment);
};

/** Families whose statements are read at the same time. */
const familiesAtOnce = 10;

/** The statements of several families, in their order. */
export const readLedgerStatements = async <Family extends { readonly parent_id: UserId }>(
  table: Table,
  families: readonly Family[],
  moment: BusinessDay,
): Promise<(Family & { readonly statement: LedgerStatement })[]> => {
  const read = [];
  for (const part of chunk(families, familiesAtOnce)) {
    const statements = part.map(async (family) => ({
      ...family,
      statement: await readLedgerStatement(table, family.parent_id, moment),
    }));
    read.push(...(await Promise.all(statements)));
  }
  return read;
};
