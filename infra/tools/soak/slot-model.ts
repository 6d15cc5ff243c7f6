import { holds, impossible, type Operation, unchanged } from '#infra/testing/linearizability';
import { childNameKey } from '#shared/lib/fold-text';
import type { SlotId } from '#shared/lib/ids';
import { timeSlotSchema } from '#shared/sessions/slot';
import type { MadeBooking, MadeBookings } from './made-bookings.ts';
import type { StoredSlot } from './recount.ts';
import { classIn, codeOf, type Entry, hasUnknownOutcome, type NumberOf, type RequestOf } from './requests.ts';
import { isLate, placeOf, type School } from './school.ts';
import { type BookingContext, type BookingEntry, bookingEffect, bookingStep } from './slot-bookings.ts';
import {
  close,
  renameChild,
  resize,
  rosterText,
  type SlotState,
  type SlotStep,
  without,
} from './slot-state.ts';

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
    case 'record':
    case 'take-back':
    case 'decide':
    case 'edit-card':
    case 'read-family':
    case 'import':
    case 'undo':
    case 'sign-up':
    case 'accept':
    case 'join':
    case 'make-holder':
    case 'remove-login':
    case 'invite':
    case 'reset':
      return false;
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
      return request.slot === slot;
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
