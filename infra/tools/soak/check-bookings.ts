import { childNameKey } from '#shared/domain/children/child-name';
import { ledgerEntryKey } from '#shared/domain/ledger/entry-key';
import { sum } from '#shared/domain/lists/sum';
import type { Family } from '#shared/schemas/profile';
import { madeBy } from './answers.ts';
import { ledgerOf } from './check-ledgers.ts';
import { type ClassState, classOperations, classText } from './class-model.ts';
import { familyOperations } from './family-model.ts';
import { type FamilyState, familyText, ledgerText, newFamily, whenFamily } from './family-state.ts';
import type { FinalLedger, StoredSlot } from './final-state.ts';
import type { Entry } from './history.ts';
import { firstUnexplained, type Operation } from './linearizability.ts';
import { type KnownHistory, readTable, slotOperations } from './slot-model.ts';
import { newSlotState, slotText } from './slot-state.ts';
import type { Violation } from './violation.ts';

/** Compares counters with bookings, and bookings with capacity. */
const checkCounters = (slot: StoredSlot, entries: readonly Entry[]): Violation[] => {
  const { counters, bookings, misplaced } = slot;
  const taken = bookings.length;
  const revenue = sum(bookings.map(({ amount }) => amount));
  const invariants: readonly { rule: string; holds: boolean; text: string }[] = [
    {
      rule: 'a booking has its own key',
      holds: misplaced.length === 0,
      text: misplaced.join(', '),
    },
    {
      rule: 'no booking without a slot',
      holds: counters !== undefined || taken === 0,
      text: `${taken} left`,
    },
    {
      rule: 'no more bookings than places',
      holds: !counters || taken <= counters.max_capacity,
      text: `${taken} for ${counters?.max_capacity} places`,
    },
    {
      rule: 'the counter equals the bookings',
      holds: !counters || counters.current_bookings === taken,
      text: `${counters?.current_bookings} counted, ${taken} stored`,
    },
    {
      rule: 'the revenue equals the bookings',
      holds: !counters || counters.revenue === revenue,
      text: `${counters?.revenue} counted, ${revenue} stored`,
    },
  ];
  const relevant = entries.filter(({ request }) => !('slot' in request) || request.slot === slot.id);
  return invariants
    .filter(({ holds }) => !holds)
    .map(({ rule, text }) => ({ rule, text: `${text} (slot ${slot.id})`, entries: relevant }));
};

/** Compares orders with bookings, live or ended: an order has at most one, and a confirmed booking is one of them. */
const checkOrders = (
  slots: readonly StoredSlot[],
  accounts: readonly FinalLedger[],
  { entries, made, numberOf }: KnownHistory,
): Violation[] => {
  const kept = new Set([
    ...slots.flatMap(({ bookings }) => bookings.map(({ id }) => numberOf(id))),
    ...accounts.flatMap(({ ended }) => ended.map(({ id }) => numberOf(id))),
  ]);
  const byOrder = Map.groupBy(kept, (number) => made.get(number)?.order);
  const doubled = [...byOrder].filter(([order, numbers]) => order === undefined || numbers.length > 1);
  const recorded = new Set<string>(
    accounts.flatMap(({ entries: stored }) => stored.map(({ cause }) => ledgerEntryKey(cause))),
  );
  const isRecorded = (attempt: string): boolean => recorded.has(`ATTEMPT#${attempt}`);
  const enteredBy = Map.groupBy(
    entries.flatMap(({ request }) => (request.kind === 'record' ? [request] : [])),
    ({ order }) => order,
  );
  const enteredTwice = [...enteredBy].filter(
    ([, requests]) => new Set(requests.map(({ attempt }) => attempt).filter(isRecorded)).size > 1,
  );
  const lost = entries.filter((entry) => {
    const number = madeBy(entry, numberOf);
    return number !== undefined && !kept.has(number);
  });
  return [
    ...doubled.map(([order, numbers]) => ({
      rule: 'one booking of one order',
      text: `order ${order} has ${numbers.length}`,
      entries: entries.filter(({ request }) => 'order' in request && request.order === order),
    })),
    ...enteredTwice.map(([order]) => ({
      rule: 'one entry of one order',
      text: `order ${order} has more`,
      entries: entries.filter(({ request }) => 'order' in request && request.order === order),
    })),
    ...lost.map((entry) => ({
      rule: 'a confirmed booking stays, or is in the history',
      text: `the booking of request ${entry.number} is gone`,
      entries: [entry],
    })),
  ];
};

type RecordedOperation<State> = Operation<State> & { readonly entry?: Entry };

const checkLinearizable = <State>(
  what: string,
  initial: State,
  operations: readonly RecordedOperation<State>[],
  textOf: (state: State) => string,
): Violation[] => {
  const moment = firstUnexplained(initial, operations, textOf);
  if (moment === undefined) return [];
  const entries = operations.flatMap(({ entry, invoked }) => (entry && invoked <= moment ? [entry] : []));
  const last = operations.find(({ returned }) => returned === moment)?.entry;
  const text = last
    ? `no order of operations explains the answer to request ${last.number}`
    : 'no order of operations leads to the content of the table';
  return [{ rule: `${what} is linearizable`, text, entries }];
};

/** What a run began with, and what is stored after it. */
export interface FinishedRun {
  /** In the order of the school's slots. */
  readonly capacities: readonly number[];
  readonly cls: ClassState;
  readonly families: readonly Family[];
  readonly slots: readonly StoredSlot[];
  readonly accounts: readonly FinalLedger[];
}

/**
 * Checks the answers of a run, and what is stored after it, by all rules about bookings and money.
 * @param end a time after all answers
 */
export const checkBookings = (
  history: KnownHistory,
  end: number,
  { capacities, cls, families, slots, accounts }: FinishedRun,
): Violation[] => {
  const names = new Map(
    families.flatMap(({ children }) => children.map(({ id, name }) => [id, childNameKey(name)] as const)),
  );
  const last = { invoked: end, returned: end };
  return [
    ...slots.flatMap((slot) => checkCounters(slot, history.entries)),
    ...checkOrders(slots, accounts, history),
    ...slots.flatMap((slot, index) =>
      checkLinearizable(
        'a slot',
        newSlotState(capacities[index] ?? 0, names),
        [...slotOperations(history, slot.id), { ...last, after: readTable(slot, history) }],
        slotText,
      ),
    ),
    ...accounts.flatMap((account) => {
      const stored = ledgerText(ledgerOf(account, slots, history.numberOf));
      const shows = (state: FamilyState) => whenFamily(ledgerText(state) === stored, state);
      return checkLinearizable(
        'an account',
        newFamily,
        [...familyOperations(history, account.parent), { ...last, after: shows }],
        familyText,
      );
    }),
    ...checkLinearizable('a class', cls, classOperations(history), classText),
  ];
};
