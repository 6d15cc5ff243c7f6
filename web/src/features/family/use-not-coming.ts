import { useQueryClient } from '@tanstack/react-query';
import { familyRoutes } from '#shared/contract/family-routes';
import type { MyBooking, MyBookings } from '#shared/schemas/my-bookings';
import type { CalendarDate } from '#shared/schemas/values';
import { callRoute } from '../../lib/api/api-client.ts';
import { bookingsQuery } from '../../lib/api/bookings-query.ts';
import { readAgain } from '../../lib/api/read-again.ts';
import { useSubmission } from '../../lib/forms/use-submission.ts';

interface Answer {
  readonly date: CalendarDate;
  readonly not_coming: boolean;
}

const withAnswer = (booking: MyBooking, { date, not_coming }: Answer): MyBooking => {
  const others = booking.not_coming.filter((other) => other !== date);
  return { ...booking, not_coming: not_coming ? [...others, date].toSorted() : others };
};

/** Says that the child of a booking does not come on a date, or comes after all (ABS-01). */
export const useNotComing = ({ id, time_slot_id, child_id }: MyBooking) => {
  const queryClient = useQueryClient();
  return useSubmission({
    send: (answer: Answer) =>
      callRoute(familyRoutes.setNotComing, {
        params: { bookingId: id },
        body: { time_slot_id, child_id, ...answer },
      }),
    failure: 'The coach could not be told. Please try again.',
    // Not read again: the bookings of a family come from an index, which may be behind.
    onDone: (_, answer) =>
      queryClient.setQueryData<MyBookings>(
        bookingsQuery.queryKey,
        (known) =>
          known && {
            ...known,
            bookings: known.bookings.map((booking) =>
              booking.id === id ? withAnswer(booking, answer) : booking,
            ),
          },
      ),
    onFailed: () => readAgain(queryClient, familyRoutes.listMyBookings),
  });
};
