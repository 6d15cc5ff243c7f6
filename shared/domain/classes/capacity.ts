import { compareTimes } from '#shared/domain/time/wall-time';
import type { TimeSlot } from '#shared/schemas/slot';

type Places = Pick<TimeSlot, 'max_capacity' | 'current_bookings'>;
type Start = Pick<TimeSlot, 'start_time'>;

/** Free places (DAT-09); 0 also for a slot with more bookings than places. */
export const placesLeft = ({ max_capacity, current_bookings }: Places): number =>
  Math.max(0, max_capacity - current_bookings);

/** The bookings of a slot: the places taken without those that are held for the waiting list (WAI-05). */
export const bookingCount = ({
  current_bookings,
  held = 0,
}: Pick<TimeSlot, 'current_bookings' | 'held'>): number => current_bookings - held;

/** Whether a slot has no free place (DAT-10). */
export const isFull = (slot: Places): boolean => placesLeft(slot) === 0;

/** Orders slots by start time, ascending (DAT-11); for `toSorted`. */
export const byStartTime = (one: Start, other: Start): number =>
  compareTimes(one.start_time, other.start_time);
