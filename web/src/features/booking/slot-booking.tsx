import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { Navigate } from 'react-router-dom';
import { isFull } from '#shared/domain/classes/capacity';
import { nextUpcomingDate } from '#shared/domain/sessions/sessions';
import { paths } from '#shared/paths';
import type { BookableSlot } from '#shared/schemas/bookable-slot';
import type { ClassId, SlotId } from '#shared/schemas/ids';
import type { TimeSlot } from '#shared/schemas/slot';
import { LoadFailure } from '../../components/load-failure.tsx';
import { isNotFound } from '../../lib/api/api-error.ts';
import { useBusinessNow } from '../../lib/time/today.ts';
import { msUntil, useInstant } from '../../lib/time/use-instant.ts';
import { BookingForm } from './booking-form.tsx';
import { BookingHeader } from './booking-header.tsx';
import { BookingSkeleton, FormSkeleton } from './booking-skeleton.tsx';
import { CancellationTerms } from './cancellation-terms.tsx';
import { NoChildren } from './no-children.tsx';
import { NotOpenYet } from './not-open-yet.tsx';
import { bookableQuery, useKnownClass } from './queries.ts';
import { SlotFull } from './slot-full.tsx';
import { useBookSlot } from './use-book-slot.ts';

const fullTerms = <CancellationTerms isTrial={false} />;

/** The screen without data. */
export const loading = <BookingSkeleton>{fullTerms}</BookingSkeleton>;

/** Loads the slot, then shows the class and the step that its slot allows. */
export const SlotBooking = ({ classId, slotId }: { classId: ClassId; slotId: SlotId }) => {
  const known = useKnownClass(classId);
  // When the class is cached, a failure only concerns the children.
  const failure = known ? 'Failed to load your children' : 'Failed to load class details';
  const bookable = useQuery(bookableQuery({ classId, slotId }, failure));
  // Deferred, so that the first data is rendered in short tasks.
  const isWaiting = useDeferredValue(bookable.isPending);
  const cls = isWaiting ? known : (bookable.data?.class ?? known);
  const slot = cls?.time_slots.find(({ id }) => id === slotId);
  // A failed reload keeps the form, unless the class or the slot no longer exists (ERR-07).
  if (isNotFound(bookable.error) || (bookable.isLoadingError && !isWaiting && !slot)) {
    return <Navigate to={paths.browseClasses} replace />;
  }
  if (!cls || !slot) return loading;
  return (
    <>
      <BookingHeader cls={cls} slot={slot} />
      {bookable.isLoadingError && <LoadFailure onRetry={() => void bookable.refetch()} />}
      {(bookable.isPending || isWaiting) && <FormSkeleton>{fullTerms}</FormSkeleton>}
      {bookable.data && !isWaiting && <BookingStep bookable={bookable.data} slot={slot} />}
    </>
  );
};

const BookingStep = ({ bookable, slot }: { readonly bookable: BookableSlot; readonly slot: TimeSlot }) => {
  const booking = useBookSlot();
  // The place may be the one that an unanswered try took: only a retry tells (BOK-49).
  const mayHoldPlace = booking.isPending || booking.isUnanswered;
  useInstant(bookable.opens_at);
  const isOver = nextUpcomingDate(bookable.class, slot, useBusinessNow()) === null;
  // Of a slot that is over it says nothing that it is full: neither another time nor a place is to be waited for.
  const opensLater = bookable.opens_at && msUntil(bookable.opens_at) > 0 && !mayHoldPlace;
  if (isFull(slot) && !isOver && !mayHoldPlace && !opensLater)
    return <SlotFull bookable={bookable} slot={slot} />;
  if (bookable.children.length === 0) return <NoChildren />;
  if (bookable.opens_at && opensLater) return <NotOpenYet opens_at={bookable.opens_at} />;
  return <BookingForm bookable={bookable} slot={slot} booking={booking} />;
};
