import { childNameKey } from '#shared/domain/child-name';
import type { ChildId, UserId } from '#shared/schemas/ids';

interface Place {
  readonly parent: UserId;
  readonly child: ChildId;
  readonly name: string;
  readonly order: number;
}

/** Model of a slot: its bookings by the number of the request that created them. */
export interface SlotState {
  readonly capacity: number;
  /** `closed`: the class is being deleted. */
  readonly status: 'open' | 'removed' | 'closed';
  readonly bookings: ReadonlyMap<number, Place>;
}

export const slotText = ({ capacity, status, bookings }: SlotState): string =>
  `${status} ${[...bookings]
    .map(([number, { name }]) => `${number}:${name}`)
    .toSorted()
    .join(' ')} of ${capacity}`;

export const newSlotState = (capacity: number): SlotState => ({
  capacity,
  status: 'open',
  bookings: new Map(),
});

/** The possible states after an operation; empty if it is impossible in `state`. */
export type Step = (state: SlotState) => readonly SlotState[];

/** The state if a condition holds, otherwise none. */
export const when = (condition: boolean, state: SlotState): readonly SlotState[] =>
  condition ? [state] : [];

/** The booking of a child, with the number of the request that created it. */
export const holderOf = ({ bookings }: SlotState, child: ChildId) =>
  [...bookings].find(([, place]) => place.child === child);

/** Whether another booking of the same family has a name. */
export const isNameTaken = ({ bookings }: SlotState, number: number, name: string): boolean => {
  const parent = bookings.get(number)?.parent;
  return [...bookings].some(
    ([other, place]) => other !== number && place.parent === parent && place.name === childNameKey(name),
  );
};

interface Order {
  readonly order: number;
  readonly parent: UserId;
  readonly child: { readonly id: ChildId; readonly name: string };
}

/** Adds a booking. */
export const place =
  (number: number, { parent, child, order }: Order): Step =>
  (state) =>
    when(state.status === 'open' && state.bookings.size < state.capacity && !holderOf(state, child.id), {
      ...state,
      bookings: new Map([
        ...state.bookings,
        [number, { parent, child: child.id, name: childNameKey(child.name), order }],
      ]),
    });

/** Removes a booking. */
export const without = (state: SlotState, number: number): SlotState => ({
  ...state,
  bookings: new Map([...state.bookings].filter(([other]) => other !== number)),
});

/** Changes the child's name of a booking, which must exist. */
export const rename =
  (number: number, name: string): Step =>
  (state) => {
    const booking = state.bookings.get(number);
    if (!booking) return [];
    const bookings = new Map([...state.bookings, [number, { ...booking, name: childNameKey(name) }]]);
    return [{ ...state, bookings }];
  };

/** Changes the capacity; undefined removes the slot. */
export const resize =
  (capacity: number | undefined): Step =>
  (state) => {
    const taken = state.bookings.size;
    if (capacity === undefined) return when(taken === 0, { ...state, status: 'removed' });
    return when(capacity === state.capacity || taken <= capacity, { ...state, capacity });
  };

/** Closes the slot for bookings because its class is being deleted. */
export const close: Step = (state) => [
  { ...state, status: state.status === 'removed' ? 'removed' : 'closed' },
];
