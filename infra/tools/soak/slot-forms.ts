import type { SlotId } from '#shared/schemas/ids';
import { codeOf, isUnchanged } from './answers.ts';
import type { Entry } from './history.ts';
import type { RequestOf } from './requests.ts';
import { resize, type Step, unchanged, when } from './slot-state.ts';

/** The number of bookings in the text of a refusal: "has 3 booked already". */
const namedBookings = (text: unknown): number => Number(/has (\d+) booked/.exec(String(text))?.[1]);

/** What the answer to a saved form says of one of its slots. */
export const edited = (entry: Entry, { rows }: RequestOf<'edit'>, slot: SlotId): Step => {
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
      if (!issue) return unchanged;
      const named = namedBookings(issue.message);
      return (state) => when(state.bookings.size === named && named > (capacity ?? 0), state);
    }
    case 'slotHasBookings': {
      if (capacity !== undefined) return unchanged;
      const named = namedBookings(body.detail);
      // A slot that was removed before has no row on the form, so that the refusal is about another slot.
      return (state) =>
        when(state.status === 'removed' || (state.bookings.size === named && named > 0), state);
    }
    // These refusals are about the class, not the slot.
    case 'classChanged':
    case 'classNotFound':
    case 'busy':
      return unchanged;
    default:
      return () => [];
  }
};

/** What a read of the slot says; undefined where it was not found. */
export const read =
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
