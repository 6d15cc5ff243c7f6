import { timeOfId } from '#functions/data/ids';
import { childNameKey } from '#shared/domain/child-name';
import { bookingSchema } from '#shared/schemas/booking';
import type { SlotId } from '#shared/schemas/ids';
import { timeSlotSchema } from '#shared/schemas/slot';
import { classIn, codeOf, isDoubtful } from './answers.ts';
import type { StoredSlot } from './final-state.ts';
import type { Entry, Request } from './history.ts';
import type { Operation } from './linearizability.ts';
import {
  close,
  holderOf,
  place,
  rename,
  resize,
  type SlotState,
  type Step,
  slotText,
  when,
  without,
} from './slot-state.ts';

/** Which request made a booking, by its id. */
export type NumberOf = (id: string) => number;

/** The requests of a run are a millisecond apart. */
export const numberBy =
  (epoch: Date): NumberOf =>
  (id) =>
    timeOfId(id).getTime() - epoch.getTime();

type Of<Kind extends Request['kind']> = Extract<Request, { kind: Kind }>;

const booked = (entry: Entry, request: Of<'book'>, numberOf: NumberOf): Step => {
  const { parent, child, order } = request;
  switch (entry.answer?.status === 201 ? 'booked' : codeOf(entry)) {
    case 'booked': {
      const made = numberOf(bookingSchema.parse(entry.answer?.body).id);
      if (made === entry.number) return place(made, request);
      return (state) => when(state.bookings.get(made)?.order === order, state);
    }
    case 'alreadyBooked':
      return (state) => {
        const [, holder] = holderOf(state, parent, child.name) ?? [];
        return when(holder !== undefined && holder.order !== order, state);
      };
    case 'slotFull':
      return (state) =>
        when(
          state.fate === 'open' &&
            state.bookings.size >= state.capacity &&
            !holderOf(state, parent, child.name),
          state,
        );
    case 'slotNotFound':
      return (state) => when(state.fate !== 'open', state);
    // The price is the class's, not the slot's.
    case 'priceChanged':
    case 'busy':
      return (state) => [state];
    default:
      return () => [];
  }
};

/** Bookings of a closed slot go one by one; who asks meanwhile may still meet them or not. */
const deleted = (entry: Entry, number: number): Step => {
  switch (entry.answer?.status === 204 ? 'deleted' : codeOf(entry)) {
    case 'deleted':
      return (state) => when(state.bookings.has(number), without(state, number));
    case 'bookingNotFound':
      return (state) => when(state.fate === 'closed' || !state.bookings.has(number), state);
    case 'busy':
      return (state) => [state];
    default:
      return () => [];
  }
};

const renamed = (entry: Entry, { name }: Of<'rename'>, number: number): Step => {
  switch (entry.answer?.status === 200 ? 'renamed' : codeOf(entry)) {
    case 'renamed':
      return rename(number, name);
    case 'bookingNotFound':
      return (state) => when(state.fate === 'closed' || !state.bookings.has(number), state);
    case 'alreadyBooked':
      return (state) => {
        const booking = state.bookings.get(number);
        const [holder] = (booking && holderOf(state, booking.parent, name)) ?? [];
        return when(holder !== undefined && holder !== number, state);
      };
    case 'busy':
      return (state) => [state];
    default:
      return () => [];
  }
};

/** How many bookings a refusal names: "has 3 booked already". */
const namedBookings = (text: unknown): number => Number(/has (\d+) booked/.exec(String(text))?.[1]);

const edited = (entry: Entry, { rows }: Of<'edit'>, slot: SlotId): Step => {
  const row = rows.findIndex((each) => each.slot === slot);
  const capacity = rows[row]?.max_capacity;
  const body = Object(entry.answer?.body);
  switch (entry.answer?.status === 200 ? 'saved' : codeOf(entry)) {
    case 'saved':
      return resize(capacity);
    case 'capacityBelowBookings': {
      const issues: readonly { field: string; message: string }[] = body.issues ?? [];
      const issue = issues.find(({ field }) => field === `time_slots.${row}.max_capacity`);
      if (!issue) return (state) => [state];
      const named = namedBookings(issue.message);
      return (state) => when(state.bookings.size === named && named > (capacity ?? 0), state);
    }
    case 'slotHasBookings': {
      if (capacity !== undefined) return (state) => [state];
      const named = namedBookings(body.detail);
      // A slot that was removed before is on no form any more: another one is meant.
      return (state) => when(state.fate === 'removed' || (state.bookings.size === named && named > 0), state);
    }
    // About the class, not the slot.
    case 'classChanged':
    case 'classNotFound':
    case 'busy':
      return (state) => [state];
    default:
      return () => [];
  }
};

const seen =
  (slot: { current_bookings: number; max_capacity: number } | undefined): Step =>
  (state) =>
    slot
      ? when(
          state.fate === 'open' &&
            slot.max_capacity === state.capacity &&
            slot.current_bookings === state.bookings.size,
          state,
        )
      : when(state.fate !== 'open', state);

/** What a request whose answer is unknown may have done. */
const possibly = (entry: Entry, slot: SlotId, numberOf: NumberOf): Step => {
  const { request, number } = entry;
  switch (request.kind) {
    case 'book':
      return place(number, request);
    case 'delete':
      return (state) => [without(state, numberOf(request.booking))];
    case 'rename':
      return rename(numberOf(request.booking), request.name);
    case 'edit':
      return resize(request.rows.find((each) => each.slot === slot)?.max_capacity);
    case 'delete-class':
      return close;
    case 'look':
    case 'open':
      return (state) => [state];
  }
};

const stepOf = (entry: Entry, slot: SlotId, numberOf: NumberOf): Step => {
  const { request, answer } = entry;
  switch (request.kind) {
    case 'book':
      return booked(entry, request, numberOf);
    case 'delete':
      return deleted(entry, numberOf(request.booking));
    case 'rename':
      return renamed(entry, request, numberOf(request.booking));
    case 'edit':
      return edited(entry, request, slot);
    case 'look':
      return seen(answer?.status === 200 ? timeSlotSchema.parse(answer.body) : undefined);
    case 'open':
      if (answer?.status === 404) return (state) => [state];
      return seen(classIn(entry)?.time_slots.find(({ id }) => id === slot));
    case 'delete-class':
      return answer?.status === 204 ? close : (state) => when(state.fate !== 'open', state);
  }
};

/** The operations on one slot that a history tells of. */
export const slotOperations = (
  entries: readonly Entry[],
  slot: SlotId,
  numberOf: NumberOf,
): (Operation<SlotState> & { readonly entry: Entry })[] =>
  entries
    .filter(({ request }) => !('slot' in request) || request.slot === slot)
    .map((entry) =>
      isDoubtful(entry)
        ? {
            entry,
            invoked: entry.invoked,
            returned: undefined,
            after: possibly(entry, slot, numberOf),
          }
        : {
            entry,
            invoked: entry.invoked,
            returned: entry.returned,
            after: stepOf(entry, slot, numberOf),
          },
    );

/** A last look at the table itself, after everything else. */
export const lookAtTable = ({ counters, bookings }: StoredSlot, numberOf: NumberOf): Step => {
  if (!counters) return (state) => when(state.fate !== 'open', state);
  const stored = slotText({
    capacity: counters.max_capacity,
    fate: 'open',
    bookings: new Map(
      bookings.map(({ id, parent_id: parent, child_name }) => [
        numberOf(id),
        { parent, name: childNameKey(child_name), order: 0 },
      ]),
    ),
  });
  return (state) => when(slotText(state) === stored, state);
};
