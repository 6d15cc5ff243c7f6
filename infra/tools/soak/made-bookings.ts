import { timeOfId } from '#functions/lib/ids';
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
  /** The slots in which it may have been at any time. */
  readonly slots: ReadonlySet<SlotId>;
}

/** By the numbers of the requests that made them or may have made them. */
export type MadeBookings = ReadonlyMap<number, MadeBooking>;

/** Collects the bookings of a history. A client knows a booking from an answer, so that its origin comes before. */
export const madeBookings = (entries: readonly Entry[], school: School, numberOf: NumberOf): MadeBookings => {
  const bookings = new Map<number, MadeBooking & { readonly slots: Set<SlotId> }>();
  for (const entry of entries) {
    const { number, request } = entry;
    // A refused request made none, and a repeated one that of an earlier request.
    const madeByOther = madeBy(entry, numberOf) !== number;
    const isWithin = request.kind === 'move' && isWithinClass(school, request.slot, request.to);
    if (!hasUnknownOutcome(entry) && (isWithin ? codeOf(entry) !== undefined : madeByOther)) continue;
    if (request.kind === 'book') {
      const { order, parent, child, slot, is_trial: isTrial, terms } = request;
      const made = { number, order, parent, child: child.id, amount: terms.amount, isTrial };
      bookings.set(number, { ...made, isLate: isLate(school, slot), slots: new Set([slot]) });
    }
    if (request.kind !== 'keep' && request.kind !== 'move') continue;
    const origin = bookings.get(numberOf(request.booking));
    if (!origin) continue;
    const { order, slot } = request;
    if (request.kind === 'keep') {
      const terms = { amount: request.amount, isTrial: false, isLate: false };
      bookings.set(number, { ...origin, number, order, ...terms, slots: new Set([slot]) });
    } else if (isWithin) origin.slots.add(request.to);
    else
      bookings.set(number, {
        ...origin,
        number,
        order,
        amount: request.charge,
        slots: new Set([request.to]),
      });
  }
  return bookings;
};

/** A history with what is known of its bookings. */
export interface KnownHistory {
  readonly entries: readonly Entry[];
  readonly school: School;
  readonly made: MadeBookings;
  readonly numberOf: NumberOf;
}
