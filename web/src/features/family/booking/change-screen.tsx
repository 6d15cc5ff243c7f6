import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { MoveMyBooking } from '#shared/booking/booking-change';
import type { MyBooking, MyBookings } from '#shared/booking/booking-input';
import { isMovable } from '#shared/booking/move-terms';
import { changeProblems } from '#shared/contract/change-problems';
import { familyRoutes } from '#shared/contract/family-routes';
import { paths } from '#shared/paths';
import { LoadFailure } from '../../../components/loading.tsx';
import { MoveForm } from '../../../components/move-form.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { attemptKeys } from '../../../lib/api/attempt-key.ts';
import { bookingReads, familyQuery } from '../../../lib/api/family-queries.ts';
import { classesQuery } from '../../../lib/api/route-query.ts';
import { useSubmission } from '../../../lib/forms/use-submission.ts';
import { moveOptions } from '../../../lib/moves.ts';
import { useBusinessNow } from '../../../lib/time/today.ts';
import { showToast } from '../../../lib/toasts/toasts.ts';
import { ChangedBooking, Impossible } from './changed-booking.tsx';

export const ChangeScreen = () => (
  <ChangedBooking
    title="Change Time or Class"
    loading="Your booking is loading. Then choose another time or class, and see what it costs or credits before you change."
  >
    {(booking, all) => <Change booking={booking} all={all} />}
  </ChangedBooking>
);

interface ChangeProps {
  readonly booking: MyBooking;
  readonly all: MyBookings;
}

const Change = ({ booking, all }: ChangeProps) => {
  const { data, isPending, isLoadingError, refetch } = useQuery(classesQuery);
  // Only the note about the child's age needs this, so the screen does not wait for it.
  const family = useQuery(familyQuery);
  const move = useMove(booking);
  const moment = useBusinessNow();
  const { time_slot: slot } = booking;
  const { class: cls } = slot;
  if (!isMovable(booking, { cls, slot, earlier_slots: booking.earlier_times }, moment))
    return (
      <Impossible>{changeProblems[booking.is_trial ? 'trialNotMovable' : 'classEnded'].text}</Impossible>
    );
  if (isPending) return <Skeleton height="80" borderRadius="xl" />;
  if (isLoadingError) return <LoadFailure onRetry={() => void refetch()} />;
  const ofChild = all.bookings.filter(({ child_id }) => child_id === booking.child_id);
  const taken = new Set(ofChild.map(({ time_slot_id }) => time_slot_id));
  return (
    <MoveForm
      booking={booking}
      dateOfBirth={family.data?.children.find(({ id }) => id === booking.child_id)?.date_of_birth}
      ownClass={cls.id}
      options={moveOptions({ booking, cls, slot }, data.classes, taken, moment, all.discounts)}
      isPending={move.isPending}
      onMove={move.submit}
    />
  );
};

const useMove = ({ id, class_id, time_slot_id, child_id }: MyBooking) => {
  const navigate = useNavigate();
  const [keyOf] = useState(attemptKeys);
  return useSubmission({
    send: (order: Omit<MoveMyBooking, 'booking'>) => {
      const body = { booking: { class_id, time_slot_id, child_id }, ...order };
      return callRoute(familyRoutes.moveMyBooking, {
        params: { bookingId: id },
        body,
        idempotencyKey: keyOf(body),
      });
    },
    failure: 'Failed to change the booking',
    changes: bookingReads,
    onDone: (moved) => {
      showToast({ type: 'success', title: 'Booking changed successfully' });
      navigate(`${paths.parentBookings}#${moved.id}`, { replace: true });
    },
  });
};
