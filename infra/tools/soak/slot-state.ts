import { type Step, when } from '#infra/testing/linearizability';
import { childNameKey } from '#shared/lib/fold-text';
import type { ChildId, FamilyId } from '#shared/lib/ids';

export interface Place {
  readonly parent: FamilyId;
  readonly child: ChildId;
  readonly name: string;
  /** The order whose request made it: a move within a class keeps it. */
  readonly order: number;
}

/** Model of a slot: its bookings by the number of the request that created them. */
export interface SlotState {
  readonly capacity: number;
  /** `closed`: the class is being deleted. */
  readonly status: 'open' | 'removed' | 'closed';
  readonly bookings: ReadonlyMap<number, Place>;
  /** The present names of all children: a booking takes that of its child. */
  readonly names: ReadonlyMap<ChildId, string>;
}

/** What the table shows of a state. */
export const rosterText = ({
  capacity,
  status,
  bookings,
}: Pick<SlotState, 'capacity' | 'status' | 'bookings'>): string =>
  `${status} ${[...bookings]
    .map(([number, { name }]) => `${number}:${name}`)
    .toSorted()
    .join(' ')} of ${capacity}`;

export const slotText = (state: SlotState): string =>
  [rosterText(state), ...[...state.names].map((pair) => pair.join(':')).toSorted()].join(' ');

export const newSlotState = (capacity: number, names: SlotState['names']): SlotState => ({
  capacity,
  status: 'open',
  bookings: new Map(),
  names,
});

export type SlotStep = Step<SlotState>;

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

const withPlace = (state: SlotState, number: number, place: Place): SlotState => ({
  ...state,
  bookings: new Map([...state.bookings, [number, place]]),
});

/** Adds a booking to an open slot with a free place, in which the child has none. */
export const arrive =
  (number: number, place: Place): SlotStep =>
  (state) =>
    when(
      state.status === 'open' && state.bookings.size < state.capacity && !holderOf(state, place.child),
      withPlace(state, number, place),
    );

/** Adds a booking with the present name of its child. */
export const book =
  (number: number, place: Omit<Place, 'name'>): SlotStep =>
  (state) =>
    arrive(number, { ...place, name: state.names.get(place.child) ?? '' })(state);

/** Removes a booking. */
export const without = (state: SlotState, number: number): SlotState => ({
  ...state,
  bookings: new Map([...state.bookings].filter(([other]) => other !== number)),
});

/** Replaces a booking of an open slot, which keeps its place, by another one. */
export const replace =
  (number: number, next: number, order: number): SlotStep =>
  (state) => {
    const place = state.bookings.get(number);
    if (!place || state.status !== 'open') return [];
    return [withPlace(without(state, number), next, { ...place, order })];
  };

/** Changes the child's name of a booking, which must exist. */
export const rename =
  (number: number, name: string): SlotStep =>
  (state) => {
    const place = state.bookings.get(number);
    return place ? [withPlace(state, number, { ...place, name: childNameKey(name) })] : [];
  };

/** Changes the name of a child, and that of its booking. */
export const renameChild =
  (child: ChildId, name: string): SlotStep =>
  (state) => {
    const key = childNameKey(name);
    if (state.names.get(child) === key) return [state];
    const renamed = { ...state, names: new Map([...state.names, [child, key]]) };
    const [number, place] = holderOf(state, child) ?? [];
    if (number === undefined || !place) return [renamed];
    return [withPlace(renamed, number, { ...place, name: key })];
  };

/** Changes the capacity; undefined removes the slot. */
export const resize =
  (capacity: number | undefined): SlotStep =>
  (state) => {
    const taken = state.bookings.size;
    if (capacity === undefined) return when(taken === 0, { ...state, status: 'removed' });
    return when(capacity === state.capacity || taken <= capacity, { ...state, capacity });
  };

/** Closes the slot for bookings because its class is being deleted. */
export const close: SlotStep = (state) => [
  { ...state, status: state.status === 'removed' ? 'removed' : 'closed' },
];
