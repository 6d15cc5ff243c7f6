import type { SlotId } from '#shared/lib/ids';
import { unchanged, when } from './linearizability.ts';
import type { MadeBooking, MadeBookings } from './made-bookings.ts';
import { codeOf, type Entry, madeBy, type NumberOf, type RequestOf } from './requests.ts';
import {
  arrive,
  book,
  holderOf,
  isNameTaken,
  type Place,
  rename,
  replace,
  type SlotStep,
  without,
} from './slot-state.ts';

/** What the answers about a slot's bookings are explained by. */
export interface BookingContext {
  readonly slot: SlotId;
  readonly made: MadeBookings;
  readonly numberOf: NumberOf;
}

/** A request about one booking. */
export type BookingEntry = Entry & {
  readonly request: RequestOf<'book' | 'cancel' | 'delete' | 'rename' | 'move' | 'keep'>;
};

const outcomeOf = (entry: Entry): string | undefined =>
  entry.answer && entry.answer.status < 300 ? 'done' : codeOf(entry);

const placeOfMade = ({ parent, child, order }: MadeBooking): Omit<Place, 'name'> => ({
  parent,
  child,
  order,
});

/** Each step with each name that the child may have had: the move takes it along from another slot. */
const arriveWithAnyName = (made: MadeBooking): SlotStep => {
  const steps = [...made.names].map((name) => arrive(made.number, { ...placeOfMade(made), name }));
  return (state) => steps.flatMap((step) => step(state));
};

const remove =
  (number: number): SlotStep =>
  (state) => [without(state, number)];

/** The deletion of a class ends bookings one by one, so that a booking of a closed slot may still exist or not. */
const isAbsent =
  (number: number): SlotStep =>
  (state) =>
    when(state.status === 'closed' || !state.bookings.has(number), state);

const isNotOpen: SlotStep = (state) => when(state.status !== 'open', state);

/** What the request does here where it takes effect. */
export const bookingEffect = (entry: BookingEntry, { slot, made, numberOf }: BookingContext): SlotStep => {
  const { request, number } = entry;
  const own = made.get(number);
  if (request.kind === 'book') return own ? book(number, placeOfMade(own)) : unchanged;
  const target = numberOf(request.booking);
  switch (request.kind) {
    case 'cancel':
    case 'delete':
      return remove(target);
    case 'rename':
      return rename(target, request.name);
    case 'keep':
      return replace(target, number, request.order);
    case 'move': {
      if (slot !== request.to) return remove(target);
      const moved = own ?? made.get(target);
      return moved ? arriveWithAnyName(moved) : unchanged;
    }
  }
};

const booked = (
  entry: BookingEntry,
  { order, child }: RequestOf<'book'>,
  context: BookingContext,
): SlotStep => {
  switch (outcomeOf(entry)) {
    case 'done': {
      const made = madeBy(entry, context.numberOf) ?? entry.number;
      if (made === entry.number) return bookingEffect(entry, context);
      // It may have moved to another slot of the class by then.
      const isElsewhere = (context.made.get(made)?.slots.size ?? 0) > 1;
      return (state) =>
        when(state.bookings.has(made) ? state.bookings.get(made)?.order === order : isElsewhere, state);
    }
    case 'alreadyBooked':
      return (state) => {
        const [, holder] = holderOf(state, child.id) ?? [];
        return when(holder !== undefined && holder.order !== order, state);
      };
    // The booking of this order ended or moved before.
    case 'bookingCancelled':
      return (state) =>
        when(
          [...state.bookings.values()].every((other) => other.order !== order),
          state,
        );
    case 'slotFull':
      return (state) =>
        when(
          state.status === 'open' && state.bookings.size >= state.capacity && !holderOf(state, child.id),
          state,
        );
    case 'slotNotFound':
      return isNotOpen;
    // The price and the calendar belong to the class, the account and the trial of a child in the class to the family.
    case 'trialHeld':
    case 'trialUsed':
    case 'priceChanged':
    case 'calendarChanged':
    case 'profileNotFound':
    case 'busy':
      return unchanged;
    default:
      return () => [];
  }
};

const renamed = (
  entry: BookingEntry,
  { name }: RequestOf<'rename'>,
  target: number,
  context: BookingContext,
): SlotStep => {
  switch (outcomeOf(entry)) {
    case 'done': {
      // It may have been in another slot.
      const isElsewhere = (context.made.get(target)?.slots.size ?? 0) > 1;
      return (state) => (isElsewhere && !state.bookings.has(target) ? [state] : rename(target, name)(state));
    }
    case 'bookingNotFound':
      return isAbsent(target);
    case 'alreadyBooked':
      return (state) =>
        when(isNameTaken(state, target, name) || (context.made.get(target)?.slots.size ?? 0) > 1, state);
    case 'busy':
      return unchanged;
    default:
      return () => [];
  }
};

const moved = (
  entry: BookingEntry,
  request: RequestOf<'move'>,
  target: number,
  context: BookingContext,
): SlotStep => {
  const isTarget = context.slot === request.to;
  switch (outcomeOf(entry)) {
    case 'done': {
      const effect = bookingEffect(entry, context);
      if (!isTarget) return effect;
      const made = madeBy(entry, context.numberOf) ?? target;
      const hasMade: SlotStep = (state) => when(state.bookings.has(made), state);
      // An earlier request of the same attempt may have moved it.
      if (made === entry.number) return effect;
      return made === target ? (state) => [...hasMade(state), ...effect(state)] : hasMade;
    }
    case 'bookingNotFound':
      return isTarget ? unchanged : isAbsent(target);
    case 'alreadyBooked':
      return (state) => when(!isTarget || holderOf(state, request.child) !== undefined, state);
    case 'slotFull':
      return (state) =>
        when(!isTarget || (state.status === 'open' && state.bookings.size >= state.capacity), state);
    case 'slotNotFound':
      return isTarget ? isNotOpen : unchanged;
    case 'trialNotMovable':
    // The trial of a child in the class belongs to the family.
    case 'trialHeld':
    case 'profileNotFound':
    case 'busy':
      return unchanged;
    default:
      return () => [];
  }
};

const kept = (entry: BookingEntry, target: number, context: BookingContext): SlotStep => {
  switch (outcomeOf(entry)) {
    case 'done': {
      const made = madeBy(entry, context.numberOf) ?? entry.number;
      if (made === entry.number) return bookingEffect(entry, context);
      return (state) => when(state.bookings.has(made), state);
    }
    case 'trialOver':
      return (state) => when(!state.bookings.has(target), state);
    case 'bookingNotFound':
      return isAbsent(target);
    case 'slotNotFound':
      return isNotOpen;
    case 'profileNotFound':
    case 'busy':
      return unchanged;
    default:
      return () => [];
  }
};

/** What the answer to a request about a booking says of a slot. */
export const bookingStep = (entry: BookingEntry, context: BookingContext): SlotStep => {
  const { request } = entry;
  if (request.kind === 'book') return booked(entry, request, context);
  const target = context.numberOf(request.booking);
  switch (request.kind) {
    case 'cancel':
    case 'delete':
      // Ended again it answers the same.
      if (outcomeOf(entry) === 'done') return remove(target);
      if (outcomeOf(entry) === 'bookingNotFound') return isAbsent(target);
      return outcomeOf(entry) === 'busy' ? unchanged : () => [];
    case 'rename':
      return renamed(entry, request, target, context);
    case 'move':
      return moved(entry, request, target, context);
    case 'keep':
      return kept(entry, target, context);
  }
};
