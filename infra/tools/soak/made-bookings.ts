import { timeOfId } from '#functions/lib/ids';
import { childNameKey } from '#shared/lib/fold-text';
import type { ChildId, FamilyId, SlotId } from '#shared/lib/ids';
import type { Cents } from '#shared/lib/values';
import { codeOf, type Entry, hasUnknownOutcome, madeBy, type NumberOf } from './requests.ts';
import { isLate, isWithinClass, type School } from './school.ts';

/** Request n of a run runs on a clock that is n milliseconds after `epoch`. */
export const numberBy =
  (epoch: Date): NumberOf =>
  (id) =>
    timeOfId(id).getTime() - epoch.getTime();

/** What is known of a booking that a request made, or may have made. */
export interface MadeBooking {
  readonly number: number;
  readonly order: number;
  readonly parent: FamilyId;
  readonly child: ChildId;
  readonly amount: Cents;
  readonly isTrial: boolean;
  /** Whether a cancellation gets no automatic credit. A move keeps the deadline, an upgrade has its own (END-05). */
  readonly isLate: boolean;
  /** The trial that it continues, while the trial's session is to come. */
  readonly trial: Pick<MadeBooking, 'number' | 'amount'> | undefined;
  /** The slots in which it may have been at any time. */
  readonly slots: ReadonlySet<SlotId>;
  /** The names that the child may have had on it at any time. */
  readonly names: ReadonlySet<string>;
}

/** The bookings of a history, by the numbers of the requests that made them or may have made them. */
export type MadeBookings = ReadonlyMap<number, MadeBooking>;

/** All names that requests gave to each child. */
const namesOf = (
  entries: readonly Entry[],
  bookings: Iterable<Omit<MadeBooking, 'names'>>,
  numberOf: NumberOf,
) => {
  const children = new Map([...bookings].map(({ number, child }) => [number, child]));
  const names = new Map<ChildId, Set<string>>();
  const add = (child: ChildId | undefined, name: string): void => {
    if (child) names.set(child, (names.get(child) ?? new Set()).add(childNameKey(name)));
  };
  for (const { request } of entries) {
    if (request.kind === 'book') add(request.child.id, request.child.name);
    if (request.kind === 'edit-child') add(request.child, request.name);
    if (request.kind === 'rename') add(children.get(numberOf(request.booking)), request.name);
  }
  return names;
};

/** Collects the bookings of a history. A client knows a booking from an answer, so that its origin comes before. */
export const madeBookings = (entries: readonly Entry[], school: School, numberOf: NumberOf): MadeBookings => {
  const bookings = new Map<number, Omit<MadeBooking, 'names'> & { readonly slots: Set<SlotId> }>();
  for (const entry of entries) {
    const { number, request } = entry;
    // A refused request made none, and a repeated one that of an earlier request.
    const madeByOther = madeBy(entry, numberOf) !== number;
    const isWithin = request.kind === 'move' && isWithinClass(school, request.slot, request.to);
    if (!hasUnknownOutcome(entry) && (isWithin ? codeOf(entry) !== undefined : madeByOther)) continue;
    if (request.kind === 'book') {
      const { order, parent, child, slot, is_trial: isTrial } = request;
      const { amount } = request.terms;
      const made = { number, order, parent, child: child.id, amount, isTrial };
      const terms = { isLate: isLate(school, slot), trial: undefined };
      bookings.set(number, { ...made, ...terms, slots: new Set([slot]) });
    }
    if (request.kind !== 'keep' && request.kind !== 'move') continue;
    const origin = bookings.get(numberOf(request.booking));
    if (!origin) continue;
    const { order, slot } = request;
    if (request.kind === 'keep') {
      const terms = { amount: request.amount, isTrial: false, isLate: false, trial: origin };
      bookings.set(number, { ...origin, number, order, ...terms, slots: new Set([slot]) });
    } else if (isWithin) origin.slots.add(request.to);
    else {
      const terms = { amount: request.charge, trial: undefined };
      bookings.set(number, { ...origin, number, order, ...terms, slots: new Set([request.to]) });
    }
  }
  const names = namesOf(entries, bookings.values(), numberOf);
  return new Map(
    [...bookings].map(([number, made]) => [number, { ...made, names: names.get(made.child) ?? new Set() }]),
  );
};
