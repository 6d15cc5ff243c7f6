import { bookingSchema } from '#shared/schemas/booking';
import { codeOf } from './answers.ts';
import { type ClassState, classOperations, classText } from './class-model.ts';
import type { StoredSlot } from './final-state.ts';
import type { Entry, History } from './history.ts';
import { firstUnexplained, type Operation } from './linearizability.ts';
import { type NumberOf, readTable, slotOperations } from './slot-model.ts';
import { newSlotState, slotText } from './slot-state.ts';

/** A broken promise of the product. */
export interface Violation {
  /** The promise, in a few words. */
  readonly rule: string;
  readonly text: string;
  /** The requests that led to it, up to the first one whose answer has no explanation. */
  readonly entries: readonly Entry[];
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Compares counters with bookings, and bookings with capacity. */
const checkCounters = (slot: StoredSlot, entries: readonly Entry[]): Violation[] => {
  const { counters, bookings, misplaced } = slot;
  const taken = bookings.length;
  const revenue = sum(bookings.map(({ amount }) => amount));
  const promises: readonly { rule: string; isKept: boolean; text: string }[] = [
    {
      rule: 'a booking has its own key',
      isKept: misplaced.length === 0,
      text: misplaced.join(', '),
    },
    {
      rule: 'no booking without a slot',
      isKept: counters !== undefined || taken === 0,
      text: `${taken} left`,
    },
    {
      rule: 'no more bookings than places',
      isKept: !counters || taken <= counters.max_capacity,
      text: `${taken} for ${counters?.max_capacity} places`,
    },
    {
      rule: 'the counter equals the bookings',
      isKept: !counters || counters.current_bookings === taken,
      text: `${counters?.current_bookings} counted, ${taken} stored`,
    },
    {
      rule: 'the revenue equals the bookings',
      isKept: !counters || counters.revenue === revenue,
      text: `${counters?.revenue} counted, ${revenue} stored`,
    },
  ];
  const relevant = entries.filter(({ request }) => !('slot' in request) || request.slot === slot.id);
  return promises
    .filter(({ isKept }) => !isKept)
    .map(({ rule, text }) => ({ rule, text: `${text} (slot ${slot.id})`, entries: relevant }));
};

/** Compares orders with bookings: an order has at most one booking, and a confirmed booking stays until it is deleted. */
const checkOrders = (
  slots: readonly StoredSlot[],
  entries: readonly Entry[],
  numberOf: NumberOf,
): Violation[] => {
  const made = new Map(entries.map((entry) => [entry.number, entry]));
  const stored = slots.flatMap(({ bookings }) => bookings);
  const byOrder = Map.groupBy(stored, ({ id }) => {
    const request = made.get(numberOf(id))?.request;
    return request?.kind === 'book' ? request.order : undefined;
  });
  const entriesOf = (order: number | undefined) =>
    entries.filter(({ request }) => request.kind === 'book' && request.order === order);
  const doubled = [...byOrder].filter(([order, bookings]) => order === undefined || bookings.length > 1);

  const mayBeDeleted = new Set(
    entries.flatMap((entry) =>
      entry.request.kind === 'delete' && codeOf(entry) !== 'bookingNotFound' && codeOf(entry) !== 'busy'
        ? [entry.request.booking]
        : [],
    ),
  );
  const classMayBeDeleted = entries.some(({ request }) => request.kind === 'delete-class');
  const mayLeave = new Set(
    entries.flatMap(({ request }) => (request.kind === 'delete-account' ? [request.parent] : [])),
  );
  const storedIds = new Set(stored.map(({ id }) => id));
  const lost = entries.filter(({ request, answer }) => {
    if (request.kind !== 'book' || answer?.status !== 201 || classMayBeDeleted) return false;
    const { id } = bookingSchema.parse(answer.body);
    return !storedIds.has(id) && !mayBeDeleted.has(id) && !mayLeave.has(request.parent);
  });
  return [
    ...doubled.map(([order, bookings]) => ({
      rule: 'one booking of one order',
      text: `order ${order} has ${bookings.length}`,
      entries: entriesOf(order),
    })),
    ...lost.map((entry) => ({
      rule: 'a confirmed booking stays',
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

/** The state of a class at the start of a run. */
export interface InitialState {
  readonly capacities: readonly number[];
  readonly cls: ClassState;
}

/** Checks all promises about bookings against the answers of a run and the content of the table after it. */
export const checkBookings = (
  history: History,
  slots: readonly StoredSlot[],
  { capacities, cls }: InitialState,
  numberOf: NumberOf,
): Violation[] => {
  const { entries } = history;
  const end = history.tick();
  return [
    ...slots.flatMap((slot) => checkCounters(slot, entries)),
    ...checkOrders(slots, entries, numberOf),
    ...slots.flatMap((slot, index) =>
      checkLinearizable(
        'a slot',
        newSlotState(capacities[index] ?? 0),
        [
          ...slotOperations(entries, slot.id, numberOf),
          { invoked: end, returned: end, after: readTable(slot, numberOf) },
        ],
        slotText,
      ),
    ),
    ...checkLinearizable('a class', cls, classOperations(entries, numberOf), classText),
  ];
};
