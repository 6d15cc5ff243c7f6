import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { catalogueRoutes } from '#shared/contract/catalogue-routes';
import { familyRoutes } from '#shared/contract/family-routes';
import { paths } from '#shared/paths';
import type { BookSlot } from '#shared/schemas/booking-input';
import { callRoute } from '../../lib/api/api-client.ts';
import { attemptKeys } from '../../lib/api/attempt-key.ts';
import { readsOf } from '../../lib/api/route-query.ts';
import { showError, showToast } from '../../lib/toasts/toasts.ts';

/** What a booking changes, and what a refused one shows to be out of date: places and prices. */
const affected = [catalogueRoutes.listClasses, familyRoutes.listMyBookings];

/** Takes the place and opens the confirmation; after a refusal or failure the form can be sent again (BOK-24). */
export const useBookSlot = () => {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [keyOf] = useState(attemptKeys);
  // Known at once; `isPending` is only known after the next rendering, too late for the second click of a double one.
  const isUnderWay = useRef(false);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (booking: BookSlot) =>
      callRoute(familyRoutes.bookSlot, { body: booking, idempotencyKey: keyOf(booking) }),
    onSuccess: (booking) => {
      showToast({ type: 'success', title: 'Success', description: 'Booking confirmed successfully!' });
      // In place of the form, so that the way back does not lead to it.
      navigate(paths.bookingConfirmation, { replace: true, state: booking });
    },
    onError: (error) => {
      showError(error, 'Failed to create booking');
      void queryClient.invalidateQueries(readsOf(familyRoutes.getBookingOffer));
    },
    onSettled: () => {
      isUnderWay.current = false;
      for (const route of affected) void queryClient.invalidateQueries(readsOf(route));
    },
  });
  const book = (booking: BookSlot): void => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    mutate(booking);
  };
  return { book, isPending, error };
};
