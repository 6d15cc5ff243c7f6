import {
  holds,
  impossible,
  type Operation,
  type Step,
  unchanged,
  when,
} from '#infra/testing/linearizability';
import type { ProblemCode } from '#shared/contract/errors';
import { childNameKey } from '#shared/lib/fold-text';
import type { ChildId, FamilyId, SlotId } from '#shared/lib/ids';
import { timeSlotSchema } from '#shared/sessions/slot';
import type { MadeBooking, MadeBookings } from './made-bookings.ts';
import type { StoredSlot } from './recount.ts';
import {
  classIn,
  codeOf,
  type Entry,
  hasUnknownOutcome,
  madeBy,
  type NumberOf,
  type RequestOf,
} from './requests.ts';
import { isLate, placeOf, type School } from './school.ts';

interface Place {
  readonly parent: FamilyId;
  readonly child: ChildId;
  readonly name: string;
  /** The order whose request made it: a move within a class keeps it. */
  readonly order: number;
}

/** Model of a slot: its bookings by the number of the request that created them. */
interface SlotState {
  readonly capacity: number;
  /** `closed`: the class is being deleted. */
  readonly status: 'open' | 'removed' | 'closed';
  readonly bookings: ReadonlyMap<number, Place>;
  /** The present names of all children: a booking takes that of its child. */
  readonly names: ReadonlyMap<ChildId, string>;
}

