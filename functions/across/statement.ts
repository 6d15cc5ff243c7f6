import type { Booking, PaymentState } from '#shared/booking/booking';
import { dueParts } from '#shared/booking/due-dates';
import {
  balanceOf,
  bookingOfEntry,
  type Charge,
  creditedFor,
  dueBalance,
  duePlans,
  ledgerTotals,
  type SettledCharges,
  settleCharges,
} from '#shared/ledger/balance';
import { type LedgerEntry, type LedgerEntryKey, ledgerEntryKey } from '#shared/ledger/entry';
import type { Statement, StatementCharge, StatementEntry } from '#shared/ledger/statement';
import { type BusinessDay, toCalendarDate } from '#shared/lib/business-time';
import type { BookingId, FamilyId, UserId } from '#shared/lib/ids';
import { type CalendarDate, type Cents, centsSchema, type Instant, instantOf } from '#shared/lib/values';
import { getActiveFamily, type StoredFamily } from '../accounts/stored-families.ts';
import { listBookingsOfParent } from '../booking/bookings.ts';
import {
  type EndedCharge,
  listEndedBookings,
  listEndedCharges,
  type StoredEndedBooking,
} from '../booking/ended-bookings.ts';
import { classRef, getClass } from '../classes/classes.ts';
import { listEntryNotes, listLedgerEntries } from '../ledger/entries.ts';
import { type FamilyLedger, getFamilyLedger, readLedgers } from '../ledger/ledger.ts';
import { chunk } from '../lib/dynamo/items.ts';
import { batchRead, type ReadEntity } from '../lib/dynamo/reads.ts';
import { timeOfId } from '../lib/ids.ts';
import type { Table } from '../lib/table.ts';

export interface FullLedger {
  readonly bookings: readonly Booking[];
  readonly ended: readonly EndedCharge[];
  readonly entries: readonly LedgerEntry[];
}

/** Three Queries at once. The index of live bookings may still contain an ended one. */
export const readFullLedger = async (table: Table, familyId: FamilyId): Promise<FullLedger> => {
  const [bookings, ended, entries] = await Promise.all([
    listBookingsOfParent(table, familyId),
    listEndedCharges(table, familyId),
    listLedgerEntries(table, familyId),
  ]);
  const endedIds = new Set(ended.map(({ id }) => id));
  return { bookings: bookings.filter(({ id }) => !endedIds.has(id)), ended, entries };
};

const familiesAtOnce = 10;

/** In the order of the families. Three Queries each. */
export const readFullLedgers = async (
  table: Table,
  familyIds: readonly FamilyId[],
): Promise<FullLedger[]> => {
  const read: FullLedger[] = [];
  for (const part of chunk(familyIds, familiesAtOnce))
    read.push(...(await Promise.all(part.map((id) => readFullLedger(table, id)))));
  return read;
};

const noCredit: Cents = centsSchema.parse(0);

export const chargesOf = ({ bookings, ended }: FullLedger, timeZone: string): Charge[] => {
  const toCharge = (
    { id, created_at, amount, due_dates }: Pick<Booking, 'id' | 'created_at' | 'amount' | 'due_dates'>,
    credit: Cents,
  ) => ({
    booking_id: id,
    day: toCalendarDate(new Date(created_at), timeZone),
    amount,
    ...(due_dates && { due_dates }),
    ending_credit: credit,
  });
  return [
    ...bookings.map((booking) => toCharge(booking, noCredit)),
    ...ended.map((record) => toCharge(record, record.ended.credit)),
  ];
};

export const settleLedger = (ledger: FullLedger, { today, timeZone }: BusinessDay): SettledCharges =>
  settleCharges(chargesOf(ledger, timeZone), ledger.entries, today);

/** Where nothing is open, the family owes from its next charge on. */
export const openSinceOf = ({ firstOpen }: SettledCharges, now: Date): Instant | CalendarDate => {
  if (firstOpen?.due_dates) return firstOpen.date;
  return instantOf(firstOpen ? timeOfId(firstOpen.booking_id) : now);
};

