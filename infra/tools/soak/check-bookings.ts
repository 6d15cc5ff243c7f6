import { firstUnexplained, holds, impossible, type Step, when } from '#infra/testing/linearizability';
import type { ChildId, FamilyId } from '#shared/lib/ids';
import { timeSlotSchema } from '#shared/sessions/slot';
import { type Violation, violationsOf } from './driver.ts';
import { bookingsOf, brokenByMoney, brokenBySlot, type StoredMoney, type StoredSlot } from './recount.ts';
import { codeOf, type Entry, hasUnknownOutcome, linesOf, madeBy, type NumberOf } from './requests.ts';

interface MadeBooking {
  readonly number: number;
  readonly order: number;
  readonly parent: FamilyId;
  readonly child: ChildId;
  readonly amount: number;
  readonly isTrial: boolean;
}

type MadeBookings = ReadonlyMap<number, MadeBooking>;

/** A refused request made none, and a repeated one that of an earlier request. */
const madeBookings = (entries: readonly Entry[], numberOf: NumberOf): MadeBookings =>
  new Map(
    entries.flatMap((entry) => {
      const { request, number } = entry;
      if (request.kind !== 'book') return [];
      if (!hasUnknownOutcome(entry) && madeBy(entry, numberOf) !== number) return [];
      const { order, parent, child, terms, is_trial: isTrial } = request;
      return [[number, { number, order, parent, child, amount: terms.amount, isTrial }] as const];
    }),
  );

type SlotState = ReadonlySet<number>;
type SlotStep = Step<SlotState>;

const slotText = (state: SlotState): string => [...state].map(String).toSorted().join(' ');

/** What the answers to a request say of its slot; where the outcome is unknown, what the request may have done. */
const stepOf =
  (made: MadeBookings, numberOf: NumberOf, capacity: number) =>
  (entry: Entry): SlotStep | undefined => {
    const { request, number, answer } = entry;
    const isUnknown = hasUnknownOutcome(entry);
    const code = codeOf(entry);
    if (!isUnknown && code === 'busy') return undefined;
    const holderOf = (state: SlotState, child: ChildId) =>
      [...state].find((one) => made.get(one)?.child === child);
    switch (request.kind) {
      case 'book': {
        const { child, order } = request;
        const arrive: SlotStep = (state) =>
          when(state.size < capacity && holderOf(state, child) === undefined, new Set([...state, number]));
        if (isUnknown) return arrive;
        const orderOf = (one: number | undefined) => one !== undefined && made.get(one)?.order;
        const result = madeBy(entry, numberOf);
        switch (code) {
          case undefined:
            return result === number
              ? arrive
              : holds((state) => state.has(result ?? 0) && orderOf(result) === order);
          case 'alreadyBooked':
            return holds((state) => {
              const holder = holderOf(state, child);
              return holder !== undefined && orderOf(holder) !== order;
            });
          case 'bookingCancelled':
            return holds((state) => [...state].every((one) => orderOf(one) !== order));
          case 'slotFull':
            return holds((state) => state.size >= capacity && holderOf(state, child) === undefined);
          case 'trialHeld':
          case 'trialUsed':
            return undefined;
          default:
            return impossible;
        }
      }
      case 'delete': {
        const target = numberOf(request.booking);
        // A booking that was ended before is answered the same.
        if (isUnknown || code === undefined)
          return (state) => [new Set([...state].filter((one) => one !== target))];
        return code === 'bookingNotFound' ? holds((state) => !state.has(target)) : impossible;
      }
      case 'read-slot': {
        if (isUnknown) return undefined;
        const { current_bookings, max_capacity } = timeSlotSchema.parse(answer?.body);
        return holds((state) => state.size === current_bookings && max_capacity === capacity);
      }
      default:
        return undefined;
    }
  };

/** Whether an order of the requests to a slot explains each answer, and what is stored. @param end a time after all answers */
const unexplained = (
  { id, bookings }: StoredSlot,
  step: ReturnType<typeof stepOf>,
  { entries, numberOf, end }: FinishedRun,
): Violation[] => {
  const operations = entries.flatMap((entry) => {
    const after = 'slot' in entry.request && entry.request.slot === id && step(entry);
    const returned = hasUnknownOutcome(entry) ? undefined : entry.returned;
    return after ? [{ entry, invoked: entry.invoked, returned, after }] : [];
  });
  const stored = slotText(new Set(bookings.map((booking) => numberOf(booking.id))));
  const last = {
    invoked: end,
    returned: end,
    after: holds((state: SlotState) => slotText(state) === stored),
  };
  const moment = firstUnexplained<SlotState>(new Set(), [...operations, last], slotText);
  if (moment === undefined) return [];
  const wrong = operations.find(({ returned }) => returned === moment)?.entry;
  const text = wrong
    ? `no order of operations explains the answer to request ${wrong.number}`
    : 'no order of operations leads to the content of the table';
  const until = operations.flatMap(({ entry, invoked }) => (invoked <= moment ? [entry] : []));
  return [{ rule: 'a slot is linearizable', text, history: linesOf(until) }];
};

