import { bookingSchema } from '#shared/schemas/booking';
import { codeOf } from './answers.ts';
import { type ClassState, classOperations, classText } from './class-model.ts';
import type { StoredSlot } from './final-state.ts';
import type { Entry, History } from './history.ts';
import { firstInexplicable, type Operation } from './linearizability.ts';
import { lookAtTable, type NumberOf, slotOperations } from './slot-model.ts';
import { newSlotState, slotText } from './slot-state.ts';

/** Something that the product promises and did not keep. */
export interface Violation {
  /** The promise, in a few words. */
  readonly rule: string;
  readonly text: string;
  /** What led to it: the requests that matter, up to the one that cannot be explained. */
  readonly story: readonly Entry[];
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Counters against bookings, and bookings against places. */
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
  const story = entries.filter(({ request }) => !('slot' in request) || request.slot === slot.id);
  return promises
    .filter(({ isKept }) => !isKept)
    .map(({ rule, text }) => ({ rule, text: `${text} (slot ${slot.id})`, story }));
};

/** Orders against bookings: one booking of each at most, and none lost that was confirmed and never deleted. */
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
  const storyOf = (order: number | undefined) =>
    entries.filter(({ request }) => request.kind === 'book' && request.order === order);
  // An order is known again by the child's name: docs/decisions/0014 says what a correction of the name does to it.
  const corrected = new Set(
    entries.flatMap(({ request }) => (request.kind === 'rename' ? [request.booking] : [])),
  );
  const doubled = [...byOrder].filter(
    ([order, bookings]) => order === undefined || bookings.filter(({ id }) => !corrected.has(id)).length > 1,
  );

  const mayBeDeleted = new Set(
    entries.flatMap((entry) =>
      entry.request.kind === 'delete' && codeOf(entry) !== 'bookingNotFound' && codeOf(entry) !== 'busy'
        ? [entry.request.booking]
        : [],
    ),
  );
  const classMayBeDeleted = entries.some(({ request }) => request.kind === 'delete-class');
  const storedIds = new Set(stored.map(({ id }) => id));
  const lost = entries.filter(({ request, answer }) => {
    if (request.kind !== 'book' || answer?.status !== 201 || classMayBeDeleted) return false;
    const { id } = bookingSchema.parse(answer.body);
    return !storedIds.has(id) && !mayBeDeleted.has(id);
  });
  return [
    ...doubled.map(([order, bookings]) => ({
      rule: 'one booking of one order',
      text: `order ${order} has ${bookings.length}`,
      story: storyOf(order),
    })),
    ...lost.map((entry) => ({
      rule: 'a confirmed booking stays',
      text: `that of request ${entry.number} is gone`,
      story: [entry],
    })),
  ];
};

type Told<State> = Operation<State> & { readonly entry?: Entry };

const checkOrderOfEvents = <State>(
  what: string,
  initial: State,
  operations: readonly Told<State>[],
  textOf: (state: State) => string,
): Violation[] => {
  const moment = firstInexplicable(initial, operations, textOf);
  if (moment === undefined) return [];
  const story = operations.flatMap(({ entry, invoked }) => (entry && invoked <= moment ? [entry] : []));
  const last = operations.find(({ returned }) => returned === moment)?.entry;
  const text = last
    ? `no order explains the answer to request ${last.number}`
    : 'no order leads to the table';
  return [{ rule: `${what} answers in some order of events`, text, story }];
};

/** What a class began with. */
export interface Beginning {
  readonly capacities: readonly number[];
  readonly cls: ClassState;
}

/** All promises about bookings, held against what everybody was answered and what the table holds in the end. */
export const checkBookings = (
  history: History,
  slots: readonly StoredSlot[],
  { capacities, cls }: Beginning,
  numberOf: NumberOf,
): Violation[] => {
  const { entries } = history;
  const end = history.tick();
  return [
    ...slots.flatMap((slot) => checkCounters(slot, entries)),
    ...checkOrders(slots, entries, numberOf),
    ...slots.flatMap((slot, index) =>
      checkOrderOfEvents(
        'a slot',
        newSlotState(capacities[index] ?? 0),
        [
          ...slotOperations(entries, slot.id, numberOf),
          { invoked: end, returned: end, after: lookAtTable(slot, numberOf) },
        ],
        slotText,
      ),
    ),
    ...checkOrderOfEvents('a class', cls, classOperations(entries, numberOf), classText),
  ];
};
