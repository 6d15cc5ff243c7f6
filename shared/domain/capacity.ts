import type { TimeSlot } from '#shared/schemas/slot';
import type { WallTime } from '#shared/schemas/values';

type Places = Pick<TimeSlot, 'max_capacity' | 'current_bookings'>;
type Start = Pick<TimeSlot, 'start_time'>;

/** Places that can still be booked (DAT-09); 0 also for a slot that holds more bookings than places. */
export const placesLeft = ({ max_capacity, current_bookings }: Places): number =>
  Math.max(0, max_capacity - current_bookings);

/** Whether a slot takes no more bookings (DAT-10). */
export const isFull = (slot: Places): boolean => placesLeft(slot) === 0;

/** `09:00` and `09:00:00` are the same time (DAT-08). */
const withSeconds = (time: WallTime): string => time.padEnd('HH:MM:SS'.length, ':00');

/** Orders slots by start time, ascending (DAT-11); for `toSorted`. */
export const byStartTime = (one: Start, other: Start): number => {
  const [a, b] = [withSeconds(one.start_time), withSeconds(other.start_time)];
  if (a === b) return 0;
  return a < b ? -1 : 1;
};
