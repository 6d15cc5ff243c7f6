import { type LedgerEntry, ledgerEntryKey } from '#shared/ledger/entry';
import { formatDate } from '#shared/lib/format';
import type { BookingId } from '#shared/lib/ids';
import { formatCents, type SignedCents, signedCentsSchema, sum } from '#shared/lib/money';
import { ascending } from '#shared/lib/text';
import { type CalendarDate, type Cents, centsSchema } from '#shared/lib/values';
import { type DatedCharge, type DuePart, dueParts } from '../booking/due-dates.ts';

/** The charge of a booking, live or ended (PAY-01). `booking_id`s sort by age. */
export interface Charge extends DatedCharge {
  readonly booking_id: BookingId;
  /** The credit that the record of the ending has (END-01); 0 for a live booking. */
  readonly ending_credit: Cents;
}

export interface LedgerTotals {
  readonly charged: SignedCents;
  readonly credited: SignedCents;
  readonly waived: SignedCents;
  /** Payments less refunds. */
  readonly received: SignedCents;
}

const totals = (sums: { [Name in keyof LedgerTotals]?: number }): LedgerTotals => ({
  charged: signedCentsSchema.parse(sums.charged ?? 0),
  credited: signedCentsSchema.parse(sums.credited ?? 0),
  waived: signedCentsSchema.parse(sums.waived ?? 0),
  received: signedCentsSchema.parse(sums.received ?? 0),
});

const chargeTotals = ({ amount, ending_credit }: Charge): LedgerTotals =>
  totals({ charged: amount, credited: ending_credit });

const totalsOfKind = (kind: Exclude<LedgerEntry['kind'], 'counter'>, amount: number): LedgerTotals => {
  switch (kind) {
    case 'payment':
      return totals({ received: amount });
    case 'refund':
      return totals({ received: -amount });
    case 'credit':
      return totals({ credited: amount });
    case 'waiver':
      return totals({ waived: amount });
    case 'opening':
      return totals({ charged: amount });
    default:
      // A newer version may have stored a kind of entry that this one does not know.
      return totals({});
  }
};

export const entryTotals = (entry: LedgerEntry): LedgerTotals =>
  entry.kind === 'counter'
    ? totalsOfKind(entry.countered, -entry.amount)
    : totalsOfKind(entry.kind, entry.amount);

const addTotals = (all: readonly LedgerTotals[]): LedgerTotals =>
  all.reduce(
    (sum, next) =>
      totals({
        charged: sum.charged + next.charged,
        credited: sum.credited + next.credited,
        waived: sum.waived + next.waived,
        received: sum.received + next.received,
      }),
    totals({}),
  );

/** A family's totals, counted from its bookings and entries in any order (PAY-09). */
export const ledgerTotals = (charges: readonly Charge[], entries: readonly LedgerEntry[]): LedgerTotals =>
  addTotals([...charges.map(chargeTotals), ...entries.map(entryTotals)]);

/** What a family owes; below 0 it is in credit (PAY-03). */
export const balanceOf = ({ charged, credited, waived, received }: LedgerTotals): SignedCents =>
  signedCentsSchema.parse(charged - credited - waived - received);

/** One number for each word (DAY-02): charged - credited - received = due + not yet due - in credit. */
export interface MoneyFigures {
  readonly charged: SignedCents;
  readonly credited: SignedCents;
  readonly received: SignedCents;
  readonly due: Cents;
  readonly not_yet_due: Cents;
  readonly in_credit: Cents;
  /** "Total Revenue": charged less credited (PAY-09, DAY-02). */
  readonly revenue: SignedCents;
}

/** A family in credit does not lower what others owe (PAY-07). @param families with the due part of each balance */
export const moneyFigures = (families: readonly (LedgerTotals & { readonly due: Cents })[]): MoneyFigures => {
  const all = addTotals(families);
  const balances = families.map(balanceOf);
  const owed = sum(balances.map((balance) => Math.max(0, balance)));
  const due = sum(families.map((family) => family.due));
  const credited = signedCentsSchema.parse(all.credited + all.waived);
  return {
    charged: all.charged,
    credited,
    received: all.received,
    due: centsSchema.parse(due),
    not_yet_due: centsSchema.parse(owed - due),
    in_credit: centsSchema.parse(owed - sum(balances)),
    revenue: signedCentsSchema.parse(all.charged - credited),
  };
};

