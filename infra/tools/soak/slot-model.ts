import { holds, impossible, type Step, unchanged, when } from '#infra/testing/linearizability';
import type { ProblemCode } from '#shared/contract/errors';
import type { ChildId, SlotId } from '#shared/lib/ids';
import { timeSlotSchema } from '#shared/sessions/slot';
import type { Model } from './explain.ts';
import type { KnownHistory, MadeBooking } from './made-bookings.ts';
import type { StoredSlot } from './recount.ts';
import { classIn, codeOf, type Entry, madeBy, type RequestOf } from './requests.ts';
import { isLate, placeOf } from './school.ts';

interface SlotState {
  readonly capacity: number;
  /** `closed`: the class is being deleted. */
  readonly status: 'open' | 'removed' | 'closed';
  /** The numbers of the requests that made its bookings. */
  readonly bookings: ReadonlySet<number>;
}

type SlotStep = Step<SlotState>;

const slotText = ({ capacity, status, bookings }: SlotState): string =>
  `${status} ${[...bookings].map(String).toSorted().join(' ')} of ${capacity}`;

/** A request about one booking. */
type BookingEntry = Entry & {
  readonly request: RequestOf<'book' | 'cancel' | 'delete' | 'rename' | 'move' | 'keep'>;
};

const isAboutBooking = (entry: Entry): entry is BookingEntry =>
  ['book', 'cancel', 'delete', 'rename', 'move', 'keep'].includes(entry.request.kind);

const has = (number: number): SlotStep => holds((state) => state.bookings.has(number));
/** The deletion of a class ends bookings one by one, so that a booking of a closed slot may still exist or not. */
const isAbsent = (number: number): SlotStep =>
  holds((state) => state.status === 'closed' || !state.bookings.has(number));
const isNotOpen: SlotStep = holds((state) => state.status !== 'open');
const isFull = (state: SlotState): boolean =>
  state.status === 'open' && state.bookings.size >= state.capacity;

const without = (bookings: SlotState['bookings'], number: number): Set<number> =>
  new Set([...bookings].filter((other) => other !== number));

const remove =
  (number: number): SlotStep =>
  (state) => [{ ...state, bookings: without(state.bookings, number) }];

/** Replaces a booking of an open slot, which keeps its place, by another one. */
const replace =
  (number: number, next: number): SlotStep =>
  (state) =>
    when(state.status === 'open' && state.bookings.has(number), {
      ...state,
      bookings: without(state.bookings, number).add(next),
    });

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

/** What a read of the slot says; undefined where it was not found. */
const read = (slot: { current_bookings: number; max_capacity: number } | undefined): SlotStep =>
  holds(({ status, capacity, bookings }) =>
    slot
      ? status === 'open' && slot.max_capacity === capacity && slot.current_bookings === bookings.size
      : status !== 'open',
  );

/** The number of bookings in the text of a refusal: "has 3 booked already". */
const namedBookings = (text: unknown): number => Number(/has (\d+) booked/.exec(String(text))?.[1]);

const capacityIn = ({ time_slots }: RequestOf<'edit'>['shown'], slot: SlotId): number | undefined =>
  time_slots.find(({ id }) => id === slot)?.max_capacity;

/** A row that the form changed is stored, unless it was changed meanwhile to something else. */
const rowSaved = ({ shown, wanted }: RequestOf<'edit'>, slot: SlotId): SlotStep => {
  const [before, after] = [capacityIn(shown, slot), capacityIn(wanted, slot)];
  if (before === after) return unchanged;
  return (state) => {
    const now = state.status === 'removed' ? undefined : state.capacity;
    return now === before || now === after ? resize(after)(state) : [];
  };
};

