import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { BookSlot } from '#shared/booking/booking-input';
import { familyRoutes } from '#shared/contract/family-routes';
import { paths } from '#shared/paths';
import { callRoute } from '../../../lib/api/api-client.ts';
import { ApiError, ConnectionError } from '../../../lib/api/api-error.ts';
import { attemptKeys } from '../../../lib/api/attempt-key.ts';
import { bookingReads } from '../../../lib/api/family-queries.ts';
import { readAgain } from '../../../lib/api/read-again.ts';
import { useSubmission } from '../../../lib/forms/use-submission.ts';
import { showToast } from '../../../lib/toasts/toasts.ts';
import { forgetBookingDraft } from './slot-screen.tsx';

const failure = 'Failed to create booking';

/** After a refusal or failure the form can be sent again (BOK-24). */
export const useBookSlot = () => {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [keyOf] = useState(attemptKeys);
  const [sent, setSent] = useState<BookSlot>();
  const submission = useSubmission({
    send: (booking: BookSlot) => {
      setSent(booking);
      const { siblings, ...first } = booking;
      const asked = { ...withoutPlaces(first), siblings: siblings?.map(withoutPlaces) };
      const idempotencyKey = keyOf(asked);
      return callRoute(familyRoutes.bookSlot, { body: booking, idempotencyKey });
    },
    failure,
    changes: bookingReads,
    onDone: (booking) => {
      forgetBookingDraft(booking.time_slot_id);
      showToast({ type: 'success', title: 'Success', description: 'Booking confirmed successfully!' });
      // Replaces the form in the history, so that Back does not return to it.
      navigate(paths.bookingConfirmation, { replace: true, state: booking });
    },
    // Only after a failure: after a success the form is left.
    onFailed: () => readAgain(queryClient, familyRoutes.getBookableSlot),
  });
  const { error } = submission;
  return { ...submission, isUnanswered: isUnanswered(error), refusedChildId: refusedChildId(error, sent) };
};

export type SlotBookingAttempt = ReturnType<typeof useBookSlot>;

const withoutPlaces = <Asked extends Pick<BookSlot, 'other_places'>>({ other_places: _, ...asked }: Asked) =>
  asked;

const refusedChildId = (error: unknown, sent: BookSlot | undefined): string | undefined => {
  if (!(error instanceof ApiError) || !sent?.siblings) return undefined;
  const field = error.issues[0]?.field;
  const sibling = sent.siblings.find((_, index) => field === `siblings.${index}.child_id`);
  return field === 'child_id' ? sent.child_id : sibling?.child_id;
};

const isUnanswered = (error: unknown): boolean =>
  error instanceof ConnectionError || (error instanceof ApiError && error.status >= 500);
