import type { Booking } from '#shared/booking/booking';
import { balanceOf, type DueBalance, dueBalance, type LedgerTotals } from '#shared/ledger/balance';
import type { LedgerEntry } from '#shared/ledger/entry';
import { addDays } from '#shared/lib/calendar';
import { ascending } from '#shared/lib/text';
import { type CalendarDate, calendarDateSchema, type Instant } from '#shared/lib/values';
import type { FamilyLedger } from './ledger.ts';

/** Returns the part of the ledger's balance that is due on a day (DUE-01). */
export const dueOfLedger = (
  ledger: LedgerTotals & Pick<FamilyLedger, 'due_plans'>,
  day: CalendarDate,
): DueBalance => dueBalance(balanceOf(ledger), Object.values(ledger.due_plans), day);

export type PlannedBooking = Pick<Booking, 'id' | 'amount' | 'due_dates'>;

interface PlansUpdate {
  readonly set: readonly string[];
  readonly remove: readonly string[];
  readonly names: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, unknown>>;
}

const unchanged: PlansUpdate = { set: [], remove: [], names: {}, values: {} };

/** The UTC date of a moment, moved by some days. */
const utcDateNear = (at: Instant, days: number): CalendarDate =>
  addDays(calendarDateSchema.parse(at.slice(0, 'yyyy-MM-dd'.length)), days);

/** A plan stays in the ledger for longer after its last date than it is changed: an `Update` of an absent path fails. */
const daysOfChangeAfterEnd = 2;
const retainedDays = 5;

const lastDate = (dates: readonly CalendarDate[]): CalendarDate | undefined =>
  dates.toSorted(ascending).at(-1);

/** Adds the plans of new bookings and, where the ledger was read, removes those that are over. */
export const addPlans = (
  bookings: readonly PlannedBooking[],
  at: Instant,
  ledger: Pick<FamilyLedger, 'due_plans'> | undefined,
): PlansUpdate => {
  const added = bookings.flatMap(({ id, amount, due_dates }) =>
    due_dates ? { id, plan: { amount, due_dates, credited: 0, paid: 0 } } : [],
  );
  if (added.length === 0) return unchanged;
  const over = Object.entries(ledger?.due_plans ?? {})
    .filter(([, { due_dates }]) => (lastDate(due_dates) ?? '') < utcDateNear(at, -retainedDays))
    .map(([id]) => id);
  return {
    set: added.map((_, index) => `due_plans.#plan${index} = :plan${index}`),
    remove: over.map((_, index) => `due_plans.#over${index}`),
    names: Object.fromEntries([
      ...added.map(({ id }, index) => [`#plan${index}`, id]),
      ...over.map((id, index) => [`#over${index}`, id]),
    ]),
    values: Object.fromEntries(added.map(({ plan }, index) => [`:plan${index}`, plan])),
  };
};

/** Counts a credit or payment in the plan of its booking; changes nothing without a plan, or after its last date. */
export const reducePlan = (
  { id, due_dates }: Pick<Booking, 'id' | 'due_dates'>,
  by: 'credited' | 'paid',
  amount: number,
  at: Instant,
): PlansUpdate => {
  const last = due_dates && lastDate(due_dates);
  if (amount === 0 || !last || last < utcDateNear(at, -daysOfChangeAfterEnd)) return unchanged;
  return {
    set: ['due_plans.#reduced.#by = due_plans.#reduced.#by + :reduced'],
    remove: [],
    names: { '#reduced': id, '#by': by },
    values: { ':reduced': amount },
  };
};

/** Counts an entry, or a counter-entry, in the plan of the booking that the entry was for. */
export const planUpdateOf = (
  entry: LedgerEntry,
  booking: Pick<Booking, 'id' | 'due_dates'> | undefined,
): PlansUpdate => {
  const kind = entry.kind === 'counter' ? entry.countered : entry.kind;
  if (!booking || (kind !== 'credit' && kind !== 'payment')) return unchanged;
  const amount = entry.kind === 'counter' ? -entry.amount : entry.amount;
  return reducePlan(booking, kind === 'credit' ? 'credited' : 'paid', amount, entry.recorded_at);
};

export const joinPlans = (...updates: readonly PlansUpdate[]): PlansUpdate => ({
  set: updates.flatMap(({ set }) => set),
  remove: updates.flatMap(({ remove }) => remove),
  names: Object.assign({}, ...updates.map(({ names }) => names)),
  values: Object.assign({}, ...updates.map(({ values }) => values)),
});

/** Omits an empty map of names, which DynamoDB refuses. */
export const namesOf = (names: Readonly<Record<string, string>>) =>
  Object.keys(names).length > 0 ? { ExpressionAttributeNames: { ...names } } : {};
