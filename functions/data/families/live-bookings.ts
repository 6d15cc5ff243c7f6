import { isLiveBooking } from '#shared/domain/live-booking';
import { limits } from '#shared/limits';
import type { UserId } from '#shared/schemas/ids';
import type { CalendarDate } from '#shared/schemas/values';
import { listBookingsOfParent } from '../bookings/bookings.ts';
import { classRef } from '../classes/classes.ts';
import { batchRead } from '../dynamo/batch-get.ts';
import type { Table } from '../table.ts';

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