/** The class of a booking as an entry keeps it: null where it is gone, undefined where the family has no such booking. */
export const readClassSnapshot = async (
  table: Table,
  { bookings, ended }: Pick<FullLedger, 'bookings' | 'ended'>,
  bookingId: BookingId,
): Promise<StatementEntry['class'] | undefined> => {
  const record = ended.find(({ id }) => id === bookingId);
  if (record) return { id: record.class_id, class_type: record.class_type, venue: record.venue };
  const booking = bookings.find(({ id }) => id === bookingId);
  if (!booking) return undefined;
  const cls = await getClass(table, booking.class_id);
  return cls ? { id: cls.id, class_type: cls.class_type, venue: cls.venue } : null;
};

type EntryWithMaker = StatementEntry & Pick<LedgerEntry, 'made_by'>;

/** Null for a live booking, and where no administrator ended the booking. */
type ChargeWithMaker = StatementCharge & { readonly ended_by: UserId | null };

export interface LedgerStatement extends Pick<Statement, 'balance' | 'due' | 'later'> {
  readonly charges: ChargeWithMaker[];
  readonly entries: EntryWithMaker[];
}

export const describeEntries = (
  entries: readonly LedgerEntry[],
  notes: ReadonlyMap<LedgerEntryKey, string>,
): EntryWithMaker[] => {
  const countered = new Set(entries.flatMap(({ cause }) => (cause.type === 'counter' ? cause.entry : [])));
  return entries.map((entry) => {
    const key = ledgerEntryKey(entry.cause);
    const { kind, amount, day, recorded_at, made_by } = entry;
    return {
      key,
      kind,
      amount,
      day,
      recorded_at,
      made_by,
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
  ChargeWithMaker,
  'child_name' | 'is_trial' | 'discount' | 'class' | 'ending' | 'ended_by'
>;

const describeLive = (
  { child_name, is_trial, discount, class_id }: Booking,
  read: ReadEntity,
): ChargeDetails => {
  const cls = read(classRef(class_id));
  return {
    child_name,
    is_trial,
    ...(discount && { discount }),
    class: cls ? { id: cls.id, class_type: cls.class_type, venue: cls.venue } : null,
    ending: null,
    ended_by: null,
  };
};

const describeEnded = (
  { child_name, is_trial, discount, class_id: id, class_type, venue, ended, made_by }: EndedCharge,
  timeZone: string,
): ChargeDetails => ({
  child_name,
  is_trial,
  ...(discount && { discount }),
  class: { id, class_type, venue },
  ending: { reason: ended.reason, day: toCalendarDate(new Date(ended.at), timeZone), credit: ended.credit },
  ended_by: made_by,
});

const describeCharges = (ledger: FullLedger, moment: BusinessDay, read: ReadEntity): ChargeWithMaker[] => {
  const details = new Map<BookingId, ChargeDetails>([
    ...ledger.bookings.map((booking) => [booking.id, describeLive(booking, read)] as const),
    ...ledger.ended.map((record) => [record.id, describeEnded(record, moment.timeZone)] as const),
  ]);
  return settleLedger(ledger, moment).charges.flatMap((charge) => {
    const { booking_id, day, amount, due_dates, status, rest, later } = charge;
    const described = details.get(booking_id);
    if (!described) return [];
    return {
      booking_id,
      day,
      amount,
      status,
      rest,
      ...(due_dates && { due_dates: [...due_dates] }),
      ...(later && { later: [...later] }),
      ...described,
    };
  });
};

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

const readLedgerStatement = async (
  table: Table,
  familyId: FamilyId,
  moment: BusinessDay,
): Promise<LedgerStatement> => {
  const [ledger, notes] = await Promise.all([
    readFullLedger(table, familyId),
    listEntryNotes(table, familyId),
  ]);
  return describeLedger(table, ledger, notes, moment);
};

const statementsAtOnce = 10;

export const readLedgerStatements = async <Family extends { readonly parent_id: FamilyId }>(
  table: Table,
  families: readonly Family[],
  moment: BusinessDay,
): Promise<(Family & { readonly statement: LedgerStatement })[]> => {
  const read = [];
  for (const part of chunk(families, statementsAtOnce)) {
    const statements = part.map(async (family) => ({
      ...family,
      statement: await readLedgerStatement(table, family.parent_id, moment),
    }));
    read.push(...(await Promise.all(statements)));
  }
  return read;
};

interface FamilyStatement {
  readonly family: StoredFamily;
  /** Undefined for a family that was stored before ledgers existed and has not booked since. */
  readonly ledger: FamilyLedger | undefined;
  readonly statement: Pick<Statement, 'reference'> & LedgerStatement;
}

/** Two round trips. @returns undefined where the family is absent or being deleted */
export const readStatement = async (
  table: Table,
  familyId: FamilyId,
  moment: BusinessDay,
): Promise<FamilyStatement | undefined> => {
  const [family, ledger, statement] = await Promise.all([
    getActiveFamily(table, familyId),
    getFamilyLedger(table, familyId),
    readLedgerStatement(table, familyId, moment),
  ]);
  return family && { family, ledger, statement: { reference: ledger?.reference ?? null, ...statement } };
};

type Charged = Pick<Booking, 'id' | 'parent_id' | 'amount' | 'due_dates'>;

const paid: PaymentState = { status: 'paid', rest: centsSchema.parse(0) };

const toOpenState =
  (today: CalendarDate) =>
  ({ amount, due_dates }: Charged): PaymentState => {
    if (amount === 0) return paid;
    const parts = due_dates ? dueParts({ day: today, amount, due_dates }) : [];
    const later = parts.filter(({ date }) => date > today);
    const isOpen = later.length === 0 || later.length < parts.length;
    return { status: isOpen ? 'open' : 'later', rest: amount, ...(later.length > 0 && { later }) };
  };

/** The common state of all charges, where the sums tell it; undefined where the entries are needed. */
const commonState = (
  ledger: FamilyLedger | undefined,
  open: (booking: Charged) => PaymentState,
): ((booking: Charged) => PaymentState) | undefined => {
  if (!ledger) return open;
  const { credited, waived, received } = ledger;
  if (credited !== 0 || waived !== 0) return undefined;
  if (received === 0) return open;
  return balanceOf(ledger) <= 0 ? () => paid : undefined;
};

/** PAY-10. One BatchGetItem per 100 families, and two Queries for each one with partial payment or credit. */
export const readChargeStates = async (
  table: Table,
  bookings: readonly Charged[],
  moment: BusinessDay,
): Promise<(booking: Charged) => PaymentState> => {
  const open = toOpenState(moment.today);
  const families: FamilyId[] = [...new Set(bookings.map(({ parent_id }) => parent_id))];
  const ledgerOf = await readLedgers(table, families);
  const common = new Map(families.map((id) => [id, commonState(ledgerOf(id), open)]));
  const settled = new Map<BookingId, PaymentState>();
  const ledgers = await readFullLedgers(
    table,
    families.filter((id) => !common.get(id)),
  );
  for (const { booking_id, status, rest, later } of ledgers.flatMap(
    (ledger) => settleLedger(ledger, moment).charges,
  ))
    settled.set(booking_id, { status, rest, ...(later && { later: [...later] }) });
  // A booking that the index does not have yet is open.
  return (booking) => common.get(booking.parent_id)?.(booking) ?? settled.get(booking.id) ?? open(booking);
};

/** Newest first. Reads the ledger for a kept trial, whose session may be credited later. One consistent Query, or two. */
export const readEndedBookings = async (table: Table, parentId: FamilyId): Promise<StoredEndedBooking[]> => {
  const records = await listEndedBookings(table, parentId);
  const mayDiffer = records.some(({ ended }) => ended.reason === 'upgraded');
  const entries = mayDiffer ? await listLedgerEntries(table, parentId) : [];
  return records.map((record) => {
    const { id: booking_id, ended } = record;
    if (ended.reason !== 'upgraded') return record;
    return { ...record, credited: creditedFor({ booking_id, ending_credit: ended.credit }, entries) };
  });
};
