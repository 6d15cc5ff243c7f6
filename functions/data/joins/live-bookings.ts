import { isLiveBooking } from '#shared/domain/bookings/live-booking';
import { nextUpcomingDate } from '#shared/domain/sessions/sessions';
import type { BusinessMoment } from '#shared/domain/time/business-time';
import { limits } from '#shared/limits';
import type { ClassSummary } from '#shared/schemas/class';
import type { UserId } from '#shared/schemas/ids';
import type { TimeSlot } from '#shared/schemas/slot';
import type { CalendarDate } from '#shared/schemas/values';
import { listBookingsOfParent, type StoredBooking } from '../bookings/bookings.ts';
import { classRef } from '../classes/classes.ts';
import { batchRead } from '../dynamo/batch-get.ts';
import type { Table } from '../table.ts';

/**
 * Whether a booking has a session to come, today included. A trial that is held has those of its slot: its place is kept
 * for them.
 */
export const hasSessionToCome = (
  booking: Pick<StoredBooking, 'time_slot_id' | 'dates' | 'amount' | 'is_trial' | 'trial_session'>,
  cls: ClassSummary,
  slot: TimeSlot,
  moment: BusinessMoment,
): boolean =>
  isLiveBooking(booking, cls, moment.today) ||
  (booking.is_trial && nextUpcomingDate(cls, slot, moment) !== null);

/**
 * How many live bookings a family has (BOK-52). One Query, and where the family has had so many bookings that some must
 * have ended, one BatchGetItem for their classes.
 */
export const countLiveBookings = async (
  table: Table,
  parentId: UserId,
  today: CalendarDate,
): Promise<number> => {
  const bookings = await listBookingsOfParent(table, parentId);
  if (bookings.length < limits.liveBookings) return bookings.length;
  const read = await batchRead(
    table,
    bookings.map(({ class_id }) => classRef(class_id)),
    { consistent: false },
  );
  return bookings.filter((booking) => {
    const cls = read(classRef(booking.class_id));
    return cls && isLiveBooking(booking, cls, today);
  }).length;
};