interface DuePlan {
  readonly amount: Cents;
  readonly due_dates: readonly CalendarDate[];
  /** The booking's own credits reduce the last date first. */
  readonly credited: number;
  /** Payments that name the booking settle the first date first. */
  readonly paid: number;
}

/** Subtracts an amount from parts, in their order. An amount beyond the parts is ignored. */
const subtractInOrder = (parts: readonly DuePart[], amount: number): DuePart[] => {
  let over = amount;
  return parts.map((part) => {
    const taken = Math.min(part.amount, over);
    over -= taken;
    return { ...part, amount: centsSchema.parse(part.amount - taken) };
  });
};

/** What is left of each part, by date. */
const partsLeft = (plan: DuePlan): DuePart[] => {
  const [day] = plan.due_dates;
  if (!day) return [];
  const credited = subtractInOrder(dueParts({ ...plan, day }).toReversed(), plan.credited).toReversed();
  return subtractInOrder(credited, plan.paid);
};

export interface DueBalance {
  readonly due: Cents;
  /** Due after the day: one part for each date, ascending, none of 0. With `due` it is the balance, or 0 in credit. */
  readonly later: readonly DuePart[];
}

/** All but the parts with a later date (DUE-01). Money without a booking, goodwill and waivers reduce what is due first. */
export const dueBalance = (
  balance: SignedCents,
  plans: readonly DuePlan[],
  day: CalendarDate,
): DueBalance => {
  const ahead = plans
    .flatMap(partsLeft)
    .filter(({ date, amount }) => date > day && amount > 0)
    .toSorted((one, other) => ascending(one.date, other.date));
  const total = sum(ahead.map(({ amount }) => amount));
  const due = centsSchema.parse(Math.max(0, balance - total));
  const left = subtractInOrder(ahead, total - (Math.max(0, balance) - due));
  const dates = [...new Set(left.filter(({ amount }) => amount > 0).map(({ date }) => date))];
  return {
    due,
    later: dates.map((date) => ({
      date,
      amount: centsSchema.parse(sum(left.flatMap((part) => (part.date === date ? part.amount : [])))),
    })),
  };
};

/** `credited`, `paid` and `rest` add up to the amount of the charge. */
export interface ChargeState extends Pick<Charge, 'booking_id' | 'day' | 'amount' | 'due_dates'> {
  /** Credits of the booking, goodwill and waivers. */
  readonly credited: Cents;
  readonly paid: Cents;
  readonly rest: Cents;
  /** `later`: the rest is not due yet. `credited`: settled without a payment. A charge of 0 is `paid`. */
  readonly status: 'open' | 'later' | 'paid' | 'credited';
  /** The date of the first open part; null where none is open. */
  readonly openFrom: CalendarDate | null;
  /** What of the rest is not due yet, by date; absent where all is due. */
  readonly later?: readonly DuePart[] | undefined;
}

/** The balance is the sum of all rests, plus `overdrawn`, less `inCredit`, one of which is 0. */
export interface SettledCharges {
  /** Oldest first. */
  readonly charges: readonly ChargeState[];
  /** Money beyond all charges. */
  readonly inCredit: Cents;
  /** Refunds and opening balances that no payment or credit covers. */
  readonly overdrawn: Cents;
  /** The first open part. Its date may lie ahead. */
  readonly firstOpen: (Pick<Charge, 'booking_id' | 'due_dates'> & Pick<DuePart, 'date'>) | null;
  /** When the first open part was due, else the last uncovered refund (PAY-07). Null while nothing is due. */
  readonly openSince: CalendarDate | null;
}

interface Row extends DuePart {
  readonly charge: Charge;
  readonly credited: number;
  readonly paid: number;
  /** Paid, then opened again by a refund: due at once. */
  readonly reopened: number;
}

const amountOf = (entries: readonly LedgerEntry[]): number => sum(entries.map(({ amount }) => amount));
const restOf = ({ amount, credited, paid }: Row): number => amount - credited - paid;

