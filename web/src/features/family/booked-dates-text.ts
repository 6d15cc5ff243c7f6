import { agreedDates, type BookedDates } from '#shared/domain/sessions/booked-sessions';
import { formatDate, formatLongDate } from '#shared/domain/text/format';
import type { Booking } from '#shared/schemas/booking';

/** "Sep 6, 2025 - Nov 1, 2025": what a booking was made for, which may be less than its class; a single date in full. */
export const bookedDatesText = (
  booking: Pick<Booking, 'trial_date'> & Pick<BookedDates, 'dates' | 'trial_session'>,
): string => {
  const dates = agreedDates(booking);
  const [first, last] = [booking.trial_date ?? dates.at(0), dates.at(-1)];
  if (!first || !last) return '';
  return booking.trial_date || first === last
    ? formatLongDate(first)
    : `${formatDate(first)} - ${formatDate(last)}`;
};
