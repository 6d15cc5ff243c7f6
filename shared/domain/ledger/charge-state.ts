import { ascending } from '#shared/domain/lists/ascending';
import { sum } from '#shared/domain/lists/sum';
import { formatCents } from '#shared/domain/pricing/money';
import type { BookingId } from '#shared/schemas/ids';
import type { LedgerEntry } from '#shared/schemas/ledger-entry';
import { type CalendarDate, type Cents, centsSchema } from '#shared/schemas/values';
import type { Charge } from './balance.ts';
import { ledgerEntryKey } from './entry-key.ts';

/** How far a charge is settled: `credited`, `paid` and `rest` together are its amount. */
export interface ChargeState {
  readonly booking_id: BookingId;
  readonly day: CalendarDate;
  readonly amount: Cents;
  /** By the credits of its booking, by goodwill and by waivers. */
  readonly credited: Cents;
  readonly paid: Cents;
  readonly rest: Cents;
  /** `credited`: settled without a payment. A charge of 0 is `paid`. */
  readonly status: 'open' | 'paid' | 'credited';
}

/** The balance is the sum of all rests, plus `overdrawn`, less `inCredit`. One of these two is 0. */
export interface SettledCharges {
  /** Oldest first. */
  readonly charges: readonly ChargeState[];
  /** What is over when every charge is settled. */
  readonly inCredit: Cents;
  /** Refunds that neither payments nor credits cover. */
  readonly overdrawn: Cents;
  /** Since when the family owes: the day of the oldest open charge, else of the last uncovered refund (PAY-07). */
  readonly openSince: CalendarDate | null;
}

/** A charge on the way to being settled; amounts in cents. */
interface Row {
  readonly charge: Charge;
  readonly credited: number;
  readonly paid: number;
}

const amountOf = (entries: readonly LedgerEntry[]): number => sum(entries.map(({ amount }) => amount));
const restOf = ({ charge, credited, paid }: Row): number => charge.amount - credited - paid;

const byAge = (one: Charge, other: Charge): number => ascending(one.booking_id, other.booking_id);

/** The entries that count: neither a counter-entry nor taken back by one. */
const effectiveEntries = (entries: readonly LedgerEntry[]): LedgerEntry[] => {
  const counters = entries.filter((entry) => entry.kind === 'counter');
  const takenBack = new Set(counters.map(({ cause }) => cause.entry));
  return entries.filter((entry) => entry.kind !== 'counter' && !takenBack.has(ledgerEntryKey(entry.cause)));
};

/** The booking whose charge an entry settles first; null where it settles the oldest one. */
export const bookingOfEntry = (entry: LedgerEntry): BookingId | null => {
  if (entry.kind === 'payment') return entry.booking_id;
  return entry.kind === 'credit' && entry.cause.type !== 'attempt' ? entry.cause.booking_id : null;
};

/**
 * What a booking is credited for causes, less what was taken back: for sessions, its ending, and after it. Goodwill has no
 * booking (PAY-14).
 */
export const creditedFor = (
  { booking_id, ending_credit }: Pick<Charge, 'booking_id' | 'ending_credit'>,
  entries: readonly LedgerEntry[],
): Cents => {
  const own = effectiveEntries(entries).filter(
    (entry) => entry.kind === 'credit' && bookingOfEntry(entry) === booking_id,
  );
  return centsSchema.parse(ending_credit + amountOf(own));
};

/** A charge with what is meant for it alone: its own credits first, then the payments that name it. */
const startRow = (charge: Charge, entries: readonly LedgerEntry[]): Row => {
  const own = entries.filter((entry) => bookingOfEntry(entry) === charge.booking_id);
  const credits = charge.ending_credit + amountOf(own.filter(({ kind }) => kind === 'credit'));
  const credited = Math.min(charge.amount, credits);
  const payments = amountOf(own.filter(({ kind }) => kind === 'payment'));
  return { charge, credited, paid: Math.min(charge.amount - credited, payments) };
};

/** Settles rows from a fund, in their order. */
const fill = (rows: readonly Row[], by: 'paid' | 'credited', fund: number) => {
  let over = fund;
  const filled = rows.map((row) => {
    const part = Math.min(restOf(row), over);
    over -= part;
    return { ...row, [by]: row[by] + part };
  });
  return { rows: filled, over };
};

/** Opens paid rows again, the newest first. */
const takeBack = (rows: readonly Row[], amount: number) => {
  let over = amount;
  const opened = rows.toReversed().map((row) => {
    const part = Math.min(row.paid, over);
    over -= part;
    return { ...row, paid: row.paid - part };
  });
  return { rows: opened.toReversed(), over };
};

const statusOf = (row: Row): ChargeState['status'] => {
  if (restOf(row) > 0) return 'open';
  return row.paid > 0 || row.charge.amount === 0 ? 'paid' : 'credited';
};

const toState = (row: Row): ChargeState => ({
  booking_id: row.charge.booking_id,
  day: row.charge.day,
  amount: row.charge.amount,
  credited: centsSchema.parse(row.credited),
  paid: centsSchema.parse(row.paid),
  rest: centsSchema.parse(restOf(row)),
  status: statusOf(row),
});

/**
 * Settles a family's charges (PAY-03). The result is the same for any order of bookings and entries.
 * 1. A credit with a cause settles the charge of its booking.
 * 2. A payment that names a booking settles what is left of its charge.
 * 3. Other payments, and what is over of the named ones, settle the oldest charges.
 * 4. Goodwill and waivers settle the oldest charges that are still open.
 *
 * Refunds are taken from the payments of step 3, then from goodwill and waivers, then from the newest named payments.
 */
export const settleCharges = (
  charges: readonly Charge[],
  entries: readonly LedgerEntry[],
): SettledCharges => {
  const counted = effectiveEntries(entries);
  const total = (kind: LedgerEntry['kind']) => amountOf(counted.filter((entry) => entry.kind === kind));
  const started = charges.toSorted(byAge).map((charge) => startRow(charge, counted));

  const cash = total('payment') - total('refund') - sum(started.map(({ paid }) => paid));
  const endings = sum(charges.map(({ ending_credit }) => ending_credit));
  const credit = endings + total('credit') + total('waiver') - sum(started.map(({ credited }) => credited));

  const missing = Math.max(0, -cash);
  const fromCredit = Math.min(credit, missing);
  const { rows, over: overdrawn } = takeBack(started, missing - fromCredit);
  const byCash = fill(rows, 'paid', Math.max(0, cash));
  const byCredit = fill(byCash.rows, 'credited', credit - fromCredit);
  const states = byCredit.rows.map(toState);
  const refundDays = counted.filter(({ kind }) => kind === 'refund').map(({ day }) => day);
  return {
    charges: states,
    inCredit: centsSchema.parse(byCash.over + byCredit.over),
    overdrawn: centsSchema.parse(overdrawn),
    openSince:
      states.find(({ status }) => status === 'open')?.day ??
      (overdrawn > 0 ? (refundDays.toSorted().at(-1) ?? null) : null),
  };
};

/** "Open", "Paid", "Credited", or with the rest where a part is settled: "Open, $20.00 left" (PAY-03, PAY-10). */
export const chargeStateText = ({
  status,
  rest,
  amount,
}: Pick<ChargeState, 'status' | 'rest' | 'amount'>): string => {
  if (status === 'paid') return 'Paid';
  if (status === 'credited') return 'Credited';
  return rest === amount ? 'Open' : `Open, ${formatCents(rest)} left`;
};