const byAge = (one: Charge, other: Charge): number => ascending(one.booking_id, other.booking_id);

/** Orders by due date, then by the age of the charge. */
const byDueDate = (one: Row, other: Row): number =>
  ascending(one.date, other.date) || byAge(one.charge, other.charge);

const effectiveEntries = (entries: readonly LedgerEntry[]): LedgerEntry[] => {
  const counters = entries.filter((entry) => entry.kind === 'counter');
  const takenBack = new Set(counters.map(({ cause }) => cause.entry));
  return entries.filter((entry) => entry.kind !== 'counter' && !takenBack.has(ledgerEntryKey(entry.cause)));
};

/** The booking whose charge the entry settles first; null for the oldest charge. */
export const bookingOfEntry = (entry: LedgerEntry): BookingId | null => {
  if (entry.kind === 'payment') return entry.booking_id;
  if (entry.kind !== 'credit') return null;
  return 'booking_id' in entry.cause ? entry.cause.booking_id : (entry.reduces ?? null);
};

/** Credits of sessions and ending, less what was taken back. Goodwill belongs to no booking (PAY-14). */
export const creditedFor = (
  { booking_id, ending_credit }: Pick<Charge, 'booking_id' | 'ending_credit'>,
  entries: readonly LedgerEntry[],
): Cents => {
  const own = effectiveEntries(entries).filter(
    (entry) =>
      entry.kind === 'credit' && entry.cause.type !== 'attempt' && entry.cause.booking_id === booking_id,
  );
  return centsSchema.parse(ending_credit + amountOf(own));
};

/** The charge's own credits, and the payments that name its booking. */
const ownTotals = ({ booking_id, ending_credit }: Charge, entries: readonly LedgerEntry[]) => {
  const own = entries.filter((entry) => bookingOfEntry(entry) === booking_id);
  return {
    credited: ending_credit + amountOf(own.filter(({ kind }) => kind === 'credit')),
    paid: amountOf(own.filter(({ kind }) => kind === 'payment')),
  };
};

const settleRows = (rows: readonly Row[], by: 'paid' | 'credited', fund: number) => {
  let over = fund;
  const filled = rows.map((row) => {
    const part = Math.min(restOf(row), over);
    over -= part;
    return { ...row, [by]: row[by] + part };
  });
  return { rows: filled, over };
};

const reopenRows = (rows: readonly Row[], amount: number) => {
  let over = amount;
  const opened = rows.toReversed().map((row) => {
    const part = Math.min(row.paid, over);
    over -= part;
    return { ...row, paid: row.paid - part, reopened: part };
  });
  return { rows: opened.toReversed(), over };
};

/** Own credits settle parts from the last date on, payments that name the booking from the first date on. */
const rowsOfCharge = (charge: Charge, entries: readonly LedgerEntry[]): readonly Row[] => {
  const { credited, paid } = ownTotals(charge, entries);
  const parts = dueParts(charge).map((part) => ({ ...part, charge, credited: 0, paid: 0, reopened: 0 }));
  const { rows } = settleRows(parts.toReversed(), 'credited', credited);
  return settleRows(rows.toReversed(), 'paid', paid).rows;
};

/** The charges with due dates of their own, and what reduces each alone. */
export const duePlans = (charges: readonly Charge[], entries: readonly LedgerEntry[]): DuePlan[] => {
  const counted = effectiveEntries(entries);
  return charges.flatMap((charge) =>
    charge.due_dates
      ? { amount: charge.amount, due_dates: charge.due_dates, ...ownTotals(charge, counted) }
      : [],
  );
};

/** A charge without due dates of its own is due from its booking on. */
const laterOf = (row: Row, today: CalendarDate): number =>
  row.charge.due_dates && row.date > today ? restOf(row) - row.reopened : 0;

