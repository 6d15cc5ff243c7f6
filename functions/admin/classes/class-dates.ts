import { bookedSessions } from '#shared/domain/sessions/booked-sessions';
import { canChangeDates } from '#shared/domain/sessions/calendar-rules';
import type { ManagedClass, UpdateClass } from '#shared/schemas/class-input';
import type { CalendarDate } from '#shared/schemas/values';
import { listBookingsOfSlot } from '../../data/bookings/bookings.ts';
import type { Table } from '../../data/table.ts';
import { problem } from '../../lib/http/problem-error.ts';

/** The dates of all sessions that bookings of a class cover. One consistent Query for each slot. */
const bookedDatesOf = async (table: Table, cls: ManagedClass): Promise<CalendarDate[]> => {
  const bookings = await Promise.all(
    cls.time_slots.map(async (slot) =>
      (await listBookingsOfSlot(table, slot.id, { consistent: true })).flatMap((booking) =>
        bookedSessions(cls, slot, booking),
      ),
    ),
  );
  return bookings.flat().flatMap(({ sessions }) => sessions.map(({ date }) => date));
};

const datesOf = ({
  start_date,
  end_date,
  skipped_dates,
}: Pick<UpdateClass, 'start_date' | 'end_date' | 'skipped_dates'>) =>
  JSON.stringify([start_date, end_date, skipped_dates.toSorted()]);

/**
 * Refuses a change of dates that families have booked (CAL-04, CAL-11).
 * @returns whether the dates change; if so, the caller stores the change only if the bookings are still those read here
 * @throws ProblemError datesBooked
 */
export const checkDates = async (
  table: Table,
  current: ManagedClass,
  next: UpdateClass,
): Promise<boolean> => {
  if (datesOf(current) === datesOf(next)) return false;
  const isTaken = current.time_slots.some(({ current_bookings }) => current_bookings > 0);
  const bookedDates = isTaken ? await bookedDatesOf(table, current) : [];
  if (!canChangeDates(current, next, { isTaken, bookedDates })) throw problem('datesBooked');
  return true;
};
