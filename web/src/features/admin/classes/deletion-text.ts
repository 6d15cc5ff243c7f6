import { bookingCount } from '#shared/domain/classes/capacity';
import { counted } from '#shared/domain/text/counted';
import type { ManagedClass } from '#shared/schemas/class-input';

/** "Being deleted", with the bookings that are still to end (END-10). */
export const deletionText = ({ time_slots }: Pick<ManagedClass, 'time_slots'>): string => {
  const left = time_slots.reduce((sum, slot) => sum + bookingCount(slot), 0);
  return left === 0 ? 'Being deleted' : `Being deleted: ${counted(left, 'booking', 'bookings')} left`;
};