const toState = (charge: Charge, rows: readonly Row[], today: CalendarDate): ChargeState => {
  const { booking_id, day, amount, due_dates } = charge;
  const [credited, paid] = [sum(rows.map((row) => row.credited)), sum(rows.map((row) => row.paid))];
  const rest = amount - credited - paid;
  const later = rows
    .map((row) => ({ date: row.date, amount: centsSchema.parse(laterOf(row, today)) }))
    .filter((part) => part.amount > 0);
  const unsettled = rest > sum(later.map((part) => part.amount)) ? 'open' : 'later';
  const settled = paid > 0 || amount === 0 ? 'paid' : 'credited';
  return {
    booking_id,
    day,
    amount,
    ...(due_dates && { due_dates }),
    credited: centsSchema.parse(credited),
    paid: centsSchema.parse(paid),
    rest: centsSchema.parse(rest),
    status: rest > 0 ? unsettled : settled,
    openFrom: rows.find((row) => restOf(row) > 0)?.date ?? null,
    ...(later.length > 0 && { later }),
  };
};

/**
 * Settles a family's charges (PAY-03, DUE-01). The result is the same for any order of bookings and entries. What is due
 * first is the oldest charge, where no charge has due dates of its own.
 * 1. A credit with a cause, and goodwill that reduces a booking, settle its charge, from its last due date on.
 * 2. A payment that names a booking settles what is left of its charge, from its first due date on.
 * 3. Other payments, and what is over of the named ones, settle what is due first.
 * 4. Other goodwill and waivers settle what is due first of what is still open.
 *
 * Refunds and opening balances are taken from the payments of step 3, then from goodwill and waivers, then from the newest
 * named payments.
 */
export const settleCharges = (
  charges: readonly Charge[],
  entries: readonly LedgerEntry[],
  today: CalendarDate,
): SettledCharges => {
  const counted = effectiveEntries(entries);
  const total = (kind: LedgerEntry['kind']) => amountOf(counted.filter((entry) => entry.kind === kind));
  const started = charges.flatMap((charge) => rowsOfCharge(charge, counted)).toSorted(byDueDate);

  // Opening balances are older than every charge, so money settles them first.
  const outside = counted.filter(({ kind }) => kind === 'refund' || kind === 'opening');
  const cash = total('payment') - amountOf(outside) - sum(started.map(({ paid }) => paid));
  const endings = sum(charges.map(({ ending_credit }) => ending_credit));
  const credit = endings + total('credit') + total('waiver') - sum(started.map(({ credited }) => credited));

  const missing = Math.max(0, -cash);
  const fromCredit = Math.min(credit, missing);
  const { rows, over: overdrawn } = reopenRows(started, missing - fromCredit);
  const byCash = settleRows(rows, 'paid', Math.max(0, cash));
  const byCredit = settleRows(byCash.rows, 'credited', credit - fromCredit);
  const firstOpen = byCredit.rows.find((row) => restOf(row) > 0);
  const isDue = firstOpen && (!firstOpen.charge.due_dates || firstOpen.date <= today);
  const refunded =
    missing > fromCredit
      ? (outside
          .map(({ day }) => day)
          .toSorted()
          .at(-1) ?? null)
      : null;
  return {
    charges: charges.toSorted(byAge).map((charge) =>
      toState(
        charge,
        byCredit.rows.filter((row) => row.charge === charge),
        today,
      ),
    ),
    inCredit: centsSchema.parse(byCash.over + byCredit.over),
    overdrawn: centsSchema.parse(overdrawn),
    firstOpen: firstOpen
      ? {
          booking_id: firstOpen.charge.booking_id,
          due_dates: firstOpen.charge.due_dates,
          date: firstOpen.date,
        }
      : null,
    openSince: isDue ? firstOpen.date : refunded,
  };
};

/** "Open", "Paid", "Credited", "Open, $20.00 left" or "due now", "$20.00 due Oct 12, 2025" (PAY-03, PAY-10, DUE-01). */
export const chargeStateText = ({
  status,
  rest,
  amount,
  later = [],
}: Pick<ChargeState, 'status' | 'rest' | 'amount' | 'later'>): string => {
  if (status === 'paid') return 'Paid';
  if (status === 'credited') return 'Credited';
  const [next] = later;
  if (next && status === 'later') return `${formatCents(next.amount)} due ${formatDate(next.date)}`;
  if (next) {
    const due = centsSchema.parse(rest - sum(later.map((part) => part.amount)));
    return `Open, ${formatCents(due)} due now`;
  }
  return rest === amount ? 'Open' : `Open, ${formatCents(rest)} left`;
};