/** What the answer to a saved form says of one of its slots. */
const edited = (entry: Entry, request: RequestOf<'edit'>, slot: SlotId): SlotStep => {
  const row = request.wanted.time_slots.findIndex(({ id }) => id === slot);
  const capacity = capacityIn(request.wanted, slot);
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

/** What the answers to a request say of a slot. An answer that is not listed is impossible. */
type Answers = Readonly<Partial<Record<'done' | ProblemCode, SlotStep>>>;

/** Refusals about the class, the child or the account. */
const ofOthers: Readonly<Record<BookingEntry['request']['kind'], readonly ProblemCode[]>> = {
  book: ['trialHeld', 'trialUsed', 'priceChanged', 'calendarChanged', 'profileNotFound', 'parentNotFound'],
  move: ['trialHeld', 'trialNotMovable', 'profileNotFound'],
  keep: ['profileNotFound'],
  cancel: [],
  delete: [],
  rename: ['changedMeanwhile', 'alreadyBooked'],
};

/** The part of a history that concerns one slot. */
const stepsInSlot = ({ made, numberOf, school }: KnownHistory, slot: SlotId) => {
  const orderOf = (number: number) => made.get(number)?.order;
  const holderOf = ({ bookings }: SlotState, child: ChildId): number | undefined =>
    [...bookings].find((number) => made.get(number)?.child === child);

  /** Adds a booking to an open slot with a free place, in which the child has none. */
  const arrive =
    ({ number, child }: MadeBooking): SlotStep =>
    (state) => {
      const isFree = state.status === 'open' && state.bookings.size < state.capacity;
      const bookings = new Set([...state.bookings, number]);
      return when(isFree && holderOf(state, child) === undefined, { ...state, bookings });
    };

  const effectOf = ({ request, number }: BookingEntry): SlotStep => {
    const own = made.get(number);
    if (request.kind === 'book') return own ? arrive(own) : unchanged;
    const target = numberOf(request.booking);
    if (request.kind === 'rename') return unchanged;
    if (request.kind === 'keep') return replace(target, number);
    if (request.kind !== 'move' || slot !== request.to) return remove(target);
    const moved = own ?? made.get(target);
    return moved ? arrive(moved) : unchanged;
  };

  const answersTo = (entry: BookingEntry): Answers => {
    const { request, number } = entry;
    const effect = effectOf(entry);
    const target = request.kind === 'book' ? number : numberOf(request.booking);
    const result = madeBy(entry, numberOf) ?? (request.kind === 'move' ? target : number);
    const wasElsewhere = (made.get(request.kind === 'book' ? result : target)?.slots.size ?? 0) > 1;
    const gone = { bookingNotFound: isAbsent(target) };
    switch (request.kind) {
      case 'book': {
        const { order, child } = request;
        const isOfOrder = (state: SlotState) =>
          state.bookings.has(result) ? orderOf(result) === order : wasElsewhere;
        return {
          done: result === number ? effect : holds(isOfOrder),
          alreadyBooked: holds((state) => {
            const holder = holderOf(state, child.id);
            return holder !== undefined && orderOf(holder) !== order;
          }),
          // The booking of this order ended or moved before.
          bookingCancelled: holds(({ bookings }) => [...bookings].every((other) => orderOf(other) !== order)),
          slotFull: holds((state) => isFull(state) && holderOf(state, child.id) === undefined),
          slotNotFound: isNotOpen,
        };
      }
      case 'move': {
        const isTarget = slot === request.to;
        // An earlier request of the same attempt may have moved it.
        const arrived: SlotStep =
          result === target ? (state) => [...has(result)(state), ...effect(state)] : has(result);
        return {
          done: isTarget && result !== number ? arrived : effect,
          bookingNotFound: isTarget ? unchanged : isAbsent(target),
          alreadyBooked: holds((state) => !isTarget || holderOf(state, request.child) !== undefined),
          slotFull: holds((state) => !isTarget || isFull(state)),
          slotNotFound: isTarget ? isNotOpen : unchanged,
        };
      }
      case 'cancel':
      case 'delete':
        // Ended again it answers the same.
        return { ...gone, done: effect };
      case 'rename':
        // The names are compared with those that are stored in the end (`brokenNames`).
        return { ...gone, done: wasElsewhere ? unchanged : has(target) };
      case 'keep':
        return {
          ...gone,
          slotNotFound: isNotOpen,
          done: result === number ? effect : has(result),
          trialOver: holds((state) => !state.bookings.has(target)),
        };
    }
  };

  /** Bookings that a deletion or a run of the timer may end, each in a transaction of its own. */
  const endedBy = (request: RequestOf<'delete-account' | 'end-trials'>): SlotStep[] => {
    const here = [...made.values()].filter(({ slots }) => slots.has(slot));
    if (request.kind === 'delete-account')
      return here.filter(({ parent }) => parent === request.parent).map(({ number }) => remove(number));
    if (placeOf(school, slot).cls.start_date !== request.day) return [];
    return here
      .filter(({ isTrial }) => isTrial)
      .map(({ number, slots }) =>
        // A trial that moves while the timer looks for trials may be missed.
        slots.size > 1 ? (state) => [state, ...remove(number)(state)] : remove(number),
      );
  };

  const isOfMain = !isLate(school, slot);
  const concernsBooking = ({ request }: BookingEntry): boolean => {
    if (request.kind === 'move') return request.slot === slot || request.to === slot;
    if (request.kind === 'delete' || request.kind === 'rename')
      // An administrator's request finds the booking wherever it is.
      return made.get(numberOf(request.booking))?.slots.has(slot) === true;
    return request.slot === slot;
  };

  return (entry: Entry, isUnknown: boolean): readonly SlotStep[] => {
    if (isAboutBooking(entry)) {
      if (!concernsBooking(entry)) return [];
      if (isUnknown) return [effectOf(entry)];
      const outcome = codeOf(entry) ?? 'done';
      const others: readonly string[] = ['busy', 'notAuthenticated', ...ofOthers[entry.request.kind]];
      if (others.includes(outcome)) return [];
      const [, step] = Object.entries(answersTo(entry)).find(([name]) => name === outcome) ?? [];
      return [step ?? impossible];
    }
    const { request, answer } = entry;
    switch (request.kind) {
      case 'delete-account':
      case 'end-trials':
        return endedBy(request);
      case 'edit':
        return isOfMain ? [isUnknown ? rowSaved(request, slot) : edited(entry, request, slot)] : [];
      case 'delete-class':
        return isOfMain ? [isUnknown || answer?.status === 204 ? close : read(undefined)] : [];
      case 'read-class':
        if (!isOfMain || isUnknown || answer?.status === 404) return [];
        return [read(classIn(entry)?.time_slots.find(({ id }) => id === slot))];
      case 'read-slot':
        if (isUnknown || request.slot !== slot) return [];
        return [read(answer?.status === 200 ? timeSlotSchema.parse(answer.body) : undefined)];
      default:
        return [];
    }
  };
};

/** A slot: places and who has them, as each answer says. */
export const slotModel = (
  history: KnownHistory,
  { id, counters, bookings }: StoredSlot,
  capacity: number,
): Model<SlotState> => {
  const stored: SlotState = {
    capacity: counters?.max_capacity ?? 0,
    status: 'open',
    bookings: new Set(bookings.map((booking) => history.numberOf(booking.id))),
  };
  return {
    what: 'a slot',
    initial: { capacity, status: 'open', bookings: new Set() },
    textOf: slotText,
    stepsOf: stepsInSlot(history, id),
    stored: counters ? holds((state) => slotText(state) === slotText(stored)) : read(undefined),
  };
};