const brokenByAnswers = (
  { parent, ledger, ended }: StoredMoney,
  slots: readonly StoredSlot[],
  made: MadeBookings,
  numberOf: NumberOf,
): Violation[] => {
  const live = bookingsOf(slots, parent);
  const bookings = [...live, ...ended];
  const wrongPrices = bookings.filter(({ id, amount }) => made.get(numberOf(id))?.amount !== amount);
  const wrongCredits = ended.filter(({ amount, ended: { credit } }) => amount !== credit);
  const trials = live.flatMap(({ is_trial, class_id, child_id }) =>
    is_trial ? [`${class_id}#${child_id}`] : [],
  );
  const counted = [...(ledger?.trials ?? [])].toSorted().join(' ');
  const counts = ledger?.live_bookings_at_most ?? 0;
  const of = `of family ${parent}`;
  return violationsOf([
    [
      'a booking is charged as it was shown',
      wrongPrices.length === 0,
      `${wrongPrices.map(({ id }) => id)} ${of}`,
    ],
    [
      'an ending is credited as agreed',
      wrongCredits.length === 0,
      `${wrongCredits.map(({ id }) => id)} ${of}`,
    ],
    ['a child has one trial in a class', new Set(trials).size === trials.length, `${trials} ${of}`],
    ['the trials of a ledger are those that count', counted === trials.toSorted().join(' '), counted],
    ['the ledger counts the bookings made', counts === bookings.length, `${counts} counted ${of}`],
  ]);
};

const brokenRefusals = (entries: readonly Entry[], made: MadeBookings): Violation[] =>
  entries.flatMap((entry) => {
    const { request, number } = entry;
    const code = codeOf(entry);
    if (request.kind !== 'book' || code === undefined) return [];
    const isOfTrial = code === 'trialUsed' || code === 'trialHeld';
    const hasTrial = [...made.values()].some(
      (other) => other.number !== number && other.isTrial && other.child === request.child,
    );
    const known = ['alreadyBooked', 'bookingCancelled', 'slotFull', 'busy', 'internalError'];
    return (isOfTrial ? hasTrial : known.includes(code))
      ? []
      : [{ rule: 'a refusal has a reason', text: code, history: linesOf([entry]) }];
  });

/** Compares orders with bookings, live or ended: an order has at most one, and a confirmed booking is one of them. */
const brokenOrders = (
  { slots, accounts, entries, numberOf }: FinishedRun,
  made: MadeBookings,
): Violation[] => {
  const stored = new Set(
    [...slots.flatMap(({ bookings }) => bookings), ...accounts.flatMap(({ ended }) => ended)].map(({ id }) =>
      numberOf(id),
    ),
  );
  const several = [...Map.groupBy(stored, (number) => made.get(number)?.order)]
    .filter(([order, all]) => order === undefined || all.length > 1)
    .map(([order, all]) => ({
      rule: 'one booking of one order',
      text: `order ${order} has ${all.length}`,
      history: linesOf(entries.filter(({ request }) => 'order' in request && request.order === order)),
    }));
  const lost = entries.filter((entry) => {
    const number = madeBy(entry, numberOf);
    return number !== undefined && !stored.has(number);
  });
  return [
    ...several,
    ...lost.map((entry) => ({
      rule: 'a confirmed booking stays, or is in the history',
      text: `the booking of request ${entry.number} is gone`,
      history: linesOf([entry]),
    })),
  ];
};

interface FinishedRun {
  readonly entries: readonly Entry[];
  readonly numberOf: NumberOf;
  readonly end: number;
  readonly capacities: readonly number[];
  readonly slots: readonly StoredSlot[];
  readonly accounts: readonly StoredMoney[];
}

export const checkBookings = (run: FinishedRun): Violation[] => {
  const { entries, numberOf, capacities, slots, accounts } = run;
  const made = madeBookings(entries, numberOf);
  return [
    ...slots.flatMap((slot, index) => [
      ...brokenBySlot(slot),
      ...unexplained(slot, stepOf(made, numberOf, capacities[index] ?? 0), run),
    ]),
    ...accounts.flatMap((account) => [
      ...brokenByMoney(account, slots),
      ...brokenByAnswers(account, slots, made, numberOf),
    ]),
    ...brokenOrders(run, made),
    ...brokenRefusals(entries, made),
  ];
};
