import { bookingCount } from '#shared/domain/classes/capacity';
import { counted } from '#shared/domain/text/counted';
import type { TimeSlot } from '#shared/schemas/slot';

type Places = Pick<TimeSlot, 'current_bookings' | 'held' | 'waiting'>;

/** Bookings, held places and waiting families of a stored slot; undefined without any. */
export const placesHint = (slot: Places): string | undefined => {
  const { held = 0, waiting = 0 } = slot;
  const booked = bookingCount(slot);
  const parts = [
    ...(booked > 0 ? [`${booked} booked`] : []),
    ...(held > 0 ? [`${held} held for the waiting list`] : []),
    ...(waiting > 0 ? [`${waiting} waiting`] : []),
  ];
  return parts.length > 0 ? parts.join(', ') : undefined;
};

/** Why a stored slot cannot be removed, and what to do before; undefined where it can be. */
export const whyKept = (slot: Places): string | undefined => {
  if (bookingCount(slot) > 0) return 'Delete its bookings before you remove it';
  const { held = 0, waiting = 0 } = slot;
  if (waiting === 0 && held === 0) return undefined;
  const who =
    waiting > 0
      ? `${counted(waiting, 'family waits', 'families wait')} for a place`
      : 'A family has an offer';
  return `${who}: take them off its waiting list before you remove it`;
};