/** What the table shows of a state. */
const rosterText = ({
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

type SlotStep = Step<SlotState>;

/** The booking of a child, with the number of the request that created it. */
const holderOf = ({ bookings }: SlotState, child: ChildId) =>
  [...bookings].find(([, place]) => place.child === child);

/** Whether another booking of the same family has a name. */
const isNameTaken = ({ bookings }: SlotState, number: number, name: string): boolean => {
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
const arrive =
  (number: number, place: Place): SlotStep =>
  (state) =>
    when(
      state.status === 'open' && state.bookings.size < state.capacity && !holderOf(state, place.child),
      withPlace(state, number, place),
    );

/** Adds a booking with the present name of its child. */
const book =
  (number: number, place: Omit<Place, 'name'>): SlotStep =>
  (state) =>
    arrive(number, { ...place, name: state.names.get(place.child) ?? '' })(state);

/** Removes a booking. */
const without = (state: SlotState, number: number): SlotState => ({
  ...state,
  bookings: new Map([...state.bookings].filter(([other]) => other !== number)),
});

/** Replaces a booking of an open slot, which keeps its place, by another one. */
const replace =
  (number: number, next: number, order: number): SlotStep =>
  (state) => {
    const place = state.bookings.get(number);
    if (!place || state.status !== 'open') return [];
    return [withPlace(without(state, number), next, { ...place, order })];
  };

/** Changes the child's name of a booking, which must exist. */
const rename =
  (number: number, name: string): SlotStep =>
  (state) => {
    const place = state.bookings.get(number);
    return place ? [withPlace(state, number, { ...place, name: childNameKey(name) })] : [];
  };

/** Changes the name of a child, and that of its booking. */
const renameChild =
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
const resize =
  (capacity: number | undefined): SlotStep =>
  (state) => {
    const taken = state.bookings.size;
    if (capacity === undefined) return when(taken === 0, { ...state, status: 'removed' });
    return when(capacity === state.capacity || taken <= capacity, { ...state, capacity });
  };

/** Closes the slot for bookings because its class is being deleted. */
const close: SlotStep = (state) => [{ ...state, status: state.status === 'removed' ? 'removed' : 'closed' }];

/** What the answers about a slot's bookings are explained by. */
interface BookingContext {
  readonly slot: SlotId;
  readonly made: MadeBookings;
  readonly numberOf: NumberOf;
}

/** A request about one booking. */
type BookingEntry = Entry & {
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
const bookingEffect = (entry: BookingEntry, { slot, made, numberOf }: BookingContext): SlotStep => {
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
const bookingStep = (entry: BookingEntry, context: BookingContext): SlotStep => {
  const code = codeOf(entry);
  const outcome = code ?? (entry.answer && 'done');
  // The account that asks may be deleted, which its family knows.
  if (outcome === 'busy' || outcome === 'notAuthenticated') return unchanged;
  const [, step] = Object.entries(answersTo(entry, context)).find(([name]) => name === outcome) ?? [];
  return step ?? impossible;
};

/** The number of bookings in the text of a refusal: "has 3 booked already". */
const namedBookings = (text: unknown): number => Number(/has (\d+) booked/.exec(String(text))?.[1]);

/** A row that the form changed is stored, unless it was changed meanwhile to something else. */
const rowSaved = ({ shown, wanted }: RequestOf<'edit'>, slot: SlotId): SlotStep => {
  const [before, after] = [shown, wanted].map(
    ({ time_slots }) => time_slots.find(({ id }) => id === slot)?.max_capacity,
  );
  if (before === after) return unchanged;
  return (state) => {
    const now = state.status === 'removed' ? undefined : state.capacity;
    return now === before || now === after ? resize(after)(state) : [];
  };
};

/** What the answer to a saved form says of one of its slots. */
const edited = (entry: Entry, request: RequestOf<'edit'>, slot: SlotId): SlotStep => {
  const rows = request.wanted.time_slots;
  const row = rows.findIndex(({ id }) => id === slot);
  const capacity = rows[row]?.max_capacity;
  const body = Object(entry.answer?.body);
  switch (entry.answer?.status === 200 ? 'saved' : codeOf(entry)) {
    case 'saved':
      return rowSaved(request, slot);
    case 'capacityBelowBookings': {
      const issues: readonly { field: string; message: string }[] = body.issues ?? [];
      const issue = issues.find(({ field }) => field === `time_slots.${row}.max_capacity`);
      if (!issue) return unchanged;
      const named = namedBookings(issue.message);
      return holds(({ bookings }) => bookings.size === named && named > (capacity ?? 0));
    }
    case 'slotHasBookings': {
      if (capacity !== undefined) return unchanged;
      const named = namedBookings(body.detail);
      // A slot that was removed before has no row on the form, so that the refusal is about another slot.
      return holds((state) => state.status === 'removed' || (state.bookings.size === named && named > 0));
    }
    // These refusals are about the class, not the slot.
    case 'changedMeanwhile':
    case 'classNotFound':
    case 'busy':
      return unchanged;
    default:
      return impossible;
  }
};

/** What a read of the slot says; undefined where it was not found. */
const read = (slot: { current_bookings: number; max_capacity: number } | undefined): SlotStep =>
  holds(({ status, capacity, bookings }) =>
    slot
      ? status === 'open' && slot.max_capacity === capacity && slot.current_bookings === bookings.size
      : status !== 'open',
  );

/** One request as an operation on a slot. */
type SlotOperation = Operation<SlotState> & { readonly entry: Entry };

/** A history with what is known of its bookings. */
export interface KnownHistory {
  readonly entries: readonly Entry[];
  readonly school: School;
  readonly made: MadeBookings;
  readonly numberOf: NumberOf;
}

const isAboutBooking = (entry: Entry): entry is BookingEntry =>
  ['book', 'cancel', 'delete', 'rename', 'move', 'keep'].includes(entry.request.kind);

/** Bookings that a deletion or a run of the timer may end, each in a transaction of its own. */
const mayEnd = ({ request }: Entry, { school, made }: KnownHistory, slot: SlotId): readonly MadeBooking[] => {
  const here = [...made.values()].filter(({ slots }) => slots.has(slot));
  if (request.kind === 'delete-account') return here.filter(({ parent }) => parent === request.parent);
  if (request.kind !== 'end-trials') return [];
  const { cls } = placeOf(school, slot);
  return cls.start_date === request.day ? here.filter(({ isTrial }) => isTrial) : [];
};

/** The ends of bookings by one request. A trial that moves while the timer looks for trials may be missed. */
const endingsOf = (entry: Entry, history: KnownHistory, slot: SlotId): SlotOperation[] => {
  const isTimer = entry.request.kind === 'end-trials';
  return mayEnd(entry, history, slot).map(({ number, slots }) => ({
    entry,
    invoked: entry.invoked,
    returned: hasUnknownOutcome(entry) || (isTimer && slots.size > 1) ? undefined : entry.returned,
    after: (state) => [without(state, number)],
  }));
};

/** The possible effect of a request with an unknown outcome. */
const possibleEffect = (entry: Entry, slot: SlotId, context: BookingContext): SlotStep => {
  if (isAboutBooking(entry)) return bookingEffect(entry, context);
  const { request } = entry;
  switch (request.kind) {
    case 'edit':
      return rowSaved(request, slot);
    case 'edit-child':
      return renameChild(request.child, request.name);
    case 'delete-class':
      return close;
    default:
      return unchanged;
  }
};

const stepOf = (entry: Entry, slot: SlotId, context: BookingContext): SlotStep => {
  if (isAboutBooking(entry)) return bookingStep(entry, context);
  const { request, answer } = entry;
  switch (request.kind) {
    case 'edit':
      return edited(entry, request, slot);
    case 'edit-child':
      return answer?.status === 204 ? renameChild(request.child, request.name) : unchanged;
    case 'read-slot':
      return read(answer?.status === 200 ? timeSlotSchema.parse(answer.body) : undefined);
    case 'read-class':
      if (answer?.status === 404) return unchanged;
      return read(classIn(entry)?.time_slots.find(({ id }) => id === slot));
    case 'delete-class':
      return answer?.status === 204 ? close : read(undefined);
    default:
      return unchanged;
  }
};

/** Whether a request may say or change something of a slot. */
const concerns = ({ request }: Entry, slot: SlotId, { school, made, numberOf }: KnownHistory): boolean => {
  switch (request.kind) {
    case 'edit':
    case 'read-class':
    case 'delete-class':
      return !isLate(school, slot);
    case 'edit-child':
    case 'end-trials':
    case 'delete-account':
      return true;
    case 'move':
      return request.slot === slot || request.to === slot;
    // An administrator's request finds the booking wherever it is.
    case 'delete':
    case 'rename':
      return made.get(numberOf(request.booking))?.slots.has(slot) === true;
    default:
      return 'slot' in request && request.slot === slot;
  }
};

/** The operations of a history on one slot. */
export const slotOperations = (history: KnownHistory, slot: SlotId): SlotOperation[] =>
  history.entries
    .filter((entry) => concerns(entry, slot, history))
    .flatMap((entry): SlotOperation[] => {
      const { kind } = entry.request;
      if (kind === 'delete-account' || kind === 'end-trials') return endingsOf(entry, history, slot);
      const context = { ...history, slot };
      const isUnknown = hasUnknownOutcome(entry);
      const after = isUnknown ? possibleEffect(entry, slot, context) : stepOf(entry, slot, context);
      return [{ entry, invoked: entry.invoked, returned: isUnknown ? undefined : entry.returned, after }];
    })
    // What changes nothing and is always possible does not restrict the order.
    .filter(({ after }) => after !== unchanged);

/** The content of the table after all requests, as a last operation. */
export const readTable = ({ counters, bookings }: StoredSlot, { numberOf, made }: KnownHistory): SlotStep => {
  if (!counters) return read(undefined);
  const stored = rosterText({
    capacity: counters.max_capacity,
    status: 'open',
    bookings: new Map(
      bookings.map(({ id, parent_id: parent, child_id: child, child_name }) => {
        const number = numberOf(id);
        const order = made.get(number)?.order ?? 0;
        return [number, { parent, child, name: childNameKey(child_name), order }];
      }),
    ),
  });
  return holds((state) => rosterText(state) === stored);
};
