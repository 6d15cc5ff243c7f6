import { timeOfId } from '#functions/data/ids';
import { childNameKey } from '#shared/domain/child-name';
import { bookingSchema } from '#shared/schemas/booking';
import type { SlotId, UserId } from '#shared/schemas/ids';
import { timeSlotSchema } from '#shared/schemas/slot';
import { classIn, codeOf, hasUnknownOutcome, isUnchanged } from './answers.ts';
import type { StoredSlot } from './final-state.ts';
import type { Entry, Request } from './history.ts';
import type { Operation } from './linearizability.ts';
import {
  close,
  holderOf,
  isNameTaken,
  place,
  rename,
  resize,
  type SlotState,
  type Step,
  slotText,
  when,
  without,
} from './slot-state.ts';

/** The number of the request that created a booking, from the booking's id. */
export type NumberOf = (id: string) => number;

/** Request n of a run runs on a clock that is n milliseconds after `epoch`. */
export const numberBy =
  (epoch: Date): NumberOf =>
  (id) =>
    timeOfId(id).getTime() - epoch.getTime();

type Of<Kind extends Request['kind']> = Extract<Request, { kind: Kind }>;

const booked = (entry: Entry, request: Of<'book'>, numberOf: NumberOf): Step => {
  const { child, order } = request;
  switch (entry.answer?.status === 201 ? 'booked' : codeOf(entry)) {
    case 'booked': {
      const made = numberOf(bookingSchema.parse(entry.answer?.body).id);
      if (made === entry.number) return place(made, request);
      return (state) => when(state.bookings.get(made)?.order === order, state);
    }
    case 'alreadyBooked':
      return (state) => {
        const [, holder] = holderOf(state, child.id) ?? [];
        return when(holder !== undefined && holder.order !== order, state);
      };
    // The booking of this order ended before.
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
      return (state) => when(state.status !== 'open', state);
    // The price and the calendar belong to the class, the account and the trial of a child in the class to the family.
    case 'trialHeld':
    case 'trialUsed':
    case 'priceChanged':
    case 'calendarChanged':
    case 'profileNotFound':
    case 'busy':
      return (state) => [state];
    default:
      return () => [];
  }
};

/** The deletion of a class deletes bookings one by one, so that a booking of a closed slot may still exist or not. */
const deleted = (entry: Entry, number: number): Step => {
  switch (entry.answer?.status === 204 ? 'deleted' : codeOf(entry)) {
    // Ended again it answers the same.
    case 'deleted':
      return (state) => [without(state, number)];
    case 'bookingNotFound':
      return (state) => when(state.status === 'closed' || !state.bookings.has(number), state);
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
      return (state) => when(state.status === 'closed' || !state.bookings.has(number), state);
    case 'alreadyBooked':
      return (state) => when(isNameTaken(state, number, name), state);
    case 'busy':
      return (state) => [state];
    default:
      return () => [];
  }
};

/** The number of bookings in the text of a refusal: "has 3 booked already". */
const namedBookings = (text: unknown): number => Number(/has (\d+) booked/.exec(String(text))?.[1]);

const edited = (entry: Entry, { rows }: Of<'edit'>, slot: SlotId): Step => {
  const row = rows.findIndex((each) => each.slot === slot);
  const capacity = rows[row]?.max_capacity;
  const body = Object(entry.answer?.body);
  switch (entry.answer?.status === 200 ? 'saved' : codeOf(entry)) {
    case 'saved':
      if (isUnchanged(entry))
        return (state) =>
          when(
            capacity === undefined
              ? state.status !== 'open'
              : state.status === 'open' && state.capacity === capacity,
            state,
          );
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
      // A slot that was removed before has no row on the form, so that the refusal is about another slot.
      return (state) =>
        when(state.status === 'removed' || (state.bookings.size === named && named > 0), state);
    }
    // These refusals are about the class, not the slot.
    case 'classChanged':
    case 'classNotFound':
    case 'busy':
      return (state) => [state];
    default:
      return () => [];
  }
};

const read =
  (slot: { current_bookings: number; max_capacity: number } | undefined): Step =>
  (state) =>
    slot
      ? when(
          state.status === 'open' &&
            slot.max_capacity === state.capacity &&
            slot.current_bookings === state.bookings.size,
          state,
        )
      : when(state.status !== 'open', state);

/** The possible effect of a request with an unknown outcome. */
const possibleEffect = (entry: Entry, slot: SlotId, numberOf: NumberOf): Step => {
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
    case 'read-slot':
    case 'read-class':
    // One step for each booking, in deletionsOf.
    case 'delete-account':
      return (state) => [state];
  }
};

/** One request as an operation on a slot. */
type SlotOperation = Operation<SlotState> & { readonly entry: Entry };

/** The bookings of a slot that an account's deletion may delete, each in a transaction of its own. */
const deletionsOf = (
  deletion: Entry,
  parent: UserId,
  entries: readonly Entry[],
  slot: SlotId,
): SlotOperation[] =>
  entries
    .filter(({ request }) => request.kind === 'book' && request.slot === slot && request.parent === parent)
    .map(({ number }) => ({
      entry: deletion,
      invoked: deletion.invoked,
      returned: hasUnknownOutcome(deletion) ? undefined : deletion.returned,
      after: (state) => [without(state, number)],
    }));

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
    case 'read-slot':
      return read(answer?.status === 200 ? timeSlotSchema.parse(answer.body) : undefined);
    case 'read-class':
      if (answer?.status === 404) return (state) => [state];
      return read(classIn(entry)?.time_slots.find(({ id }) => id === slot));
    case 'delete-account':
      return (state) => [state];
    case 'delete-class':
      return answer?.status === 204 ? close : (state) => when(state.status !== 'open', state);
  }
};

/** The operations of a history on one slot. */
export const slotOperations = (
  entries: readonly Entry[],
  slot: SlotId,
  numberOf: NumberOf,
): SlotOperation[] =>
  entries
    .filter(({ request }) => !('slot' in request) || request.slot === slot)
    .flatMap((entry): SlotOperation[] => {
      const { request } = entry;
      if (request.kind === 'delete-account') return deletionsOf(entry, request.parent, entries, slot);
      const isUnknown = hasUnknownOutcome(entry);
      const after = isUnknown ? possibleEffect(entry, slot, numberOf) : stepOf(entry, slot, numberOf);
      return [{ entry, invoked: entry.invoked, returned: isUnknown ? undefined : entry.returned, after }];
    });

/** The content of the table after all requests, as a last operation. */
export const readTable = ({ counters, bookings }: StoredSlot, numberOf: NumberOf): Step => {
  if (!counters) return (state) => when(state.status !== 'open', state);
  const stored = slotText({
    capacity: counters.max_capacity,
    status: 'open',
    bookings: new Map(
      bookings.map(({ id, parent_id: parent, child_id: child, child_name }) => [
        numberOf(id),
        { parent, child, name: childNameKey(child_name), order: 0 },
      ]),
    ),
  });
  return (state) => when(slotText(state) === stored, state);
};
