import { childNameKey } from '#shared/domain/child-name';
import type { UserId } from '#shared/schemas/ids';

interface Place {
  readonly parent: UserId;
  readonly name: string;
  readonly order: number;
}

/** A slot as the product promises it: bookings by the number of the request that made them. */
export interface SlotState {
  readonly capacity: number;
  /** `closed`: its class is being deleted. */
  readonly fate: 'open' | 'removed' | 'closed';
  readonly bookings: ReadonlyMap<number, Place>;
}

export const slotText = ({ capacity, fate, bookings }: SlotState): string =>
  `${fate} ${[...bookings]
    .map(([number, { name }]) => `${number}:${name}`)
    .toSorted()
    .join(' ')} of ${capacity}`;

export const newSlotState = (capacity: number): SlotState => ({
  capacity,
  fate: 'open',
  bookings: new Map(),
});

/** What a slot may be after something; empty where it cannot have happened. */
export type Step = (state: SlotState) => readonly SlotState[];

/** The state, if a condition holds. */
export const when = (condition: boolean, state: SlotState): readonly SlotState[] =>
  condition ? [state] : [];

/** The booking that has a child's name, and the number of the request that made it. */
export const holderOf = ({ bookings }: SlotState, parent: UserId, name: string) =>
  [...bookings].find(([, place]) => place.parent === parent && place.name === childNameKey(name));

/** Who wants a place for whom. */
interface Order {
  readonly order: number;
  readonly parent: UserId;
  readonly child: { readonly name: string };
}

/** Takes a place. */
export const place =
  (number: number, { parent, child, order }: Order): Step =>
  (state) =>
    when(
      state.fate === 'open' && state.bookings.size < state.capacity && !holderOf(state, parent, child.name),
      {
        ...state,
        bookings: new Map([...state.bookings, [number, { parent, name: childNameKey(child.name), order }]]),
      },
    );

/** Gives a place back. */
export const without = (state: SlotState, number: number): SlotState => ({
  ...state,
  bookings: new Map([...state.bookings].filter(([other]) => other !== number)),
});

/** Corrects a name; its booking must be there, and no other of the family's by this name. */
export const rename =
  (number: number, name: string): Step =>
  (state) => {
    const booking = state.bookings.get(number);
    if (!booking) return [];
    const [holder = number] = holderOf(state, booking.parent, name) ?? [];
    const bookings = new Map([...state.bookings, [number, { ...booking, name: childNameKey(name) }]]);
    return when(holder === number, { ...state, bookings });
  };

/** Has other places, none for a slot that is removed. */
export const resize =
  (capacity: number | undefined): Step =>
  (state) => {
    const taken = state.bookings.size;
    if (capacity === undefined) return when(taken === 0, { ...state, fate: 'removed' });
    return when(capacity === state.capacity || taken <= capacity, { ...state, capacity });
  };

/** Takes no more bookings: its class is being deleted. */
export const close: Step = (state) => [{ ...state, fate: state.fate === 'removed' ? 'removed' : 'closed' }];
