import { holds, impossible, unchanged } from '#infra/testing/linearizability';
import type { ProblemCode } from '#shared/contract/errors';
import type { SlotId } from '#shared/lib/ids';
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
  type SlotState,
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

const has = (number: number): SlotStep => holds((state) => state.bookings.has(number));
/** The deletion of a class ends bookings one by one, so that a booking of a closed slot may still exist or not. */
const isAbsent = (number: number): SlotStep =>
  holds((state) => state.status === 'closed' || !state.bookings.has(number));
const isNotOpen: SlotStep = holds((state) => state.status !== 'open');
const isFull = (state: SlotState): boolean =>
  state.status === 'open' && state.bookings.size >= state.capacity;

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

/** What the answers to a request say of a slot. An answer that is not listed is impossible. */
type Answers = Readonly<Partial<Record<'done' | ProblemCode, SlotStep>>>;

const bookAnswers = (
  entry: BookingEntry,
  { order, child }: RequestOf<'book'>,
  { effect, result, wasElsewhere }: Facts,
): Answers => ({
  done:
    result === entry.number
      ? effect
      : holds(({ bookings }) =>
          bookings.has(result) ? bookings.get(result)?.order === order : wasElsewhere,
        ),
  alreadyBooked: holds((state) => {
    const [, holder] = holderOf(state, child.id) ?? [];
    return holder !== undefined && holder.order !== order;
  }),
  // The booking of this order ended or moved before.
  bookingCancelled: holds(({ bookings }) => [...bookings.values()].every((other) => other.order !== order)),
  slotFull: holds((state) => isFull(state) && !holderOf(state, child.id)),
  slotNotFound: isNotOpen,
  // The price and the calendar belong to the class, the account and the trial of a child in the class to the family.
  trialHeld: unchanged,
  trialUsed: unchanged,
  priceChanged: unchanged,
  calendarChanged: unchanged,
  profileNotFound: unchanged,
  parentNotFound: unchanged,
});

const moveAnswers = (
  entry: BookingEntry,
  { child }: RequestOf<'move'>,
  { effect, result, target, isTarget }: Facts & { readonly isTarget: boolean },
): Answers => {
  // An earlier request of the same attempt may have moved it.
  const arrived: SlotStep =
    result === target ? (state) => [...has(result)(state), ...effect(state)] : has(result);
  return {
    done: isTarget && result !== entry.number ? arrived : effect,
    bookingNotFound: isTarget ? unchanged : isAbsent(target),
    alreadyBooked: holds((state) => !isTarget || holderOf(state, child) !== undefined),
    slotFull: holds((state) => !isTarget || isFull(state)),
    slotNotFound: isTarget ? isNotOpen : unchanged,
    trialNotMovable: unchanged,
    // The trial of a child in the class belongs to the family.
    trialHeld: unchanged,
    profileNotFound: unchanged,
  };
};

interface Facts {
  /** What the request does where it takes effect. */
  readonly effect: SlotStep;
  /** The booking that it is about, and the one of its answer. */
  readonly target: number;
  readonly result: number;
  /** Whether that booking may have been in another slot. */
  readonly wasElsewhere: boolean;
}

const answersTo = (entry: BookingEntry, context: BookingContext): Answers => {
  const { request } = entry;
  const { made, numberOf, slot } = context;
  const effect = bookingEffect(entry, context);
  const target = request.kind === 'book' ? entry.number : numberOf(request.booking);
  const result = madeBy(entry, numberOf) ?? (request.kind === 'move' ? target : entry.number);
  const about = request.kind === 'book' ? result : target;
  const wasElsewhere = (made.get(about)?.slots.size ?? 0) > 1;
  const facts = { effect, target, result, wasElsewhere };
  switch (request.kind) {
    case 'book':
      return bookAnswers(entry, request, facts);
    case 'move':
      return moveAnswers(entry, request, { ...facts, isTarget: slot === request.to });
    case 'cancel':
    case 'delete':
      // Ended again it answers the same.
      return { done: effect, bookingNotFound: isAbsent(target) };
    case 'rename':
      return {
        done: (state) => (wasElsewhere && !state.bookings.has(target) ? [state] : effect(state)),
        bookingNotFound: isAbsent(target),
        // Another request changed the booking since its form was read: nothing is stored.
        changedMeanwhile: unchanged,
        alreadyBooked: holds((state) => isNameTaken(state, target, request.name) || wasElsewhere),
      };
    case 'keep':
      return {
        done: result === entry.number ? effect : has(result),
        trialOver: holds((state) => !state.bookings.has(target)),
        bookingNotFound: isAbsent(target),
        slotNotFound: isNotOpen,
        profileNotFound: unchanged,
      };
  }
};

/** What the answer to a request about a booking says of a slot. */
export const bookingStep = (entry: BookingEntry, context: BookingContext): SlotStep => {
  const code = codeOf(entry);
  const outcome = code ?? (entry.answer && 'done');
  // The account that asks may be deleted, which its family knows.
  if (outcome === 'busy' || outcome === 'notAuthenticated') return unchanged;
  const [, step] = Object.entries(answersTo(entry, context)).find(([name]) => name === outcome) ?? [];
  return step ?? impossible;
};
