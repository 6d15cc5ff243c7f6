import { getTimeSlot } from '#functions/data/classes/classes';
import { cancelBooking } from '#functions/family/cancel-booking';
import { listMyBookings } from '#functions/family/list-my-bookings';
import type { TimedDeps } from '#functions/timed-deps';
import type { Family } from '#shared/schemas/profile';

/** Places that stay free in a slot after a cancellation: full slots and last places are other samples. */
const leastFree = 3;

/** The caller of the product's operations for a family. */
const callerOf = ({ profile }: Family, { clock }: TimedDeps) =>
  ({ userId: profile.id, role: 'parent', signedInAt: clock() }) as const;

/**
 * Cancels two bookings by the product's own operation: one in time, which is credited, and one late, whose credit an
 * administrator is to decide.
 */
export const cancelSamples = async (families: readonly Family[], deps: TimedDeps): Promise<void> => {
  const missing = new Set(['in time', 'late']);
  for (const family of families) {
    const caller = callerOf(family, deps);
    const { bookings } = await listMyBookings({ caller }, deps);
    for (const { id, class_id, time_slot_id, child_id, is_trial, ending } of bookings) {
      const kind = ending && ending.credit > 0 ? 'in time' : 'late';
      const slot = await getTimeSlot(deps.table, class_id, time_slot_id);
      const hasRoom = slot && slot.max_capacity - slot.current_bookings >= leastFree;
      if (!ending || is_trial || !hasRoom || !missing.delete(kind)) continue;
      const body = { class_id, time_slot_id, child_id, credit: ending.credit };
      await cancelBooking({ caller, params: { bookingId: id }, body }, deps);
      break;
    }
    if (missing.size === 0) return;
  }
};
